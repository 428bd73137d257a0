package dev.carril.engine.core;

import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import java.util.List;

/// Where intake's decisions go. Whoever drives it carries them out, in order.
public interface IntakeOut {
  void mail(int worker, Mail mail);

  /// Fetch a partition, or do not.
  void pause(Partition partition, boolean paused);

  /// Commit, and say how it ended by [Intake#committed] or [Intake#commitFailed].
  void commit(List<Commit> commits);

  /// Commit what the drain says and let its partitions go.
  void letGo(Drain drain);

  /// Write a dead letter, and say how it ended by [Intake#deadLetterWritten] or
  /// [Intake#deadLetterFailed].
  void write(DeadLetterWrite write);

  /// Forget that a session was halted.
  void release(Session session);
}
