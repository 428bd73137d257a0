package dev.carril.engine.core;

import dev.carril.engine.check.LaneState;
import org.jspecify.annotations.Nullable;

/// The lanes of a worker that could start something, in the order in which they came to it.
///
/// A lane that was ready and is no more keeps its place, and its turn then comes to nothing: to
/// take it out of the middle would cost more.
final class ReadyLanes {
  private @Nullable Lane first;
  private @Nullable Lane last;

  void add(Lane lane) {
    lane.state = LaneState.READY;
    if (lane.queuedAsReady) {
      return;
    }
    lane.queuedAsReady = true;
    if (last == null) {
      first = lane;
    } else {
      last.readyAfter = lane;
    }
    last = lane;
  }

  /// The one whose turn it is, or null.
  @Nullable Lane first() {
    return first;
  }

  /// Takes out the first one.
  void remove(Lane lane) {
    first = lane.readyAfter;
    lane.readyAfter = null;
    lane.queuedAsReady = false;
    if (first == null) {
      last = null;
    }
  }
}
