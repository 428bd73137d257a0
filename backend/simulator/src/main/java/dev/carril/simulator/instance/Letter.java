package dev.carril.simulator.instance;

import dev.carril.engine.check.Reason;
import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import dev.carril.simulator.log.LogRecord;

/// A dead letter on its way.
public interface Letter {
  Partition partition();

  LogRecord record();

  Session session();

  Reason reason();

  /// Handler calls of this delivery.
  int attempts();

  /// Is its partition still ours? None is written for others.
  boolean isWanted();
}
