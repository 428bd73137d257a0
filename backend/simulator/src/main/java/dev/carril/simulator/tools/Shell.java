package dev.carril.simulator.tools;

import java.util.ArrayList;
import java.util.List;

/// A Unix shell's quoting.
final class Shell {
  private Shell() {}

  /// @param quoted whether any of it stood in quotes, so that `|` is a text and no pipe
  record Word(String text, boolean quoted, int start, int end) {
    boolean is(String sign) {
      return !quoted && text.equals(sign);
    }
  }

  /// The words of a line, quotes taken off. A backslash at a line's end goes on in the next one.
  static List<Word> words(String line) {
    var words = new ArrayList<Word>();
    int i = 0;
    while (i < line.length()) {
      char c = line.charAt(i);
      if (Character.isWhitespace(c) || isContinued(line, i)) {
        i++;
        continue;
      }
      if (c == '|') {
        words.add(new Word("|", false, i, ++i));
        continue;
      }
      var text = new StringBuilder();
      boolean quoted = false;
      int start = i;
      while (i < line.length()
          && !Character.isWhitespace(line.charAt(i))
          && line.charAt(i) != '|'
          && !isContinued(line, i)) {
        char at = line.charAt(i);
        if (at == '\'' || at == '"') {
          quoted = true;
          i = quoted(line, i, text);
        } else if (at == '\\' && i + 1 < line.length()) {
          text.append(line.charAt(i + 1));
          i += 2;
        } else {
          text.append(at);
          i++;
        }
      }
      words.add(new Word(text.toString(), quoted, start, i));
    }
    return words;
  }

  private static boolean isContinued(String line, int i) {
    return line.charAt(i) == '\\' && i + 1 < line.length() && line.charAt(i + 1) == '\n';
  }

  private static int quoted(String line, int from, StringBuilder text) {
    char quote = line.charAt(from);
    int i = from + 1;
    while (i < line.length() && line.charAt(i) != quote) {
      boolean escaped =
          quote == '"'
              && line.charAt(i) == '\\'
              && i + 1 < line.length()
              && "\"\\$`".indexOf(line.charAt(i + 1)) >= 0;
      i += escaped ? 1 : 0;
      text.append(line.charAt(i++));
    }
    return i + 1;
  }

  /// The text as one word of a shell.
  static String quote(String text) {
    return text.matches("[A-Za-z0-9._/:=,@%+-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
