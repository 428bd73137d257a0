package dev.carril.course;

import dev.carril.course.goal.Goal;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;

/// An exercise: a sandbox to begin in, and what has to hold in the end.
///
/// @param start what has run before the learner begins
/// @param goals all of them have to hold
/// @param hints their names, in the order in which they are given
/// @param others other ways that solve it
/// @param mistakes by name, the more telling ones first
public record Try(
    String name,
    int line,
    Script start,
    List<Goal> goals,
    List<String> hints,
    Set<Predict> predict,
    List<Beside> beside,
    Script solution,
    List<Script> others,
    SequencedMap<String, Mistake> mistakes) {

  public Try {
    goals = List.copyOf(goals);
    hints = List.copyOf(hints);
    predict = Set.copyOf(predict);
    beside = List.copyOf(beside);
    others = List.copyOf(others);
  }

  /// What its goals, and the signs of its mistakes, ask the learner to answer by hand.
  public List<Goal.Answered> answered() {
    return Stream.concat(
            goals.stream(), mistakes.values().stream().flatMap(mistake -> mistake.when().stream()))
        .flatMap(Goal::parts)
        .filter(Goal.Answered.class::isInstance)
        .map(Goal.Answered.class::cast)
        .toList();
  }

  /// A mistake that is known.
  ///
  /// @param when all of these hold for somebody who made it
  /// @param example a script that makes it
  public record Mistake(String name, int line, List<Goal> when, Script example) {
    public Mistake {
      when = List.copyOf(when);
    }
  }
}
