package dev.carril.course.goal;

import java.math.BigDecimal;
import java.util.List;

/// An answer that a learner gives by hand, or has to give.
public sealed interface Given {
  record Number(BigDecimal number) implements Given {}

  /// @param choices what there is to choose from; empty in an answer that was given
  record Choice(String choice, List<String> choices) implements Given {
    public Choice {
      choices = List.copyOf(choices);
    }
  }

  record Point(Spot spot) implements Given {}
}
