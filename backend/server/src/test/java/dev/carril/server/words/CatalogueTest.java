package dev.carril.server.words;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.icu.text.MessageFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogueTest {

  @Test
  void every_language_has_the_same_keys_with_the_same_parameters() {
    Map<String, Set<String>> first = null;
    for (String language : Catalogue.languages()) {
      Map<String, Set<String>> shape = new TreeMap<>();
      Catalogue.of(language)
          .patterns()
          .forEach((key, pattern) -> {
            assertFalse(pattern.isBlank(), language + ": " + key);
            shape.put(key, new TreeSet<>(new MessageFormat(pattern).getArgumentNames()));
          });
      if (first == null) {
        first = shape;
        assertTrue(shape.keySet().stream().anyMatch(key -> key.startsWith("server.")));
        assertTrue(shape.keySet().stream().anyMatch(key -> key.startsWith("page.")));
      } else {
        assertEquals(first, shape, language);
      }
    }
  }

  @Test
  void no_sentence_of_one_room_hides_one_of_another() {
    for (String language : Catalogue.languages()) {
      assertTrue(
          Catalogue.page(language).keySet().stream().allMatch(key -> key.startsWith("page.")));
    }
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      value = {
        "es|en|es",
        "-|es|es",
        "-|es-MX,es;q=0.9|es",
        "-|de-DE,es;q=0.5,en;q=0.3|es",
        "-|de|en",
        "-|-|en",
        "xx|es|es",
        "-|en;q=0.1,es;q=0.9|es",
        "-|*|en",
        "-|;;;=,q|en",
        "-|en-US,en|en",
      })
  void the_chosen_language_wins_then_what_the_browser_asks_for(
      String chosen, String accepted, String expected) {
    assertEquals(expected, Catalogue.wanted(chosen, accepted));
  }
}
