package dev.carril.server.words;

import dev.carril.course.CourseWords;
import dev.carril.simulator.words.Words;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The words of each language, all of them together.
public final class Catalogue {
  private static final Map<String, Words> WHOLE = new ConcurrentHashMap<>();
  private static final Map<String, Map<String, String>> PAGE = new ConcurrentHashMap<>();

  private Catalogue() {}

  /// The codes of all languages; the first is what to fall back on.
  public static Set<String> languages() {
    return Words.languages().sequencedKeySet();
  }

  /// Whether there is such a language.
  public static boolean has(@Nullable String language) {
    return language != null && languages().contains(language);
  }

  /// Everything that can be said in a language; in the first one, if there is no such language.
  public static Words of(String language) {
    String known = has(language) ? language : languages().iterator().next();
    return WHOLE.computeIfAbsent(
        known,
        code -> CourseWords.of(code).with(page(code)).with(Words.patterns(Catalogue.class, code)));
  }

  /// The page's own words: key → pattern.
  ///
  /// @param language one that there is
  public static Map<String, String> page(String language) {
    return PAGE.computeIfAbsent(
        language, code -> Words.patterns(Catalogue.class, "/frontend/words/" + code));
  }

  /// What a reader wants: what they chose here, else what their browser asks for, else the first.
  ///
  /// @param chosen a language's code, or null if none was
  /// @param accepted the header Accept-Language, or null
  public static String wanted(@Nullable String chosen, @Nullable String accepted) {
    if (chosen != null && has(chosen)) {
      return chosen;
    }
    String first = languages().iterator().next();
    if (accepted == null || accepted.length() > 1_000) {
      return first;
    }
    try {
      List<Locale> known = languages().stream().map(Locale::forLanguageTag).toList();
      Locale best = Locale.lookup(Locale.LanguageRange.parse(accepted), known);
      return best == null ? first : best.toLanguageTag();
    } catch (IllegalArgumentException e) {
      return first; // A header from outside; what cannot be read asks for nothing.
    }
  }
}
