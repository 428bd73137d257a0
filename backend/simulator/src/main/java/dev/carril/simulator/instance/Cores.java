package dev.carril.simulator.instance;

import dev.carril.engine.check.Listener;

/// Makes the core that decides in an instance.
public interface Cores {
  Core make(Settings settings, long seed, CoreOut out, Listener listener, long nowNanos);

  /// The engine's own core.
  static Core engine(Settings settings, long seed, CoreOut out, Listener listener, long nowNanos) {
    return new Lanes(settings, seed, out, listener, nowNanos);
  }
}
