package dev.carril.engine.runtime;

import dev.carril.engine.core.Held;
import dev.carril.engine.core.Run;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The thread of one active session. It handles the runs that its worker hands it and owns nothing;
/// between two runs, and through a back-off, it is parked.
///
/// A run of quick records is handled in one go. As soon as that has taken a moment the rest goes
/// back, so that what has ended is known soon whatever the handler does.
///
/// It is itself the letter that brings a run back: there is only one run at a time.
final class LaneThread extends Letter implements Runnable {
  private static final long SLICE_NANOS = 500_000;
  private static final long NOT_BEGUN = Long.MAX_VALUE;
  private static final VarHandle STARTED;

  static {
    try {
      STARTED = MethodHandles.lookup().findVarHandle(LaneThread.class, "startedNanos", long.class);
    } catch (ReflectiveOperationException wrong) {
      throw new ExceptionInInitializerError(wrong);
    }
  }

  private final Job job;
  private final Time time;
  private final WorkerLoop worker;
  private final Thread thread;
  private boolean begun;

  /// What comes back with this letter.
  @Nullable Run returned;

  // What the worker handed out, until it is done.
  private volatile @Nullable Run run;
  private volatile boolean closed;

  private final Starts starts = new Starts();
  private volatile boolean timeIsUp;

  @SuppressWarnings("UnusedVariable") // by the handle, since nobody needs to hear of it at once
  private long startedNanos = NOT_BEGUN;

  LaneThread(Job job, Time time, WorkerLoop worker, Threads threads) {
    this.job = job;
    this.time = time;
    this.worker = worker;
    this.thread = threads.lane(this);
  }

  // --- called by the worker

  void start(Run next) {
    starts.reset();
    if (timeIsUp) {
      timeIsUp = false;
    }
    STARTED.setOpaque(this, NOT_BEGUN);
    run = next;
    if (begun) {
      LockSupport.unpark(thread);
    } else {
      begun = true;
      thread.start();
    }
  }

  /// Lets no further record be started, and tells how many were.
  int recall() {
    return starts.recall();
  }

  void timeIsUp() {
    timeIsUp = true;
    thread.interrupt();
  }

  /// Ends it once it has nothing to do.
  void close() {
    closed = true;
    if (begun) {
      LockSupport.unpark(thread);
    }
  }

  /// Asks what runs to end.
  void interrupt() {
    starts.recall();
    if (begun) {
      thread.interrupt();
    }
  }

  /// Since when a record runs, or Long.MAX_VALUE if none does: what has not begun since others take
  /// the processors does not hang, they do.
  long runsSinceNanos() {
    return run == null ? NOT_BEGUN : (long) STARTED.getOpaque(this);
  }

  /// Where it is, for whoever looks for the cause of a stall.
  StackTraceElement[] stack() {
    return thread.getStackTrace();
  }

  // --- the thread

  @Override
  public void run() {
    ScopedValue.where(Plant.INSIDE, Boolean.TRUE).run(this::work);
  }

  private void work() {
    while (true) {
      Run next = run;
      if (next != null) {
        handle(next);
        run = null;
        worker.back(this, next);
      } else if (closed) {
        return;
      } else {
        // An interruption may come when its handler has just ended, or be left behind by it.
        UserCode.forgetInterruption();
        // Without a blocker: noting one costs two barriers, and the stack tells who waits.
        LockSupport.park();
      }
    }
  }

  private void handle(Run next) {
    long beganNanos = time.nanos();
    STARTED.setOpaque(this, beganNanos);
    int count = next.count();
    for (int at = 0; at < count; at++) {
      if (!starts.next() || !handle(next, next.held(at))) {
        return;
      }
      if (at + 1 < count) {
        long nowNanos = time.nanos();
        if (nowNanos - beganNanos > SLICE_NANOS) {
          return;
        }
        STARTED.setOpaque(this, nowNanos);
      }
    }
  }

  private boolean handle(Run next, Held held) {
    // What a former call left behind is not meant for this one.
    UserCode.forgetInterruption();
    try {
      if (job.handle(held, held.attempts() + 1)) {
        next.done();
      } else {
        next.repeated();
      }
      return true;
    } catch (Throwable thrown) {
      // Whatever it is: a record that is let slip here would hold its session for ever.
      failed(next, thrown);
      return false;
    }
  }

  private void failed(Run next, Throwable thrown) {
    UserCode.forgetInterruption();
    if (timeIsUp) {
      var late = new TimeoutException("the handler had its time");
      // Where the handler stood, and not this method, is what there is to know.
      late.setStackTrace(thrown.getStackTrace());
      late.addSuppressed(thrown);
      next.failed(late, false);
      return;
    }
    next.failed(thrown, UserCode.isTerminal(job::isTerminal, thrown));
  }
}
