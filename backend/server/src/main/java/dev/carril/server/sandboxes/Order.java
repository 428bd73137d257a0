package dev.carril.server.sandboxes;

import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Sandbox;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// What a sandbox's owner may be asked for.
sealed interface Order {

  /// Do something under an id, store what it changed, and tell how it went.
  ///
  /// @param from who wants it, where that may be a follower
  record Run(
      String id, Optional<Follower> from, Function<Sandbox, Answer> doing, Consumer<Outcome> then)
      implements Order {}

  /// Look at the sandbox without changing it; empty-handed if it cannot be had.
  record Look(Consumer<Sandbox> with, Runnable otherwise) implements Order {}

  /// Tell this one everything, and from now on what changes.
  record Follow(Follower follower) implements Order {}

  /// Tell this one everything again, if it still follows.
  record Show(Follower follower) implements Order {}

  /// Tell this one no more.
  record Unfollow(Follower follower) implements Order {}
}
