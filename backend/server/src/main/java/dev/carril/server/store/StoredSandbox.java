package dev.carril.server.store;

import dev.carril.simulator.sandbox.Entry;
import java.util.List;

/// A sandbox as it is on disk: enough to make it again, byte for byte.
///
/// @param seed of its random source
/// @param log all its entries, oldest first
public record StoredSandbox(long seed, List<Entry> log) {
  public StoredSandbox {
    log = List.copyOf(log);
  }
}
