package dev.carril.engine.core;

/// How much an engine may hold.
///
/// @param laneCapacity records of one session in its lane; further ones go to the partition's store
/// @param storeRecordsMax records in one partition's store before its fetch is paused
/// @param storeBytesMax the same in bytes
/// @param aheadMax offsets of one partition done ahead of the commit point before its fetch is
///   paused; what is held then may still end, and of one poll's records those that a commit's
///   metadata knows to have ended come on top
/// @param idleLanesMax lanes that are kept although they have nothing to do
/// @param runMax records that a lane is handed at once
public record Bounds(
    int laneCapacity,
    int storeRecordsMax,
    long storeBytesMax,
    int aheadMax,
    int idleLanesMax,
    int runMax) {
  public Bounds {
    atLeast(1, laneCapacity, "lane capacity");
    atLeast(1, storeRecordsMax, "records of a store");
    atLeast(1, storeBytesMax, "bytes of a store");
    atLeast(1, aheadMax, "offsets done ahead");
    atLeast(0, idleLanesMax, "idle lanes");
    atLeast(1, runMax, "records of a run");
  }

  private static void atLeast(long least, long value, String what) {
    if (value < least) {
      throw new IllegalArgumentException(what + ": at least " + least + ", not " + value);
    }
  }
}
