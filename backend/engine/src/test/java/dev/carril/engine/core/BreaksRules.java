package dev.carril.engine.core;

import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;

/// One class for each rule of the core, which breaks it.
public final class BreaksRules {
  private BreaksRules() {}

  public static final class OpensAFile {
    final java.nio.file.Path path = java.nio.file.Path.of("x");
  }

  public static final class HasALock {
    final ReentrantLock lock = new ReentrantLock();
  }

  public static final class DrawsLots {
    double draw() {
      return Math.random()
          + ThreadLocalRandom.current().nextInt()
          + Instant.now().toEpochMilli()
          + System.nanoTime();
    }
  }

  public static final class KnowsIdentity {
    final Map<Object, Object> byIdentity = new IdentityHashMap<>();

    int hash() {
      return System.identityHashCode(this);
    }
  }
}
