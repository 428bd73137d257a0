package dev.carril.simulator;

import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Sandbox;
import dev.carril.simulator.words.Piece;
import dev.carril.simulator.words.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A story: a command at the margin, its answers below it, indented by two blanks.
///
/// `# ` begins a comment. A command that goes on in another line has it after `> `. What cannot be
/// seen or is too long to read is written ⟨U+00A0⟩ or ⟨1000×a⟩, in commands and in answers.
record Transcript(List<String> lines) {

  private static final String ANSWER = "  ";
  private static final String MORE = "> ";
  private static final int ANSWER_LENGTH_MOST = 400;

  private static final Pattern SPELLED = Pattern.compile("⟨(?:U\\+([0-9A-F]{4})|(\\d+)×([^⟩]+))⟩");

  /// Control characters, odd blanks, what has no width or half a character.
  private static final Pattern UNSEEN =
      Pattern.compile(
          "[\\p{Cc}\\u00a0\\u2000-\\u200f\\u2028-\\u202f\\u2060\\u3000\\ufeff\\ud800-\\udfff]");

  private static final Pattern LONG_RUN = Pattern.compile("(.)\\1{79,}");

  static Transcript of(String text) {
    return new Transcript(
        text.lines().filter(line -> line.isBlank() || !line.startsWith(ANSWER)).toList());
  }

  /// The whole story with the answers of this sandbox.
  String play(Sandbox sandbox) {
    List<String> told = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      told.add(line);
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      StringBuilder command = new StringBuilder(line);
      while (i + 1 < lines.size() && lines.get(i + 1).startsWith(MORE)) {
        told.add(lines.get(++i));
        command.append('\n').append(lines.get(i), MORE.length(), lines.get(i).length());
      }
      String meant = meant(command.toString());
      answers(sandbox.run("line-" + (i + 1), meant), meant)
          .map(answer -> (ANSWER + shown(answer)).stripTrailing())
          .forEach(told::add);
    }
    return String.join("\n", told) + "\n";
  }

  private static Stream<String> answers(Answer answer, String command) {
    Words words = Words.of("en");
    return switch (answer) {
      case Answer.Done done ->
          Piece.lines(words.tell(done.reply(), done.notices())).stream().flatMap(String::lines);
      case Answer.Refused(var problem, var start, var end) ->
          Stream.of(
              "error: " + words.tell(problem),
              "marked: " + (start + 1) + " " + marked(command, start, end));
    };
  }

  private static String marked(String command, int start, int end) {
    return start == end ? "(nothing)" : command.substring(start, end);
  }

  private static String meant(String command) {
    return SPELLED
        .matcher(command)
        .replaceAll(found ->
            java.util.regex.Matcher.quoteReplacement(
                found.group(1) != null
                    ? String.valueOf((char) Integer.parseInt(found.group(1), 16))
                    : found.group(3).repeat(Integer.parseInt(found.group(2)))));
  }

  private static String shown(String answer) {
    String short_ =
        LONG_RUN
            .matcher(answer)
            .replaceAll(run -> "⟨" + run.group().length() + "×" + run.group(1) + "⟩");
    String seen =
        UNSEEN
            .matcher(short_)
            .replaceAll(found -> "⟨U+%04X⟩".formatted((int) found.group().charAt(0)));
    return seen.length() <= ANSWER_LENGTH_MOST
        ? seen
        : seen.substring(0, ANSWER_LENGTH_MOST) + "⟨…⟩";
  }

  /// The lines that differ, each with the command that it belongs to.
  static String difference(String expected, String actual) {
    List<String> was = expected.lines().toList();
    List<String> is = actual.lines().toList();
    int start = 0;
    while (start < Math.min(was.size(), is.size()) && was.get(start).equals(is.get(start))) {
      start++;
    }
    int wasEnd = was.size();
    int isEnd = is.size();
    while (wasEnd > start && isEnd > start && was.get(wasEnd - 1).equals(is.get(isEnd - 1))) {
      wasEnd--;
      isEnd--;
    }
    StringBuilder told = new StringBuilder();
    was.subList(Math.max(0, start - 3), start)
        .forEach(line -> told.append("  ").append(line).append('\n'));
    was.subList(start, wasEnd).forEach(line -> told.append("- ").append(line).append('\n'));
    is.subList(start, isEnd).forEach(line -> told.append("+ ").append(line).append('\n'));
    return told.toString();
  }
}
