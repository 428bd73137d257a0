package dev.carril.engine.source;

/// What is committed for a partition: where to go on, and what was written beside it.
///
/// @param offset the offset that comes next, or -1 where nothing was committed
public record Saved(long offset, String metadata) {
  /// Nothing was committed.
  public static final Saved NOTHING = new Saved(-1, "");
}
