package dev.carril.simulator.instance;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The newest of some things, which are numbered from 0 as they come.
final class Newest<T> {
  private static final int KEPT = 100;

  private final List<T> kept = new ArrayList<>();
  private final SortedSet<Long> changed = new TreeSet<>();
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

  /// Puts another in the place of the first of which this holds, if there is one.
  void change(Predicate<T> which, UnaryOperator<T> into) {
    for (int at = 0; at < kept.size(); at++) {
      if (which.test(kept.get(at))) {
        kept.set(at, into.apply(kept.get(at)));
        changed.add(count - kept.size() + at);
        return;
      }
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

  /// Somebody looks: hears the numbers of those that came, changed or went since the last time.
  void lookedAt(LongConsumer otherwise) {
    for (long number = Math.max(0, looked - KEPT); number < count; number++) {
      boolean was = number < looked;
      boolean is = number >= count - KEPT;
      if (was != is || is && changed.contains(number)) {
        otherwise.accept(number);
      }
    }
    looked = count;
    changed.clear();
  }
}
