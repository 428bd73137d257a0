package dev.carril.course.goal;

import java.util.SequencedMap;

/// Where a group's positions must stand.
public sealed interface Stand {

  /// In every partition that is meant.
  record Everywhere(Where where) implements Stand {}

  /// In each of these partitions; others do not matter.
  record Each(SequencedMap<Integer, Where> where) implements Stand {}

  /// One position.
  sealed interface Where {
    record Earliest() implements Where {}

    record End() implements Where {}

    /// No position yet.
    record None() implements Where {}

    record Offset(long offset) implements Where {}
  }
}
