package dev.carril.simulator.language;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/// A pasted text becomes commands.
class ScriptTest {
  private static List<String> texts(String script) {
    return Script.split(script).stream().map(Script.Command::text).toList();
  }

  @Test
  void comments_and_blanks_are_no_commands_and_line_ends_are_of_any_kind() {
    var commands = Script.split("\ufefftopics\r\n\r\n  # nothing\rgroups\n\thelp\n");

    assertEquals(
        List.of("topics", "groups", "\thelp"),
        commands.stream().map(Script.Command::text).toList());
    assertEquals(List.of(1, 4, 5), commands.stream().map(Script.Command::number).toList());
  }

  @Test
  void json_goes_on_wherever_a_person_would_break_the_line() {
    String json =
        """
        produce orders {
          "order": 61,
          "lines": [
            1,
            { "cheese":
              2 }
          ]
        ,
          "total": 12.40
        }\
        """;

    assertEquals(List.of(json, "topics"), texts(json + "\ntopics"));
  }

  @Test
  void json_that_is_wrong_does_not_swallow_what_follows() {
    assertEquals(
        List.of("produce orders {\"a\": tru", "topics"),
        texts("produce orders {\"a\": tru\ntopics"));
    assertEquals(
        List.of("produce orders {\"a\": \"x,", "topics"),
        texts("produce orders {\"a\": \"x,\ntopics"));
  }
}
