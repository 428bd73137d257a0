package dev.carril.engine.check;

import dev.carril.engine.source.Partition;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A partition that is ours, at one moment.
///
/// @param committed what is committed, as far as we know, or -1
/// @param commitPoint what could be committed, or -1
/// @param ahead offsets that have ended beyond the commit point
/// @param unended offsets that were delivered and have not ended
/// @param parked of these, those that wait in the partition's store
/// @param holder the session that fills the store, where one does
public record PartitionView(
    Partition partition,
    long epoch,
    boolean draining,
    long committed,
    long commitPoint,
    int ahead,
    int unended,
    int parked,
    long parkedBytes,
    Set<Pause> pauses,
    @Nullable Session holder) {
  public PartitionView {
    pauses = Set.copyOf(pauses);
  }
}
