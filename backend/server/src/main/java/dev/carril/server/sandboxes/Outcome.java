package dev.carril.server.sandboxes;

import dev.carril.simulator.sandbox.Answer;

/// How an order to run a line ended.
public sealed interface Outcome {

  /// The simulator answered, and what changed is on disk.
  ///
  /// @param revision of the state after it
  /// @param slowedMillis for how long it waited since its sandbox had more than its share
  record Answered(Answer answer, long revision, long slowedMillis) implements Outcome {}

  /// Something of ours failed, most likely the disk. The state is again what the log says.
  record Failed() implements Outcome {}

  /// The sandbox cannot be had.
  record Lost(Follower.Loss why) implements Outcome {}
}
