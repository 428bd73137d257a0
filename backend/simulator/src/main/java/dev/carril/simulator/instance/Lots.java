package dev.carril.simulator.instance;

import dev.carril.engine.check.Session;

/// Draws lots from a seed, the same on every machine.
public final class Lots {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long state;

  public Lots(long seed) {
    state = Session.mix(seed + GOLDEN);
  }

  public long next() {
    state += GOLDEN;
    return Session.mix(state);
  }

  /// From 0 up to but without the bound.
  public int below(int bound) {
    return (int) Math.floorMod(next(), (long) bound);
  }

  public long below(long bound) {
    return Math.floorMod(next(), bound);
  }

  public boolean chance(int percent) {
    return below(100) < percent;
  }

  @SafeVarargs
  public final <T> T pick(T... choices) {
    return choices[below(choices.length)];
  }

  /// A number that hangs on nothing but these.
  static long of(long seed, long one, long other) {
    return Session.mix(seed ^ Session.mix(one * GOLDEN + other));
  }
}
