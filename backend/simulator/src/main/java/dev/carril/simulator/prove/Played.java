package dev.carril.simulator.prove;

import dev.carril.engine.check.Violation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A schedule that was played to its end, or until a law was broken.
///
/// @param small whether the laws were looked at after each step
/// @param lines what was done, as commands of the console
/// @param messages records that were appended
public record Played(
    long seed,
    boolean small,
    List<String> lines,
    long messages,
    long steps,
    @Nullable Violation violation) {
  public Played {
    lines = List.copyOf(lines);
  }

  /// The law that was broken, such as `L3`, or null.
  public @Nullable String law() {
    return violation == null ? null : violation.law().name();
  }
}
