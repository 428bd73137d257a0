package dev.carril.course.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.course.CourseWords;
import dev.carril.course.Fault;
import dev.carril.course.read.Lessons;
import dev.carril.simulator.words.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Plays every folder of lessons.
class ExercisesTest {
  /// Lessons of track 1 are still being written, and name one another.
  private static final Set<Fault.Code> COMING =
      Set.of(Fault.Code.BELIEF_LESSON, Fault.Code.LINK_UNKNOWN);

  @Test
  void everything_in_every_lesson_holds() {
    Check.Result result = Check.alone(Path.of("../../exercises"));
    assertEquals("", told(result));
    assertTrue(result.lessons() > 0);
  }

  @Test
  void carrils_own_tracks_speak_every_language() {
    Lessons.in(List.of(Path.of("../../exercises")))
        .course()
        .tracks()
        .forEach(track ->
            assertEquals(Words.languages().keySet(), track.titles().keySet(), track.name()));
  }

  private static String told(Check.Result result) {
    return result.faults().stream()
        .filter(fault -> !COMING.contains(fault.code()))
        .map(fault -> CourseWords.line(fault, CourseWords.of("en")))
        .collect(Collectors.joining("\n"));
  }
}
