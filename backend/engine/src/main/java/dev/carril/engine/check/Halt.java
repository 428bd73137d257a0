package dev.carril.engine.check;

import dev.carril.engine.source.Partition;

/// A session that stands still until somebody releases it.
///
/// @param partition where the record is whose dead letter halted it
/// @param offset the same
public record Halt(Session session, Partition partition, long offset) {
  /// Does a dead letter of that place belong to this halt, or to one that was before it? Of another
  /// partition nobody can tell.
  public boolean isAfter(Partition other, long otherOffset) {
    return partition.equals(other) && otherOffset < offset;
  }

  @Override
  public String toString() {
    return session + " since " + partition + ":" + offset;
  }
}
