package dev.carril.simulator.contrast;

import dev.carril.engine.check.BlockedOffset;
import dev.carril.engine.check.PartitionView;
import dev.carril.engine.check.Pause;
import dev.carril.engine.source.Partition;
import dev.carril.simulator.instance.Design;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// One stay of a partition with a core, and what of it may be committed.
final class Tenure {
  private static final int CHARACTERS_MAX = 4_096;

  final Partition partition;
  final long number;
  private final Design design;
  private final boolean highest;

  // What was delivered from the commit point on.
  final TreeMap<Long, Item> delivered = new TreeMap<>();
  private final TreeSet<Long> restored = new TreeSet<>();

  // What has ended, as far as the commit point has not passed it.
  private final TreeSet<Long> done = new TreeSet<>();
  private long position;
  private long next;
  private long highestDone = -1;
  private long version;
  private long committedVersion;
  boolean draining;
  boolean fenced;
  boolean gone;
  boolean paused;

  // Records that run or wait for their dead letter, and those that wait in strands.
  int out;
  int waiting;

  Tenure(
      Partition partition,
      long number,
      long position,
      String metadata,
      Design design,
      boolean highest) {
    this.partition = partition;
    this.number = number;
    this.position = position;
    this.next = position;
    this.design = design;
    this.highest = highest;
    restore(metadata);
  }

  // Lengths of what is open and what is done, in turns.
  private void restore(String metadata) {
    if (metadata.isEmpty()) {
      return;
    }
    long at = position;
    boolean isDone = false;
    for (String length : metadata.split(",")) {
      long end = at + Long.parseLong(length);
      while (isDone && at < end) {
        restored.add(at++);
      }
      at = end;
      isDone = !isDone;
    }
  }

  boolean wasDone(long offset) {
    return restored.contains(offset);
  }

  int restored() {
    return restored.size();
  }

  void deliver(Item item) {
    long offset = item.record.offset();
    if (next < 0) {
      next = offset;
    }
    delivered.put(offset, item);
  }

  void end(Item item) {
    if (item.ended) {
      return;
    }
    item.ended = true;
    version++;
    long offset = item.record.offset();
    highestDone = Math.max(highestDone, offset);
    done.add(offset);
  }

  /// The open delivery of an offset, or null.
  @Nullable Item open(long offset) {
    Item item = delivered.get(offset);
    return item == null || item.ended ? null : item;
  }

  boolean isDirty() {
    return version != committedVersion;
  }

  long version() {
    return version;
  }

  void committed(long committed) {
    committedVersion = committed;
  }

  int ahead() {
    commitPoint();
    return done.size();
  }

  long commitPoint() {
    while (!delivered.isEmpty() && delivered.firstEntry().getValue().ended) {
      Map.Entry<Long, Item> first = delivered.pollFirstEntry();
      position = first.getKey() + 1;
      if (design != Design.PLUS_ONE) {
        done.remove(first.getKey());
      }
    }
    if (highest || design == Design.HIGHEST) {
      return Math.max(position, highestDone + 1);
    }
    if (design == Design.PLUS_ONE) {
      while (done.remove(next)) {
        next++;
      }
      return next;
    }
    return delivered.isEmpty() ? position : delivered.firstKey();
  }

  PartitionView look() {
    long commitPoint = commitPoint();
    int unended = 0;
    for (Item item : delivered.values()) {
      unended += item.ended ? 0 : 1;
    }
    Set<Pause> pauses = !paused ? Set.of() : Set.of(draining ? Pause.DRAINING : Pause.STORE);
    return new PartitionView(
        partition, number, draining, -1, commitPoint, done.size(), unended, 0, 0, pauses, null);
  }

  /// What has not ended although later ones have.
  List<BlockedOffset> blocked(int most, long nowNanos) {
    commitPoint();
    var blocked = new ArrayList<BlockedOffset>();
    for (Item item : delivered.headMap(highestDone, false).values()) {
      if (!item.ended && blocked.size() < most) {
        blocked.add(
            new BlockedOffset(
                partition,
                item.record.offset(),
                item.place.session(),
                nowNanos - item.arrivedNanos,
                item.attempts));
      }
    }
    return blocked;
  }

  /// What is done beyond the commit point, as far as there is room to say so.
  String metadata() {
    long from = commitPoint();
    var text = new StringBuilder();
    long at = from;
    while (text.length() < CHARACTERS_MAX - 50) {
      Long first = done.ceiling(at);
      if (first == null) {
        break;
      }
      long end = first;
      while (done.contains(end)) {
        end++;
      }
      text.append(text.isEmpty() ? "" : ",").append(first - at).append(',').append(end - first);
      at = end;
    }
    return text.toString();
  }
}
