package dev.carril.engine.runtime;

import dev.carril.engine.check.Halt;
import dev.carril.engine.check.Session;
import dev.carril.engine.core.DeadLetterWrite;
import dev.carril.engine.core.Epoch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes dead letters, so that nobody else waits for whom they are given to.
///
/// A write that is not acknowledged in its time counts as failed, and is written again: better
/// twice than not at all. It keeps the halts too, so what is read of them comes after all that was
/// to be kept before.
final class DeadLetterLoop extends Loop {
  private static final Logger LOG = LoggerFactory.getLogger(DeadLetterLoop.class);

  private static final long READ_AGAIN_NANOS = 1_000_000_000;

  private final DeadLetterSink sink;
  private final IntakeLoop intake;
  private final Duration patience;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicBoolean closing = new AtomicBoolean();
  private final Map<DeadLetterWrite, Long> unanswered = new ConcurrentHashMap<>();

  // Partitions that wait for what is known of halts, and when that is read again.
  private final List<Epoch> waiting = new ArrayList<>();
  private long readNanos;
  private long releases;

  DeadLetterLoop(
      DeadLetterSink sink, IntakeLoop intake, Duration patience, Time time, Breakdown breakdown) {
    super("the dead letters' writer", time, breakdown);
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

  private static final class ReadHalts extends Letter {
    final List<Epoch> epochs;

    ReadHalts(List<Epoch> epochs) {
      this.epochs = epochs;
    }
  }

  void write(DeadLetterWrite write) {
    mailbox.post(new Write(write));
  }

  void release(Session session) {
    mailbox.post(new Release(session));
  }

  /// Reads which sessions are halted, for partitions that have come.
  void readHalts(List<Epoch> epochs) {
    mailbox.post(new ReadHalts(epochs));
  }

  /// Waits until it has ended.
  boolean awaitEnd(long nanos) throws InterruptedException {
    return closed.await(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  void take(Letter letter, long nowNanos) {
    switch (letter) {
      case Write asked -> take(asked.write, nowNanos);
      case ReadHalts asked -> {
        waiting.addAll(asked.epochs);
        readNanos = nowNanos;
      }
      case Release asked -> {
        releases++;
        Throwable wrong = UserCode.trouble(() -> sink.release(asked.session));
        if (wrong != null) {
          LOG.error(
              "session {} goes on, but that could not be kept: a restart halts it again",
              asked.session,
              wrong);
        }
      }
      default -> throw new IllegalStateException("nobody writes such letters");
    }
  }

  private void take(DeadLetterWrite write, long nowNanos) {
    if (!write.isWanted()) {
      intake.deadLetter(write, new IllegalStateException("its partition has gone"));
      return;
    }
    unanswered.put(write, nowNanos);
    var _ =
        UserCode.answer(() -> sink.write(write))
            .copy()
            .orTimeout(Time.nanosOf(patience), TimeUnit.NANOSECONDS)
            .whenComplete((_, why) -> {
              unanswered.remove(write);
              intake.deadLetter(write, why);
            });
  }

  /// Names the letters that nobody has acknowledged since before that moment.
  Stalls stalls(long untilNanos, long nowNanos) {
    var named = new ArrayList<Stall>();
    int late = 0;
    for (var letter : unanswered.entrySet()) {
      if (letter.getValue() - untilNanos < 0 && ++late <= Stalls.NAMED) {
        Session session = letter.getKey().held().route().session();
        String what = "the dead letter of session " + session;
        named.add(new Stall(what, nowNanos - letter.getValue(), List.of()));
      }
    }
    return new Stalls(named, late - named.size());
  }

  @Override
  void tick(long nowNanos) {
    Throwable wrong = UserCode.trouble(this::tellHalts);
    if (wrong != null) {
      LOG.warn("the halted sessions cannot be read, so {} are not fetched", waiting, wrong);
      readNanos = nowNanos + READ_AGAIN_NANOS;
    }
  }

  private void tellHalts() throws Exception {
    Collection<Halt> halts = sink.halts();
    intake.halts(List.copyOf(waiting), halts, releases);
    waiting.clear();
  }

  @Override
  void flush(long nowNanos) {}

  @Override
  long dueNanos() {
    return waiting.isEmpty() ? Long.MAX_VALUE : readNanos;
  }

  /// Closes the user's desk. It may have been done before, where not all could be started.
  @Override
  void ended() {
    if (closing.compareAndSet(false, true)) {
      Throwable wrong = UserCode.trouble(sink::close);
      if (wrong != null) {
        LOG.warn("the dead letters' writer does not close", wrong);
      }
      closed.countDown();
    }
  }
}
