package dev.carril.engine.source.memory;

import dev.carril.engine.source.CommitFailed;
import dev.carril.engine.source.Header;
import dev.carril.engine.source.LogRecord;
import dev.carril.engine.source.Partition;
import dev.carril.engine.source.Saved;
import dev.carril.engine.source.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A log in memory, for any number of threads. Its groups share partitions out among those who
/// poll, and move them one by one when somebody comes or goes.
public final class MemoryLog<K, V> {
  private final Map<String, Integer> topics = new LinkedHashMap<>();
  private final Map<Partition, TreeMap<Long, LogRecord<K, V>>> records = new HashMap<>();
  private final Map<Partition, Long> ends = new HashMap<>();
  private final Map<String, MemoryGroup<K, V>> groups = new HashMap<>();
  private final Map<String, Integer> turns = new HashMap<>();

  /// Nothing is in it yet.
  public MemoryLog() {}

  /// Makes a topic.
  public synchronized MemoryLog<K, V> topic(String topic, int partitions) {
    if (partitions < 1 || topics.putIfAbsent(topic, partitions) != null) {
      throw new IllegalArgumentException(
          topic + " with " + partitions + " partitions cannot be made");
    }
    for (int number = 0; number < partitions; number++) {
      records.put(new Partition(topic, number), new TreeMap<>());
      ends.put(new Partition(topic, number), 0L);
    }
    return this;
  }

  /// Appends a record. Those of one key go to one partition; those without take turns.
  public LogRecord<K, V> append(String topic, @Nullable K key, @Nullable V value) {
    return append(topic, key, value, List.of());
  }

  public synchronized LogRecord<K, V> append(
      String topic, @Nullable K key, @Nullable V value, List<Header> headers) {
    int partitions = partitions(topic);
    int number =
        key == null
            ? Math.floorMod(turns.merge(topic, 1, Integer::sum) - 1, partitions)
            : Math.floorMod(hash(key), partitions);
    return append(new Partition(topic, number), key, value, headers);
  }

  public synchronized LogRecord<K, V> append(
      Partition partition, @Nullable K key, @Nullable V value, List<Header> headers) {
    long offset = end(partition);
    var logRecord =
        new LogRecord<>(
            partition,
            offset,
            System.currentTimeMillis(),
            key,
            value,
            List.copyOf(headers),
            size(key) + size(value) + 64);
    of(partition).put(offset, logRecord);
    ends.put(partition, offset + 1);
    notifyAll();
    return logRecord;
  }

  /// Leaves an offset out, as compaction and transactions do.
  public synchronized void skip(Partition partition) {
    ends.put(partition, end(partition) + 1);
  }

  /// Takes out one record, as compaction does.
  public synchronized void remove(Partition partition, long offset) {
    of(partition).remove(offset);
  }

  /// Lets everything below an offset fall off, as retention does.
  public synchronized void trim(Partition partition, long start) {
    of(partition).headMap(start).clear();
  }

  /// Takes the end of a partition away, as a log does that lost its leader; who read beyond it goes
  /// on at the new end.
  public synchronized void truncate(Partition partition, long end) {
    of(partition).tailMap(end).clear();
    ends.put(partition, end);
    groups.values().forEach(group -> group.truncate(partition, end));
  }

  /// The offset that the next record gets.
  public synchronized long end(Partition partition) {
    return Objects.requireNonNull(ends.get(partition), () -> "no partition " + partition);
  }

  /// What a partition holds, for a test to look at.
  public synchronized List<LogRecord<K, V>> records(Partition partition) {
    return List.copyOf(of(partition).values());
  }

  /// What a group has committed for a partition.
  public synchronized Saved saved(String group, Partition partition) {
    return group(group).saved(partition);
  }

  /// Commits something for a group, as an operator's tool does.
  public synchronized void save(String group, Partition partition, Saved saved) {
    group(group).save(partition, saved);
  }

  /// A new member of a group.
  public Source<K, V> source(String group) {
    return source(group, Member.POLL_MAX);
  }

  /// @param pollMax the most records of one poll
  public Source<K, V> source(String group, int pollMax) {
    return source(group, pollMax, Member.POLL_BYTES_MAX);
  }

  /// @param pollMax the most records of one poll
  /// @param pollBytesMax the most bytes of one poll
  public synchronized Source<K, V> source(String group, int pollMax, long pollBytesMax) {
    return new Member<>(this, group(group), pollMax, pollBytesMax);
  }

  // --- faults

  /// The group's next commits fail like this.
  public synchronized void failCommits(String group, int times, CommitFailed why) {
    group(group).failCommits(times, why);
  }

  /// Takes a partition from whoever has it, without asking; the next one who polls gets it.
  public synchronized void lose(String group, Partition partition) {
    group(group).lose(partition);
    notifyAll();
  }

  /// The processes that read for this group die without a word: their partitions are free, and
  /// nothing that they still say reaches the log or is answered. Whoever reads for it later is
  /// another process.
  public synchronized void crash(String group) {
    group(group).crash();
  }

  /// Takes a partition from whoever has it, as planned, and gives it back to the same one.
  public synchronized void handOver(String group, Partition partition) {
    group(group).handOver(partition);
    notifyAll();
  }

  // --- for the members

  MemoryGroup<K, V> group(String name) {
    return groups.computeIfAbsent(name, _ -> new MemoryGroup<>(this));
  }

  int partitions(String topic) {
    return Objects.requireNonNull(topics.get(topic), () -> "no topic " + topic);
  }

  /// At most so many records from an offset on, and so many bytes.
  ///
  /// @param one the first record is read however large it is
  List<LogRecord<K, V>> read(
      Partition partition, long from, int most, long bytesMost, boolean one) {
    var some = new ArrayList<LogRecord<K, V>>();
    long bytes = 0;
    for (LogRecord<K, V> logRecord : of(partition).tailMap(from).values()) {
      bytes += logRecord.bytes();
      boolean free = one && some.isEmpty();
      if (some.size() == most || bytes > bytesMost && !free) {
        break;
      }
      some.add(logRecord);
    }
    return some;
  }

  long start(Partition partition) {
    TreeMap<Long, LogRecord<K, V>> all = of(partition);
    return all.isEmpty() ? end(partition) : all.firstKey();
  }

  private TreeMap<Long, LogRecord<K, V>> of(Partition partition) {
    return Objects.requireNonNull(records.get(partition), () -> "no partition " + partition);
  }

  private static int hash(Object key) {
    return key instanceof byte[] bytes ? Arrays.hashCode(bytes) : key.hashCode();
  }

  private static int size(@Nullable Object part) {
    return switch (part) {
      case null -> 0;
      case byte[] bytes -> bytes.length;
      case CharSequence text -> 2 * text.length();
      default -> 16;
    };
  }
}
