package dev.carril.simulator.instance;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The newest of some things, which are numbered from 0 as they come.
final class Newest<T> {
  private static final int KEPT = 100;

  private final Deque<T> kept = new ArrayDeque<>();
  private long count;
  private long looked;

  /// How many there were; the number of the next one.
  long count() {
    return count;
  }

  void add(T next) {
    kept.addLast(next);
    count++;
    if (kept.size() > KEPT) {
      kept.removeFirst();
    }
  }

  List<T> all() {
    return List.copyOf(kept);
  }

  /// The one with this number, as long as it is kept.
  @Nullable T find(long number) {
    long at = count - kept.size();
    for (T one : kept) {
      if (at++ == number) {
        return one;
      }
    }
    return null;
  }

  /// Somebody looks: hears the numbers of those that came or went since the last time.
  void lookedAt(LongConsumer changed) {
    for (long number = Math.max(0, looked - KEPT); number < count; number++) {
      boolean was = number < looked;
      boolean is = number >= count - KEPT;
      if (was != is) {
        changed.accept(number);
      }
    }
    looked = count;
  }
}
