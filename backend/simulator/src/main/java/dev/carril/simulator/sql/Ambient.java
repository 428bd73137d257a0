package dev.carril.simulator.sql;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// What a statement may know of the world: the moment, and a chance that its seed decides.
final class Ambient {

  private static final DateTimeFormatter TEXT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  private Instant now = Instant.EPOCH;
  private long state;

  void set(long epochMillis, long randomSeed) {
    now = Instant.ofEpochMilli(epochMillis);
    state = randomSeed;
  }

  /// The moment as SQLite reads it.
  String now() {
    return TEXT.format(now);
  }

  /// SplitMix64: written out, because logs must replay alike on every JDK.
  long random() {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
