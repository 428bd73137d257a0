package dev.carril.course.judge;

import dev.carril.course.Script;
import dev.carril.simulator.Problem;

/// What playing a script came to.
public final class Played {
  private Played() {}

  /// A line that was an error.
  public record Failure(Script.Line line, Problem problem) {}
}
