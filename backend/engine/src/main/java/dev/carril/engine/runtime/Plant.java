package dev.carril.engine.runtime;

import dev.carril.engine.core.Dispatch;
import dev.carril.engine.core.Intake;
import dev.carril.engine.source.Partition;
import dev.carril.engine.source.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Consumer;
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
  public record Failure(String where, Throwable why) {}

  public Plant(
      Setup setup, Source<?, ?> source, SessionOf sessionOf, Job job, DeadLetterSink sink) {
    this.setup = setup;
    this.job = job;
    this.permits = new SharedPermits(setup.handlersMax());
    this.intake =
        new IntakeLoop(
            this,
            setup.rules(),
            setup.workers(),
            sessionOf,
            setup.time(),
            setup.listener(),
            this::fail);
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
        setup.listener(),
        this::fail);
  }

  // --- its life

  /// Starts it. The intake may be told something before the first record comes.
  public void start(Consumer<Intake> before) {
    if (!phase.compareAndSet(Phase.NEW, Phase.RUNNING)) {
      throw new IllegalStateException("an engine starts once; this one is " + phase());
    }
    intake.ask((state, _) -> before.accept(state));
    setup.threads().owner(setup.name() + " intake", intake).start();
    setup.threads().owner(setup.name() + " dead letters", deadLetters).start();
    for (WorkerLoop worker : workers) {
      setup.threads().owner(setup.name() + " " + worker.name(), worker).start();
    }
    setup.threads().poll(setup.name() + " poll", poll).start();
    setup.threads().poll(setup.name() + " watchdog", watchdog).start();
  }

  /// Stops it and waits until it has stopped, or for the given time and a little more. From one of
  /// its own threads it does not wait, since that thread is among what has to finish.
  ///
  /// @return whether it has stopped
  public boolean close(Duration atMost) {
    if (phase.compareAndSet(Phase.NEW, Phase.CLOSED)) {
      ended.countDown();
      return true;
    }
    if (phase.compareAndSet(Phase.RUNNING, Phase.CLOSING)) {
      poll.closeBy(setup.time().nanos() + atMost.toNanos());
    }
    if (INSIDE.isBound()) {
      return false;
    }
    try {
      return ended.await(
          atMost.plus(setup.commit().multipliedBy(3)).toMillis() + 1_000, TimeUnit.MILLISECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// Something happened that must not. The engine stops, loudly.
  void fail(String where, Throwable why) {
    if (failure == null) {
      failure = new Failure(where, why);
      LOG.error("{} stops, since {} failed", setup.name(), where, why);
    }
    if (phase.compareAndSet(Phase.RUNNING, Phase.CLOSING)) {
      poll.closeBy(setup.time().nanos());
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
      if (!deadLetters.awaitEnd(atMost.toNanos())) {
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
    } catch (RuntimeException wrong) {
      answer.completeExceptionally(wrong);
    }
  }

  /// The end of a partition's log, or -1.
  public long end(Partition partition) {
    return poll.end(partition);
  }

  /// What has not moved for too long.
  public List<Stall> stalls() {
    return watchdog.stalls();
  }
}
