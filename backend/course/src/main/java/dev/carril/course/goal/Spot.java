package dev.carril.course.goal;

import org.jspecify.annotations.Nullable;

/// A place on the picture, named or worked out.
public sealed interface Spot {

  /// A record's cell, or the dashed one where the next will go.
  record Cell(String topic, int partition, long offset) implements Spot {}

  record Partition(String topic, int partition) implements Spot {}

  /// A group's mark.
  record Position(String group, String topic, int partition) implements Spot {}

  /// The cell that the group's next `consume` reads first.
  record NextRead(String group, String topic) implements Spot {}

  /// Where a record with this key would go.
  ///
  /// @param key null: without a key
  record NextWrite(String topic, @Nullable String key) implements Spot {}
}
