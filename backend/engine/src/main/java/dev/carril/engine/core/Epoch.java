package dev.carril.engine.core;

import dev.carril.engine.check.Pause;
import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import org.jspecify.annotations.Nullable;

/// One stay of a partition with us, from when it is assigned until it goes.
///
/// When the partition comes back it is another epoch. What was born in this one carries it along,
/// and can so be told from what came later. Intake's alone; others know it by its number.
public final class Epoch {
  final Partition partition;
  final long number;
  final Tracker tracker;
  Restored restored;
  Phase phase = Phase.OPEN;

  // Records that are with the workers: in lanes, running, or waiting for their dead letter.
  int out;

  // Records that wait in the partition's store.
  int parked;
  long parkedBytes;

  // Records that were reprieved and have not ended.
  int reprieved;

  // Why it is not fetched, as bits of Pause, and who fills the store if one session does.
  int pauses;
  @Nullable Session holder;

  // What was committed last, as far as we know.
  long committed;
  long committedVersion;

  // The record whose gap is being closed, and when that was asked for.
  @Nullable Held skipping;
  long skipAskedNanos;

  /// How a partition is ours.
  enum Phase {
    OPEN,
    /// Nothing new of it is taken; what runs may finish and counts.
    DRAINING,
    /// It is not ours any more; nothing that comes from it changes anything.
    GONE
  }

  Epoch(Partition partition, long number, long position, Restored restored) {
    this.partition = partition;
    this.number = number;
    this.restored = restored;
    this.committed = position;
    this.tracker = new Tracker(position);
  }

  public Partition partition() {
    return partition;
  }

  public long number() {
    return number;
  }

  /// Why the metadata that was committed last was not believed, or null.
  public @Nullable String metadataIgnored() {
    return restored.ignored();
  }

  /// Is there a reason not to fetch it?
  public boolean isPaused() {
    return pauses != 0;
  }

  /// Offsets that have ended beyond one that has not.
  public int ahead() {
    return tracker.ahead();
  }

  boolean isOurs() {
    return phase != Phase.GONE;
  }

  boolean isOpen() {
    return phase == Phase.OPEN;
  }

  boolean isPausedFor(Pause reason) {
    return (pauses & reason.bit()) != 0;
  }

  /// Is there something to commit that was not committed?
  boolean isDirty() {
    return tracker.version() != committedVersion;
  }

  @Override
  public String toString() {
    return partition + " in epoch " + number;
  }
}
