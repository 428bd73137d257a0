package dev.carril.server.store;

import dev.carril.simulator.sandbox.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A sandbox as it is on disk: enough to make it again, byte for byte.
///
/// @param seed of its random source
/// @param log all its entries, oldest first
/// @param script of the demonstration that is kept with it, or null
public record StoredSandbox(long seed, List<Entry> log, @Nullable String script) {
  public StoredSandbox {
    log = List.copyOf(log);
  }

  /// Without a script.
  public StoredSandbox(long seed, List<Entry> log) {
    this(seed, log, null);
  }
}
