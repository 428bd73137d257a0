package dev.carril.engine.core;

import org.jspecify.annotations.Nullable;

/// Which offsets beyond a position had ended before a restart, as the last commit's metadata says.
///
/// It is asked in the order of the offsets, so it walks along.
final class Restored {
  static final Restored NOTHING = new Restored(new long[0], null);

  // From and to, in turns, of what has ended.
  private final long[] edges;
  private final @Nullable String ignored;
  private int at;

  private Restored(long[] edges, @Nullable String ignored) {
    this.edges = edges;
    this.ignored = ignored;
  }

  static Restored ignored(String why) {
    return new Restored(new long[0], why);
  }

  /// @param runs what is open and what has ended, in turns
  static Restored of(long offset, long[] runs) throws BitText.Damage {
    var edges = new long[runs.length & ~1];
    long edge = offset;
    for (int run = 0; run < edges.length; run++) {
      edge += runs[run];
      if (edge < 0) {
        throw new BitText.Damage("it goes beyond the last offset there can be");
      }
      edges[run] = edge;
    }
    return new Restored(edges, null);
  }

  /// Why the metadata was not believed, or null.
  @Nullable String ignored() {
    return ignored;
  }

  /// How many offsets had ended.
  long count() {
    long count = 0;
    for (int edge = 0; edge < edges.length; edge += 2) {
      count += edges[edge + 1] - edges[edge];
    }
    return count;
  }

  /// Had it ended? Asked for rising offsets only.
  boolean has(long offset) {
    while (at < edges.length && edges[at + 1] <= offset) {
      at += 2;
    }
    return at < edges.length && edges[at] <= offset;
  }

  /// Whether it has nothing to say about this offset and those above.
  boolean isBehind(long offset) {
    return edges.length == 0 || edges[edges.length - 1] <= offset;
  }
}
