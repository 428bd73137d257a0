package dev.carril.engine.core;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Lanes that something is due for at a set time: a heap, the earliest first, in which each lane
/// knows its place, so that an alarm can be taken back. Of two at one time, the one whose session
/// hashes lower is first, so that no order hangs on how the heap came about.
final class Alarms {
  private @Nullable Lane[] heap = new Lane[16];
  private int size;

  int size() {
    return size;
  }

  long dueNanos() {
    return size == 0 ? Long.MAX_VALUE : at(0).dueNanos;
  }

  void set(Lane lane, long dueNanos) {
    clear(lane);
    lane.dueNanos = dueNanos;
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    up(size++, lane);
  }

  void clear(Lane lane) {
    int place = lane.alarmPlace;
    if (place < 0) {
      return;
    }
    lane.alarmPlace = -1;
    Lane moved = at(--size);
    heap[size] = null;
    if (moved != lane) {
      if (place > 0 && before(moved, at((place - 1) / 2))) {
        up(place, moved);
      } else {
        down(place, moved);
      }
    }
  }

  /// The next lane whose time has come, or null.
  @Nullable Lane take(long nowNanos) {
    if (size == 0 || at(0).dueNanos - nowNanos > 0) {
      return null;
    }
    Lane lane = at(0);
    clear(lane);
    return lane;
  }

  private Lane at(int place) {
    Lane lane = heap[place];
    if (lane == null) {
      throw new IllegalStateException("no alarm at " + place + " of " + size);
    }
    return lane;
  }

  private void up(int from, Lane lane) {
    int place = from;
    while (place > 0 && before(lane, at((place - 1) / 2))) {
      put(place, at((place - 1) / 2));
      place = (place - 1) / 2;
    }
    put(place, lane);
  }

  private void down(int from, Lane lane) {
    int place = from;
    while (2 * place + 1 < size) {
      int child = 2 * place + 1;
      if (child + 1 < size && before(at(child + 1), at(child))) {
        child++;
      }
      if (!before(at(child), lane)) {
        break;
      }
      put(place, at(child));
      place = child;
    }
    put(place, lane);
  }

  private void put(int place, Lane lane) {
    heap[place] = lane;
    lane.alarmPlace = place;
  }

  private static boolean before(Lane one, Lane other) {
    long difference = one.dueNanos - other.dueNanos;
    return difference < 0
        || difference == 0 && one.route.session.hash() < other.route.session.hash();
  }
}
