package dev.carril.benchmarks.engine;

import dev.carril.engine.source.Ownership;
import dev.carril.engine.source.Partition;
import dev.carril.engine.source.Saved;
import java.util.Collection;
import java.util.Map;

/// Does not care what it owns: for loops without an engine.
record Nobody() implements Ownership {
  @Override
  public void assigned(Map<Partition, Saved> partitions) {}

  @Override
  public void revoked(Collection<Partition> partitions) {}

  @Override
  public void lost(Collection<Partition> partitions) {}
}
