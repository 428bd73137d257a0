package dev.carril.engine.core;

import dev.carril.engine.check.Session;
import java.util.List;

/// Draws lots from a seed, the same on every machine.
final class Dice {
  private long state;

  Dice(long seed) {
    state = Session.mix(seed + 0x9E3779B97F4A7C15L);
  }

  long next() {
    state += 0x9E3779B97F4A7C15L;
    return Session.mix(state);
  }

  int below(int bound) {
    return (int) Math.floorMod(next(), (long) bound);
  }

  boolean chance(double share) {
    return below(1_000_000) < share * 1_000_000;
  }

  <T> T pick(List<T> list) {
    return list.get(below(list.size()));
  }
}
