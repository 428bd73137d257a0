package dev.carril.engine.core;

import org.jspecify.annotations.Nullable;

/// What waits because its session's lane is full: the stores of all partitions.
///
/// A store is counted by partition, since its bound is the partition's; it is kept by session,
/// since what a lane gets next is its own session's, whatever others wait for.
final class Parking {
  private @Nullable Route overflowFirst;
  private @Nullable Route overflowLast;
  private int records;

  int records() {
    return records;
  }

  void park(Held held) {
    Route route = held.route;
    held.parked = true;
    held.next = null;
    if (route.parkedLast == null) {
      route.parkedFirst = held;
      link(route);
    } else {
      route.parkedLast.next = held;
    }
    route.parkedLast = held;
    count(held, 1);
  }

  /// The first record of a session that waits.
  @Nullable Held unpark(Route route) {
    Held first = route.parkedFirst;
    if (first != null) {
      takeOut(route, null, first);
    }
    return first;
  }

  /// None of a session's waits for a release any more.
  void waitNoLonger(Route route) {
    for (Held at = route.parkedFirst; at != null; at = at.next) {
      at.waits = false;
    }
  }

  /// Takes one record out of the middle.
  void remove(Held held) {
    Held before = null;
    for (Held at = held.route.parkedFirst; at != null; at = at.next) {
      if (at == held) {
        takeOut(held.route, before, at);
        return;
      }
      before = at;
    }
  }

  /// Takes out everything that came in an epoch.
  void removeAll(Epoch epoch, Taken taken) {
    Route route = overflowFirst;
    while (route != null && epoch.parked > 0) {
      Route following = route.overflowAfter;
      Held before = null;
      Held at = route.parkedFirst;
      while (at != null) {
        Held after = at.next;
        if (at.epoch == epoch) {
          takeOut(route, before, at);
          taken.take(at);
        } else {
          before = at;
        }
        at = after;
      }
      route = following;
    }
  }

  /// The session that fills most of a partition's store, or null if none has half of it.
  @Nullable Route holder(Epoch epoch) {
    for (Route route = overflowFirst; route != null; route = route.overflowAfter) {
      if (2 * route.parked >= epoch.parked && 2 * parkedIn(route, epoch) >= epoch.parked) {
        return route;
      }
    }
    return null;
  }

  /// Is told what is taken out.
  interface Taken {
    void take(Held held);
  }

  private static int parkedIn(Route route, Epoch epoch) {
    int count = 0;
    for (Held held = route.parkedFirst; held != null; held = held.next) {
      if (held.epoch == epoch) {
        count++;
      }
    }
    return count;
  }

  private void takeOut(Route route, @Nullable Held before, Held held) {
    if (before == null) {
      route.parkedFirst = held.next;
    } else {
      before.next = held.next;
    }
    if (route.parkedLast == held) {
      route.parkedLast = before;
    }
    held.next = null;
    held.parked = false;
    count(held, -1);
    if (route.parkedFirst == null) {
      unlink(route);
    }
  }

  private void count(Held held, int sign) {
    records += sign;
    held.route.parked += sign;
    held.epoch.parked += sign;
    held.epoch.parkedBytes += sign * (long) held.bytes;
  }

  private void link(Route route) {
    route.overflowBefore = overflowLast;
    if (overflowLast == null) {
      overflowFirst = route;
    } else {
      overflowLast.overflowAfter = route;
    }
    overflowLast = route;
  }

  private void unlink(Route route) {
    Route before = route.overflowBefore;
    Route after = route.overflowAfter;
    if (before == null) {
      overflowFirst = after;
    } else {
      before.overflowAfter = after;
    }
    if (after == null) {
      overflowLast = before;
    } else {
      after.overflowBefore = before;
    }
    route.overflowBefore = null;
    route.overflowAfter = null;
  }
}
