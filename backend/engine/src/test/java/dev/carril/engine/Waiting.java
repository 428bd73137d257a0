package dev.carril.engine;

import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits for what other threads bring about.
public final class Waiting {
  private static final long MOST_NANOS = 20_000_000_000L;

  private Waiting() {}

  public static void until(String what, BooleanSupplier condition) {
    until(what, Duration.ofNanos(MOST_NANOS), condition);
  }

  static void until(String what, Duration most, BooleanSupplier condition) {
    long from = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - from > most.toNanos()) {
        fail("in vain: " + what);
      }
      LockSupport.parkNanos(200_000);
    }
  }
}
