package dev.carril.server.socket;

import dev.carril.server.sandboxes.Snapshot;
import dev.carril.server.sandboxes.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The state that waits for one client. Changes are merged by key while they wait, so a client that
/// reads slowly costs no more than its bound; past it everything is forgotten and one snapshot is
/// asked for when the client can take it. Not safe for threads: [Outbox] guards it.
final class StateLane {
  private final Bounds bounds;

  private @Nullable Snapshot whole;
  private @Nullable Merged merged;
  private Phase phase = Phase.FOLLOWING;

  private enum Phase {
    FOLLOWING,
    /// Too much was forgotten: only a snapshot helps.
    STALE,
    /// The snapshot is asked for; what comes before it is in it.
    AWAITING
  }

  StateLane(Bounds bounds) {
    this.bounds = bounds;
  }

  void whole(Snapshot snapshot) {
    phase = Phase.FOLLOWING;
    whole = snapshot;
    merged = null;
  }

  void changed(Step step) {
    if (phase != Phase.FOLLOWING) {
      return;
    }
    if (merged == null) {
      merged = new Merged(step.after());
    }
    merged.add(step);
    if (merged.isBeyond(bounds)) {
      phase = Phase.STALE;
      whole = null;
      merged = null;
    }
  }

  boolean hasSomething() {
    return phase == Phase.STALE || whole != null || merged != null;
  }

  /// What to send now; empty means that a snapshot is to be asked for.
  Optional<Frame> take() {
    if (phase == Phase.STALE) {
      phase = Phase.AWAITING;
      return Optional.empty();
    }
    if (whole != null) {
      Frame frame = new Frame.Whole(whole);
      whole = null;
      return Optional.of(frame);
    }
    if (merged == null) {
      throw new IllegalStateException("nothing to take");
    }
    Frame frame = merged.frame();
    merged = null;
    return Optional.of(frame);
  }

  /// Roughly how much waits, in UTF-16 units.
  long units() {
    return (whole == null ? 0 : whole.facts().length()) + (merged == null ? 0 : merged.units);
  }

  /// What is sent of the state.
  sealed interface Frame {
    record Whole(Snapshot snapshot) implements Frame {}

    record Changes(
        long after,
        long revision,
        Map<String, String> set,
        List<String> gone,
        List<String> happened,
        List<String> by)
        implements Frame {}
  }

  /// Several steps as one.
  private static final class Merged {
    private final long after;
    private long revision;
    private final Map<String, String> set = new LinkedHashMap<>();
    private final Set<String> gone = new LinkedHashSet<>();
    private final List<String> happened = new ArrayList<>();
    private final List<String> by = new ArrayList<>();
    private long units;

    Merged(long after) {
      this.after = after;
    }

    void add(Step step) {
      for (String key : step.gone()) {
        units -= size(key, set.remove(key));
        if (gone.add(key)) {
          units += key.length();
        }
      }
      step.set()
          .forEach((key, json) -> {
            if (gone.remove(key)) {
              units -= key.length();
            }
            units += size(key, json) - size(key, set.put(key, json));
          });
      for (String what : step.happened()) {
        happened.add(what);
        units += what.length();
      }
      by.add(step.by());
      revision = step.revision();
    }

    private static long size(String key, @Nullable String json) {
      return json == null ? 0 : key.length() + json.length();
    }

    boolean isBeyond(Bounds bounds) {
      return units > bounds.stateUnits()
          || set.size() + gone.size() > bounds.stateKeys()
          || happened.size() + by.size() > bounds.stateHappenings();
    }

    Frame frame() {
      return new Frame.Changes(
          after, revision, set, List.copyOf(gone), List.copyOf(happened), List.copyOf(by));
    }
  }
}
