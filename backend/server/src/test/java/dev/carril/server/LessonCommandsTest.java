package dev.carril.server;

import static dev.carril.server.Ended.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `carril new exercise` and `carril check exercises`: what they say and the status they end with.
@Timeout(120)
class LessonCommandsTest {
  @TempDir private Path folder;

  @Test
  void a_new_lesson_is_made_and_passes() throws Exception {
    Path lesson = folder.resolve("1-mine/01-first");

    Ended made = run("new", "exercise", lesson.toString());
    assertEquals(0, made.status(), made.err());
    assertTrue(made.out().endsWith("./carril check exercises " + folder + "\n"), made.out());

    Ended checked = run("check", "exercises", folder.toString());
    assertEquals(new Ended(0, "1 lesson: everything holds.\n", ""), checked);

    Ended again = run("new", "exercise", lesson.toString(), "--lang", "es");
    assertEquals(1, again.status());
    assertEquals("carril: " + lesson + " ya existe\n", again.err());
  }

  @Test
  void what_does_not_hold_is_told_with_file_and_line() throws Exception {
    run("new", "exercise", folder.resolve("1-mine/01-first").toString());
    Path data = folder.resolve("1-mine/01-first/lesson.yaml");
    Files.writeString(data, Files.readString(data).replace("caption: written", "captoin: written"));

    Ended ended = run("check", "exercises", folder.toString(), "--lang", "es");

    assertEquals(1, ended.status());
    assertTrue(
        ended
            .out()
            .startsWith(
                "1-mine/01-first/lesson.yaml:7: steps no conoce el campo 'captoin'; ¿querías decir 'caption'?"),
        ended.out());
    assertTrue(ended.out().endsWith("1 lección: 2 cosas no se cumplen.\n"), ended.out());
  }

  @Test
  void wrong_usage_ends_with_two() throws Exception {
    assertEquals(2, run("check").status());
    assertEquals(2, run("new").status());
    assertEquals(2, run("check", "exercises", folder.resolve("nothing").toString()).status());
    assertEquals(2, run("check", "exercises", folder.toString()).status());
    assertEquals(2, run("check", "exercises", "--lang", "xx").status());
    assertEquals(2, run("new", "exercise", folder.resolve("wrong").toString()).status());
    Files.createDirectories(folder.resolve("1-announced"));
    Files.writeString(folder.resolve("1-announced/en.md"), "# Later\n\nA sentence.\n");
    assertEquals(2, run("check", "exercises", folder.toString()).status());
  }
}
