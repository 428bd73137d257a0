package dev.carril.engine;

import dev.carril.engine.check.BlockedOffset;
import dev.carril.engine.check.LaneView;
import dev.carril.engine.check.PartitionView;
import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import java.util.List;
import java.util.Map;

/// What an engine holds at one moment, or nearly: its parts are asked one after the other.
///
/// @param lanes of every session that is active
/// @param blocked what has not ended although something behind it has, one by one, the oldest 1,000
///   of a partition
/// @param lags records behind each commit point, as far as is known
/// @param held records that were delivered and have not ended
/// @param delivered records that were delivered since the start, and what became of them
public record Snapshot(
    Health health,
    List<PartitionView> partitions,
    List<LaneView> lanes,
    List<BlockedOffset> blocked,
    Map<Partition, Long> lags,
    List<Session> halted,
    int held,
    long heldBytes,
    int running,
    long delivered,
    long done,
    long alreadyDone,
    long deadLettered,
    long gapSkips,
    long commitsFailed,
    long metadataIgnored) {
  public Snapshot {
    partitions = List.copyOf(partitions);
    lanes = List.copyOf(lanes);
    blocked = List.copyOf(blocked);
    lags = Map.copyOf(lags);
    halted = List.copyOf(halted);
  }
}
