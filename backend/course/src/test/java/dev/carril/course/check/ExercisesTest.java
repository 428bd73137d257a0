package dev.carril.course.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.course.CourseWords;
import dev.carril.course.read.Lessons;
import dev.carril.simulator.words.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Plays every folder of lessons.
class ExercisesTest {
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
        .map(fault -> CourseWords.line(fault, CourseWords.of("en")))
        .collect(Collectors.joining("\n"));
  }
}
