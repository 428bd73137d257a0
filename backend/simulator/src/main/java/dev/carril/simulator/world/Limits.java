package dev.carril.simulator.world;

/// How much a world may hold. Sizes are bytes of UTF-8.
///
/// @param records over all topics
/// @param members in one group
/// @param heldBytes all records together
/// @param steps that one command may let happen
public record Limits(
    int topics,
    int partitions,
    int records,
    int recordBytes,
    int groups,
    int members,
    long heldBytes,
    int instances,
    int steps) {

  /// What a person's sandbox may hold.
  public static final Limits SANDBOX =
      new Limits(20, 64, 10_000, 64 * 1024, 20, 50, 64L * 1024 * 1024, 20, 1_000_000);

  /// For proofs and benchmarks, which go beyond what a person can look at.
  public static final Limits NONE =
      new Limits(
          Integer.MAX_VALUE,
          1_000_000,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          Long.MAX_VALUE,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE);
}
