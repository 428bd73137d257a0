package dev.carril.engine.core;

import dev.carril.engine.check.Reason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Dead letters on their way. One that could not be written waits and is written again, for as long
/// as its partition is ours: an outage of the dead-letter topic stalls, it never drops.
final class DeadLetters {
  private final RetrySchedule schedule;
  private final DeadLetterBudget budget;
  private final IntakeOut out;
  private final List<DeadLetterWrite> waiting = new ArrayList<>();
  private int inFlight;
  private boolean failing;

  DeadLetters(Rules rules, IntakeOut out, long nowNanos) {
    this.schedule = rules.letters();
    this.budget = new DeadLetterBudget(rules.allowance(), nowNanos);
    this.out = out;
  }

  /// Writes one, unless the budget is spent.
  boolean want(Held held, Reason reason, int attempts, @Nullable Throwable failure, long nowNanos) {
    if (reason.spendsBudget() && !budget.take(nowNanos)) {
      return false;
    }
    held.write = new DeadLetterWrite(held, reason, attempts, failure);
    send(held.write);
    return true;
  }

  /// @return false if its partition has gone, so that nothing follows from it
  boolean written(DeadLetterWrite write) {
    landed(write);
    failing = false;
    return write.held.epoch.isOurs();
  }

  /// @return false if its partition has gone, so that it is not written again
  boolean failed(DeadLetterWrite write, long nowNanos) {
    landed(write);
    if (!write.held.epoch.isOurs()) {
      return false;
    }
    failing = true;
    long hash = write.held.route.session.hash();
    write.dueNanos = nowNanos + schedule.waitNanos(hash, write.held.offset, write.tries);
    waiting.add(write);
    return true;
  }

  void earn(int successes) {
    budget.earn(successes);
  }

  /// Writes again what has waited long enough.
  void tick(long nowNanos) {
    for (int at = 0; at < waiting.size(); ) {
      DeadLetterWrite write = waiting.get(at);
      if (write.dueNanos - nowNanos <= 0) {
        waiting.remove(at);
        send(write);
      } else {
        at++;
      }
    }
  }

  /// None is written for a partition that is no longer ours.
  void forget(Epoch epoch) {
    waiting.removeIf(write -> write.held.epoch == epoch);
  }

  long dueNanos() {
    long due = Long.MAX_VALUE;
    for (DeadLetterWrite write : waiting) {
      due = Math.min(due, write.dueNanos);
    }
    return due;
  }

  /// Dead letters that are not safe yet.
  int pending() {
    return waiting.size() + inFlight;
  }

  /// Did the last write fail?
  boolean isFailing() {
    return failing && pending() > 0;
  }

  boolean isBudgetSpent(long nowNanos) {
    return budget.isSpent(nowNanos);
  }

  private void send(DeadLetterWrite write) {
    write.tries++;
    write.inFlight = true;
    inFlight++;
    out.write(write);
  }

  private void landed(DeadLetterWrite write) {
    if (!write.inFlight) {
      throw new IllegalStateException("nobody is writing the dead letter of " + write.held);
    }
    write.inFlight = false;
    inFlight--;
  }
}
