package dev.carril.course;

import dev.carril.course.goal.Spot;
import java.math.BigDecimal;
import java.util.List;
import java.util.SequencedMap;

/// A question of a quiz.
///
/// @param start makes the picture beside it; empty for none
/// @param again what to read again: a lesson's name, perhaps with `#` and a step's
public record Question(
    String name, int line, Script start, List<Beside> beside, Answer answer, String again) {

  public Question {
    beside = List.copyOf(beside);
  }

  /// What is asked for, and what is right.
  public sealed interface Answer {

    /// @param choices their names, in the order in which they are shown
    record Choices(List<String> choices, String right) implements Answer {
      public Choices {
        choices = List.copyOf(choices);
      }
    }

    /// A place on the picture.
    ///
    /// @param mistakes wrong places that have a word of their own
    record Point(Spot right, SequencedMap<String, Spot> mistakes) implements Answer {}

    /// @param mistakes wrong numbers that have a word of their own
    record Number(BigDecimal right, SequencedMap<String, BigDecimal> mistakes) implements Answer {}
  }
}
