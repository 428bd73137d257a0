package dev.carril.simulator.instance;

import dev.carril.engine.check.BlockedOffset;
import dev.carril.engine.check.Halt;
import dev.carril.engine.check.LaneView;
import dev.carril.engine.check.Listener;
import dev.carril.engine.check.PartitionView;
import dev.carril.engine.check.Reason;
import dev.carril.engine.check.Session;
import dev.carril.engine.core.AfterDeadLetter;
import dev.carril.engine.core.Allowance;
import dev.carril.engine.core.Bounds;
import dev.carril.engine.core.Commit;
import dev.carril.engine.core.DeadLetterWrite;
import dev.carril.engine.core.Dispatch;
import dev.carril.engine.core.DispatchOut;
import dev.carril.engine.core.Drain;
import dev.carril.engine.core.Epoch;
import dev.carril.engine.core.Extra;
import dev.carril.engine.core.Held;
import dev.carril.engine.core.Intake;
import dev.carril.engine.core.IntakeOut;
import dev.carril.engine.core.Lane;
import dev.carril.engine.core.Mail;
import dev.carril.engine.core.Permits;
import dev.carril.engine.core.Redriven;
import dev.carril.engine.core.Reports;
import dev.carril.engine.core.RetrySchedule;
import dev.carril.engine.core.Rules;
import dev.carril.engine.core.Run;
import dev.carril.engine.core.Times;
import dev.carril.engine.source.Header;
import dev.carril.engine.source.Partition;
import dev.carril.simulator.log.LogRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The engine's own core, the classes that production runs: an intake and its workers.
///
/// Part 0 is the intake, part n the worker n - 1.
final class Lanes implements Core, IntakeOut {
  private static final long SECOND = 1_000_000_000;

  private final CoreOut out;
  private final Intake intake;
  private final Worker[] workers;
  private final boolean halts;
  private int handlersFree;

  // Lanes that were told to go and have not heard of it.
  private int closing;

  Lanes(Settings settings, long seed, CoreOut out, Listener listener, long nowNanos) {
    this.out = out;
    this.halts = settings.haltAfterDeadLetter();
    this.handlersFree = settings.handlers();
    Rules rules = rules(settings, seed);
    // Where their number changes it grows first.
    int begins = settings.resizes() ? 1 : settings.workers();
    intake = new Intake(rules, begins, this, listener, nowNanos);
    workers = new Worker[settings.workers()];
    for (int number = 0; number < workers.length; number++) {
      workers[number] = new Worker(number, rules, listener);
    }
  }

  private static Rules rules(Settings it, long seed) {
    RetrySchedule retry = it.retrySchedule(seed);
    return new Rules(
        retry,
        // An outage in a picture or a proof is to be seen to its end.
        retry,
        new Bounds(it.laneCapacity(), it.store(), Long.MAX_VALUE / 2, it.ahead(), 10_000, 64),
        new Times(it.idleNanos(), it.commitNanos(), it.gapNanos(), it.handlerNanos()),
        new Allowance(it.budget(), 100, 600 * SECOND),
        it.haltAfterDeadLetter() ? AfterDeadLetter.HALT_SESSION : AfterDeadLetter.CONTINUE,
        false);
  }

  // --- events in

  @Override
  public int parts() {
    return 1 + workers.length;
  }

  @Override
  public void assigned(Partition partition, long position, String metadata, long nowNanos) {
    intake.assigned(partition, position, metadata, nowNanos);
  }

  @Override
  public void revoke(List<Partition> some, long deadlineNanos, Object request, long nowNanos) {
    intake.revoke(some, deadlineNanos, request, nowNanos);
  }

  @Override
  public void close(long deadlineNanos, Object request, long nowNanos) {
    intake.close(deadlineNanos, request, nowNanos);
  }

  @Override
  public void lost(List<Partition> partitions, long nowNanos) {
    intake.lost(partitions, nowNanos);
  }

  @Override
  public void arrive(Partition partition, LogRecord[] records, long nowNanos) {
    Epoch epoch = intake.epoch(partition);
    for (LogRecord record : records) {
      if (epoch != null) {
        epoch =
            intake.arrive(
                epoch,
                record.offset(),
                record.key(),
                record.bytes(),
                record,
                extra(record),
                nowNanos);
      }
    }
  }

  private static Extra extra(LogRecord record) {
    String of = record.header(Header.REDRIVE_OF);
    return of == null
        ? Extra.NONE
        : new Extra(Redriven.of(of, record.header(Header.REDRIVE_AFTER)), null, null);
  }

  @Override
  public void halted(Collection<Halt> kept, long nowNanos) {
    if (halts) {
      intake.halted(kept, nowNanos);
    }
  }

  @Override
  public void pauseByUser(Partition partition, long nowNanos) {
    intake.pauseByUser(List.of(partition), nowNanos);
  }

