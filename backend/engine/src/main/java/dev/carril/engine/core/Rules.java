package dev.carril.engine.core;

/// Everything that can be set about what an engine decides.
///
/// @param retry when a record is tried again
/// @param letters when a dead letter that could not be written is written again: for as long as it
///   takes, so only its waits matter, and they must not hammer at a topic that is away
/// @param acrossTopics one key is one session whatever its topic
public record Rules(
    RetrySchedule retry,
    RetrySchedule letters,
    Bounds bounds,
    Times times,
    Allowance allowance,
    AfterDeadLetter afterDeadLetter,
    boolean acrossTopics) {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;

  /// What holds unless somebody says otherwise.
  public static final Rules STANDARD =
      new Rules(
          new RetrySchedule(5, 100 * MILLI, 10 * SECOND, RetrySchedule.Jitter.FULL, 0),
          RetrySchedule.forLetters(0),
          new Bounds(100, 25_000, 256L << 20, 100_000, 10_000, 64),
          new Times(5 * SECOND, SECOND, 0, 0),
          new Allowance(100, 100, 600 * SECOND),
          AfterDeadLetter.CONTINUE,
          false);

  public Rules with(RetrySchedule retry) {
    return new Rules(retry, letters, bounds, times, allowance, afterDeadLetter, acrossTopics);
  }

  /// The same with another schedule for dead letters.
  public Rules letters(RetrySchedule letters) {
    return new Rules(retry, letters, bounds, times, allowance, afterDeadLetter, acrossTopics);
  }

  public Rules with(Bounds bounds) {
    return new Rules(retry, letters, bounds, times, allowance, afterDeadLetter, acrossTopics);
  }

  public Rules with(Times times) {
    return new Rules(retry, letters, bounds, times, allowance, afterDeadLetter, acrossTopics);
  }

  public Rules with(Allowance allowance) {
    return new Rules(retry, letters, bounds, times, allowance, afterDeadLetter, acrossTopics);
  }

  public Rules with(AfterDeadLetter afterDeadLetter) {
    return new Rules(retry, letters, bounds, times, allowance, afterDeadLetter, acrossTopics);
  }

  public Rules acrossTopics(boolean across) {
    return new Rules(retry, letters, bounds, times, allowance, afterDeadLetter, across);
  }
}
