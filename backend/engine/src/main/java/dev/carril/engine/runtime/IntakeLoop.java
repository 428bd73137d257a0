package dev.carril.engine.runtime;

import dev.carril.engine.check.Halt;
import dev.carril.engine.check.Listener;
import dev.carril.engine.check.Session;
import dev.carril.engine.check.TraceContext;
import dev.carril.engine.core.Commit;
import dev.carril.engine.core.DeadLetterWrite;
import dev.carril.engine.core.Drain;
import dev.carril.engine.core.Epoch;
import dev.carril.engine.core.Extra;
import dev.carril.engine.core.FailureText;
import dev.carril.engine.core.Intake;
import dev.carril.engine.core.IntakeOut;
import dev.carril.engine.core.Mail;
import dev.carril.engine.core.Redriven;
import dev.carril.engine.core.Reports;
import dev.carril.engine.core.Rules;
import dev.carril.engine.source.Header;
import dev.carril.engine.source.LogRecord;
import dev.carril.engine.source.Partition;
import dev.carril.engine.source.Slice;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The owner of the [Intake]: takes what was polled, what the workers report, and what is answered.
final class IntakeLoop extends Loop implements IntakeOut {
  private final Intake intake;
  private final Plant plant;
  private final SessionOf sessionOf;
  private final boolean listening;

  // Records that were taken in, and how many of all have left again: the poll thread reads the
  // latter, to know what is held.
  private long taken;
  private long takenBytes;
  private volatile long left;
  private volatile long leftBytes;

  IntakeLoop(
      Plant plant,
      Rules rules,
      int workers,
      SessionOf sessionOf,
      Time time,
      @Nullable Listener listener,
      Breakdown breakdown) {
    super("intake", time, breakdown);
    this.plant = plant;
    this.sessionOf = sessionOf;
    this.listening = listener != null;
    this.intake = new Intake(rules, workers, this, listener, time.nanos());
  }

  private static final class Polled extends Letter {
    final List<? extends Slice<?, ?>> slices;

    Polled(List<? extends Slice<?, ?>> slices) {
      this.slices = slices;
    }
  }

  private static final class Reported extends Letter {
    final Reports reports;

    Reported(Reports reports) {
      this.reports = reports;
    }
  }

  private static final class Asked extends Letter {
    final BiConsumer<Intake, Long> question;

    Asked(BiConsumer<Intake, Long> question) {
      this.question = question;
    }
  }

  private static final class DeadLetterAnswer extends Letter {
    final DeadLetterWrite write;
    final @Nullable Throwable why;

    DeadLetterAnswer(DeadLetterWrite write, @Nullable Throwable why) {
      this.write = write;
      this.why = why;
    }
  }

  private static final class HaltsRead extends Letter {
    final List<Epoch> epochs;
    final Collection<Halt> halts;
    final long releases;

    HaltsRead(List<Epoch> epochs, Collection<Halt> halts, long releases) {
      this.epochs = epochs;
      this.halts = halts;
      this.releases = releases;
    }
  }

  // --- from any thread

  void polled(List<? extends Slice<?, ?>> slices) {
    mailbox.post(new Polled(slices));
  }

  void post(Reports reports) {
    mailbox.post(new Reported(reports));
  }

  /// @param why null if it is safe
  void deadLetter(DeadLetterWrite write, @Nullable Throwable why) {
    mailbox.post(new DeadLetterAnswer(write, why));
  }

  /// Asks or orders something; it is given the intake and the time, in the loop.
  void ask(BiConsumer<Intake, Long> question) {
    mailbox.post(new Asked(question));
  }

  /// Which sessions are halted, for partitions that wait to know.
  ///
  /// @param releases how many of those that were asked for it knows of
  void halts(List<Epoch> epochs, Collection<Halt> halts, long releases) {
    mailbox.post(new HaltsRead(epochs, halts, releases));
  }

  /// Of all records that were ever polled, those that are in the engine no more.
  long left() {
    return left;
  }

  long leftBytes() {
    return leftBytes;
  }

  // --- the loop

