package dev.carril.course;

import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// One lesson, whole.
///
/// @param track the track's name
/// @param name without its number
/// @param number as its folder has it
/// @param label its folder as messages name it, `1-event-streams/03-keys`
/// @param pages by language
/// @param refutes by the belief's name
/// @param links to other lessons, from its prose
public record Lesson(
    String track,
    String name,
    int number,
    String label,
    SequencedMap<String, Page> pages,
    SequencedMap<String, Watch> watches,
    SequencedMap<String, Try> tries,
    SequencedMap<String, Question> quiz,
    SequencedMap<String, Bus> buses,
    SequencedMap<String, Refuted> refutes,
    List<Link> links) {

  public Lesson {
    links = List.copyOf(links);
  }

  /// @param step that refutes a belief
  /// @param line in `lesson.yaml`
  public record Refuted(String step, int line) {}

  /// @param to a lesson of the same track, perhaps with `#` and a step
  /// @param file as messages name it
  public record Link(String to, String file, int line) {}

  /// As messages name it.
  public String dataFile() {
    return label + "/lesson.yaml";
  }

  /// As progress and links name it: `event-streams/keys`.
  public String id() {
    return track + '/' + name;
  }

  /// In this language, or in the first that there is.
  public Page page(String language) {
    Page page = pages.get(language);
    return page != null ? page : anyPage();
  }

  /// In any language: all have the same steps and blocks, and the same questions.
  public Page anyPage() {
    return pages.firstEntry().getValue();
  }

  public Watch watch(String watch) {
    return there(watches.get(watch), watch);
  }

  public Try exercise(String exercise) {
    return there(tries.get(exercise), exercise);
  }

  public Question question(String question) {
    return there(quiz.get(question), question);
  }

  public Bus bus(String bus) {
    return there(buses.get(bus), bus);
  }

  private <T> T there(@Nullable T part, String partName) {
    if (part == null) {
      throw new IllegalArgumentException("lesson " + id() + " has no '" + partName + "'");
    }
    return part;
  }
}
