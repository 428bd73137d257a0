package dev.carril.engine.core;

import dev.carril.engine.check.Session;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The routes of all active sessions, found by their keys, and which of them may go.
///
/// A table with open addressing: a record's session is looked up for each record, so that has to
/// cost next to nothing and leave nothing behind.
///
/// Sessions that have nothing to do stand in a queue in the order in which they became so. One that
/// got work again stays in the queue until it comes to the front, since taking it out at once would
/// cost every record something.
final class Routes {
  private static final int LEAST = 64;

  private @Nullable Route[] table = new Route[LEAST];
  private int size;
  private int idle;
  private @Nullable Route idleFirst;
  private @Nullable Route idleLast;

  int size() {
    return size;
  }

  /// Places of the table, for the laws: what was needed once is not kept for ever.
  int room() {
    return table.length;
  }

  int idle() {
    return idle;
  }

  @Nullable Route find(String topic, Object plainKey, long hash) {
    int mask = table.length - 1;
    for (int at = (int) hash & mask; ; at = at + 1 & mask) {
      Route route = table[at];
      if (route == null) {
        return null;
      }
      if (route.session.hash() == hash && route.session.is(topic, plainKey)) {
        return route;
      }
    }
  }

  @Nullable Route find(Session session) {
    int mask = table.length - 1;
    for (int at = (int) session.hash() & mask; ; at = at + 1 & mask) {
      Route route = table[at];
      if (route == null || route.session.equals(session)) {
        return route;
      }
    }
  }

  void add(Route route) {
    if (2 * ++size > table.length) {
      resize(table.length * 2);
    }
    put(route);
    idle++;
  }

  /// It has something to do again. Called before its counts rise.
  void busy(Route route) {
    if (route.isIdle()) {
      idle--;
    }
  }

  /// It has nothing to do any more.
  void idle(Route route, long nowNanos) {
    idle++;
    route.idleNanos = nowNanos;
    if (!route.queuedAsIdle) {
      enqueue(route);
    }
  }

  /// The route that has been idle for longest, if it has been so for that long or if there are more
  /// idle ones than that; it is forgotten.
  @Nullable Route takeIdle(long untilNanos, int most) {
    for (Route first = idleFirst; first != null; first = idleFirst) {
      if (first.queuedNanos - untilNanos > 0 && idle <= most) {
        return null;
      }
      dequeue(first);
      if (first.isIdle()) {
        if (first.idleNanos == first.queuedNanos || first.idleNanos - untilNanos <= 0) {
          remove(first);
          return first;
        }
        // It worked since it was put here, so others have been idle for longer.
        enqueue(first);
      }
    }
    return null;
  }

  /// When the first of the queue became idle, or Long.MAX_VALUE if there is none.
  long firstIdleNanos() {
    return idleFirst == null ? Long.MAX_VALUE : idleFirst.queuedNanos;
  }

  void forEach(Consumer<Route> visitor) {
    for (Route route : table) {
      if (route != null) {
        visitor.accept(route);
      }
    }
  }

  private void enqueue(Route route) {
    route.queuedAsIdle = true;
    route.queuedNanos = route.idleNanos;
    if (idleLast == null) {
      idleFirst = route;
    } else {
      idleLast.idleAfter = route;
    }
    idleLast = route;
  }

  private void dequeue(Route first) {
    idleFirst = first.idleAfter;
    first.idleAfter = null;
    first.queuedAsIdle = false;
    if (idleFirst == null) {
      idleLast = null;
    }
  }

  private void put(Route route) {
    int mask = table.length - 1;
    int at = (int) route.session.hash() & mask;
    while (table[at] != null) {
      at = at + 1 & mask;
    }
    table[at] = route;
  }

  // Takes a route out and moves up those behind it that would no longer be found.
  private void remove(Route gone) {
    int mask = table.length - 1;
    int hole = (int) gone.session.hash() & mask;
    while (table[hole] != gone) {
      hole = hole + 1 & mask;
    }
    for (int at = hole + 1 & mask; ; at = at + 1 & mask) {
      Route route = table[at];
      if (route == null) {
        break;
      }
      int home = (int) route.session.hash() & mask;
      if ((at - home & mask) >= (at - hole & mask)) {
        table[hole] = route;
        hole = at;
      }
    }
    table[hole] = null;
    idle--;
    if (--size < table.length / 8 && table.length > LEAST) {
      resize(table.length / 2);
    }
  }

  private void resize(int length) {
    @Nullable Route[] before = table;
    table = new Route[length];
    for (Route route : before) {
      if (route != null) {
        put(route);
      }
    }
  }
}
