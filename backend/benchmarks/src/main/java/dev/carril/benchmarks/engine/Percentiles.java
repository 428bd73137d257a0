package dev.carril.benchmarks.engine;

/// Reads percentiles from times that are sorted.
final class Percentiles {
  private Percentiles() {}

  /// The least time that so many per cent of all do not exceed, in milliseconds.
  static double millis(long[] sortedNanos, double percent) {
    if (sortedNanos.length == 0) {
      return Double.NaN;
    }
    int at = (int) Math.ceil(sortedNanos.length * percent / 100) - 1;
    return sortedNanos[Math.max(0, at)] / 1e6;
  }
}
