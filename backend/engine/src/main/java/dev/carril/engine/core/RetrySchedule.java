package dev.carril.engine.core;

import dev.carril.engine.check.Session;

/// How often a record is tried, and how long it waits in its lane between two attempts: twice as
/// long each time, up to a ceiling, and anything between nothing and that if there is jitter.
///
/// The jitter is drawn from the seed, the place of the record and the attempt, so it does not hang
/// on what else happens.
///
/// @param attemptsMax handler calls of one delivery, the first included
public record RetrySchedule(
    int attemptsMax, long firstNanos, long ceilingNanos, Jitter jitter, long seed) {
  /// How much of the wait is left to chance.
  public enum Jitter {
    NONE,
    FULL
  }

  public RetrySchedule {
    if (attemptsMax < 1) {
      throw new IllegalArgumentException("a record is tried at least once, not " + attemptsMax);
    }
    if (firstNanos < 0 || ceilingNanos < firstNanos) {
      throw new IllegalArgumentException(
          "a back-off of " + firstNanos + " ns cannot grow to " + ceilingNanos + " ns");
    }
  }

  /// May it be tried again after so many attempts?
  boolean allowsAnother(int attempts) {
    return attempts < attemptsMax;
  }

  /// The wait after the n-th attempt.
  public long waitNanos(long hash, long offset, int attempts) {
    long longest = growth(attempts);
    if (jitter == Jitter.NONE || longest == 0) {
      return longest;
    }
    long dice = Session.mix(seed ^ Session.mix(hash + offset * 31 + attempts));
    return Math.floorMod(dice, longest + 1);
  }

  /// The longest wait there is: for what waits for an outage to pass.
  long ceilingNanos(long hash, long offset, int attempts) {
    long half = ceilingNanos / 2;
    long dice = Session.mix(seed ^ Session.mix(hash + offset * 31 + attempts));
    return jitter == Jitter.NONE ? ceilingNanos : half + Math.floorMod(dice, half + 1);
  }

  private long growth(int attempts) {
    int doublings = Math.min(attempts - 1, Long.numberOfLeadingZeros(firstNanos | 1) - 1);
    return Math.min(ceilingNanos, firstNanos << doublings);
  }
}
