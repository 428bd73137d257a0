package dev.carril.engine.core;

/// What an intake counts.
final class Totals {
  long delivered;
  long alreadyDone;
  long done;
  long deadLettered;
  long gapSkips;
  long commitsFailed;
  long metadataIgnored;

  // Records that were delivered and are still somewhere in the engine.
  int held;
  long heldBytes;

  void came(Held record) {
    held++;
    heldBytes += record.bytes;
  }

  void went(Held record) {
    held--;
    heldBytes -= record.bytes;
  }
}
