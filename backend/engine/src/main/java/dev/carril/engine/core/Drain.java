package dev.carril.engine.core;

import java.util.List;

/// A hand-over: partitions from which nothing new is taken, until what runs has finished or the
/// time is up.
public final class Drain {
  final List<Epoch> epochs;
  final long deadlineNanos;
  private List<Commit> commits = List.of();

  Drain(List<Epoch> epochs, long deadlineNanos) {
    this.epochs = List.copyOf(epochs);
    this.deadlineNanos = deadlineNanos;
  }

  /// Does anything of it still run?
  boolean isDone() {
    for (Epoch epoch : epochs) {
      if (epoch.isOurs() && epoch.out > 0) {
        return false;
      }
    }
    return true;
  }

  void commit(List<Commit> last) {
    commits = List.copyOf(last);
  }

  /// What to commit before the partitions go.
  public List<Commit> commits() {
    return commits;
  }
}
