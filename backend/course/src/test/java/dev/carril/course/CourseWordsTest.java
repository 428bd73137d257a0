package dev.carril.course;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.icu.text.MessageFormat;
import dev.carril.course.progress.ProgressFile;
import dev.carril.simulator.words.Words;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CourseWordsTest {

  @Test
  void every_language_has_every_sentence_with_the_same_parameters() {
    var first = CourseWords.patterns("en");
    for (String language : Words.languages().keySet()) {
      var patterns = CourseWords.patterns(language);
      assertEquals(first.keySet(), patterns.keySet(), language);
      first.forEach((key, pattern) ->
          assertEquals(
              names(pattern), names(patterns.getOrDefault(key, "")), key + " in " + language));
    }
  }

  private static Set<String> names(String pattern) {
    return new TreeSet<>(new MessageFormat(pattern).getArgumentNames());
  }

  @Test
  void every_fault_has_a_sentence() {
    for (Fault.Code code : Fault.Code.values()) {
      assertTrue(CourseWords.of("en").has(code.key()), code.key());
    }
  }

  @Test
  void every_reason_why_a_file_is_no_progress_has_a_sentence() {
    for (ProgressFile.Problem problem : ProgressFile.Problem.values()) {
      String code = problem.name().toLowerCase(Locale.ROOT).replace('_', '-');
      assertTrue(CourseWords.of("en").has("import.progress." + code), code);
    }
  }
}
