package dev.carril.server.sandboxes;

import java.time.Duration;

/// How much may be kept in memory.
///
/// @param inUse sandboxes that somebody uses at a time
/// @param inUseWeight bytes, roughly, of those; beyond it no further one is brought back
/// @param idleWeight bytes, roughly, of those that wait for somebody to come back
/// @param idleFor how long they wait
public record Bounds(int inUse, long inUseWeight, long idleWeight, Duration idleFor) {

  /// Half of the memory for what is used, an eighth for what may be used again.
  public static Bounds usual() {
    long memory = Runtime.getRuntime().maxMemory();
    return new Bounds(5_000, memory / 2, memory / 8, Duration.ofMinutes(30));
  }
}
