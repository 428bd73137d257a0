package dev.carril.server.store;

import dev.carril.simulator.sandbox.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the writer may be asked for.
sealed interface Write {

  /// A new, empty sandbox.
  record Create(String sandbox, long seed, long createdMillis) implements Write {}

  /// More entries of a sandbox, the first of them having the number `first` (from 0).
  record Append(String sandbox, int first, List<Entry> entries) implements Write {}

  /// The line of a sandbox's entry has become longer.
  record Lengthen(String sandbox, int number, String line) implements Write {}

  /// A new sandbox with the seed, the log and the script that another has now.
  record Copy(String from, String to, long createdMillis) implements Write {}

  /// The script of a demonstration, kept with a sandbox; null takes it away.
  record Script(String sandbox, @Nullable String script) implements Write {}

  /// What a learner has done of the course, in the place of what was kept before.
  record Progress(String learner, String progress, long changedMillis) implements Write {}

  /// A learner works at a part of the course in this sandbox now.
  record Tried(String learner, String part, String sandbox) implements Write {}

  /// Sandboxes that nobody has ever used, made before a moment, go.
  record Sweep(long beforeMillis) implements Write {}

  /// Nothing: shows that the writer answers.
  record Probe() implements Write {}
}
