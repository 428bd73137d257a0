package dev.carril.engine.runtime;

/// What time it is, in nanoseconds since no particular moment.
@FunctionalInterface
public interface Time {
  Time REAL = System::nanoTime;

  long nanos();
}
