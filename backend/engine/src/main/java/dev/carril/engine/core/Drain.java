package dev.carril.engine.core;

import java.util.List;

/// A hand-over: partitions from which nothing new is taken, until what runs has finished or the
/// time is up.
public final class Drain {
  final List<Epoch> epochs;
  final long deadlineNanos;
  private final Object request;
  private List<Commit> commits = List.of();

  Drain(List<Epoch> epochs, long deadlineNanos, Object request) {
    this.epochs = List.copyOf(epochs);
    this.deadlineNanos = deadlineNanos;
    this.request = request;
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

  /// What the driver gave with its wish, to know it again.
  public Object request() {
    return request;
  }

  /// What to commit before the partitions go.
  public List<Commit> commits() {
    return commits;
  }
}
