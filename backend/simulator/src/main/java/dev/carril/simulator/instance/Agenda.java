package dev.carril.simulator.instance;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What is to happen, by time; entries of one moment in the order in which they were put in.
final class Agenda {
  private @Nullable Entry[] heap = new Entry[32];
  private int size;
  private long numbered;

  // What stands first was taken. What happens then nearly always puts something in that is soon
  // due: it takes that place, and nothing else has to move far.
  private boolean firstIsTaken;

  /// Something that is to happen.
  abstract static class Entry {
    long atNanos;
    long number;

    /// Whose it is: while that process stands still, it waits, and when it has gone, it comes to
    /// nothing.
    final @Nullable Instance of;

    Entry(@Nullable Instance of) {
      this.of = of;
    }

    /// @return false if there was nothing left to do, so that it was no step
    abstract boolean happen();
  }

  void at(long atNanos, Entry entry) {
    entry.number = numbered++;
    put(atNanos, entry);
  }

  /// Puts one back that could not happen yet; among those of its new time it keeps its turn.
  void later(long atNanos, Entry entry) {
    put(atNanos, entry);
  }

  private void put(long atNanos, Entry entry) {
    entry.atNanos = atNanos;
    if (firstIsTaken) {
      firstIsTaken = false;
      sink(entry);
      return;
    }
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    rise(size++, entry);
  }

  private void rise(int from, Entry entry) {
    int place = from;
    while (place > 0) {
      Entry above = entry((place - 1) / 2);
      if (!before(entry, above)) {
        break;
      }
      heap[place] = above;
      place = (place - 1) / 2;
    }
    heap[place] = entry;
  }

  /// When the next one is, or Long.MAX_VALUE.
  long dueNanos() {
    fill();
    return size == 0 ? Long.MAX_VALUE : entry(0).atNanos;
  }

  Entry take() {
    fill();
    firstIsTaken = true;
    return entry(0);
  }

  // Nothing came in place of what was taken.
  private void fill() {
    if (firstIsTaken) {
      firstIsTaken = false;
      Entry last = entry(--size);
      heap[size] = null;
      if (size > 0) {
        sinkDeep(last);
      }
    }
  }

  private void sink(Entry entry) {
    int gap = 0;
    for (int child = 1; child < size; child = 2 * gap + 1) {
      int next = earlier(child);
      if (!before(entry(next), entry)) {
        break;
      }
      heap[gap] = heap[next];
      gap = next;
    }
    heap[gap] = entry;
  }

  // What was last is late, as a rule, and belongs near the bottom: so the gap goes down there
  // first, without a look at it.
  private void sinkDeep(Entry entry) {
    int gap = 0;
    for (int child = 1; child < size; child = 2 * gap + 1) {
      int next = earlier(child);
      heap[gap] = heap[next];
      gap = next;
    }
    rise(gap, entry);
  }

  // Of two neighbours.
  private int earlier(int child) {
    return child + 1 < size && before(entry(child + 1), entry(child)) ? child + 1 : child;
  }

  private Entry entry(int place) {
    Entry entry = heap[place];
    if (entry == null) {
      throw new IllegalStateException("nothing at " + place + " of " + size);
    }
    return entry;
  }

  private static boolean before(Entry one, Entry other) {
    return one.atNanos != other.atNanos ? one.atNanos < other.atNanos : one.number < other.number;
  }
}
