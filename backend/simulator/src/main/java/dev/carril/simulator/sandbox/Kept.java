package dev.carril.simulator.sandbox;

import dev.carril.simulator.world.World;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Worlds with instances that somebody has looked at, as they stand: such a world cannot be copied,
/// but it can go on from there, which is all that the next moment takes.
final class Kept {
  /// More of them are not worth their room.
  private static final int MOST = 3;

  private final Deque<Standing> worlds = new ArrayDeque<>();

  /// @param event after how many events of the entry
  record Standing(World world, String entry, long event) {}

  /// Puts one by; the one that was looked at longest ago may go.
  void put(Standing standing) {
    worlds.addFirst(standing);
    if (worlds.size() > MOST) {
      worlds.removeLast().world().database().close();
    }
  }

  /// Takes the one out that stands last before a moment on its way; null where there is none.
  ///
  /// @param way the commands that lead to the moment, the last of them the one it lies in
  /// @param event after how many events of that
  /// @param first how many of these commands it must have behind it at least
  @Nullable Standing take(List<Entry.Ran> way, long event, int first) {
    Standing best = null;
    int bestAt = first - 1;
    for (Standing one : worlds) {
      int at = Path.place(way, one.entry());
      boolean isBefore = at >= 0 && (at < way.size() - 1 || one.event() <= event);
      if (isBefore && (at > bestAt || best != null && at == bestAt && one.event() > best.event())) {
        best = one;
        bestAt = at;
      }
    }
    if (best != null) {
      worlds.remove(best);
    }
    return best;
  }

  /// What stands in this command is not as it would be now.
  void drop(String entry) {
    for (Iterator<Standing> all = worlds.iterator(); all.hasNext(); ) {
      Standing one = all.next();
      if (one.entry().equals(entry)) {
        one.world().database().close();
        all.remove();
      }
    }
  }

  long weight() {
    return worlds.stream()
        .map(Standing::world)
        .mapToLong(
            it -> 2 * it.heldBytes() + 150 * it.heldRecords() + it.toldBytes() + it.annalsBytes())
        .sum();
  }

  void close() {
    worlds.forEach(one -> one.world().database().close());
    worlds.clear();
  }
}
