package dev.carril.engine.core;

/// Everything that can be set about what an engine decides.
///
/// @param acrossTopics one key is one session whatever its topic
public record Rules(
    RetrySchedule retry,
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
          new Bounds(100, 25_000, 256L << 20, 100_000, 10_000, 64),
          new Times(5 * SECOND, SECOND, 0, 0),
          new Allowance(100, 100, 600 * SECOND),
          AfterDeadLetter.CONTINUE,
          false);

  public Rules with(RetrySchedule retry) {
    return new Rules(retry, bounds, times, allowance, afterDeadLetter, acrossTopics);
  }

  public Rules with(Bounds bounds) {
    return new Rules(retry, bounds, times, allowance, afterDeadLetter, acrossTopics);
  }

  public Rules with(Times times) {
    return new Rules(retry, bounds, times, allowance, afterDeadLetter, acrossTopics);
  }

  public Rules with(Allowance allowance) {
    return new Rules(retry, bounds, times, allowance, afterDeadLetter, acrossTopics);
  }

  public Rules with(AfterDeadLetter afterDeadLetter) {
    return new Rules(retry, bounds, times, allowance, afterDeadLetter, acrossTopics);
  }

  public Rules acrossTopics(boolean across) {
    return new Rules(retry, bounds, times, allowance, afterDeadLetter, across);
  }
}
