package dev.carril.course;

import java.util.Optional;
import java.util.SequencedMap;

/// A part of a step, with its words in one language. Names lead to the lesson's data.
public sealed interface Block {

  /// A few sentences.
  record Idea(Html text) implements Block {}

  /// @param watch of [Lesson#watch]
  /// @param text above the picture; may be empty
  /// @param captions by name, each one paragraph
  record Watching(String watch, Html text, SequencedMap<String, Html> captions) implements Block {}

  /// @param exercise of [Lesson#exercise]
  /// @param title plain text
  /// @param task what is to be done; the goals' sentences come besides
  /// @param questions what the learner has to answer, by name
  /// @param solution why the solution is one
  record Trying(
      String exercise,
      String title,
      Html task,
      SequencedMap<String, Html> hints,
      SequencedMap<String, Ask> questions,
      SequencedMap<String, Html> mistakes,
      Optional<Html> solution)
      implements Block {}

  /// Something asked in a Try.
  ///
  /// @param choices by name; empty where a number or a place is asked for
  record Ask(Html text, SequencedMap<String, Html> choices) {}

  /// Folded, for the curious.
  ///
  /// @param title plain text
  record Aside(String title, Html text) implements Block {}

  /// @param bus of [Lesson#bus]
  /// @param words of events, subscribers and captions, by name
  record Bussing(String bus, Html text, SequencedMap<String, Html> words) implements Block {}
}