  @Override
  public void resumeByUser(Partition partition, long nowNanos) {
    intake.resumeByUser(List.of(partition), nowNanos);
  }

  /// A lane waited for a handler to be free, and one is.
  private enum Free {
    HANDLER
  }

  @Override
  public void take(int part, Object message, long nowNanos) {
    switch (message) {
      case Reports reports -> intake.take(reports, nowNanos);
      case Mail mail -> {
        workers[part - 1].dispatch.take(mail, nowNanos);
        if (mail instanceof Mail.Close(_, var count)) {
          closing -= count;
        }
      }
      case Run run -> workers[part - 1].dispatch.take(run, nowNanos);
      case Free _ -> {
        // The flush that follows starts what it can.
        workers[part - 1].calls--;
      }
      default -> throw new IllegalStateException("nobody sends " + message);
    }
  }

  @Override
  public void ended(Call call, Ending ending, long nowNanos) {
    ((Handling) call).ended(ending);
  }

  @Override
  public void committed(Wish wish, long nowNanos) {
    intake.committed(commits(wish), nowNanos);
  }

  @Override
  public void commitFailed(Wish wish, String why, long nowNanos) {
    intake.commitFailed(commits(wish), why, nowNanos);
  }

  @SuppressWarnings("unchecked") // Its own list, which comes back as it went.
  private static List<Commit> commits(Wish wish) {
    return (List<Commit>) wish.token();
  }

  @Override
  public void deadLetterWritten(Letter letter, long nowNanos) {
    intake.deadLetterWritten(((Writing) letter).write, nowNanos);
  }

  @Override
  public void deadLetterFailed(Letter letter, String why, long nowNanos) {
    intake.deadLetterFailed(((Writing) letter).write, why, nowNanos);
  }

  @Override
  public void tick(int part, long nowNanos) {
    if (part == 0) {
      intake.tick(nowNanos);
    } else {
      workers[part - 1].dispatch.tick(nowNanos);
    }
  }

  @Override
  public long dueNanos(int part) {
    return part == 0 ? intake.dueNanos() : workers[part - 1].dispatch.dueNanos();
  }

  @Override
  public void flush(int part, long nowNanos) {
    if (part == 0) {
      intake.flush();
    } else {
      workers[part - 1].dispatch.flush(nowNanos);
    }
  }

  // --- what there is to see

  @Override
  public int held() {
    return intake.held();
  }

  @Override
  public int sessions() {
    int sessions = intake.sessions();
    for (Worker worker : workers) {
      sessions = Math.max(sessions, worker.dispatch.lanes());
    }
    return sessions;
  }

  @Override
  public int ahead(Partition partition) {
    Epoch epoch = intake.epoch(partition);
    return epoch == null ? -1 : epoch.ahead();
  }

  @Override
  public boolean isPaused(Partition partition) {
    Epoch epoch = intake.epoch(partition);
    return epoch != null && epoch.isPaused();
  }

  @Override
  public List<LaneView> lanes() {
    var views = new ArrayList<LaneView>();
    for (Worker worker : workers) {
      views.addAll(worker.dispatch.look());
    }
    return views;
  }

  @Override
  public List<PartitionView> partitions() {
    return intake.look();
  }

  @Override
  public List<BlockedOffset> blocked(int most, long nowNanos) {
    return intake.blocked(most, nowNanos);
  }

  @Override
  public List<Session> halted() {
    return intake.halted();
  }

  @Override
  public boolean isHalted(Session session) {
    return intake.isHalted(session);
  }

  @Override
  public void release(Session session, long nowNanos) {
    intake.release(session, nowNanos);
  }

  @Override
  public void workers(int count) {
    intake.workers(count);
  }

  @Override
  public @Nullable String stuck(int part) {
    // Handlers are all workers' together, lanes are one's alone.
    for (Worker worker : workers) {
      if (handlersFree > 0 && worker.calls == 0 && worker.dispatch.isHungry()) {
        return "a lane waits for a handler, and " + handlersFree + " are free";
      }
    }
    return part == 0 ? null : workers[part - 1].dispatch.stuck();
  }

  @Override
  public @Nullable String surplus() {
    int lanes = 0;
    for (Worker worker : workers) {
      lanes += worker.dispatch.lanes();
    }
    int sessions = intake.sessions();
    return lanes > sessions + closing
        ? lanes + " lanes for " + sessions + " sessions and " + closing + " that go"
        : null;
  }

  @Override
  public List<String> recount(int part) {
    return part == 0 ? intake.recount() : workers[part - 1].dispatch.recount();
  }

  // --- effects out

  @Override
  public void mail(int worker, Mail mail) {
    if (mail instanceof Mail.Close(_, var count)) {
      closing += count;
    }
    out.post(0, 1 + worker, mail);
  }

