package dev.carril.simulator.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.simulator.sql.Database;
import dev.carril.simulator.words.Words;
import dev.carril.simulator.world.Limits;
import dev.carril.simulator.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Whatever is typed, reading it ends in a command or in a problem with its place.
class ParserFuzzTest {
  private static final int ROUNDS = 60_000;

  private static final List<String> PIECES =
      List.of(
          " ",
          "  ",
          "\t",
          "=",
          "\"",
          "\\",
          "\\\"",
          "--",
          "#",
          "{",
          "}",
          "[",
          "]",
          ":",
          ",",
          "\n",
          "\r\n",
          "key=",
          "header",
          "k=v",
          "partition",
          "-1",
          "0",
          "3",
          "99999999999999999999",
          "group",
          "G",
          "as",
          "max",
          "from-beginning",
          "no-commit",
          "commit-first",
          "fall-over",
          "after",
          "then",
          "sql",
          "SELECT 1",
          "tombstone",
          "on",
          "lanes",
          "session",
          "unordered",
          "failing",
          "p0:3",
          "all",
          "0.5",
          "retention",
          "7d",
          "20",
          "records",
          "10kB",
          "compacted",
          "to",
          "earliest",
          "\u00a0",
          "\u200b",
          "\u201c",
          "\u201d",
          "\u2019",
          "é",
          "😀",
          "\ud83d",
          "\0",
          "مرحبا",
          "orders",
          "orders.x",
          "..",
          "a".repeat(260));

  @Test
  void reading_never_throws_and_points_into_the_line() {
    var words = Words.of("en");
    for (long seed = 0; seed < ROUNDS; seed++) {
      String line = line(new Random(seed));
      try {
        if (Parser.parse(line) instanceof Parser.Wrong(var problem, var span, _)) {
          assertTrue(
              0 <= span.start() && span.start() <= span.end() && span.end() <= line.length(),
              () -> "seed points to " + span + " in " + line.length());
          if (seed % 20 == 0) {
            assertTrue(!words.tell(problem).isBlank());
          }
        }
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + line, e);
      }
    }
  }

  @Test
  void completing_never_throws_and_replaces_what_is_before_the_cursor() {
    var world = new World(1, Limits.SANDBOX, Database.empty());
    for (String line :
        List.of(
            "create topic orders partitions 3",
            "produce orders key=a b",
            "consume orders group G")) {
      world.run(((Parser.Understood) Parser.parse(line)).command());
    }
    for (long seed = 0; seed < ROUNDS / 4; seed++) {
      var random = new Random(seed);
      String line = line(random);
      int cursor = random.nextInt(line.length() + 1);
      try {
        var completions = Completer.complete(world, line, cursor);
        assertTrue(completions.from() <= completions.to());
        assertEquals(cursor, completions.to());
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + line, e);
      }
    }
  }

  @Test
  void cutting_a_script_never_throws_and_loses_no_command() {
    for (long seed = 0; seed < ROUNDS / 20; seed++) {
      var random = new Random(seed);
      var text = new StringBuilder();
      for (int i = random.nextInt(8); i >= 0; i--) {
        text.append(line(random)).append('\n');
      }
      var commands = Script.split(text.toString());
      var numbers = new ArrayList<Integer>();
      commands.forEach(c -> numbers.add(c.number()));
      assertEquals(numbers.stream().sorted().distinct().toList(), numbers, "seed " + seed);
    }
  }

  private static String line(Random random) {
    List<String> lines = new ArrayList<>();
    Grammar.FORMS.forEach(form -> lines.addAll(form.examples()));
    var line = new StringBuilder(lines.get(random.nextInt(lines.size())));
    for (int i = random.nextInt(5); i > 0; i--) {
      int at = random.nextInt(line.length() + 1);
      switch (random.nextInt(3)) {
        case 0 -> line.insert(at, PIECES.get(random.nextInt(PIECES.size())));
        case 1 -> line.delete(at, Math.min(line.length(), at + random.nextInt(6)));
        default -> line.append(' ').append(PIECES.get(random.nextInt(PIECES.size())));
      }
    }
    return line.toString();
  }
}
