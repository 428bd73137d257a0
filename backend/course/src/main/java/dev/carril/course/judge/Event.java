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
import java.util.Map;
import java.util.stream.Collectors;
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

  private static final Map<String, String> VERBS =
      Grammar.commands().forms().stream()
          .collect(Collectors.toMap(form -> form.verb().replace(' ', '-'), Reply.Form::verb));

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

  /// `CreateTopic` is `create topic`, `CommitPoint` is `commit-point`.
  static String name(Command command) {
    String code = Problem.Codes.of(command.getClass());
    return VERBS.getOrDefault(code, code);
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
      case Command.Start it -> it.group();
      case Command.Redrive it -> it.group();
      case Command.Release it -> it.group();
      case Command.CommitPoint it -> it.group();
      case Command.Blocked it -> it.group();
      case Command.DeadLetters it -> it.group();
      case Command.CheckOrder it -> it.group();
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
      case Command.Start it -> it.topic();
      case Command.Traffic it -> it.topic();
      case Command.Send it -> it.topic();
      case Command.Fail it -> it.topic();
      case Command.Slow it -> it.topic();
      case Command.Hang it -> it.topic();
      case Command.CommitPoint it -> it.topic();
      case Command.Trace it -> it.topic();
      case Command.CheckOrder it -> it.topic();
      case Command.Compare it -> it.topic();
      case null, default -> null;
    };
  }

  /// The instance that the command was about, or null.
  @Nullable String instance() {
    return switch (command) {
      case Command.Start it -> it.name();
      case Command.Stop it -> it.name();
      case Command.Crash it -> it.name();
      case Command.Restart it -> it.name();
      case Command.Lose it -> it.name();
      case Command.Freeze it -> it.name();
      case Command.Lanes it -> it.name();
      case Command.Metrics it -> it.name();
      case null, default -> null;
    };
  }

  /// Whether it only let the time of instances go by, as a page that plays does by itself.
  boolean isTime() {
    return command instanceof Command.Run
        || command instanceof Command.Step
        || command instanceof Command.Goto;
  }
}
