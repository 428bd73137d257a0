package dev.carril.course.read;

import dev.carril.simulator.Problem;
import dev.carril.simulator.Reply;
import dev.carril.simulator.language.Grammar;
import dev.carril.simulator.language.Parser;
import dev.carril.simulator.language.Script;
import dev.carril.simulator.tools.FromReal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Tells which pieces of code in prose are commands of the console.
final class Commands {
  /// The longest script, in UTF-16 units.
  static final int LENGTH_MOST = 16 * 1024;

  /// The words of every command, in the order of the alphabet.
  static final Set<String> VERBS =
      Grammar.commands().forms().stream()
          .map(Reply.Form::verb)
          .collect(Collectors.toCollection(TreeSet::new));

  private static final Set<String> FIRST_WORDS =
      VERBS.stream().map(verb -> verb.split(" ", 2)[0]).collect(Collectors.toSet());

  private Commands() {}

  /// Whether a piece of code in a sentence is meant as a command, rather than as a word or a form.
  static boolean isCommand(String code) {
    String text = code.strip();
    String verb = text.toLowerCase(Locale.ROOT);
    if (text.contains("…") || text.isEmpty()) {
      return false;
    }
    if (VERBS.contains(verb)) {
      return problem(text).isEmpty();
    }
    String[] words = verb.split("\\s+", 2);
    return words.length == 2 && FIRST_WORDS.contains(words[0]);
  }

  /// What is wrong with a command, if anything is.
  static Optional<Problem> problem(String line) {
    return switch (FromReal.read(line).orElse(null)) {
      case FromReal.Understood _ -> Optional.empty();
      case FromReal.Wrong(var problem, var _, var _) -> Optional.of(problem);
      case null ->
          Parser.parse(line) instanceof Parser.Wrong(var problem, var _, var _)
              ? Optional.of(problem)
              : Optional.empty();
    };
  }

  /// Whether the lines of a fenced block of this language are commands.
  static boolean areCommands(String language) {
    return language.isBlank() || language.equals("carril");
  }

  /// The commands of a text; of one that is too long to be cut, all of it as one.
  static List<Script.Command> lines(String block) {
    return isTooLong(block) ? List.of(new Script.Command(1, block)) : Script.split(block);
  }

  /// JSON that is never closed is read again for each line, so a long text would take long.
  static boolean isTooLong(String text) {
    return text.length() > LENGTH_MOST;
  }
}
