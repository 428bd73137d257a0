package dev.carril.server.sandboxes;

import java.util.function.BooleanSupplier;

/// How much of the processors one sandbox has had. Knows no clock: who asks says what time it is.
final class Share {
  private final Terms terms;
  private long hadNanos;
  private long sinceNanos;
  private boolean begun;

  /// @param perSecondNanos of a processor that a sandbox may have in a second, in the long run,
  ///   while others want it
  /// @param atOnceNanos that it may have at once after a pause
  /// @param waitNanosMost for how long one turn waits at most
  /// @param othersWait are there others who want the processors? Who is alone is never slowed
  record Terms(
      long perSecondNanos, long atOnceNanos, long waitNanosMost, BooleanSupplier othersWait) {
    private static final long MILLI = 1_000_000;

    /// A quarter of a processor, a second at once.
    static Terms usual(BooleanSupplier othersWait) {
      return new Terms(250 * MILLI, 1_000 * MILLI, 5_000 * MILLI, othersWait);
    }
  }

  Share(Terms terms) {
    this.terms = terms;
  }

  Terms terms() {
    return terms;
  }

  /// So much was computed for it, up to now.
  void had(long nanos, long nowNanos) {
    forget(nowNanos);
    hadNanos += nanos;
  }

  /// Has it had more than its share?
  boolean isSpent(long nowNanos) {
    forget(nowNanos);
    return hadNanos > terms.atOnceNanos;
  }

  private void forget(long nowNanos) {
    if (begun) {
      // Divided first: an age that nobody asked would not fit.
      double seconds = (nowNanos - sinceNanos) / 1e9;
      hadNanos = Math.max(0, hadNanos - (long) (seconds * terms.perSecondNanos));
    }
    begun = true;
    sinceNanos = nowNanos;
  }
}
