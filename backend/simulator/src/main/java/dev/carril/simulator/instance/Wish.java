package dev.carril.simulator.instance;

import dev.carril.engine.source.Partition;
import java.util.List;

/// What is to be committed.
///
/// @param token the core's own
public record Wish(List<Part> parts, Object token) {
  public Wish {
    parts = List.copyOf(parts);
  }

  /// What is to be committed for one partition.
  public interface Part {
    Partition partition();

    long offset();

    /// Asked when it is sent.
    String metadata();

    /// Is the partition still ours? Nothing is sent for others.
    boolean isWanted();
  }
}
