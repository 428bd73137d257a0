package dev.carril.simulator.words;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What SQLite complains of, as a sentence of the catalogue: SQLite itself speaks English only.
///
/// @param key of the sentence
/// @param name what the complaint is about; empty where it names nothing
record SqliteMessage(String key, String name) {

  /// A kind of complaint; its first group is what it is about.
  private record Kind(String key, Pattern message) {
    static Kind of(String key, String message) {
      return new Kind(key, Pattern.compile(message, Pattern.DOTALL));
    }
  }

  private static final List<Kind> KINDS =
      List.of(
          Kind.of("no-table", "no such table: (.+)"),
          Kind.of("no-column", "no such (?:table )?column: (.+)"),
          Kind.of("no-column", "table \\S+ has no column named (.+)"),
          Kind.of("no-function", "(?:no such|unknown) function: (.+)"),
          Kind.of("unique", "UNIQUE constraint failed: (.+)"),
          Kind.of("not-null", "NOT NULL constraint failed: (.+)"),
          Kind.of("check", "CHECK constraint failed: (.+)"),
          Kind.of("foreign-key", "FOREIGN KEY constraint failed"),
          Kind.of("syntax", "near \"(.*)\": syntax error"),
          Kind.of("token", "unrecognized token: \"(.*)\""),
          Kind.of("incomplete", "incomplete input"),
          Kind.of("exists", "(?:table|view|index) (.+) already exists"),
          Kind.of("exists", "there is already an? \\w+ named (.+)"),
          Kind.of("values", "(?:table \\S+ has \\d+ columns? but \\d+ values? were supplied)"),
          Kind.of("values", "\\d+ values? for \\d+ columns?"));

  static SqliteMessage of(String message) {
    for (Kind kind : KINDS) {
      Matcher matcher = kind.message().matcher(message);
      if (matcher.matches()) {
        return new SqliteMessage(
            "sqlite." + kind.key(), matcher.groupCount() == 0 ? "" : matcher.group(1));
      }
    }
    return new SqliteMessage("sqlite.other", "");
  }

  String in(Words words) {
    return words.text(key, Map.of("name", name));
  }
}
