package dev.carril.simulator.sandbox;

import dev.carril.simulator.sql.Database;
import dev.carril.simulator.world.World;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Worlds as they were after some entries, so that going back replays few commands.
final class Checkpoints {
  /// Beyond this many every second one is dropped: going far back costs more than going back a
  /// little.
  private static final int MOST = 128;

  private final Map<String, Checkpoint> byEntry = new LinkedHashMap<>();

  /// @param world with a database that is never asked; `image` is what it held
  private record Checkpoint(World world, byte[] image) {}

  void keep(String entry, World world) {
    if (byEntry.size() >= MOST) {
      thin();
    }
    byEntry.put(entry, new Checkpoint(world.copy(Database.empty()), world.database().image()));
  }

  boolean has(String entry) {
    return byEntry.containsKey(entry);
  }

  private void thin() {
    boolean drop = false;
    var entries = byEntry.keySet().iterator();
    while (entries.hasNext()) {
      entries.next();
      if (drop) {
        entries.remove();
      }
      drop = !drop;
    }
  }

  /// The world after this entry, with a database of its own; null where none was kept.
  @Nullable World at(String entry) {
    Checkpoint kept = byEntry.get(entry);
    return kept == null ? null : kept.world().copy(Database.of(kept.image()));
  }

  /// About how many bytes of heap they hold.
  long weight() {
    return byEntry.values().stream()
        .mapToLong(c -> c.image().length + 8 * c.world().heldRecords() + 2_000)
        .sum();
  }
}
