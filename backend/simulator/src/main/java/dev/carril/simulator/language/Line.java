package dev.carril.simulator.language;

/// A line as it is read: which characters count as blanks and quotes, and how far reading got.
///
/// Text copied from a page or a slide brings curly quotes, non-breaking and zero-width blanks.
/// Outside straight quotes they are read as what was meant, and [#madePlain] remembers that they
/// were.
final class Line {
  private static final char DROPPED = '\0';

  private final String text;
  private int at;
  private boolean madePlain;

  Line(String text) {
    this.text = text;
  }

  /// A word as it is meant, and where it stands.
  record Word(String text, Span span) {}

  String text() {
    return text;
  }

  int at() {
    return at;
  }

  void goTo(int position) {
    at = position;
  }

  boolean madePlain() {
    return madePlain;
  }

  void setMadePlain(boolean was) {
    madePlain = was;
  }

  /// The plain character that is meant; `DROPPED` for those that stand for nothing.
  static char plain(char c) {
    return switch (c) {
      case '\t', '\u00a0', '\u2007', '\u202f', '\u3000', '\n', '\r' -> ' ';
      case '\u200b', '\u2060', '\ufeff' -> DROPPED;
      case '\u201c', '\u201d', '\u201e', '\u201f', '\u00ab', '\u00bb', '\u2033' -> '"';
      case '\u2018', '\u2019', '\u201a', '\u201b', '\u2032' -> '\'';
      default -> c;
    };
  }

  /// The whole text with every such character made plain; line ends stay.
  static String plain(String text) {
    var plain = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      char meant = c == '\n' || c == '\r' || c == '\t' ? c : plain(c);
      if (meant != DROPPED) {
        plain.append(meant);
      }
    }
    return plain.toString();
  }

  private char meant(int position) {
    char c = text.charAt(position);
    char meant = plain(c);
    if (meant != c && c != '\t' && c != '\n' && c != '\r') {
      madePlain = true;
    }
    return meant;
  }

  void skipBlanks() {
    while (at < text.length()) {
      char c = plain(text.charAt(at));
      if (c != ' ' && c != DROPPED) {
        return;
      }
      meant(at);
      at++;
    }
  }

  boolean isAtEnd() {
    skipBlanks();
    return at >= text.length();
  }

  /// The next run of characters up to a blank; empty at the end of the line.
  Word word() {
    skipBlanks();
    int start = at;
    while (at < text.length() && isUsual(text.charAt(at))) {
      at++;
    }
    if (at == text.length() || text.charAt(at) == ' ') {
      return new Word(text.substring(start, at), new Span(start, at));
    }
    at = start;
    var word = new StringBuilder();
    while (at < text.length() && plain(text.charAt(at)) != ' ') {
      char c = meant(at++);
      if (c != DROPPED) {
        word.append(c);
      }
    }
    return new Word(word.toString(), new Span(start, at));
  }

  // Most lines have no other characters, and what they mean is what they are.
  private static boolean isUsual(char c) {
    return c > ' ' && c < 0x7f;
  }

  /// The next word, without moving on and without remembering anything about it.
  Word peek() {
    int before = at;
    boolean was = madePlain;
    Word word = word();
    at = before;
    madePlain = was;
    return word;
  }

  /// A value that is a word or is quoted, from here on. In quotes `\"` and `\\` stand for `"` and
  /// `\`.
  ///
  /// @throws Unclosed if the quote is not closed
  /// @throws Trailing if something follows the closing quote
  Word quotable() {
    int start = at;
    if (at >= text.length() || plain(text.charAt(at)) != '"') {
      return wordFromHere();
    }
    // What stands between straight quotes was meant as it stands; curly ones were copied from
    // somewhere.
    boolean straight = text.charAt(at) == '"';
    meant(at++);
    var value = new StringBuilder();
    while (true) {
      if (at >= text.length()) {
        throw new Unclosed(new Span(start, at));
      }
      char raw = text.charAt(at++);
      char c = straight ? raw : plain(raw);
      if (c == '"') {
        break;
      }
      if (c == '\\' && at < text.length() && isEscaped(text.charAt(at))) {
        value.append(text.charAt(at++));
      } else if (c != DROPPED || straight) {
        value.append(c);
      }
    }
    int end = at;
    if (at < text.length() && plain(text.charAt(at)) != ' ' && plain(text.charAt(at)) != DROPPED) {
      Word rest = word();
      throw new Trailing(rest);
    }
    return new Word(value.toString(), new Span(start, end));
  }

  private static boolean isEscaped(char c) {
    return c == '"' || c == '\\';
  }

  private Word wordFromHere() {
    int start = at;
    if (at >= text.length() || plain(text.charAt(at)) == ' ') {
      return new Word("", new Span(start, start));
    }
    return word();
  }

  /// A quote that does not end.
  static final class Unclosed extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Span span;

    Unclosed(Span span) {
      super("quote not closed", null, false, false);
      this.span = span;
    }

    Span span() {
      return span;
    }
  }

  /// Something stands right after a closing quote.
  static final class Trailing extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Word word;

    Trailing(Word word) {
      super("text after a quote", null, false, false);
      this.word = word;
    }

    Word word() {
      return word;
    }
  }
}
