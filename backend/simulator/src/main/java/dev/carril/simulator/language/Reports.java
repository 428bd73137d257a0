package dev.carril.simulator.language;

import static dev.carril.simulator.language.Part.needed;
import static dev.carril.simulator.language.Part.place;

import dev.carril.simulator.Command;
import dev.carril.simulator.instance.Which;

/// The forms of the commands that ask about groups of instances.
final class Reports {
  static final Form COMMIT_POINT =
      Form.of(
              "commit-point",
              a -> new Command.CommitPoint(a.get("topic", String.class), group(a)),
              place("topic", Kind.TOPIC),
              needed("group", Kind.GROUP))
          .eg("commit-point orders group billing");

  static final Form BLOCKED =
      Form.of("blocked", a -> new Command.Blocked(group(a)), needed("group", Kind.GROUP))
          .eg("blocked group billing");

  static final Form DEAD_LETTERS =
      Form.of("dead-letters", a -> new Command.DeadLetters(group(a)), needed("group", Kind.GROUP))
          .eg("dead-letters group billing");

  static final Form TRACE =
      Form.of(
              "trace",
              a -> new Command.Trace(a.get("topic", String.class), a.get("which", Which.At.class)),
              place("topic", Kind.TOPIC),
              place("which", Kind.SPOT))
          .eg("trace orders p0:104");

  private Reports() {}

  private static String group(Args a) {
    return a.get("group", String.class);
  }
}
