package dev.carril.engine;

import dev.carril.engine.core.Held;
import dev.carril.engine.runtime.Job;
import dev.carril.engine.source.LogRecord;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A user's handler and what goes with it, as the runtime calls it.
final class HandlerJob<K, V> implements Job {
  /// What a handler answers that has finished when it returns: there is nothing to wait for.
  static final CompletionStage<?> FINISHED = CompletableFuture.completedStage(null);

  private static final Logger LOG = LoggerFactory.getLogger(HandlerJob.class);

  private final AsyncHandler<K, V> handler;
  private final Failures failures;
  private final @Nullable SeenEvents seen;

  // Did the last event that was handled go unremembered? Told once, not for each of a million.
  private volatile boolean forgets;

  HandlerJob(AsyncHandler<K, V> handler, Failures failures, @Nullable SeenEvents seen) {
    this.handler = handler;
    this.failures = failures;
    this.seen = seen;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // This very stage, which nobody else can answer.
  public boolean handle(Held held, int attempt) throws Throwable {
    LogRecord<K, V> logRecord = logRecord(held);
    String id = seen == null ? null : EventIds.of(logRecord);
    if (seen != null && id != null && seen.contains(id)) {
      return false;
    }
    CompletionStage<?> stage = handler.handle(new Delivery<>(logRecord, attempt));
    if (stage != FINISHED) {
      // Null says nothing about when the work has ended, so it must not count as done.
      await(Objects.requireNonNull(stage, "the handler answered no stage").toCompletableFuture());
    }
    if (seen != null && id != null) {
      remember(seen, id);
    }
    return true;
  }

  // It was handled: to call that a failure would handle it again and in the end give it up.
  private void remember(SeenEvents seen, String id) {
    try {
      seen.add(id);
      forgets = false;
    } catch (RuntimeException | Error wrong) {
      if (!forgets) {
        forgets = true;
        LOG.warn(
            "event {} was handled and cannot be remembered, nor perhaps later ones", id, wrong);
      }
    }
  }

  private static void await(CompletableFuture<?> future) throws Throwable {
    try {
      future.get();
    } catch (ExecutionException wrapped) {
      Throwable cause = wrapped.getCause();
      throw cause == null ? wrapped : cause;
    } catch (InterruptedException stop) {
      future.cancel(true);
      throw stop;
    }
  }

  @Override
  public boolean isTerminal(Throwable failure) {
    return failures.isTerminal(failure);
  }

  @SuppressWarnings("unchecked") // What was put in by this engine's source comes out again.
  static <K, V> LogRecord<K, V> logRecord(Held held) {
    Object payload = held.payload();
    if (payload == null) {
      throw new IllegalStateException(held + " came without its record");
    }
    return (LogRecord<K, V>) payload;
  }
}
