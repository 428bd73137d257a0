package dev.carril.engine.runtime;

import dev.carril.engine.check.Listener;
import dev.carril.engine.core.Dispatch;
import dev.carril.engine.core.FailureText;
import dev.carril.engine.core.Intake;
import dev.carril.engine.source.Partition;
import dev.carril.engine.source.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An engine on real threads: its parts, and how they start and stop.
public final class Plant {
  /// Bound on the engine's own threads, those of its sessions included.
  static final ScopedValue<Boolean> INSIDE = ScopedValue.newInstance();

  private static final Logger LOG = LoggerFactory.getLogger(Plant.class);

  private final Setup setup;
  private final Job job;
  private final @Nullable Listener listener;
  private final IntakeLoop intake;
  private final List<WorkerLoop> workers = new CopyOnWriteArrayList<>();
  private final DeadLetterLoop deadLetters;
  private final PollLoop poll;
  private final SharedPermits permits;
  private final Watchdog watchdog;
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.NEW);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile @Nullable Failure failure;

  /// Where in its life an engine is.
  public enum Phase {
    NEW,
    RUNNING,
    CLOSING,
    CLOSED
  }

  /// What ended an engine that nobody closed.
  public record Failure(String where, Throwable why) {
    @Override
    public String toString() {
      return where + ": " + FailureText.of(why);
    }
  }

  public Plant(
      Setup setup, Source<?, ?> source, SessionOf sessionOf, Job job, DeadLetterSink sink) {
    this.setup = setup;
    this.job = job;
    Listener told = setup.listener();
    this.listener = told == null ? null : UserCode.guarded(told, setup.name());
    this.permits = new SharedPermits(setup.handlersMax());
    this.intake =
        new IntakeLoop(
            this, setup.rules(), setup.workers(), sessionOf, setup.time(), listener, this::fail);
    this.deadLetters =
        new DeadLetterLoop(sink, intake, setup.deadLetter(), setup.time(), this::fail);
    this.poll = new PollLoop(this, setup, source);
    this.watchdog = new Watchdog(this, setup);
    for (int number = 0; number < setup.workers(); number++) {
      workers.add(worker(number));
    }
  }

  private WorkerLoop worker(int number) {
    return new WorkerLoop(
        number,
        setup.rules(),
        job,
        setup.time(),
        setup.threads(),
        intake,
        permits,
        listener,
        this::fail);
  }

  // --- its life

  /// Starts it.
  public void start() {
    if (!phase.compareAndSet(Phase.NEW, Phase.RUNNING)) {
      throw new IllegalStateException("an engine starts once; this one is " + phase());
    }
    try {
      setup.threads().owner(setup.name() + " intake", intake).start();
      setup.threads().owner(setup.name() + " dead letters", deadLetters).start();
      for (WorkerLoop worker : workers) {
        setup.threads().owner(setup.name() + " " + worker.name(), worker).start();
      }
      setup.threads().poll(setup.name() + " watchdog", watchdog).start();
      // The last, since it is the one that ends all others.
      setup.threads().poll(setup.name() + " poll", poll).start();
    } catch (Throwable wrong) {
      fail("starting", wrong);
      closeUnread();
      throw wrong;
    }
  }

  // Where nobody polls, nobody else would close what was opened.
  private void closeUnread() {
    poll.closeUnread();
    deadLetters.ended();
    ended();
  }

  /// Stops it and waits until it has stopped, or for the given time and a little more. From one of
  /// its own threads it does not wait, since that thread is among what has to finish.
  ///
  /// @return whether it has stopped
  public boolean close(Duration atMost) {
    // Before anything changes, so that a time that is none leaves everything as it is.
    long patienceNanos = Time.nanosOf(atMost);
    if (phase.compareAndSet(Phase.NEW, Phase.CLOSING)) {
      closeUnread();
      return true;
    }
    if (phase.compareAndSet(Phase.RUNNING, Phase.CLOSING)) {
      poll.closeBy(setup.time().nanos() + patienceNanos);
    }
    if (INSIDE.isBound()) {
      return false;
    }
    try {
      // What runs, then the last commit, the dead letters and the log; and a moment for the rest.
      long mostNanos = patienceNanos + 3 * Time.nanosOf(setup.commit()) + 1_000_000_000;
      return ended.await(mostNanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// Waits until it has stopped, for as long as it takes.
  public void awaitEnd() throws InterruptedException {
    if (INSIDE.isBound()) {
      throw new IllegalStateException("a handler would wait for its own end");
    }
    ended.await();
  }

  /// Something happened that must not. The engine stops, loudly, and sooner than it may have been
  /// told to.
  void fail(String where, Throwable why) {
    boolean first = failure == null;
    if (first) {
      failure = new Failure(where, why);
    }
    phase.compareAndSet(Phase.RUNNING, Phase.CLOSING);
    poll.closeBy(setup.time().nanos());
    if (first) {
      LOG.error("{} stops, since {} failed", setup.name(), where, UserCode.printable(why));
    }
  }

  /// The thread that polls has done its last.
  void ended() {
    intake.stop();
    workers.forEach(WorkerLoop::stop);
    deadLetters.stop();
    watchdog.stop();
    phase.set(Phase.CLOSED);
    ended.countDown();
  }

  void closeDeadLetters(Duration atMost) {
    deadLetters.stop();
    try {
      if (!deadLetters.awaitEnd(Time.nanosOf(atMost))) {
        LOG.warn("{}: the dead letters' writer does not end", setup.name());
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  public Phase phase() {
    return Objects.requireNonNull(phase.get());
  }

  public @Nullable Failure failure() {
    return failure;
  }

  // --- its parts

  IntakeLoop intake() {
    return intake;
  }

  PollLoop poll() {
    return poll;
  }

  DeadLetterLoop deadLetters() {
    return deadLetters;
  }

  WorkerLoop workerOf(int number) {
    return workers.get(number);
  }

  List<WorkerLoop> workers() {
    return workers;
  }

  // --- what may be changed while it runs

  /// Handlers that run at once.
  public void handlersMax(int most) {
    permits.most(most);
  }

  /// Workers that new sessions are dealt to.
  public void workers(int count) {
    synchronized (workers) {
      while (workers.size() < count) {
        WorkerLoop worker = worker(workers.size());
        workers.add(worker);
        if (phase() == Phase.RUNNING) {
          setup.threads().owner(setup.name() + " " + worker.name(), worker).start();
        }
      }
    }
    intake.ask((state, _) -> state.workers(count));
  }

  /// Fetches nothing of these partitions, now and when they come again, until they are resumed.
  public void pause(Collection<Partition> partitions) {
    // Two who order at once are heard by both parts in the same order.
    synchronized (poll) {
      poll.pauseByUser(partitions);
      intake.ask((state, nowNanos) -> state.pauseByUser(partitions, nowNanos));
    }
  }

  public void resume(Collection<Partition> partitions) {
    synchronized (poll) {
      poll.resumeByUser(partitions);
      intake.ask((state, nowNanos) -> state.resumeByUser(partitions, nowNanos));
    }
  }

  /// Asks or orders something of the intake.
  public <T> CompletableFuture<T> ask(BiFunction<Intake, Long, T> question) {
    var answer = new CompletableFuture<T>();
    intake.ask((state, nowNanos) -> complete(answer, () -> question.apply(state, nowNanos)));
    return answer;
  }

  /// Asks something of every worker.
  public <T> CompletableFuture<List<T>> askWorkers(Function<Dispatch, T> question) {
    var answers = new ArrayList<CompletableFuture<T>>();
    for (WorkerLoop worker : workers) {
      var answer = new CompletableFuture<T>();
      answers.add(answer);
      worker.ask(state -> complete(answer, () -> question.apply(state)));
    }
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .thenApply(_ -> answers.stream().map(CompletableFuture::join).toList());
  }

  // A question that fails is its asker's trouble, not the loop's.
  private static <T> void complete(CompletableFuture<T> answer, Supplier<T> question) {
    try {
      answer.complete(question.get());
    } catch (Throwable wrong) {
      answer.completeExceptionally(wrong);
    }
  }

  /// The end of a partition's log, or -1.
  public long end(Partition partition) {
    return poll.end(partition);
  }

  /// What has not moved for too long.
  public Stalls stalls() {
    return watchdog.stalls();
  }

  /// Why commits fail, one after the other; null if they do not.
  public @Nullable String commitsFail() {
    return poll.commitsFail();
  }
}
