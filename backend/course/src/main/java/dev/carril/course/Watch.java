package dev.carril.course;

import dev.carril.course.goal.Goal;
import java.util.List;
import java.util.Optional;

/// A script that plays itself, step by step.
///
/// @param start what has run before it begins
public record Watch(String name, int line, Script start, List<Beside> beside, List<Step> steps) {

  public Watch {
    beside = List.copyOf(beside);
    steps = List.copyOf(steps);
  }

  /// @param line in the file
  /// @param caption its name in the prose
  /// @param run empty where the step only says something
  /// @param claims what holds afterwards
  /// @param refused the code of the error that its last command is on purpose
  public record Step(
      int line,
      String caption,
      Script run,
      List<Goal> claims,
      Optional<Predict> predict,
      Optional<String> refused) {
    public Step {
      claims = List.copyOf(claims);
    }
  }
}
