package dev.carril.engine.check;

import dev.carril.engine.source.Partition;
import org.jspecify.annotations.Nullable;

/// One delivery of a record: where it is in the log, which stay of its partition with us delivered
/// it, and whose it is.
///
/// @param trace the trace that the record came with, if any
public record Place(
    Partition partition, long epoch, long offset, Session session, @Nullable TraceContext trace) {
  @Override
  public String toString() {
    return partition + ":" + offset + " of " + session + " in epoch " + epoch;
  }
}
