package dev.carril.server;

import static dev.carril.server.Ended.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `carril prove`: what it says and the status it ends with.
@Timeout(120)
class ProveTest {
  @TempDir private Path folder;

  @Test
  void the_engine_is_proved() {
    Ended ended = run("prove", "--seeds", "20");

    assertEquals(0, ended.status(), ended.out());
    assertTrue(ended.lastLine().matches("no violation, \\d+ messages"), ended.out());
    assertTrue(ended.out().startsWith("schedules   20\n"), ended.out());
  }

  @Test
  void it_goes_on_until_there_are_so_many_messages() {
    Ended ended = run("prove", "--messages", "3000");

    assertEquals(0, ended.status(), ended.out());
    int messages = Integer.parseInt(ended.lastLine().replaceAll("\\D", ""));
    assertTrue(messages >= 3_000 && messages < 6_000, ended.out());
  }

  @Test
  void a_wrong_design_is_found_by_its_seed_again_and_its_script_shows_it() throws Exception {
    Path saved = folder.resolve("saved.txt");
    Ended found = run("prove", "--design", "pool", "--save", saved.toString());

    assertEquals(1, found.status(), found.out());
    assertTrue(found.lastLine().matches("violation L[12] seed \\d+"), found.out());
    String seed = found.lastLine().replaceAll(".* ", "");
    assertEquals(found.lastLine(), run("prove", "--design", "pool", "--seed", seed).lastLine());
    assertEquals(0, run("prove", "--seed", seed).status());

    String script = found.out().substring(found.out().indexOf("\n# ") + 1);
    Path file = folder.resolve("found.txt");
    Files.writeString(file, script.substring(0, script.lastIndexOf("\nviolation ")));
    assertEquals(Files.readString(file).strip(), Files.readString(saved).strip());
    Ended played = run("run", "--seed", seed, file.toString());
    assertEquals(0, played.status(), played.out());
    assertTrue(played.out().contains(" broke law L"), played.out());
  }

  @Test
  void what_cannot_be_asked_for_is_said() {
    Ended unknown = run("prove", "--design", "fastest");
    assertEquals(2, unknown.status());
    assertTrue(unknown.err().startsWith("there is no design 'fastest': there are lanes, pool"));

    assertEquals(2, run("prove", "--seed", "1", "--seeds", "2").status());
    assertEquals(2, run("prove", "--seeds", "many").status());
    for (String option : new String[] {"--seeds", "--messages"}) {
      for (String none : new String[] {"0", "-1"}) {
        Ended nothing = run("prove", option, none);
        assertEquals(2, nothing.status(), nothing.out());
        assertTrue(nothing.err().startsWith(option + ": at least 1, not " + none), nothing.err());
      }
    }
    Ended both = run("prove", "--seeds", "3", "--messages", "3");
    assertEquals(2, both.status(), both.out());
    assertTrue(both.err().contains("give one of them"), both.err());
  }

  @Test
  void a_file_that_cannot_be_written_is_refused_before_anything_is_played() {
    String file = folder.resolve("none/found.txt").toString();

    Ended ended = run("prove", "--design", "pool", "--seed", "0", "--save", file);

    assertEquals(2, ended.status());
    assertTrue(ended.err().startsWith("cannot write " + file), ended.err());
    assertEquals("", ended.out());

    Path fine = folder.resolve("fine.txt");
    assertEquals(0, run("prove", "--seed", "0", "--save", fine.toString()).status());
    assertFalse(Files.exists(fine), "a file about nothing");
  }
}
