package dev.carril.server.sandboxes;

import dev.carril.server.wire.FactJson;
import dev.carril.server.wire.HappeningJson;
import dev.carril.simulator.sandbox.Changes;
import dev.carril.simulator.sandbox.Fact;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// The simulator's changes as what is sent of them.
final class Steps {
  private Steps() {}

  /// The step that follows a revision, or empty if nothing changed and nothing was to be seen.
  static Optional<Step> of(long after, String by, Changes changes) {
    if (changes.isEmpty()) {
      return Optional.empty();
    }
    SequencedMap<String, String> set = new LinkedHashMap<>();
    changes.set().forEach((key, fact) -> set.put(key, FactJson.text(fact)));
    return Optional.of(
        new Step(
            after,
            after + 1,
            set,
            changes.gone(),
            changes.happened().stream().map(HappeningJson::text).toList(),
            by));
  }

  static String all(SequencedMap<String, Fact> facts) {
    return FactJson.text(facts);
  }
}
