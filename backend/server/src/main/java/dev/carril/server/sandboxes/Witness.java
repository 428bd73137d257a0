package dev.carril.server.sandboxes;

import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Sandbox;

/// Somebody who is told of each line that was run, by the sandbox's owner and while it has the
/// state: so an implementation must not keep the sandbox, and must not wait.
public interface Witness {
  /// Nobody wants to know.
  Witness NONE = (_, _, _, _) -> {};

  /// @param id the sandbox's
  /// @param sandbox as it is after the line
  void ran(String id, Sandbox sandbox, String line, Answer answer);
}
