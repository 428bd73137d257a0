package dev.carril.simulator.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A name, a fixed number of partitions, and the rules by which records come and go.
public final class Topic {
  private final String name;
  private final int place;
  private final Partitioner partitioner;
  private final Optional<Retention> retention;
  private final boolean compacted;
  private final List<Partition> partitions;
  private int turn;

  /// @param place 0 for the topic that was created first, and so on
  /// @param start the offset that the first record gets in each partition
  public Topic(
      String name,
      int place,
      int partitions,
      Partitioner partitioner,
      Optional<Retention> retention,
      boolean compacted,
      long start) {
    this.name = name;
    this.place = place;
    this.partitioner = partitioner;
    this.retention = retention;
    this.compacted = compacted;
    this.partitions = new ArrayList<>(partitions);
    for (int number = 0; number < partitions; number++) {
      this.partitions.add(new Partition(number, start));
    }
  }

  private Topic(Topic other) {
    name = other.name;
    place = other.place;
    partitioner = other.partitioner;
    retention = other.retention;
    compacted = other.compacted;
    turn = other.turn;
    partitions = new ArrayList<>(other.partitions.size());
    for (Partition partition : other.partitions) {
      partitions.add(partition.copy());
    }
  }

  public Topic copy() {
    return new Topic(this);
  }

  public String name() {
    return name;
  }

  public int place() {
    return place;
  }

  public Partitioner partitioner() {
    return partitioner;
  }

  public Optional<Retention> retention() {
    return retention;
  }

  public boolean isCompacted() {
    return compacted;
  }

  public List<Partition> partitions() {
    return List.copyOf(partitions);
  }

  public Partition partition(int number) {
    return partitions.get(number);
  }

  public int partitionCount() {
    return partitions.size();
  }

  /// The partition that the next record without a key goes to.
  public int nextPartition() {
    return turn;
  }

  /// How many records are there, over all partitions.
  public long recordCount() {
    long sum = 0;
    for (Partition partition : partitions) {
      sum += partition.records().size();
    }
    return sum;
  }

  /// Appends to the partition that was chosen, else to the key's, else to the next in turn.
  ///
  /// @throws IndexOutOfBoundsException if the chosen partition is not there
  public LogRecord append(
      @Nullable Integer chosen,
      @Nullable String key,
      @Nullable String value,
      List<Header> headers,
      long timestampMillis) {
    int to;
    if (chosen != null) {
      to = chosen;
    } else if (key != null) {
      to = partitioner.partition(key, partitions.size());
    } else {
      to = turn;
      turn = (turn + 1) % partitions.size();
    }
    return partitions.get(to).append(key, value, headers, timestampMillis);
  }

  /// Lets retention take what it may from one partition. Null where nothing fell off.
  public @Nullable Fallen retain(int partition, long nowMillis) {
    if (retention.isEmpty()) {
      return null;
    }
    Partition row = partitions.get(partition);
    long before = row.start();
    List<Long> gone = row.retain(retention.get(), nowMillis);
    return gone.isEmpty()
        ? null
        : new Fallen(new Range(name, partition, before, row.start()), gone);
  }

  /// What retention took: the offsets that the start passed over, and those of them where a record
  /// stood.
  public record Fallen(Range range, List<Long> offsets) {
    public Fallen {
      offsets = List.copyOf(offsets);
    }
  }

  /// Compacts one partition; the offsets that went, rising.
  public List<Long> compact(int partition) {
    return partitions.get(partition).compact();
  }
}
