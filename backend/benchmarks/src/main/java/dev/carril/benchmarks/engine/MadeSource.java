package dev.carril.benchmarks.engine;

import dev.carril.engine.source.CommitFailed;
import dev.carril.engine.source.LogRecord;
import dev.carril.engine.source.Ownership;
import dev.carril.engine.source.Partition;
import dev.carril.engine.source.Saved;
import dev.carril.engine.source.Slice;
import dev.carril.engine.source.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A log that makes its records when it is polled: all of them at once, or so many a second. It has
/// one reader, who has all partitions.
final class MadeSource implements Source<String, byte[]> {
  static final int POLL_MAX = 500;

  // With its key and what Java needs for it.
  private static final int RECORD_BYTES = Messages.BYTES + 100;
  static final String TOPIC = "made";

  private final Messages messages;
  private final long everyNanos;
  private final long[] arrivedNanos;
  private final List<Row> rows = new ArrayList<>();
  private final Map<Partition, Saved> saved = new HashMap<>();
  private final Set<Partition> paused = new HashSet<>();
  private final List<Consumer<@Nullable CommitFailed>> answers = new ArrayList<>();
  private @Nullable Ownership ownership;
  private boolean assigned;
  private int turn;
  private long startNanos;
  private volatile boolean woken;
  private volatile @Nullable Thread reader;

  // One partition: its messages, and how far it was read.
  private static final class Row {
    final Partition partition;
    final int[] order;
    int next;

    Row(Partition partition, int[] order) {
      this.partition = partition;
      this.order = order;
    }
  }

  /// @param everyNanos between two messages, or 0: then all are there from the start
  MadeSource(Messages messages, int partitions, long everyNanos) {
    this.messages = messages;
    this.everyNanos = everyNanos;
    this.arrivedNanos = new long[messages.count()];
    int[] sizes = new int[partitions];
    for (int message = 0; message < messages.count(); message++) {
      sizes[messages.session(message) % partitions]++;
    }
    for (int number = 0; number < partitions; number++) {
      rows.add(new Row(new Partition(TOPIC, number), new int[sizes[number]]));
    }
    int[] filled = new int[partitions];
    for (int message = 0; message < messages.count(); message++) {
      int number = messages.session(message) % partitions;
      rows.get(number).order[filled[number]++] = message;
    }
  }

  /// When a message was there to be read, whether it was read then or later.
  long arrivedNanos(int message) {
    return arrivedNanos[message];
  }

  /// Is it time for a message?
  boolean isDue(int message) {
    return System.nanoTime() - startNanos - message * everyNanos >= 0;
  }

  /// The place of a message in its partition.
  int offset(int message) {
    int[] order = rows.get(messages.session(message) % rows.size()).order;
    return Arrays.binarySearch(order, message);
  }

  /// Is all committed? Asked when nobody reads any more.
  boolean isCommitted() {
    return rows.stream()
        .allMatch(row ->
            row.order.length == 0
                || saved.getOrDefault(row.partition, Saved.NOTHING).offset() == row.order.length);
  }

  @Override
  public void subscribe(Collection<String> topics, Ownership told) {
    ownership = told;
    startNanos = System.nanoTime();
    reader = Thread.currentThread();
  }

  @Override
  public List<Slice<String, byte[]>> poll(Duration atMost) {
    settle();
    long untilNanos = System.nanoTime() + atMost.toNanos();
    while (true) {
      long nowNanos = System.nanoTime();
      List<Slice<String, byte[]>> slices = make(nowNanos);
      if (!slices.isEmpty() || woken || untilNanos - nowNanos <= 0) {
        woken = false;
        return slices;
      }
      LockSupport.parkNanos(Math.min(untilNanos, nextNanos()) - nowNanos);
    }
  }

  // Answers and assignments come inside a poll, as a group's reader gets them.
  private void settle() {
    List.copyOf(answers).forEach(answer -> answer.accept(null));
    answers.clear();
    if (!assigned) {
      assigned = true;
      var given = new LinkedHashMap<Partition, Saved>();
      rows.forEach(row -> given.put(row.partition, Saved.NOTHING));
      Objects.requireNonNull(ownership).assigned(given);
    }
  }

  private List<Slice<String, byte[]>> make(long nowNanos) {
    var slices = new ArrayList<Slice<String, byte[]>>(rows.size());
    int room = POLL_MAX;
    turn++;
    for (int at = 0; at < rows.size() && room > 0; at++) {
      Row row = rows.get((turn + at) % rows.size());
      if (!paused.contains(row.partition)) {
        int most = Math.ceilDiv(room, rows.size() - at);
        List<LogRecord<String, byte[]>> records = make(row, most, nowNanos);
        if (!records.isEmpty()) {
          slices.add(new Slice<>(row.partition, records));
          room -= records.size();
        }
      }
    }
    return slices;
  }

  private List<LogRecord<String, byte[]>> make(Row row, int most, long nowNanos) {
    var records = new ArrayList<LogRecord<String, byte[]>>(everyNanos == 0 ? most : 8);
    while (records.size() < most && row.next < row.order.length) {
      int message = row.order[row.next];
      long dueNanos = everyNanos == 0 ? nowNanos : startNanos + message * everyNanos;
      if (dueNanos - nowNanos > 0) {
        break;
      }
      arrivedNanos[message] = dueNanos;
      records.add(
          new LogRecord<>(
              row.partition,
              row.next++,
              0,
              messages.key(message),
              messages.value(message),
              List.of(),
              RECORD_BYTES));
    }
    return records;
  }

  private long nextNanos() {
    long next = Long.MAX_VALUE;
    for (Row row : rows) {
      if (everyNanos > 0 && row.next < row.order.length && !paused.contains(row.partition)) {
        next = Math.min(next, startNanos + row.order[row.next] * everyNanos);
      }
    }
    return next;
  }

  @Override
  public int pollMax() {
    return POLL_MAX;
  }

  @Override
  public long pollBytesMax() {
    return POLL_MAX * (long) RECORD_BYTES;
  }

  @Override
  public Duration awayMax() {
    return Duration.ofMinutes(5);
  }

  @Override
  public void pause(Collection<Partition> partitions) {
    paused.addAll(partitions);
  }

  @Override
  public void resume(Collection<Partition> partitions) {
    paused.removeAll(partitions);
  }

  @Override
  public void commit(Map<Partition, Saved> offsets, Duration atMost) {
    saved.putAll(offsets);
  }

  @Override
  public void commitLater(Map<Partition, Saved> offsets, Consumer<@Nullable CommitFailed> answer) {
    saved.putAll(offsets);
    answers.add(answer);
    woken = true;
  }

  @Override
  public long end(Partition partition) {
    return rows.get(partition.number()).order.length;
  }

  @Override
  public void wakeup() {
    woken = true;
    LockSupport.unpark(reader);
  }

  @Override
  public void close(Duration atMost) {
    settle();
    if (ownership != null) {
      ownership.revoked(rows.stream().map(row -> row.partition).toList());
    }
  }
}
