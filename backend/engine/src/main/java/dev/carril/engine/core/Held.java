package dev.carril.engine.core;

import dev.carril.engine.check.Place;
import dev.carril.engine.check.Reason;
import org.jspecify.annotations.Nullable;

/// One delivery of a record, from when the log gave it to us until it has ended.
///
/// Intake and worker hand it to each other; who has it may write it. A record that waits for its
/// dead letter stands in its lane while intake looks after it, so then neither touches what the
/// other wrote.
public final class Held {
  final Epoch epoch;
  final long offset;
  final Route route;
  final @Nullable Object payload;
  final int bytes;
  final long arrivedNanos;
  final @Nullable Place place;

  // Intake's: its number among the deliveries of its epoch.
  long slot;

  // Intake's: it waits in its partition's store.
  boolean parked;

  // Intake's: its dead letter was refused once, since there were more than poison explains.
  boolean reprieved;

  // Intake's: how its dead letter stands, from when it is wanted.
  @Nullable DeadLetterWrite write;

  // Whoever has it: it was redriven since its session halted, and waits for the release.
  boolean waits;

  // Whoever has it: the next one in the lane or in the store.
  @Nullable Held next;

  // The worker's.
  Stage stage = Stage.OUTSIDE;
  int attempts;
  @Nullable Throwable failure;
  @Nullable Reason reason;
  boolean skipped;
  boolean settled;
  boolean leaving;
  boolean stale;

  /// Where in its lane a record is.
  enum Stage {
    /// Not in a lane: not yet, or no more.
    OUTSIDE,
    QUEUED,
    /// Handed out to be handled. A record that was handled may stay so when it leaves.
    RUNNING,
    /// It has failed, and keeps its lane until its next attempt.
    BACKING_OFF,
    /// It has failed for good, and keeps its lane until its dead letter is safe.
    CONDEMNED
  }

  Held(
      Epoch epoch,
      long offset,
      Route route,
      @Nullable Object payload,
      int bytes,
      long arrivedNanos,
      @Nullable Place place) {
    this.epoch = epoch;
    this.offset = offset;
    this.route = route;
    this.payload = payload;
    this.bytes = bytes;
    this.arrivedNanos = arrivedNanos;
    this.place = place;
  }

  public Epoch epoch() {
    return epoch;
  }

  public long offset() {
    return offset;
  }

  public Route route() {
    return route;
  }

  /// What the driver gave with it.
  public @Nullable Object payload() {
    return payload;
  }

  /// Handler calls of this delivery that have ended.
  public int attempts() {
    return attempts;
  }

  /// Made when there is somebody to tell.
  Place place() {
    return place != null
        ? place
        : new Place(epoch.partition, epoch.number, offset, route.session, null);
  }

  @Override
  public String toString() {
    return epoch.partition + ":" + offset + " of " + route.session;
  }
}
