package dev.carril.engine;

import java.util.LinkedHashSet;
import java.util.Set;

/// Remembers which events were handled, so that one that comes again is dropped.
///
/// It is asked before the handler is called and told after it succeeded, on the session's own
/// thread. Between the two the process may die; then the event is handled again. It is called by
/// many threads at once.
///
/// What [#contains] throws is a failed attempt: nobody knows whether the event may be handled. What
/// [#add] throws is logged, and the event has been handled: if it comes again, it is handled again.
public interface SeenEvents {
  boolean contains(String eventId);

  void add(String eventId);

  /// Remembers the last so many, until the process ends.
  static SeenEvents inMemory(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("cannot remember " + most + " events");
    }
    return new SeenEvents() {
      private final Set<String> seen = new LinkedHashSet<>();

      @Override
      public synchronized boolean contains(String eventId) {
        return seen.contains(eventId);
      }

      @Override
      public synchronized void add(String eventId) {
        if (seen.add(eventId) && seen.size() > most) {
          seen.remove(seen.iterator().next());
        }
      }
    };
  }
}
