package dev.carril.engine.runtime;

import dev.carril.engine.check.Session;
import dev.carril.engine.core.DeadLetterWrite;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes dead letters, so that nobody else waits for whom they are given to.
///
/// A write that is not acknowledged in its time counts as failed, and is written again: better
/// twice than not at all.
final class DeadLetterLoop extends Loop {
  private static final Logger LOG = LoggerFactory.getLogger(DeadLetterLoop.class);

  private final DeadLetterSink sink;
  private final IntakeLoop intake;
  private final Duration patience;
  private final CountDownLatch closed = new CountDownLatch(1);

  DeadLetterLoop(
      DeadLetterSink sink, IntakeLoop intake, Duration patience, Time time, Breakdown breakdown) {
    super("dead letters", time, breakdown);
    this.sink = sink;
    this.intake = intake;
    this.patience = patience;
  }

  private static final class Write extends Letter {
    final DeadLetterWrite write;

    Write(DeadLetterWrite write) {
      this.write = write;
    }
  }

  private static final class Release extends Letter {
    final Session session;

    Release(Session session) {
      this.session = session;
    }
  }

  void write(DeadLetterWrite write) {
    mailbox.post(new Write(write));
  }

  void release(Session session) {
    mailbox.post(new Release(session));
  }

  /// Waits until it has ended.
  boolean awaitEnd(long nanos) throws InterruptedException {
    return closed.await(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  void take(Letter letter, long nowNanos) {
    switch (letter) {
      case Write asked -> take(asked.write);
      case Release asked -> {
        try {
          sink.release(asked.session);
        } catch (Exception wrong) {
          LOG.error(
              "session {} goes on, but that could not be kept: a restart halts it again",
              asked.session,
              wrong);
        }
      }
      default -> throw new IllegalStateException("nobody writes such letters");
    }
  }

  private void take(DeadLetterWrite write) {
    if (!write.isWanted()) {
      intake.deadLetter(write, new IllegalStateException("its partition has gone"));
      return;
    }
    var _ =
        Asked.answer(() -> sink.write(write))
            .toCompletableFuture()
            .copy()
            .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
            .whenComplete((_, why) -> intake.deadLetter(write, why));
  }

  @Override
  void tick(long nowNanos) {}

  @Override
  void flush(long nowNanos) {}

  @Override
  long dueNanos() {
    return Long.MAX_VALUE;
  }

  @Override
  void ended() {
    try {
      sink.close();
    } catch (Exception wrong) {
      LOG.warn("the dead letters' writer does not close", wrong);
    } finally {
      closed.countDown();
    }
  }
}
