package dev.carril.engine;

import dev.carril.engine.check.Session;
import dev.carril.engine.core.Intake;
import dev.carril.engine.runtime.DeadLetterSink;
import dev.carril.engine.runtime.Job;
import dev.carril.engine.runtime.Plant;
import dev.carril.engine.runtime.SessionOf;
import dev.carril.engine.runtime.Setup;
import dev.carril.engine.source.Partition;
import dev.carril.engine.source.Source;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Handles the records of a log: each session's in order, different sessions at once.
///
/// It is built by [#from], started once, and closed once. All its methods may be called from any
/// thread, a handler's included.
public final class Engine<K, V> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
  private static final long ANSWER_MILLIS = 2_000;

  private final Setup setup;
  private final Plant plant;
  private final @Nullable Halts halts;

  Engine(
      Setup setup,
      Source<K, V> source,
      SessionOf sessionOf,
      Job job,
      DeadLetterSink sink,
      @Nullable Halts halts) {
    this.setup = setup;
    this.plant = new Plant(setup, source, sessionOf, job, sink);
    this.halts = halts;
  }

  /// Begins to build an engine that reads this log. The engine closes it in the end.
  public static <K, V> EngineBuilder<K, V> from(Source<K, V> source) {
    return new EngineBuilder<>(source);
  }

  // --- its life

  /// Starts it and returns at once.
  ///
  /// @throws IllegalStateException if it was started before, or the halted sessions cannot be read
  public Engine<K, V> start() {
    if (halts != null) {
      lookAt(halts);
    }
    plant.start();
    return this;
  }

  // They are read when partitions come; what is wrong with them is better known at the start.
  private void lookAt(Halts halts) {
    if (halts instanceof Halts.InMemory) {
      LOG.warn(
          "{}: halted sessions are remembered in memory only, so a restart or a hand-over"
              + " releases them",
          setup.name());
    }
    try {
      halts.all();
    } catch (Throwable wrong) {
      throw new IllegalStateException("the halted sessions cannot be read", wrong);
    }
  }

  /// Takes nothing new, lets what runs finish for as long as a drain may take, commits, and leaves
  /// the group. What did not finish is not committed, and is handled again by whoever comes next.
  @Override
  public void close() {
    close(setup.drain());
  }

  /// The same, with another bound on what runs. Called by a handler it returns at once, since that
  /// handler is among what has to finish.
  ///
  /// @return whether it has ended
  public boolean close(Duration atMost) {
    return plant.close(atMost);
  }

  /// Waits until it has ended: until somebody has closed it, or it has failed, as [#health] says
  /// then. The engine's own threads keep no process alive, so this is what the main thread of a
  /// service does after [#start].
  ///
  /// @throws IllegalStateException if a handler calls it, since that would wait for itself
  public void awaitClosed() throws InterruptedException {
    plant.awaitEnd();
  }

  // --- looking at it

  /// How it is: for whoever asks every few seconds. Not for a [dev.carril.engine.check.Listener],
  /// which keeps those who would answer from answering.
  public Health health() {
    return snapshot().health();
  }

  /// What it holds: lanes, partitions, and each offset that is blocked.
  public Snapshot snapshot() {
    Plant.Phase phase = plant.phase();
    if (phase == Plant.Phase.NEW || phase == Plant.Phase.CLOSED) {
      return Looking.nothing(ended(phase));
    }
    var taken = plant.ask(Looking::at);
    var dispatched = plant.askWorkers(Looking.AtWorker::of);
    try {
      return taken
          .get(ANSWER_MILLIS, TimeUnit.MILLISECONDS)
          .with(dispatched.get(ANSWER_MILLIS, TimeUnit.MILLISECONDS), plant);
    } catch (TimeoutException | ExecutionException stuck) {
      Plant.Phase now = plant.phase();
      return Looking.nothing(
          now == Plant.Phase.CLOSED
              ? ended(now)
              : new Health(State.STALLED, "it does not answer", Duration.ZERO));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return Looking.nothing(new Health(State.STALLED, "nobody waited for it", Duration.ZERO));
    }
  }

  private Health ended(Plant.Phase phase) {
    Plant.Failure failure = plant.failure();
    return failure != null
        ? Looking.failed(failure)
        : new Health(phase == Plant.Phase.NEW ? State.NEW : State.CLOSED, "", Duration.ZERO);
  }

  // --- what may be changed while it runs

  /// Handlers that run at once, from now on. What runs is left alone.
  public void handlersMax(int most) {
    EngineBuilder.atLeastOne(most, EngineBuilder.HANDLERS_MAX, "handlersMax");
    plant.handlersMax(most);
  }

  /// Workers that new sessions are dealt to. A session keeps its worker until its lane goes.
  public void workers(int count) {
    EngineBuilder.atLeastOne(count, EngineBuilder.WORKERS_MAX, "workers");
    plant.workers(count);
  }

  /// Fetches nothing of these partitions from the next poll on, also when they come again, until
  /// [#resume]. What was fetched is handled, and so is what the poll brings that is under way.
  public void pause(Collection<Partition> partitions) {
    List<Partition> some = some(partitions);
    plant.pause(some);
  }

  public void resume(Collection<Partition> partitions) {
    List<Partition> some = some(partitions);
    plant.resume(some);
  }

  /// Lets a halted session go on. Its next record is handled; those that are dead letters stay so
  /// until somebody redrives them. It is asked of the engine that has the session's partition;
  /// others learn of it when partitions come to them.
  public void release(Session session) {
    EngineBuilder.given(session, "the session", "one that is halted");
    tell((intake, nowNanos) -> intake.release(session, nowNanos));
  }

  private static List<Partition> some(Collection<Partition> partitions) {
    EngineBuilder.given(partitions, "partitions", "those that are meant");
    partitions.forEach(it -> EngineBuilder.given(it, "a partition", "one that is read"));
    return List.copyOf(partitions);
  }

  private void tell(ObjLongConsumer<Intake> order) {
    var _ =
        plant.ask((intake, nowNanos) -> {
          order.accept(intake, nowNanos);
          return Boolean.TRUE;
        });
  }
}
