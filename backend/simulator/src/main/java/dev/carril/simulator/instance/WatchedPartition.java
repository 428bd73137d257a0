package dev.carril.simulator.instance;

import dev.carril.simulator.instance.Seen.Standing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How far the instances of a group have come in one partition, as its present owner tells it.
final class WatchedPartition {
  /// So many stretches are told.
  private static final int TOLD = 240;

  private static final int LEAST = 16;

  /// A gap is looked for only where it lasts: records overtake each other all the time.
  private static final long GAP_LASTS_NANOS = 1_000_000_000;

  final Watcher watcher;
  final int number;
  private @Nullable WatchedInstance owner;
  private long epoch;

  // What was delivered in this epoch and lies at or beyond what is committed, or has not ended; by
  // offset, which rises within an epoch. Each event looks here, so these are arrays and no trees:
  // what has gone from between is null, and what has gone from the front is behind `head`.
  private long[] offsets = new long[LEAST];
  private @Nullable Standing[] standings = new Standing[LEAST];
  private @Nullable Delivery[] open = new Delivery[LEAST];
  private int head;
  private int tail;

  // The first slot that may be open: what lies before it is not.
  private int firstOpen;
  private long committed = -1;
  private long next = -1;
  private long point = -1;
  private long pointSinceNanos;
  private long gapTold = -1;
  boolean touched;

  WatchedPartition(Watcher watcher, int number) {
    this.watcher = watcher;
    this.number = number;
  }

  boolean isOf(WatchedInstance instance, long itsEpoch) {
    return owner == instance && epoch == itsEpoch;
  }

  boolean isOf(WatchedInstance instance) {
    return owner == instance;
  }

  void assigned(WatchedInstance to, long itsEpoch, long position, long now) {
    clear();
    owner = to;
    epoch = itsEpoch;
    committed = position;
    next = position;
    point = position;
    pointSinceNanos = now;
    gapTold = -1;
  }

  /// Whoever had it has it no longer.
  void clear() {
    owner = null;
    Arrays.fill(standings, null);
    Arrays.fill(open, null);
    head = 0;
    tail = 0;
    firstOpen = 0;
    point = -1;
    next = -1;
  }

  void delivered(Delivery delivery, long now) {
    int slot = slotFor(delivery.offset());
    standings[slot] = delivery.standing;
    open[slot] = delivery;
    firstOpen = Math.min(firstOpen, slot);
    next = Math.max(next, delivery.offset() + 1);
    look(now);
  }

  // At the end, nearly always: only a design that goes wrong takes in what it has taken in before.
  private int slotFor(long offset) {
    int slot = place(offset);
    if (slot < tail && offsets[slot] == offset) {
      return slot;
    }
    makeRoom();
    slot = place(offset);
    int behind = tail - slot;
    System.arraycopy(offsets, slot, offsets, slot + 1, behind);
    System.arraycopy(standings, slot, standings, slot + 1, behind);
    System.arraycopy(open, slot, open, slot + 1, behind);
    offsets[slot] = offset;
    tail++;
    return slot;
  }

  private void makeRoom() {
    if (tail < offsets.length) {
      return;
    }
    int size = tail - head;
    int length = Math.max(LEAST, 2 * size < offsets.length ? offsets.length : 2 * size);
    long[] itsOffsets = new long[length];
    var itsStandings = new Standing[length];
    var itsOpen = new Delivery[length];
    System.arraycopy(offsets, head, itsOffsets, 0, size);
    System.arraycopy(standings, head, itsStandings, 0, size);
    System.arraycopy(open, head, itsOpen, 0, size);
    offsets = itsOffsets;
    standings = itsStandings;
    open = itsOpen;
    firstOpen -= head;
    head = 0;
    tail = size;
  }

  // The first slot from this offset on.
  private int place(long offset) {
    if (head == tail || offset > offsets[tail - 1]) {
      return tail;
    }
    int at = Arrays.binarySearch(offsets, head, tail, offset);
    return at < 0 ? -at - 1 : at;
  }

  private int find(long offset) {
    int slot = place(offset);
    return slot < tail && offsets[slot] == offset && standings[slot] != null ? slot : -1;
  }

