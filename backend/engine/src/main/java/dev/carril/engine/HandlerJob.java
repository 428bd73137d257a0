package dev.carril.engine;

import dev.carril.engine.core.Held;
import dev.carril.engine.runtime.Job;
import dev.carril.engine.source.LogRecord;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/// A user's handler and what goes with it, as the runtime calls it.
final class HandlerJob<K, V> implements Job {
  /// What a handler answers that has finished when it returns: there is nothing to wait for.
  static final CompletionStage<?> FINISHED = CompletableFuture.completedStage(null);

  private final AsyncHandler<K, V> handler;
  private final Failures failures;
  private final @Nullable SeenEvents seen;

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
      seen.add(id);
    }
    return true;
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
