package dev.carril.engine;

import dev.carril.engine.check.Halt;
import dev.carril.engine.check.Session;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Remembers which sessions are halted, for all engines of a group: whoever gets a partition asks
/// it before the first record of it is handled. An engine calls it from one thread, but for the
/// first [#all], and it may wait; several engines that share one call it at once.
///
/// What it throws, an Error too: from the first [#all], the engine does not start; from a later
/// one, it is asked again until it answers; from [#halt], the dead letter that causes it is not
/// written, and is tried again; from [#release], it is logged, and a restart halts the session
/// again.
public interface Halts {
  /// Asked at the start and whenever partitions come, which are not fetched before it answers. What
  /// cannot be read then is read again and again.
  Collection<Halt> all() throws Exception;

  /// The session's records become dead letters from now on. Must be kept when this returns. A
  /// session may be halted more than once: what is [Halt#isAfter] what is kept takes its place.
  void halt(Halt halt) throws Exception;

  /// The session goes on.
  void release(Session session) throws Exception;

  /// Remembers them until the process ends, so that a restart releases all of them, and so does a
  /// hand-over to another process.
  static Halts inMemory() {
    return new InMemory();
  }

  /// The one that forgets.
  final class InMemory implements Halts {
    private final Map<Session, Halt> halted = new LinkedHashMap<>();

    private InMemory() {}

    @Override
    public synchronized Collection<Halt> all() {
      return List.copyOf(halted.values());
    }

    @Override
    public synchronized void halt(Halt halt) {
      halted.merge(
          halt.session(),
          halt,
          (before, after) -> after.isAfter(before.partition(), before.offset()) ? after : before);
    }

    @Override
    public synchronized void release(Session session) {
      halted.remove(session);
    }
  }
}
