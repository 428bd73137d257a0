package dev.carril.simulator.words;

import com.ibm.icu.text.ListFormatter;
import com.ibm.icu.text.MessageFormat;
import com.ibm.icu.util.ULocale;
import dev.carril.simulator.Notice;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Reply;
import dev.carril.simulator.language.Completer;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// One language's catalogue of sentences.
///
/// A pattern is ICU's MessageFormat with named parameters, such as `{count, plural, one {{count}
/// record} other {{count} records}}`. Safe for use by many threads.
public final class Words {
  private static final Map<String, Words> LOADED = new ConcurrentHashMap<>();

  private final String language;
  private final Map<String, String> patterns;
  private final ULocale locale;

  private Words(String language, Map<String, String> patterns) {
    this.language = language;
    this.patterns = patterns;
    this.locale = ULocale.forLanguageTag(patterns.getOrDefault("locale", language));
  }

  /// The languages there are: code → its name in itself, the first one being what to fall back on.
  public static SequencedMap<String, String> languages() {
    var languages = new LinkedHashMap<String, String>();
    var listed = new TreeMap<Integer, String>();
    Map<String, String> file = patterns(Words.class, "languages");
    file.forEach((code, text) -> listed.put(place(text), code));
    listed.values().forEach(code -> languages.put(code, name(file.getOrDefault(code, ""))));
    return languages;
  }

  private static int place(String text) {
    return Integer.parseInt(text.split(" ", 2)[0]);
  }

  private static String name(String text) {
    return text.split(" ", 2)[1];
  }

  // Reading a pattern and the language's plurals takes ten times as long as making the sentence.
  // One that is being used is not here, since a format is not made for several threads.
  private final Map<String, MessageFormat> formats = new ConcurrentHashMap<>();

  /// The catalogue of a language.
  ///
  /// @throws IllegalArgumentException if there is no such language
  public static Words of(String language) {
    Words loaded = LOADED.get(language);
    if (loaded != null) {
      return loaded;
    }
    if (!languages().containsKey(language)) {
      throw new IllegalArgumentException(
          "no language '" + language + "': there are " + languages().keySet());
    }
    return LOADED.computeIfAbsent(language, l -> new Words(l, patterns(Words.class, l)));
  }

  /// What a file of sentences holds: key → pattern, in the order of the keys.
  ///
  /// @param beside a class in whose package the file is, if its name does not begin with `/`
  /// @param name without `.properties`
  /// @throws IllegalStateException if there is no such file
  public static SequencedMap<String, String> patterns(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name + ".properties")) {
      if (in == null) {
        throw new IllegalStateException("no file " + name + ".properties");
      }
      var properties = new Properties();
      properties.load(new InputStreamReader(in, StandardCharsets.UTF_8));
      var patterns = new TreeMap<String, String>();
      properties.forEach((key, pattern) -> patterns.put(key.toString(), pattern.toString()));
      return patterns;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// This catalogue with more sentences, which win where both have one.
  public Words with(Map<String, String> more) {
    var all = new HashMap<>(patterns);
    all.putAll(more);
    return new Words(language, Map.copyOf(all));
  }

  public String language() {
    return language;
  }

  /// Every key and its pattern.
  public Map<String, String> patterns() {
    return Map.copyOf(patterns);
  }

  public boolean has(String key) {
    return patterns.containsKey(key);
  }

  /// One sentence.
  ///
  /// @param params a String, a number, or a list of strings each
  /// @throws IllegalArgumentException if the catalogue has no such key
  public String text(String key, Map<String, ?> params) {
    String pattern = patterns.get(key);
    if (pattern == null) {
      throw new IllegalArgumentException("no words for " + key + " in " + language);
    }
    if (pattern.indexOf('{') < 0 && pattern.indexOf('\'') < 0) {
      return pattern;
    }
    var given = new HashMap<String, Object>();
    params.forEach((name, value) -> given.put(name, given(pattern, name, value)));
    MessageFormat kept = formats.remove(key);
    MessageFormat format = kept == null ? new MessageFormat(pattern, locale) : kept;
    String text = format.format(given, new StringBuffer(), null).toString();
    formats.put(key, format);
    return text;
  }

  public String text(String key) {
    return text(key, Map.of());
  }

  /// Numbers stay numbers only where a plural hangs on them: an offset is not grouped into
  /// thousands.
  private Object given(String pattern, String name, @Nullable Object value) {
    if (value instanceof Number && pattern.contains("{" + name + ", plural")) {
      return value;
    }
    if (value instanceof Collection<?> list) {
      return list(list);
    }
    String text = value == null ? "" : value.toString();
    // An empty text is no keyword that a `select` could name.
    return text.isEmpty() && pattern.contains("{" + name + ", select") ? "empty" : text;
  }

  /// `0, 1 and 2`, as the language has it.
  String list(Collection<?> items) {
    return ListFormatter.getInstance(locale).format(items);
  }

  /// `0, 1 or 2`, as the language has it.
  String either(Collection<?> items) {
    return ListFormatter.getInstance(locale, ListFormatter.Type.OR, ListFormatter.Width.WIDE)
        .format(items);
  }

  /// What a command's reply and what is worth saying besides look like.
  public List<Piece> tell(Reply reply, List<Notice> notices) {
    return new Telling(this).pieces(reply, notices);
  }

  /// What was wrong, and what would be right.
  public String tell(Problem problem) {
    return new Telling(this).sentence(problem);
  }

  /// What stands beside something that completion offers.
  public String tell(Completer.Option option) {
    String key = has(option.code()) ? option.code() : "offer." + option.code();
    return text(key, option.params());
  }

  /// A record's components by name: what its sentence may use.
  static Map<String, @Nullable Object> params(Object told) {
    var params = new LinkedHashMap<String, @Nullable Object>();
    for (RecordComponent component : told.getClass().getRecordComponents()) {
      try {
        params.put(component.getName(), component.getAccessor().invoke(told));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("cannot read " + component, e);
      }
    }
    return params;
  }
}
