package dev.carril.engine.core;

import dev.carril.engine.check.Session;

/// How often a record is tried, and how long it waits in its lane between two attempts: twice as
/// long each time, up to a ceiling, and anything between nothing and that if there is jitter.
///
/// A record that was reprieved waits for about the ceiling; dead letters have a schedule of their
/// own in [Rules], and the ordered producer's appends go by the one that it is given.
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

  /// For dead letters, whatever a user says of records: from 100 milliseconds to 10 seconds.
  public static RetrySchedule forLetters(long seed) {
    return new RetrySchedule(Integer.MAX_VALUE, 100_000_000L, 10_000_000_000L, Jitter.FULL, seed);
  }

  public RetrySchedule withoutJitter() {
    return new RetrySchedule(attemptsMax, firstNanos, ceilingNanos, Jitter.NONE, seed);
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
