package dev.carril.engine.core;

import dev.carril.engine.source.Partition;

/// What is to be committed for one partition: an offset and what has ended beyond it, from one look
/// at the tracker.
///
/// @param version the tracker's at that look, which says later whether there is more to commit
public record Commit(Epoch epoch, long offset, String metadata, int ahead, long version) {
  static Commit of(Epoch epoch) {
    Tracker tracker = epoch.tracker;
    long offset = tracker.commitPoint();
    return new Commit(
        epoch, offset, Ahead.encode(offset, tracker.runs()), tracker.ahead(), tracker.version());
  }

  public Partition partition() {
    return epoch.partition;
  }

  /// Is its partition still ours? None is sent for others, but for the last one of those that go.
  public boolean isWanted() {
    return epoch.isOurs();
  }
}
