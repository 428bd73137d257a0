package dev.carril.engine;

import dev.carril.engine.check.Halt;
import dev.carril.engine.check.Session;
import dev.carril.engine.core.DeadLetterWrite;
import dev.carril.engine.runtime.DeadLetterSink;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/// A user's dead letters and halts, as the runtime calls them. A halt is kept before the dead
/// letter that causes it, so that no crash leaves the one without the other.
final class DeadLetterDesk<K, V> implements DeadLetterSink {
  private final DeadLetters<K, V> letters;
  private final @Nullable Halts halts;

  DeadLetterDesk(DeadLetters<K, V> letters, @Nullable Halts halts) {
    this.letters = letters;
    this.halts = halts;
  }

  @Override
  public CompletionStage<?> write(DeadLetterWrite write) throws Exception {
    Session session = write.held().route().session();
    if (halts != null && write.reason().haltsSession()) {
      halts.halt(new Halt(session, write.held().epoch().partition(), write.held().offset()));
    }
    return letters.write(
        new DeadLetter<>(
            HandlerJob.logRecord(write.held()),
            session,
            write.reason(),
            write.attempts(),
            write.failure()));
  }

  @Override
  public Collection<Halt> halts() throws Exception {
    return halts == null ? List.of() : halts.all();
  }

  @Override
  public void release(Session session) throws Exception {
    if (halts != null) {
      halts.release(session);
    }
  }

  @Override
  public void close() throws Exception {
    letters.close();
  }
}
