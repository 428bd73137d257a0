package dev.carril.engine.core;

import dev.carril.engine.check.Session;
import org.jspecify.annotations.Nullable;

/// Where an active session's records go, and how many of them there are.
///
/// While it stands, its session keeps its worker, whatever becomes of the ring. Intake's, but for
/// the lane.
public final class Route {
  final Session session;
  final int worker;

  // Records that are with the worker and have not come back.
  int out;

  // Records that wait in the stores of their partitions, in order of arrival.
  int parked;
  @Nullable Held parkedFirst;
  @Nullable Held parkedLast;

  // Neighbours among the sessions with something parked.
  @Nullable Route overflowBefore;
  @Nullable Route overflowAfter;

  // A record of it was skipped, and none has succeeded since.
  boolean gapSkipped;

  // Since when it has nothing to do, and its place among those that once had nothing to do.
  long idleNanos;
  long queuedNanos;
  boolean queuedAsIdle;
  @Nullable Route idleAfter;

  // The worker's: its lane, from its first record on.
  @Nullable Lane lane;

  Route(Session session, int worker) {
    this.session = session;
    this.worker = worker;
  }

  public Session session() {
    return session;
  }

  boolean isIdle() {
    return out == 0 && parked == 0;
  }
}
