package dev.carril.engine.core;

/// Counts what an [Allowance] allows, in thousandths of a dead letter.
final class DeadLetterBudget {
  private static final long WHOLE = 1_000;

  private final Allowance allowance;
  private final long full;
  private long left;
  private long refilledNanos;

  DeadLetterBudget(Allowance allowance, long nowNanos) {
    this.allowance = allowance;
    this.full = allowance.base() * WHOLE;
    this.left = full;
    this.refilledNanos = nowNanos;
  }

  /// So many records succeeded.
  void earn(int successes) {
    left = Math.min(full, left + (long) successes * allowance.perThousand());
  }

  /// May one more dead letter be written? If so it is counted.
  boolean take(long nowNanos) {
    refill(nowNanos);
    if (left < WHOLE) {
      return false;
    }
    left -= WHOLE;
    return true;
  }

  boolean isSpent(long nowNanos) {
    refill(nowNanos);
    return left < WHOLE;
  }

  private void refill(long nowNanos) {
    long earned = (long) ((double) (nowNanos - refilledNanos) / allowance.refillNanos() * full);
    if (earned > 0) {
      left = Math.min(full, left + earned);
      refilledNanos = nowNanos;
    }
  }
}
