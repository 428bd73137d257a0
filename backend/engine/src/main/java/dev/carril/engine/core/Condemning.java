package dev.carril.engine.core;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.Listener;
import dev.carril.engine.check.Reason;
import org.jspecify.annotations.Nullable;

/// Which of the records that failed become dead letters, and which are reprieved.
final class Condemning {
  private final DeadLetters deadLetters;
  private final HaltedSessions halted;
  private final Post post;
  private final Totals totals;
  private final @Nullable Listener listener;

  Condemning(
      DeadLetters deadLetters,
      HaltedSessions halted,
      Post post,
      Totals totals,
      @Nullable Listener listener) {
    this.deadLetters = deadLetters;
    this.halted = halted;
    this.post = post;
    this.totals = totals;
    this.listener = listener;
  }

  /// A worker has condemned it.
  void condemned(Held held, long nowNanos) {
    Reason reason = held.reason;
    if (reason == null) {
      throw new IllegalStateException(held + " is condemned for nothing");
    }
    condemn(held, reason, held.attempts, nowNanos);
  }

  /// @param attempts one that still runs is one of them
  void condemn(Held held, Reason reason, int attempts, long nowNanos) {
    if (!held.epoch.isOurs()) {
      return;
    }
    if (reason == Reason.SESSION_HALTED && !halted.contains(held.route.session)) {
      // It was released while this was on its way here.
      post.mail(held.route.worker, new Mail.Refused(held));
      return;
    }
    boolean written = deadLetters.want(held, reason, attempts, held.failure, nowNanos);
    if (listener != null) {
      listener.tell(
          written
              ? new Event.Condemned(held.place(), attempts, reason, nowNanos)
              : new Event.Reprieved(held.place(), attempts, reason, nowNanos));
    }
    if (written) {
      totals.gapSkips += reason == Reason.GAP_TIMEOUT ? 1 : 0;
    } else {
      reprieve(held);
    }
  }

  private void reprieve(Held held) {
    if (!held.reprieved) {
      held.reprieved = true;
      held.epoch.reprieved++;
    }
    if (held.parked) {
      held.skipped = false;
    } else {
      post.mail(held.route.worker, new Mail.Refused(held));
    }
  }
}
