package dev.carril.course;

/// What a learner may point at before a command runs.
public enum Predict {
  /// Where the record will go.
  LANDS,
  /// Which cell is read first.
  READS,
  /// Where a group's position will stand.
  POSITION
}
