package dev.carril.simulator.instance;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// How an instance is built: the engine, and designs that go wrong each in its own way.
public enum Design {
  /// The engine.
  LANES,
  /// A flat pool: any free worker takes the next record.
  POOL,
  /// Sessions hashed to workers, without lanes.
  WORKERS,
  /// One worker a partition.
  PARTITION,
  /// The same as workers, and a record that failed goes behind later ones.
  WORKERS_REQUEUE,
  /// The highest offset that has ended is committed.
  HIGHEST,
  /// What ends after its partition has gone is counted.
  NO_EPOCHS,
  /// The successor of an offset is the one after it, delivered or not.
  PLUS_ONE,
  /// A hand-over fences first and drains then.
  FENCE_FIRST,
  /// A hand-over waits for nothing.
  DRAIN_OFF,
  /// What finds its lane full is dropped.
  DROP,
  /// A dead letter ends its record when it is sent.
  DEAD_LETTER_UNACKED,
  /// A commit's metadata comes from a later look than its offset.
  METADATA_LATE;

  /// As it is typed.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// The one that is typed so.
  ///
  /// @throws IllegalArgumentException if there is none
  public static Design of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /// All of them as they are typed.
  public static List<String> words() {
    return Stream.of(values()).map(Design::word).toList();
  }
}
