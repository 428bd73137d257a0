package dev.carril.course.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewLessonTest {
  @TempDir private Path folder;

  @Test
  void a_new_lesson_passes_the_check_as_it_is() throws IOException {
    Path lesson = folder.resolve("1-my-track/01-my-lesson");
    var made = assertInstanceOf(NewLesson.Outcome.Made.class, NewLesson.in(lesson));
    assertEquals(5, made.files().size());
    assertEquals(new Check.Result(1, List.of()), Check.folder(folder));
  }

  @Test
  void a_second_lesson_leaves_the_track_as_it_is() throws IOException {
    NewLesson.in(folder.resolve("1-my-track/01-my-lesson"));
    Path title = folder.resolve("1-my-track/en.md");
    Files.writeString(title, "# Mine\n\nA sentence.\n");
    NewLesson.in(folder.resolve("1-my-track/02-another"));
    assertEquals("# Mine\n\nA sentence.\n", Files.readString(title));
    assertEquals(new Check.Result(2, List.of()), Check.folder(folder));
  }

  @Test
  void a_track_of_one_language_gets_lessons_of_one_language() throws IOException {
    Files.createDirectories(folder.resolve("1-solo"));
    Files.writeString(folder.resolve("1-solo/es.md"), "# Solo\n\nUna frase.\n");
    NewLesson.in(folder.resolve("1-solo/01-uno"));
    assertFalse(Files.exists(folder.resolve("1-solo/01-uno/en.md")));
    assertEquals(new Check.Result(1, List.of()), Check.folder(folder));
  }

  @Test
  void a_lesson_can_be_added_to_a_track_of_carril() throws IOException {
    NewLesson.in(folder.resolve("9-event-streams/90-mine"));
    assertFalse(Files.exists(folder.resolve("9-event-streams/en.md")));
    assertEquals(new Check.Result(1, List.of()), Check.folder(folder));
  }

  @Test
  void names_and_what_is_there_are_looked_at_first() throws IOException {
    assertInstanceOf(
        NewLesson.Outcome.Refused.class, NewLesson.in(folder.resolve("1-track/No_Name")));
    assertInstanceOf(NewLesson.Outcome.Refused.class, NewLesson.in(folder.resolve("track/01-a")));
    NewLesson.in(folder.resolve("1-track/01-a"));
    assertInstanceOf(NewLesson.Outcome.Refused.class, NewLesson.in(folder.resolve("1-track/01-a")));
    assertTrue(Files.notExists(folder.resolve("track")));
  }
}
