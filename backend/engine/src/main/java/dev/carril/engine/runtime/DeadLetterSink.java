package dev.carril.engine.runtime;

import dev.carril.engine.check.Halt;
import dev.carril.engine.check.Session;
import dev.carril.engine.core.DeadLetterWrite;
import java.util.Collection;
import java.util.concurrent.CompletionStage;

/// Where dead letters and halts are kept. It is called from one thread, and may wait in it.
public interface DeadLetterSink {
  /// Completes once the letter is safe, and exceptionally if it may not be.
  CompletionStage<?> write(DeadLetterWrite write) throws Exception;

  /// The sessions that are halted, as whoever shares it has left it.
  Collection<Halt> halts() throws Exception;

  /// A session goes on that was halted.
  void release(Session session) throws Exception;

  /// No more will come.
  void close() throws Exception;
}
