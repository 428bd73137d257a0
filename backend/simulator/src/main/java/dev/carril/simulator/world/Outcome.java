package dev.carril.simulator.world;

import dev.carril.simulator.Notice;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Reply;
import java.util.List;

/// How a command ended.
public sealed interface Outcome {

  /// @param changed false: the world is as before, so the command need not be kept
  record Done(Reply reply, List<Notice> notices, boolean changed) implements Outcome {
    public Done {
      notices = List.copyOf(notices);
    }
  }

  /// Nothing changed.
  record Refused(Problem problem) implements Outcome {}

  static Done told(Reply reply) {
    return new Done(reply, List.of(), false);
  }

  static Done did(Reply reply) {
    return new Done(reply, List.of(), true);
  }
}