  @Override
  public void pause(Partition partition, boolean paused) {
    out.pause(partition, paused);
  }

  @Override
  public void commit(List<Commit> commits) {
    out.commit(wish(commits));
  }

  @Override
  public void letGo(Drain drain) {
    out.letGo(drain.request(), wish(drain.commits()));
  }

  private static Wish wish(List<Commit> commits) {
    var parts = new ArrayList<Wish.Part>(commits.size());
    for (Commit commit : commits) {
      parts.add(new Part(commit));
    }
    return new Wish(parts, commits);
  }

  private record Part(Commit commit) implements Wish.Part {
    @Override
    public Partition partition() {
      return commit.partition();
    }

    @Override
    public long offset() {
      return commit.offset();
    }

    @Override
    public String metadata() {
      return commit.metadata();
    }

    @Override
    public boolean isWanted() {
      return commit.isWanted();
    }
  }

  @Override
  public void write(DeadLetterWrite write) {
    out.write(new Writing(write));
  }

  private record Writing(DeadLetterWrite write) implements Letter {
    @Override
    public Partition partition() {
      return write.held().epoch().partition();
    }

    @Override
    public LogRecord record() {
      return Lanes.record(write.held());
    }

    @Override
    public Session session() {
      return write.held().route().session();
    }

    @Override
    public Reason reason() {
      return write.reason();
    }

    @Override
    public int attempts() {
      return write.attempts();
    }

    @Override
    public boolean isWanted() {
      return write.isWanted();
    }
  }

  private static LogRecord record(Held held) {
    return (LogRecord) Objects.requireNonNull(held.payload());
  }

  @Override
  public void release(Session session) {
    out.release(session);
  }

  // --- workers

  private final class Worker implements DispatchOut, Permits {
    private final int part;
    private final Dispatch dispatch;

    // How often it was told that a handler is free, and has not heard of it.
    private int calls;

    Worker(int number, Rules rules, Listener listener) {
      part = 1 + number;
      dispatch = new Dispatch(rules, number, this, this, listener);
    }

    @Override
    public boolean take() {
      if (handlersFree == 0) {
        return false;
      }
      handlersFree--;
      return true;
    }

    @Override
    public void give() {
      if (handlersFree++ == 0) {
        for (Worker worker : workers) {
          if (worker.dispatch.isHungry()) {
            worker.calls++;
            out.post(part, worker.part, Free.HANDLER);
          }
        }
      }
    }

    @Override
    public void start(Run run) {
      var handling = new Handling(this, run);
      run.lane().thread(handling);
      handling.startNext();
    }

    @Override
    public int recall(Run run) {
      Handling handling = handling(run);
      handling.recalled = true;
      return handling.started;
    }

    @Override
    public void interrupt(Run run) {
      Handling handling = handling(run);
      if (!handling.failed && handling.started > run.ended()) {
        out.interrupt(handling);
      }
    }

    @Override
    public void opened(Lane lane) {}

    @Override
    public void closed(Lane lane) {}

    @Override
    public void report(Reports reports) {
      out.post(part, 0, reports);
    }

    private static Handling handling(Run run) {
      return (Handling) Objects.requireNonNull(run.lane().thread());
    }
  }

  /// What a lane's thread does with a run: one record after the other, until one fails or the run
  /// is recalled.
  private final class Handling extends Call {
    private final Worker worker;
    private final Run run;
    private int started;
    private boolean recalled;
    private boolean failed;

    Handling(Worker worker, Run run) {
      this.worker = worker;
      this.run = run;
    }

    private void startNext() {
      if (failed || recalled || started == run.count()) {
        out.post(worker.part, worker.part, run);
      } else {
        started++;
        out.start(this);
      }
    }

    private void ended(Ending ending) {
      switch (ending) {
        case WELL -> run.done();
        case REPEATED -> run.repeated();
        case FAILED -> fail(new Wrong("it may go well later"), false);
        case FAILED_FOR_GOOD -> fail(new Wrong("another attempt would not mend it"), true);
      }
      startNext();
    }

    private void fail(Throwable why, boolean terminal) {
      run.failed(why, terminal);
      failed = true;
    }

    private Held held() {
      return run.held(started - 1);
    }

    @Override
    public Partition partition() {
      return held().epoch().partition();
    }

    @Override
    public LogRecord record() {
      return Lanes.record(held());
    }

    @Override
    public int attempt() {
      return held().attempts() + 1;
    }
  }

  /// Why a handler failed here: because it was told to.
  private static final class Wrong extends Exception {
    private static final long serialVersionUID = 1L;

    Wrong(String why) {
      super(why, null, false, false);
    }

    @Override
    @SuppressWarnings("OverrideThrowableToString") // What is told of it is the reason alone.
    public String toString() {
      return String.valueOf(getMessage());
    }
  }
}
