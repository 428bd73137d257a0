package dev.carril.simulator.instance;

import dev.carril.engine.source.Partition;
import dev.carril.simulator.log.LogRecord;
import org.jspecify.annotations.Nullable;

/// A handler call, from its start to its end.
public abstract class Call {
  // The process's: what will end it, and whether it hangs.
  Agenda.@Nullable Entry end;

  public abstract Partition partition();

  public abstract LogRecord record();

  /// Which call of this delivery it is, from 1.
  public abstract int attempt();
}
