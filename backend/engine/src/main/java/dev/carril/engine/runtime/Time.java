package dev.carril.engine.runtime;

import java.time.Duration;

/// What time it is, in nanoseconds since no particular moment.
@FunctionalInterface
public interface Time {
  Time REAL = System::nanoTime;

  long nanos();

  /// The length of a time. What is longer than a life is as long as that, and what is less than
  /// nothing is nothing, so that now and a few of them together are a moment still.
  static long nanosOf(Duration length) {
    if (length.isNegative()) {
      return 0;
    }
    Duration longest = Duration.ofNanos(Long.MAX_VALUE / 8);
    return (length.compareTo(longest) < 0 ? length : longest).toNanos();
  }
}
