package dev.carril.engine.check;

import dev.carril.engine.source.Partition;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One delivery of a record: where it is in the log, which stay of its partition with us delivered
/// it, and whose it is.
///
/// @param trace the trace that the record came with, if any
public record Place(
    Partition partition, long epoch, long offset, Session session, @Nullable TraceContext trace) {
  // Places are keys where each event is looked at, and what a record's own two compare first is
  // what they have in common most often.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Place that
        && offset == that.offset
        && epoch == that.epoch
        && partition.equals(that.partition)
        && session.equals(that.session)
        && Objects.equals(trace, that.trace);
  }

  @Override
  public int hashCode() {
    return (Long.hashCode(offset) * 31 + Long.hashCode(epoch)) * 31 + partition.number();
  }

  @Override
  public String toString() {
    return partition + ":" + offset + " of " + session + " in epoch " + epoch;
  }
}