  @Override
  void take(Letter letter, long nowNanos) {
    switch (letter) {
      case Polled polled -> {
        for (Slice<?, ?> slice : polled.slices) {
          take(slice, nowNanos);
        }
      }
      case Reported reported -> intake.take(reported.reports, nowNanos);
      case DeadLetterAnswer answer -> {
        if (answer.why == null) {
          intake.deadLetterWritten(answer.write, nowNanos);
        } else {
          intake.deadLetterFailed(answer.write, FailureText.of(answer.why), nowNanos);
        }
      }
      case HaltsRead read -> take(read, nowNanos);
      case Asked asked -> asked.question.accept(intake, nowNanos);
      default -> throw new IllegalStateException("nobody writes such letters to the intake");
    }
  }

  // What was released meanwhile would be halted again by it.
  private void take(HaltsRead read, long nowNanos) {
    if (read.releases == intake.releases()) {
      intake.halted(read.halts, nowNanos);
      read.epochs.forEach(epoch -> intake.haltsKnown(epoch, nowNanos));
    } else {
      plant.deadLetters().readHalts(read.epochs);
    }
  }

  private void take(Slice<?, ?> slice, long nowNanos) {
    Epoch epoch = intake.epoch(slice.partition());
    List<? extends LogRecord<?, ?>> records = slice.records();
    // An array of its own each time: a link from old memory would cost the collector something.
    var keys = new @Nullable Object[epoch == null ? 0 : records.size()];
    for (int at = 0; at < keys.length; at++) {
      keys[at] = UserCode.sessionOf(sessionOf, records.get(at));
      if (!(keys[at] instanceof UserCode.Nobodys)) {
        intake.expect(slice.partition(), keys[at]);
      }
    }
    for (int at = 0; at < records.size(); at++) {
      LogRecord<?, ?> logRecord = records.get(at);
      taken++;
      takenBytes += logRecord.bytes();
      if (epoch != null) {
        epoch = arrive(epoch, logRecord, keys[at], nowNanos);
      }
    }
  }

  private Epoch arrive(
      Epoch epoch, LogRecord<?, ?> logRecord, @Nullable Object keyOrNobodys, long nowNanos) {
    Throwable nobodys = keyOrNobodys instanceof UserCode.Nobodys(var why) ? why : null;
    Object key = nobodys == null ? keyOrNobodys : null;
    Redriven redriven = logRecord.headers().isEmpty() ? null : redriven(logRecord);
    TraceContext trace =
        listening && !logRecord.headers().isEmpty()
            ? TraceContext.parse(logRecord.header(TraceContext.HEADER))
            : null;
    Extra extra =
        redriven != null || trace != null || nobodys != null
            ? new Extra(redriven, trace, nobodys)
            : Extra.NONE;
    return intake.arrive(
        epoch, logRecord.offset(), key, logRecord.bytes(), logRecord, extra, nowNanos);
  }

  private static @Nullable Redriven redriven(LogRecord<?, ?> logRecord) {
    String of = logRecord.header(Header.REDRIVE_OF);
    return of == null ? null : Redriven.of(of, logRecord.header(Header.REDRIVE_AFTER));
  }

  @Override
  void tick(long nowNanos) {
    intake.tick(nowNanos);
  }

  @Override
  void flush(long nowNanos) {
    intake.flush();
    left = taken - intake.held();
    leftBytes = takenBytes - intake.heldBytes();
    plant.poll().left();
  }

  @Override
  long dueNanos() {
    return intake.dueNanos();
  }

  @Override
  void ended() {}

  // --- what the intake wants

  @Override
  public void mail(int worker, Mail mail) {
    plant.workerOf(worker).post(mail);
  }

  @Override
  public void pause(Partition partition, boolean paused) {
    plant.poll().pause(partition, paused);
  }

  @Override
  public void commit(List<Commit> commits) {
    plant.poll().commit(commits);
  }

  @Override
  public void letGo(Drain drain) {
    plant.poll().letGo(drain);
  }

  @Override
  public void write(DeadLetterWrite write) {
    plant.deadLetters().write(write);
  }

  @Override
  public void release(Session session) {
    plant.deadLetters().release(session);
  }
}
