package dev.carril.engine.core;

import dev.carril.engine.check.BlockedOffset;
import dev.carril.engine.check.PartitionView;
import dev.carril.engine.check.Pause;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;

/// How partitions are told to whoever looks at them.
final class Views {
  private Views() {}

  static List<PartitionView> of(Collection<Epoch> ours) {
    return ours.stream().map(Views::of).toList();
  }

  private static PartitionView of(Epoch epoch) {
    var pauses = EnumSet.noneOf(Pause.class);
    for (Pause pause : Pause.values()) {
      if (epoch.isPausedFor(pause)) {
        pauses.add(pause);
      }
    }
    Tracker tracker = epoch.tracker;
    return new PartitionView(
        epoch.partition,
        epoch.number,
        !epoch.isOpen(),
        epoch.committed,
        tracker.commitPoint(),
        tracker.ahead(),
        tracker.unended(),
        epoch.parked,
        epoch.parkedBytes,
        pauses,
        epoch.holder);
  }

  static List<BlockedOffset> blocked(Collection<Epoch> ours, int most, long nowNanos) {
    var blocked = new ArrayList<BlockedOffset>();
    for (Epoch epoch : ours) {
      for (Held held : epoch.tracker.blocked(most)) {
        blocked.add(
            new BlockedOffset(
                epoch.partition,
                held.offset,
                held.route.session,
                nowNanos - held.arrivedNanos,
                held.attempts));
      }
    }
    return blocked;
  }

  static long oldestAtCommitPointNanos(Collection<Epoch> ours, long nowNanos) {
    long oldest = 0;
    for (Epoch epoch : ours) {
      Held blocker = epoch.tracker.blocker();
      oldest = blocker == null ? oldest : Math.max(oldest, nowNanos - blocker.arrivedNanos);
    }
    return oldest;
  }
}
