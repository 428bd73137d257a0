package dev.carril.simulator.words;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.icu.text.MessageFormat;
import dev.carril.simulator.Notice;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Reply;
import dev.carril.simulator.language.Grammar;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class WordsTest {

  private static final List<Words> ALL =
      Words.languages().keySet().stream().map(Words::of).toList();

  @Test
  void every_language_has_every_sentence() {
    Set<String> first = new TreeSet<>(ALL.getFirst().patterns().keySet());
    for (Words words : ALL) {
      assertEquals(first, new TreeSet<>(words.patterns().keySet()), words.language());
    }
  }

  @Test
  void a_sentence_has_the_same_parameters_in_every_language() {
    ALL.getFirst()
        .patterns()
        .forEach((key, pattern) -> {
          for (Words words : ALL) {
            assertEquals(
                parameters(pattern),
                parameters(words.patterns().get(key)),
                key + " in " + words.language());
          }
        });
  }

  private static Set<String> parameters(String pattern) {
    return new TreeSet<>(new MessageFormat(pattern).getArgumentNames());
  }

  @Test
  void every_problem_has_a_sentence_that_uses_only_what_it_knows() {
    for (Class<?> type : Problem.class.getPermittedSubclasses()) {
      if (type == Problem.SqlRefused.class
          || type == Problem.WrongValue.class
          || type == Problem.ToolHasNoPlace.class) {
        continue; // several sentences each: their own tests
      }
      assertSentence("problem." + Problem.Codes.of(type), type, "said");
    }
  }

  @Test
  void what_the_database_complains_of_is_said_in_the_readers_language() {
    assertEquals(
        "no hay ninguna tabla nada (SQLite: no such table: nada)",
        Words.of("es").tell(new Problem.SqlFailed("no such table: nada", 0)));
    assertEquals(
        "t.a es UNIQUE, y este valor ya está (SQLite: UNIQUE constraint failed: t.a)",
        Words.of("es").tell(new Problem.SqlFailed("UNIQUE constraint failed: t.a", -1)));
    assertEquals(
        "la sentencia acaba demasiado pronto (SQLite: incomplete input)",
        Words.of("es").tell(new Problem.SqlFailed("incomplete input", 0)));
    assertEquals(
        "the database refuses this (SQLite: datatype mismatch)",
        Words.of("en").tell(new Problem.SqlFailed("datatype mismatch", -1)));
  }

  @Test
  void every_wrong_value_has_a_sentence() {
    for (String kind :
        List.of(
            "whole-number",
            "duration",
            "retention",
            "choice",
            "target",
            "header",
            "row",
            "rate",
            "which")) {
      assertSentence("problem.wrong-value." + kind, Problem.WrongValue.class);
    }
  }

  @Test
  void whatever_is_wanted_of_a_topic_that_is_only_read_it_is_said_what_would_be_right() {
    for (Problem.OnlyToRead.Purpose purpose : Problem.OnlyToRead.Purpose.values()) {
      assertSentence("problem.only-to-read." + purpose.word(), Problem.OnlyToRead.class);
    }
  }

  @Test
  void every_reason_of_the_database_has_a_sentence() {
    for (Class<?> type : dev.carril.simulator.sql.SqlProblem.Code.class.getPermittedSubclasses()) {
      assertSentence("problem.sql-" + Problem.Codes.of(type), type, "detail", "said");
    }
  }

  @Test
  void every_notice_has_a_sentence() {
    for (Class<?> type : Notice.class.getPermittedSubclasses()) {
      assertSentence("notice." + Problem.Codes.of(type), type);
    }
  }

  private static void assertSentence(String key, Class<?> type, String... besides) {
    var known = new TreeSet<>(List.of(besides));
    for (var component : type.getRecordComponents()) {
      known.add(component.getName());
    }
    for (Words words : ALL) {
      assertTrue(words.has(key), key + " in " + words.language());
      Set<String> used = parameters(words.patterns().get(key));
      assertTrue(known.containsAll(used), key + " asks for " + used + ", there is " + known);
    }
  }

  @Test
  void every_command_and_every_option_is_explained() {
    for (Words words : ALL) {
      for (Reply.Form form : Grammar.commands().forms()) {
        assertTrue(words.has("command." + form.code()), form.code());
        Grammar.usage(form.verb())
            .options()
            .forEach(option -> assertTrue(words.has("option." + option.code()), option.code()));
      }
    }
  }

  @Test
  void plurals_follow_the_language() {
    Words spanish = Words.of("es");
    assertEquals("1 fila", spanish.text("reply.sql.rows", Map.of("count", 1)));
    assertEquals("3 filas", spanish.text("reply.sql.rows", Map.of("count", 3)));
    assertEquals("0 rows", Words.of("en").text("reply.sql.rows", Map.of("count", 0)));
  }

  @Test
  void braces_and_quotes_in_what_is_told_stay_as_they_are() {
    String told =
        Words.of("en").text("reply.undone", Map.of("command", "produce t {\"a\":'{count}'}"));
    assertEquals("taken back: produce t {\"a\":'{count}'}", told);
  }

  @Test
  void offsets_are_not_grouped_into_thousands() {
    String told = Words.of("en").tell(new Problem.NumberTooSmall("from", "12345", 1_234_567L));
    assertTrue(told.contains("1234567"), told);
  }

  @Test
  void an_unknown_language_names_those_that_there_are() {
    var problem = assertThrows(IllegalArgumentException.class, () -> Words.of("xx"));
    assertTrue(problem.getMessage().contains("[en, es]"), problem.getMessage());
  }
}
