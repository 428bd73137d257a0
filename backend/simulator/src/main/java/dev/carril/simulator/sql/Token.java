package dev.carril.simulator.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A piece of a statement as SQLite's own tokenizer cuts it; blanks and comments are none.
///
/// @param start the first character's index in the statement as typed
/// @param end one past the last one's
record Token(Kind kind, String text, int start, int end) {

  enum Kind {
    WORD,
    /// An identifier in `"…"`, `` `…` `` or `[…]`.
    QUOTED,
    STRING,
    NUMBER,
    /// `:name`
    PARAMETER,
    /// `?`, `?1`, `@name`, `$name`, `:a::b`
    OTHER_PARAMETER,
    SEMICOLON,
    OPEN,
    CLOSE,
    SYMBOL
  }

  boolean is(String word) {
    return kind == Kind.WORD && text.equalsIgnoreCase(word);
  }

  /// What an identifier or string says, without its quotes and in small letters.
  String name() {
    String bare =
        kind == Kind.QUOTED || kind == Kind.STRING
            ? text.substring(1, Math.max(1, text.length() - 1))
            : text;
    return bare.toLowerCase(Locale.ROOT);
  }

  static List<Token> of(String statement) {
    List<Token> tokens = new ArrayList<>();
    int at = 0;
    while (at < statement.length()) {
      int blank = endOfBlank(statement, at);
      if (blank > at) {
        at = blank;
        continue;
      }
      Kind kind = kindAt(statement, at);
      int end = endOf(kind, statement, at);
      tokens.add(new Token(kind, statement.substring(at, end), at, end));
      at = end;
    }
    return tokens;
  }

  private static int endOfBlank(String text, int at) {
    return switch (text.charAt(at)) {
      case ' ', '\t', '\n', '\f', '\r', '\ufeff' -> at + 1;
      case '-' -> text.startsWith("--", at) ? endOrAll(text, "\n", at + 2) : at;
      case '/' -> text.startsWith("/*", at) ? endOrAll(text, "*/", at + 2) : at;
      default -> at;
    };
  }

  private static int endOrAll(String text, String end, int from) {
    int at = text.indexOf(end, from);
    return at < 0 ? text.length() : at + end.length();
  }

  private static Kind kindAt(String text, int at) {
    char c = text.charAt(at);
    char next = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
    if ((c == 'x' || c == 'X') && next == '\'') {
      return Kind.STRING;
    }
    if (isDigit(c) || (c == '.' && isDigit(next))) {
      return Kind.NUMBER;
    }
    return switch (c) {
      case '\'' -> Kind.STRING;
      case '"', '`', '[' -> Kind.QUOTED;
      case ';' -> Kind.SEMICOLON;
      case '(' -> Kind.OPEN;
      case ')' -> Kind.CLOSE;
      case '?' -> Kind.OTHER_PARAMETER;
      case ':' -> isName(next) ? parameterAt(text, at) : Kind.SYMBOL;
      case '@', '$', '#' -> isName(next) ? Kind.OTHER_PARAMETER : Kind.SYMBOL;
      default -> isName(c) ? Kind.WORD : Kind.SYMBOL;
    };
  }

  /// SQLite takes `:a::b` and `:a(b)`, which are Tcl's, for one name.
  private static Kind parameterAt(String text, int at) {
    int end = endOfName(text, at + 1);
    boolean tcl = text.startsWith("::", end) || text.startsWith("(", end);
    return tcl ? Kind.OTHER_PARAMETER : Kind.PARAMETER;
  }

  private static int endOf(Kind kind, String text, int at) {
    return switch (kind) {
      case SEMICOLON, OPEN, CLOSE, SYMBOL -> at + 1;
      case WORD -> endOfName(text, at);
      case PARAMETER, OTHER_PARAMETER -> endOfName(text, at + 1);
      case NUMBER -> endOfNumber(text, at);
      case STRING -> endOfQuoted(text, text.indexOf('\'', at), '\'');
      case QUOTED -> endOfQuoted(text, at, text.charAt(at) == '[' ? ']' : text.charAt(at));
    };
  }

  private static int endOfName(String text, int at) {
    int end = at;
    while (end < text.length() && isName(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static int endOfNumber(String text, int at) {
    int end = at;
    while (end < text.length()
        && (isName(text.charAt(end)) || text.charAt(end) == '.' || isExponentSign(text, end, at))) {
      end++;
    }
    return end;
  }

  private static boolean isExponentSign(String text, int at, int start) {
    char sign = text.charAt(at);
    char before = at > start ? text.charAt(at - 1) : ' ';
    boolean hexadecimal = text.regionMatches(true, start, "0x", 0, 2);
    return (sign == '+' || sign == '-') && (before == 'e' || before == 'E') && !hexadecimal;
  }

  /// A quote that stands twice is part of the text; `]` cannot be.
  private static int endOfQuoted(String text, int at, char quote) {
    int end = at + 1;
    while (end < text.length()) {
      if (text.charAt(end) != quote) {
        end++;
      } else if (quote != ']' && end + 1 < text.length() && text.charAt(end + 1) == quote) {
        end += 2;
      } else {
        return end + 1;
      }
    }
    return end;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isName(char c) {
    return isDigit(c)
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || c == '_'
        || c == '$'
        || c >= 0x80;
  }
}
