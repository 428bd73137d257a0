package dev.carril.engine.runtime;

import java.util.List;

/// Something that has not moved for too long.
///
/// @param where the frames of the thread that does not move, if it has one of its own
public record Stall(String what, long ageNanos, List<StackTraceElement> where) {
  Stall(String what, long ageNanos, StackTraceElement[] where) {
    this(what, ageNanos, List.of(where));
  }

  public Stall {
    where = List.copyOf(where);
  }

  @Override
  public String toString() {
    return what + " has not moved for " + ageNanos / 1_000_000 + " ms";
  }
}
