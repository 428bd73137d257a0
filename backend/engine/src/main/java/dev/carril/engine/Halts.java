package dev.carril.engine;

import dev.carril.engine.check.Session;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Remembers which sessions are halted. What it throws, an Error too: from [#all], the engine does
/// not start; from [#halt], the dead letter that causes it is not written, and is tried again; from
/// [#release], it is logged, and a restart halts the session again.
///
/// All but [#all] is called by one thread, and may wait in it.
public interface Halts {
  /// Asked once, at the start.
  Collection<Session> all() throws Exception;

  /// The session's records become dead letters from now on. Must be kept when this returns.
  void halt(Session session) throws Exception;

  /// The session goes on.
  void release(Session session) throws Exception;

  /// Remembers them until the process ends, so that a restart releases all of them.
  static Halts inMemory() {
    return new InMemory();
  }

  /// The one that forgets.
  final class InMemory implements Halts {
    private final Set<Session> halted = new LinkedHashSet<>();

    private InMemory() {}

    @Override
    public synchronized Collection<Session> all() {
      return List.copyOf(halted);
    }

    @Override
    public synchronized void halt(Session session) {
      halted.add(session);
    }

    @Override
    public synchronized void release(Session session) {
      halted.remove(session);
    }
  }
}
