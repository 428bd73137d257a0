package dev.carril.server.store;

import dev.carril.simulator.language.Script;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Sandbox;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A script that people open as if it were a saved sandbox: what `carril prove` has found, or any
/// other that begins with a comment. A comment in it may say `--seed N`.
public final class ScriptFile {
  private static final int COMMANDS_MAX = 2_000;
  private static final int SHOWN_MAX = 80;
  private static final Pattern SEED = Pattern.compile("(?m)^#.*?--seed (-?\\d{1,19})\\b");

  private final long seed;
  private final List<Script.Command> commands;

  private ScriptFile(long seed, List<Script.Command> commands) {
    this.seed = seed;
    this.commands = commands;
  }

  /// A log file is JSON and begins with a brace.
  public static boolean isOne(String text) {
    return text.replaceFirst("^\ufeff", "").stripLeading().startsWith("#");
  }

  /// @throws LogFile.Unreadable if it has too many commands, or a seed that is none
  public static ScriptFile read(String text) throws LogFile.Unreadable {
    List<Script.Command> commands = Script.split(text);
    if (commands.size() > COMMANDS_MAX) {
      throw new LogFile.Unreadable(
          "script-too-long", Map.of("detail", Integer.toString(COMMANDS_MAX)));
    }
    return new ScriptFile(seed(text), commands);
  }

  private static long seed(String text) throws LogFile.Unreadable {
    Matcher said = SEED.matcher(text);
    try {
      return said.find() ? Long.parseLong(said.group(1)) : 0;
    } catch (NumberFormatException e) {
      throw new LogFile.Unreadable("not-ours", Map.of("detail", "--seed N"));
    }
  }

  /// The sandbox that its commands make.
  ///
  /// @throws LogFile.Unreadable at the first that is refused
  public StoredSandbox play() throws LogFile.Unreadable {
    try (Sandbox sandbox = Sandbox.empty(seed)) {
      for (Script.Command command : commands) {
        Answer answer = sandbox.run("line-" + command.number(), command.text());
        if (answer instanceof Answer.Refused refused) {
          throw new LogFile.Unreadable(
              "script-line",
              Map.of(
                  "line",
                  Integer.toString(command.number()),
                  "detail",
                  shown(command.text()),
                  "code",
                  refused.problem().code()));
        }
      }
      return new StoredSandbox(seed, sandbox.log());
    }
  }

  private static String shown(String line) {
    return line.codePointCount(0, line.length()) <= SHOWN_MAX
        ? line
        : line.substring(0, line.offsetByCodePoints(0, SHOWN_MAX - 1)) + "…";
  }
}
