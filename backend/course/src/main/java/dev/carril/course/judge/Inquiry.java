package dev.carril.course.judge;

import dev.carril.simulator.Command;
import dev.carril.simulator.Reply;
import dev.carril.simulator.Report;
import dev.carril.simulator.instance.EventWord;
import dev.carril.simulator.instance.Seen;
import dev.carril.simulator.sandbox.Sandbox;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What a sandbox is asked about its instances while it is judged: each question once, however many
/// goals hang on it.
final class Inquiry {
  private final Sandbox sandbox;
  private final Map<Command.Report, Optional<Reply>> replies = new HashMap<>();
  private final Map<Set<EventWord>, List<Seen.Told>> told = new HashMap<>();

  Inquiry(Sandbox sandbox) {
    this.sandbox = sandbox;
  }

  /// What the command would reply; empty where it would be an error.
  <T extends Reply> Optional<T> reply(Command.Report command, Class<T> type) {
    return replies.computeIfAbsent(command, sandbox::ask).filter(type::isInstance).map(type::cast);
  }

  /// What the command would report; empty where it would be an error.
  <T extends Report> Optional<T> report(Command.Report command, Class<T> type) {
    return reply(command, Reply.Reported.class)
        .map(Reply.Reported::report)
        .filter(type::isInstance)
        .map(type::cast);
  }

  /// What instances told of these kinds, in order.
  List<Seen.Told> told(Set<EventWord> words) {
    return told.computeIfAbsent(words, wanted -> sandbox.told(wanted, 0));
  }
}
