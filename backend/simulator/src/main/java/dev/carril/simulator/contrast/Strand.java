package dev.carril.simulator.contrast;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Records that wait for each other. What a strand stands for is what tells the designs apart: a
/// session, a worker, a partition, or everything there is.
final class Strand {
  final Object key;

  /// How many of it may be handled at once.
  final int width;

  final Deque<Item> queue = new ArrayDeque<>();
  final List<Item> running = new ArrayList<>();

  // Records of it that failed and wait beside it.
  int beside;

  // What holds it up, and until when.
  @Nullable Item blocked;
  long blockedUntilNanos;

  Strand(Object key, int width) {
    this.key = key;
    this.width = width;
  }

  boolean mayStart() {
    return running.size() < width && blocked == null && !queue.isEmpty();
  }

  int size() {
    return queue.size() + running.size() + beside + (blocked == null ? 0 : 1);
  }
}