  void stands(long offset, Standing standing, long now) {
    int slot = find(offset);
    if (slot < 0) {
      return;
    }
    standings[slot] = standing;
    if (standing.hasEnded()) {
      open[slot] = null;
      if (offset < committed) {
        remove(slot);
      }
      look(now);
    }
  }

  /// It was given back unfinished.
  void back(long offset, long now) {
    int slot = find(offset);
    if (slot >= 0) {
      remove(slot);
    }
    look(now);
  }

  private void remove(int slot) {
    standings[slot] = null;
    open[slot] = null;
    while (head < tail && standings[head] == null) {
      head++;
    }
    firstOpen = Math.max(firstOpen, head);
  }

  void committed(long offset, long now) {
    committed = Math.max(committed, offset);
    int to = place(committed);
    for (int slot = head; slot < to; slot++) {
      if (open[slot] == null) {
        remove(slot);
      }
    }
    look(now);
  }

  /// Whoever had it has let it go, and saved this as its last act.
  void saved(long offset) {
    if (owner == null) {
      committed = offset;
    }
  }

  /// What has become of an offset of this owner's, or null where nothing is told of it.
  @Nullable Standing standing(WatchedInstance of, long offset) {
    int slot = isOf(of) ? find(offset) : -1;
    return slot < 0 ? null : standings[slot];
  }

  /// How many handler calls of it have begun, or 0 where nothing is told of it.
  int attempt(WatchedInstance of, long offset) {
    int slot = isOf(of) ? find(offset) : -1;
    Delivery delivery = slot < 0 ? null : open[slot];
    return delivery == null ? 0 : delivery.attempt;
  }

  /// What holds the commit point back for long, where a later offset has just ended and nobody has
  /// been told yet.
  @Nullable Delivery newGap(long ended, long now) {
    Delivery first = owner == null || firstOpen() < 0 ? null : open[firstOpen];
    if (first == null || first.offset() >= ended || first.offset() == gapTold) {
      return null;
    }
    if (now - pointSinceNanos < GAP_LASTS_NANOS) {
      return null;
    }
    gapTold = first.offset();
    return first;
  }

  private void look(long now) {
    long at = firstOpen() < 0 ? next : offsets[firstOpen];
    if (at != point) {
      point = at;
      pointSinceNanos = now;
    }
  }

  // Where the first one is that has not ended, or -1.
  private int firstOpen() {
    while (firstOpen < tail && open[firstOpen] == null) {
      firstOpen++;
    }
    return firstOpen == tail ? -1 : firstOpen;
  }

  Seen.OfProgress seen(String group, String topic) {
    if (owner == null) {
      return new Seen.OfProgress(group, topic, number, null, committed, -1, 0, null, List.of(), 0);
    }
    int ahead = 0;
    int more = 0;
    var stretches = new ArrayList<Seen.Stretch>();
    long from = -1;
    long to = -1;
    Standing same = null;
    for (int slot = head; slot < tail; slot++) {
      long offset = offsets[slot];
      Standing standing = standings[slot];
      if (standing == null) {
        continue;
      }
      ahead += offset > point && standing.hasEnded() ? 1 : 0;
      if (standing == same && offset == to) {
        to = offset + 1;
        continue;
      }
      if (same != null) {
        more += told(stretches, from, to, same);
      }
      from = offset;
      to = offset + 1;
      same = standing;
    }
    if (same != null) {
      more += told(stretches, from, to, same);
    }
    return new Seen.OfProgress(
        group,
        topic,
        number,
        owner.name(),
        committed,
        point,
        ahead,
        ahead == 0 ? null : gap(),
        stretches,
        more);
  }

  private static int told(ArrayList<Seen.Stretch> stretches, long from, long to, Standing same) {
    if (stretches.size() < TOLD) {
      stretches.add(new Seen.Stretch(from, to, same));
      return 0;
    }
    return (int) (to - from);
  }

  private Seen.@Nullable Gap gap() {
    Delivery first = firstOpen() < 0 ? null : open[firstOpen];
    return first == null
        ? null
        : new Seen.Gap(
            first.offset(),
            first.lane.keyless == null ? first.lane.session.toString() : "",
            first.standing,
            first.attempt,
            pointSinceNanos);
  }
}
