package dev.carril.server.socket;

/// Lets so many through a second and makes the others wait their turn. Knows no clock: who asks
/// says what time it is.
final class Pace {
  private final long stepNanos;
  private final long slackNanos;
  private long dueNanos;
  private boolean begun;

  /// @param perSecond how many a second, in the long run
  /// @param atOnce how many may come at once after a pause
  Pace(int perSecond, int atOnce) {
    this.stepNanos = 1_000_000_000L / perSecond;
    this.slackNanos = stepNanos * (atOnce - 1);
  }

  /// Takes a turn.
  ///
  /// @return for how long to wait before using it; 0 or less is now
  long turnNanos(long nowNanos) {
    if (!begun || dueNanos - nowNanos < 0) {
      dueNanos = nowNanos;
      begun = true;
    }
    long waitNanos = dueNanos - nowNanos - slackNanos;
    dueNanos += stepNanos;
    return waitNanos;
  }
}
