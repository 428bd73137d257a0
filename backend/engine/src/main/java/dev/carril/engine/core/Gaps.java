package dev.carril.engine.core;

import dev.carril.engine.check.Pause;
import dev.carril.engine.check.Reason;
import java.util.Collection;

/// What is done where later records have ended and one before them has not: too many of them pause
/// their partition, and after a time the one is skipped.
final class Gaps {
  private final int aheadMax;
  private final long gapNanos;
  private final Collection<Epoch> ours;
  private final Pauses pauses;
  private final DeadLetters deadLetters;
  private final Condemning condemning;
  private final Post post;

  Gaps(
      Rules rules,
      Collection<Epoch> ours,
      Pauses pauses,
      DeadLetters deadLetters,
      Condemning condemning,
      Post post) {
    this.aheadMax = rules.bounds().aheadMax();
    this.gapNanos = rules.times().gapNanos();
    this.ours = ours;
    this.pauses = pauses;
    this.deadLetters = deadLetters;
    this.condemning = condemning;
    this.post = post;
  }

  /// Something has ended.
  void bound(Epoch epoch, long nowNanos) {
    int ahead = epoch.tracker.ahead();
    if (ahead >= aheadMax) {
      pauses.pause(epoch, Pause.GAP, nowNanos);
    } else if (epoch.pauses != 0 && ahead <= aheadMax / 2) {
      pauses.resume(epoch, Pause.GAP, nowNanos);
    }
  }

  void tick(long nowNanos) {
    if (gapNanos > 0) {
      for (Epoch epoch : ours) {
        close(epoch, nowNanos);
      }
    }
  }

  /// When there is something to do next, or Long.MAX_VALUE.
  long dueNanos() {
    long due = Long.MAX_VALUE;
    if (gapNanos > 0) {
      for (Epoch epoch : ours) {
        due = Math.min(due, dueNanos(epoch));
      }
    }
    return due;
  }

  private long dueNanos(Epoch epoch) {
    Held blocker = epoch.tracker.blocker();
    // One that waits for its dead letter ends when that is safe: there is nothing to be done.
    if (epoch.tracker.ahead() == 0 || blocker == null || blocker.write != null || !epoch.isOpen()) {
      return Long.MAX_VALUE;
    }
    if (epoch.skipping == blocker) {
      return epoch.skipAskedNanos + gapNanos;
    }
    // What stands behind a skipped record of its own session has waited long enough with it.
    return blocker.route.gapSkipped
        ? epoch.tracker.headSinceNanos()
        : epoch.tracker.headSinceNanos() + gapNanos;
  }

  private void close(Epoch epoch, long nowNanos) {
    if (dueNanos(epoch) - nowNanos > 0) {
      return;
    }
    Held blocker = epoch.tracker.blocker();
    if (blocker == null) {
      return;
    }
    epoch.skipping = blocker;
    epoch.skipAskedNanos = nowNanos;
    if (deadLetters.isBudgetSpent(nowNanos)) {
      return;
    }
    if (blocker.parked) {
      blocker.skipped = true;
      condemning.condemn(blocker, Reason.GAP_TIMEOUT, blocker.attempts, nowNanos);
    } else {
      post.mail(blocker.route.worker, new Mail.Skip(blocker));
    }
  }
}
