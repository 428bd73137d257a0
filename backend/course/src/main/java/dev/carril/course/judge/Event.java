package dev.carril.course.judge;

import dev.carril.simulator.Command;
import dev.carril.simulator.Notice;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Reply;
import dev.carril.simulator.language.Grammar;
import dev.carril.simulator.language.Parser;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.tools.FromReal;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A command that was run, and what it came to.
///
/// @param name its words, `create topic`; what stood first where it was no command
/// @param command null where it was none
/// @param changed whether it is part of the sandbox's history
record Event(
    String name,
    @Nullable Command command,
    @Nullable Reply reply,
    List<Notice> notices,
    @Nullable Problem problem,
    boolean changed) {

  Event {
    notices = List.copyOf(notices);
  }

  static Event of(String line, Answer answer) {
    Command command = command(line);
    String name = command == null ? firstWord(line) : name(command);
    return switch (answer) {
      case Answer.Done(var reply, var notices, var entry, var repeated) ->
          new Event(name, command, reply, notices, null, entry.isPresent() || repeated);
      case Answer.Refused(var problem, var _, var _) ->
          new Event(name, command, null, List.of(), problem, false);
    };
  }

  private static @Nullable Command command(String line) {
    String ours =
        FromReal.read(line).orElse(null) instanceof FromReal.Understood(var translated)
            ? translated
            : line;
    return Parser.parse(ours) instanceof Parser.Understood understood ? understood.command() : null;
  }

  /// `CreateTopic` is `create topic`.
  static String name(Command command) {
    return Problem.Codes.of(command.getClass()).replace('-', ' ');
  }

  private static String firstWord(String line) {
    String word = line.strip().split("\\s", 2)[0].toLowerCase(Locale.ROOT);
    return Grammar.commands().forms().stream()
        .map(Reply.Form::verb)
        .filter(verb -> verb.startsWith(word + " "))
        .findFirst()
        .orElse(word);
  }

  /// The group that the command was about, or null.
  @Nullable String group() {
    return switch (command) {
      case Command.Consume it -> it.group();
      case Command.Describe it -> it.group();
      case Command.Reset it -> it.group();
      case Command.Leave it -> it.group();
      case null, default -> null;
    };
  }

  /// The topic that the command was about, or null.
  @Nullable String topic() {
    return switch (command) {
      case Command.CreateTopic it -> it.topic();
      case Command.Produce it -> it.topic();
      case Command.Read it -> it.topic();
      case Command.Consume it -> it.topic();
      case Command.Offsets it -> it.topic();
      case Command.Reset it -> it.topic();
      case Command.Compact it -> it.topic();
      case null, default -> null;
    };
  }
}
