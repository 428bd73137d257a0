package dev.carril.engine.core;

/// How many dead letters are poison, and from when on they are an outage.
///
/// Poison is a few records among many that succeed; in an outage nearly everything fails. So each
/// success earns a part of a dead letter, up to the base; and since a stream with nothing but
/// poison must not stand still for ever, time earns a little too.
///
/// @param base dead letters that may be written without any success
/// @param perThousand dead letters that a thousand successes earn
/// @param refillNanos in which time alone earns the whole base
public record Allowance(int base, int perThousand, long refillNanos) {
  public Allowance {
    if (base < 1 || perThousand < 0 || refillNanos < 1) {
      throw new IllegalArgumentException(
          "an allowance of " + base + " with " + perThousand + " per thousand cannot be");
    }
  }
}
