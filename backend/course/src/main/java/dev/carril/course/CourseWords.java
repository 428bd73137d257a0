package dev.carril.course;

import dev.carril.course.goal.Goal;
import dev.carril.course.goal.Sentences;
import dev.carril.simulator.Problem;
import dev.carril.simulator.words.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The course's sentences of each language, added to the simulator's.
public final class CourseWords {
  private static final Map<String, Words> LOADED = new ConcurrentHashMap<>();
  private static final Set<String> KINDS = Set.of("wanted", "found");

  private CourseWords() {}

  /// The simulator's sentences of a language, and the course's.
  ///
  /// @throws IllegalArgumentException if there is no such language
  public static Words of(String language) {
    Words loaded = LOADED.get(language);
    return loaded != null
        ? loaded
        : LOADED.computeIfAbsent(language, code -> Words.of(code).with(patterns(code)));
  }

  /// The course's own sentences: key → pattern.
  ///
  /// @param language one that there is
  public static Map<String, String> patterns(String language) {
    return Words.patterns(CourseWords.class, "words/" + language);
  }

  /// What is wrong, and what would be right; without file and line.
  public static String tell(Fault fault, Words words) {
    var params = new LinkedHashMap<String, Object>();
    fault.params().forEach((name, value) -> params.put(name, told(name, value, words)));
    return words.text(fault.code().key(), params);
  }

  private static Object told(String name, Object value, Words words) {
    return switch (value) {
      case Problem problem -> words.tell(problem);
      case Goal goal -> new Sentences(words).of(goal);
      case String kind when KINDS.contains(name) && words.has("kind." + kind) ->
          words.text("kind." + kind);
      case List<?> list when list.isEmpty() -> words.text("none");
      default -> value;
    };
  }

  /// The same as one line: `1-event-streams/03-keys/en.md:12: …`.
  public static String line(Fault fault, Words words) {
    String place = fault.line() > 0 ? fault.file() + ':' + fault.line() : fault.file();
    return place + ": " + tell(fault, words);
  }
}
