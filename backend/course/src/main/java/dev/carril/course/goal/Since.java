package dev.carril.course.goal;

/// Which of what happened counts.
public enum Since {
  /// What the start script did counts too.
  BEGINNING,
  START,
  /// The last command only.
  LAST
}
