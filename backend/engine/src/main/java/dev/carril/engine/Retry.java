package dev.carril.engine;

import dev.carril.engine.core.RetrySchedule;
import java.time.Duration;

/// How often a record is tried in its lane, and how long it waits between two attempts: twice as
/// long each time up to a ceiling, and with jitter anything between nothing and that.
///
/// @param attempts handler calls in all, the first included
public record Retry(int attempts, Duration first, Duration ceiling, boolean jitter) {
  public Retry {
    EngineBuilder.given(first, "the first back-off", "a time, which may be zero");
    EngineBuilder.given(ceiling, "the longest back-off", "a time");
    if (attempts < 1) {
      throw new IllegalArgumentException("a record is tried at least once, not " + attempts);
    }
    if (first.isNegative() || ceiling.compareTo(first) < 0) {
      throw new IllegalArgumentException("a back-off of " + first + " cannot grow to " + ceiling);
    }
    if (ceiling.compareTo(EngineBuilder.LONGEST) > 0) {
      throw new IllegalArgumentException(
          "a back-off of up to " + ceiling + ": at most " + EngineBuilder.LONGEST);
    }
  }

  /// So many attempts, from 100 milliseconds to 10 seconds, with jitter.
  public static Retry attempts(int attempts) {
    return new Retry(attempts, Duration.ofMillis(100), Duration.ofSeconds(10), true);
  }

  public Retry from(Duration first) {
    return new Retry(attempts, first, ceiling.compareTo(first) < 0 ? first : ceiling, jitter);
  }

  public Retry upTo(Duration ceiling) {
    return new Retry(attempts, first, ceiling, jitter);
  }

  public Retry withoutJitter() {
    return new Retry(attempts, first, ceiling, false);
  }

  /// The longest wait that there is before an attempt.
  Duration longest() {
    if (attempts == 1) {
      return Duration.ZERO;
    }
    long nanos = schedule(0).withoutJitter().waitNanos(0, 0, attempts - 1);
    return Duration.ofNanos(nanos);
  }

  /// The same, as the core takes it.
  RetrySchedule schedule(long seed) {
    return new RetrySchedule(
        attempts,
        first.toNanos(),
        ceiling.toNanos(),
        jitter ? RetrySchedule.Jitter.FULL : RetrySchedule.Jitter.NONE,
        seed);
  }
}
