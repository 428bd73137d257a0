package dev.carril.course;

import java.util.SequencedMap;

/// A question of a quiz, with its words in one language.
///
/// @param question of [Lesson#question]
/// @param words by name: the choices, or `right`, `wrong` and the known mistakes
public record Asked(String question, Html text, SequencedMap<String, Word> words) {

  /// @param choice what may be chosen; empty where the question has no choices
  /// @param why what is said to whoever gave this answer
  public record Word(Html choice, Html why) {}
}
