package dev.carril.simulator.sql;

/// What SQLite remembers of earlier statements outside the database itself, so that it would be
/// gone after a replay from a checkpoint: what `last_insert_rowid()`, `changes()` and
/// `total_changes()` answer. Kept here, it goes into the image.
record Counters(long lastRowid, long changes, long totalChanges) {

  static final Counters ZERO = new Counters(0, 0, 0);

  Counters after(long lastRowid, long changes) {
    return new Counters(lastRowid, changes, totalChanges + changes);
  }
}
