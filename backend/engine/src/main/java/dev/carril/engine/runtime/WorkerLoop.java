package dev.carril.engine.runtime;

import dev.carril.engine.check.Listener;
import dev.carril.engine.core.Dispatch;
import dev.carril.engine.core.DispatchOut;
import dev.carril.engine.core.Lane;
import dev.carril.engine.core.Mail;
import dev.carril.engine.core.Reports;
import dev.carril.engine.core.Rules;
import dev.carril.engine.core.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The owner of one [Dispatch]: takes intake's mail and what the lanes bring back.
final class WorkerLoop extends Loop implements DispatchOut {
  private final Job job;
  private final Time time;
  private final Threads threads;
  private final IntakeLoop intake;
  private final SharedPermits permits;
  private final Dispatch dispatch;

  /// It waits for a permit and is in the queue for one.
  volatile boolean saidHungry;

  WorkerLoop(
      int number,
      Rules rules,
      Job job,
      Time time,
      Threads threads,
      IntakeLoop intake,
      SharedPermits permits,
      @Nullable Listener listener,
      Breakdown breakdown) {
    super("worker " + number, time, breakdown);
    this.job = job;
    this.time = time;
    this.threads = threads;
    this.intake = intake;
    this.permits = permits;
    this.dispatch = new Dispatch(rules, number, permits, this, listener);
  }

  /// Intake's mail.
  private static final class Posted extends Letter {
    final Mail mail;

    Posted(Mail mail) {
      this.mail = mail;
    }
  }

  /// A question or an order from elsewhere.
  private static final class Asked extends Letter {
    final Consumer<Dispatch> question;

    Asked(Consumer<Dispatch> question) {
      this.question = question;
    }
  }

  // --- from any thread

  void post(Mail mail) {
    mailbox.post(new Posted(mail));
  }

  void ask(Consumer<Dispatch> question) {
    mailbox.post(new Asked(question));
  }

  /// A lane has done with its run.
  void back(LaneThread lane, Run run) {
    // It is the same each time, and noting it again would cost the collector something.
    if (lane.returned != run) {
      lane.returned = run;
    }
    mailbox.post(lane);
  }

  // --- the loop

  @Override
  void take(Letter letter, long nowNanos) {
    switch (letter) {
      case Posted posted -> dispatch.take(posted.mail, nowNanos);
      case LaneThread lane -> dispatch.take(Objects.requireNonNull(lane.returned), nowNanos);
      case Asked asked -> asked.question.accept(dispatch);
      default -> throw new IllegalStateException("nobody writes such letters to a worker");
    }
  }

  @Override
  void tick(long nowNanos) {
    dispatch.tick(nowNanos);
  }

  @Override
  void flush(long nowNanos) {
    dispatch.flush(nowNanos);
    if (dispatch.isHungry()) {
      permits.hungry(this);
      // One may have become free before we said that we want it.
      dispatch.flush(nowNanos);
    }
    permits.passOn();
  }

  @Override
  long dueNanos() {
    return dispatch.dueNanos();
  }

  @Override
  void ended() {
    dispatch.forEachLane(lane -> {
      thread(lane).close();
      thread(lane).interrupt();
    });
  }

  // --- what the dispatch wants

  @Override
  public void start(Run run) {
    thread(run.lane()).start(run);
  }

  @Override
  public int recall(Run run) {
    return thread(run.lane()).recall();
  }

  @Override
  public void interrupt(Run run) {
    thread(run.lane()).timeIsUp();
  }

  @Override
  public void opened(Lane lane) {
    lane.thread(new LaneThread(job, time, this, threads));
  }

  @Override
  public void closed(Lane lane) {
    thread(lane).close();
  }

  @Override
  public void report(Reports reports) {
    intake.post(reports);
  }

  private static LaneThread thread(Lane lane) {
    return (LaneThread) Objects.requireNonNull(lane.thread());
  }

  /// Names the handlers that have run since before that moment, the oldest ones, and where they
  /// are.
  static Stalls stalls(Dispatch dispatch, long untilNanos, long nowNanos) {
    var late = new ArrayList<Late>();
    dispatch.forEachLane(lane -> {
      long since = thread(lane).runsSinceNanos();
      if (since != Long.MAX_VALUE && since - untilNanos < 0) {
        late.add(new Late(lane, since));
      }
    });
    late.sort((one, other) -> Long.signum(one.sinceNanos - other.sinceNanos));
    List<Stall> named =
        late.stream().limit(Stalls.NAMED).map(handler -> handler.stall(nowNanos)).toList();
    return new Stalls(named, late.size() - named.size());
  }

  /// A handler that has run for long.
  private record Late(Lane lane, long sinceNanos) {
    Stall stall(long nowNanos) {
      String what = "the handler of session " + lane.session();
      return new Stall(what, nowNanos - sinceNanos, thread(lane).stack());
    }
  }
}
