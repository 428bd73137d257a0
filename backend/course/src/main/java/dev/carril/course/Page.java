package dev.carril.course;

import java.util.List;
import java.util.Optional;

/// What people read of a lesson, in one language.
///
/// @param title plain text
/// @param summary one paragraph
/// @param quiz in the order of the page; empty if the lesson has none
public record Page(
    String title,
    Html summary,
    Optional<Html> problem,
    List<Step> steps,
    Optional<Html> quizText,
    List<Asked> quiz) {

  public Page {
    steps = List.copyOf(steps);
    quiz = List.copyOf(quiz);
  }

  /// The step of this name.
  public Optional<Step> step(String name) {
    return steps.stream().filter(step -> step.name().equals(name)).findFirst();
  }
}
