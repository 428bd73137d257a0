package dev.carril.engine.core;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.Listener;
import dev.carril.engine.check.Pause;
import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Why partitions are not fetched. A partition has a set of reasons, and is fetched again when the
/// last of them is gone.
final class Pauses {
  private final Map<Partition, Epoch> ours;
  private final IntakeOut out;
  private final @Nullable Listener listener;
  private final Set<Partition> byUser = new LinkedHashSet<>();

  Pauses(Map<Partition, Epoch> ours, IntakeOut out, @Nullable Listener listener) {
    this.ours = ours;
    this.out = out;
    this.listener = listener;
  }

  /// What holds for a partition that has come.
  void begin(Epoch epoch, long nowNanos) {
    if (byUser.contains(epoch.partition)) {
      pause(epoch, Pause.USER, nowNanos);
    }
    // What the log remembers of an earlier epoch's pauses must not outlive it.
    out.pause(epoch.partition, epoch.pauses != 0);
  }

  void pause(Epoch epoch, Pause reason, long nowNanos) {
    int before = epoch.pauses;
    epoch.pauses |= reason.bit();
    if (epoch.pauses == before) {
      return;
    }
    if (listener != null) {
      Session holder = reason == Pause.STORE ? epoch.holder : null;
      listener.tell(new Event.Paused(epoch.partition, epoch.number, reason, holder, nowNanos));
    }
    if (before == 0) {
      out.pause(epoch.partition, true);
    }
  }

  void resume(Epoch epoch, Pause reason, long nowNanos) {
    if (!epoch.isPausedFor(reason)) {
      return;
    }
    epoch.pauses &= ~reason.bit();
    if (listener != null) {
      listener.tell(new Event.Resumed(epoch.partition, epoch.number, reason, nowNanos));
    }
    if (epoch.pauses == 0) {
      out.pause(epoch.partition, false);
    }
  }

  void pauseByUser(Collection<Partition> partitions, long nowNanos) {
    byUser.addAll(partitions);
    for (Partition partition : partitions) {
      Epoch epoch = ours.get(partition);
      if (epoch != null) {
        pause(epoch, Pause.USER, nowNanos);
      }
    }
  }

  void resumeByUser(Collection<Partition> partitions, long nowNanos) {
    byUser.removeAll(partitions);
    for (Partition partition : partitions) {
      Epoch epoch = ours.get(partition);
      if (epoch != null) {
        resume(epoch, Pause.USER, nowNanos);
      }
    }
  }
}
