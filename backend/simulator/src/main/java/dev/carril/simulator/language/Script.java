package dev.carril.simulator.language;

import dev.carril.simulator.Problem;
import dev.carril.simulator.tools.FromReal;
import java.util.ArrayList;
import java.util.List;

/// A text of several commands, cut into them. JSON that is still open goes on in the next line.
public final class Script {
  private Script() {}

  /// @param number of the line where it begins, from 1
  /// @param text one command, with line ends inside only where its JSON has some
  public record Command(int number, String text) {}

  /// Comments and blank lines are left out; a byte order mark and CRLF are accepted. JSON that
  /// never closes comes as it stands, from the line where it began: running it says what is wrong.
  public static List<Command> split(String text) {
    String body = text.startsWith("\ufeff") ? text.substring(1) : text;
    String[] lines = body.split("\r\n|\n|\r", -1);
    var commands = new ArrayList<Command>();
    for (int i = 0; i < lines.length; i++) {
      if (isNothing(lines[i])) {
        continue;
      }
      int number = i + 1;
      var command = new StringBuilder(lines[i]);
      boolean tool = FromReal.isTool(lines[i]);
      while (tool && i + 1 < lines.length && isContinued(lines[i])) {
        command.append('\n').append(lines[++i]);
      }
      var nesting = new Nesting();
      while (i + 1 < lines.length
          && command.length() <= Parser.LINE_BYTES
          && isOpen(command, lines[i], nesting)) {
        command.append('\n').append(lines[++i]);
      }
      commands.add(new Command(number, command.toString()));
    }
    return commands;
  }

  /// A shell's way of going on in the next line: only commands of Kafka's own tools are pasted so.
  private static boolean isContinued(String line) {
    return line.endsWith(" \\");
  }

  private static boolean isNothing(String line) {
    String bare = line.strip();
    return bare.isEmpty() || bare.startsWith("#") || Line.plain(line).isBlank();
  }

  /// Whether a command's JSON is still open after its newest line. Reading all of it again for
  /// every line is exact but quadratic, so a long one is judged by its brackets alone until they
  /// close.
  private static boolean isOpen(CharSequence command, String newest, Nesting nesting) {
    nesting.add(newest);
    return command.length() > READ_AGAIN && nesting.depth > 0 || isOpen(command.toString());
  }

  private static final int READ_AGAIN = 8 * 1024;

  /// Whether a command's JSON is still open.
  static boolean isOpen(String text) {
    return Parser.parse(text) instanceof Parser.Wrong(Problem problem, var _, var _)
        && problem instanceof Problem.JsonNotClosed;
  }

  /// How many brackets and braces are open, strings left out.
  private static final class Nesting {
    private int depth;

    void add(String line) {
      boolean inString = false;
      for (int i = 0; i < line.length(); i++) {
        char c = line.charAt(i);
        if (inString && c == '\\') {
          i++;
        } else if (c == '"') {
          inString = !inString;
        } else if (!inString) {
          depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        }
      }
    }
  }
}
