package dev.carril.engine;

import dev.carril.engine.check.Listener;
import dev.carril.engine.core.AfterDeadLetter;
import dev.carril.engine.core.Allowance;
import dev.carril.engine.core.Bounds;
import dev.carril.engine.core.Rules;
import dev.carril.engine.core.Times;
import dev.carril.engine.runtime.SessionOf;
import dev.carril.engine.runtime.Setup;
import dev.carril.engine.runtime.Threads;
import dev.carril.engine.runtime.Time;
import dev.carril.engine.source.LogRecord;
import dev.carril.engine.source.Source;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/// Says how an [Engine] is to be. It needs topics, a handler and a place for dead letters; all else
/// is safe as it is. What would not be safe is refused by [#build], with the reason.
public final class EngineBuilder<K, V> {
  private final Source<K, V> source;
  private String name = "engine";
  private List<String> topics = List.of();
  private @Nullable AsyncHandler<K, V> handler;
  private @Nullable DeadLetters<K, V> deadLetters;
  private @Nullable Halts halts;
  private @Nullable SeenEvents seen;
  private @Nullable Listener listener;
  private Failures failures = Failures.STANDARD;
  private SessionBy<K, V> sessionBy = LogRecord::key;
  private boolean acrossTopics;
  private Retry retry = Retry.attempts(5);
  private int deadLettersWithoutSuccess = 100;
  private Duration gapTimeout = Duration.ZERO;
  private Duration timeLimit = Duration.ZERO;
  private Duration idle = Duration.ofSeconds(5);
  private Duration commitEvery = Duration.ofSeconds(1);
  private Duration commitWithin = Duration.ofSeconds(5);
  private Duration deadLetterWithin = Duration.ofSeconds(30);
  private Duration drain = Duration.ofSeconds(30);
  private Duration stall = Duration.ofSeconds(60);
  private int workers = Math.max(2, Runtime.getRuntime().availableProcessors());
  private int handlersMax = 10_000;
  private int heldMax = 50_000;
  private long heldBytesMax = Math.max(64L << 20, Runtime.getRuntime().maxMemory() / 4);
  private int laneCapacity = 100;
  private int storeMax = 25_000;
  private int doneAheadMax = 100_000;
  private int idleLanesMax = 10_000;

  EngineBuilder(Source<K, V> source) {
    this.source = source;
  }

  /// Says whose a record is. What it throws for a record, an Error too, makes that record a dead
  /// letter. It is called by one thread that all records pass, so it must be quick.
  @FunctionalInterface
  public interface SessionBy<K, V> {
    /// @return a String, a byte[], a number or a UUID; null for a record of nobody in particular:
    ///   those of one partition are one session
    @Nullable Object sessionOf(LogRecord<K, V> logRecord) throws Exception;
  }

  /// What logs, threads and errors call it.
  public EngineBuilder<K, V> name(String name) {
    this.name = name;
    return this;
  }

  /// What it reads.
  public EngineBuilder<K, V> topics(String... topics) {
    this.topics = List.of(topics);
    return this;
  }

  public EngineBuilder<K, V> handler(Handler<K, V> handler) {
    return asyncHandler(new Blocking<>(handler));
  }

  public EngineBuilder<K, V> asyncHandler(AsyncHandler<K, V> handler) {
    if (this.handler != null) {
      throw new IllegalStateException("an engine has one handler");
    }
    this.handler = handler;
    return this;
  }

  public EngineBuilder<K, V> deadLetters(DeadLetters<K, V> deadLetters) {
    this.deadLetters = deadLetters;
    return this;
  }

  /// By default a record's key is its session.
  public EngineBuilder<K, V> sessionBy(SessionBy<K, V> sessionBy) {
    this.sessionBy = sessionBy;
    return this;
  }

  /// The same key in two topics is the same session. By default it is two.
  public EngineBuilder<K, V> sessionsAcrossTopics() {
    this.acrossTopics = true;
    return this;
  }

  public EngineBuilder<K, V> retry(Retry retry) {
    this.retry = retry;
    return this;
  }

  /// Which failures another attempt would not mend; by default [Failures#STANDARD].
  public EngineBuilder<K, V> failures(Failures failures) {
    this.failures = failures;
    return this;
  }

  /// After a dead letter, the later records of its session become dead letters too, until
  /// [Engine#release]. By default they are handled.
  public EngineBuilder<K, V> haltSessions(Halts halts) {
    this.halts = halts;
    return this;
  }

  /// How many dead letters there may be without successes between them, before it is taken for an
  /// outage. Each ten successes earn one more, and so does time: all of them in ten minutes.
  public EngineBuilder<K, V> deadLettersWithoutSuccess(int most) {
    this.deadLettersWithoutSuccess = most;
    return this;
  }

  /// Skips what holds a commit point back for so long although later records are done: it becomes a
  /// dead letter. By default nothing is skipped.
  public EngineBuilder<K, V> gapTimeout(Duration after) {
    this.gapTimeout = after;
    return this;
  }

  /// Interrupts a handler call after so long, and takes it as failed. By default it may take any
  /// time.
  public EngineBuilder<K, V> timeLimit(Duration most) {
    this.timeLimit = most;
    return this;
  }

  /// Drops events that were handled before.
  public EngineBuilder<K, V> deduplicate(SeenEvents seen) {
    this.seen = seen;
    return this;
  }

  /// Is told everything. Telling costs something: without a listener there is none of it.
  public EngineBuilder<K, V> listener(Listener listener) {
    this.listener = listener;
    return this;
  }

  /// Who share the sessions out; by default as many as there are processors.
  public EngineBuilder<K, V> workers(int workers) {
    this.workers = workers;
    return this;
  }

  /// Handlers that run at once; by default 10,000, which is right for handlers that wait. For
  /// handlers that compute it must be no more than there are processors: the engine's own threads
  /// share these with them, and nothing takes a processor back from a handler that computes, so
  /// hand-overs, the end and the health would come too late.
  public EngineBuilder<K, V> handlersMax(int most) {
    this.handlersMax = most;
    return this;
  }

  /// Records that are in memory at once, from when they are polled until they have ended.
  public EngineBuilder<K, V> heldMax(int most) {
    this.heldMax = most;
    return this;
  }

  /// The same in bytes, as far as the source can tell. Only a single record that is larger than a
  /// whole poll may exceed it.
  public EngineBuilder<K, V> heldBytesMax(long most) {
    this.heldBytesMax = most;
    return this;
  }

  /// Records of one session in its lane, before further ones go to its partition's store.
  public EngineBuilder<K, V> laneCapacity(int records) {
    this.laneCapacity = records;
    return this;
  }

  /// Records in a partition's store, before the partition is not fetched for a while.
  public EngineBuilder<K, V> storeMax(int records) {
    this.storeMax = records;
    return this;
  }

  /// Records of a partition done ahead of its commit point, before it is not fetched for a while.
  public EngineBuilder<K, V> doneAheadMax(int most) {
    this.doneAheadMax = most;
    return this;
  }

  /// Sessions that have nothing to do for so long give their lane back, and so do the longest idle
  /// ones of more than so many.
  public EngineBuilder<K, V> idle(Duration after, int lanesMax) {
    this.idle = after;
    this.idleLanesMax = lanesMax;
    return this;
  }

  public EngineBuilder<K, V> commitEvery(Duration interval) {
    this.commitEvery = interval;
    return this;
  }

  /// How long a commit may take. One that has not been answered by then counts as failed, so that
  /// the next one goes.
  public EngineBuilder<K, V> commitWithin(Duration atMost) {
    this.commitWithin = atMost;
    return this;
  }

  /// How long a dead letter may take to be safe. One that has not been acknowledged by then counts
  /// as failed and is written again, so it may be there twice.
  public EngineBuilder<K, V> deadLetterWithin(Duration atMost) {
    this.deadLetterWithin = atMost;
    return this;
  }

  /// How long what runs may take to finish when a partition goes, and when the engine closes.
  public EngineBuilder<K, V> drain(Duration atMost) {
    this.drain = atMost;
    return this;
  }

  /// After how long something that does not move is named.
  public EngineBuilder<K, V> stallAfter(Duration after) {
    this.stall = after;
    return this;
  }

  /// @throws IllegalStateException if something is missing or would not be safe
  public Engine<K, V> build() {
    AsyncHandler<K, V> handler =
        needed(this.handler, "an engine needs a handler: say what is done with a record");
    DeadLetters<K, V> deadLetters =
        needed(
            this.deadLetters,
            "an engine needs a place for dead letters: what can never be handled must go somewhere,"
                + " or it holds its session for ever");
    check();
    SessionOf sessionOf = logRecord -> sessionBy.sessionOf(cast(logRecord));
    return new Engine<>(
        setup(),
        source,
        sessionOf,
        new HandlerJob<>(handler, failures, seen),
        new DeadLetterDesk<>(deadLetters, halts),
        halts);
  }

  private static <T> T needed(@Nullable T part, String otherwise) {
    if (part == null) {
      throw new IllegalStateException(otherwise);
    }
    return part;
  }

  @SuppressWarnings("unchecked") // What this engine's source made.
  private static <K, V> LogRecord<K, V> cast(LogRecord<?, ?> logRecord) {
    return (LogRecord<K, V>) logRecord;
  }

  private void check() {
    refuse(topics.isEmpty(), "an engine needs topics to read");
    refuse(workers < 1, "an engine needs workers, not " + workers);
    refuse(handlersMax < 1, "with " + handlersMax + " handlers at once nothing is ever handled");
    refuse(
        heldMax < 2 * source.pollMax(),
        "heldMax " + heldMax + " has no room for two polls of " + source.pollMax() + " records");
    refuse(
        heldBytesMax / 2 < source.pollBytesMax(),
        "heldBytesMax "
            + heldBytesMax
            + " has no room for two polls of "
            + source.pollBytesMax()
            + " bytes");
    refuse(
        storeMax > heldMax,
        "storeMax "
            + storeMax
            + " is more than heldMax "
            + heldMax
            + ": one session could stop all partitions before it stops its own");
    refuse(
        storeMax < laneCapacity,
        "storeMax " + storeMax + " is less than laneCapacity " + laneCapacity);
    refuse(
        drain.plus(commitWithin).compareTo(source.awayMax()) >= 0,
        "drain "
            + drain
            + " and a commit of "
            + commitWithin
            + " take longer than one may be away from"
            + " polling ("
            + source.awayMax()
            + "): the group would take the partitions meanwhile");
    refuse(
        commitEvery.isNegative() || commitEvery.isZero(),
        "commits every " + commitEvery + " would do nothing else");
    refuse(
        commitWithin.isNegative() || commitWithin.isZero(),
        "a commit within " + commitWithin + " always fails");
    refuse(
        deadLetterWithin.isNegative() || deadLetterWithin.isZero(),
        "a dead letter within " + deadLetterWithin + " always fails");
    refuse(
        !timeLimit.isZero() && timeLimit.compareTo(Duration.ofMillis(1)) < 0,
        "a handler with a time limit of " + timeLimit + " is always too late");
    refuse(
        !gapTimeout.isZero() && !timeLimit.isZero() && gapTimeout.compareTo(timeLimit) <= 0,
        "gapTimeout "
            + gapTimeout
            + " would skip records whose handler may still take "
            + timeLimit);
  }

  private static void refuse(boolean unsafe, String why) {
    if (unsafe) {
      throw new IllegalStateException(why);
    }
  }

  private Setup setup() {
    var bounds =
        new Bounds(laneCapacity, storeMax, heldBytesMax / 2, doneAheadMax, idleLanesMax, 64);
    var times =
        new Times(idle.toNanos(), commitEvery.toNanos(), gapTimeout.toNanos(), timeLimit.toNanos());
    var rules =
        new Rules(
            retry.schedule(name.hashCode()),
            bounds,
            times,
            new Allowance(deadLettersWithoutSuccess, 100, Duration.ofMinutes(10).toNanos()),
            halts == null ? AfterDeadLetter.CONTINUE : AfterDeadLetter.HALT_SESSION,
            acrossTopics);
    return new Setup(
        name,
        topics,
        rules,
        workers,
        handlersMax,
        heldMax,
        heldBytesMax,
        drain,
        commitWithin,
        deadLetterWithin,
        stall,
        listener,
        Time.REAL,
        Threads.REAL);
  }

  /// A handler that has finished when it returns.
  private record Blocking<K, V>(Handler<K, V> handler) implements AsyncHandler<K, V> {
    @Override
    public CompletionStage<?> handle(Delivery<K, V> delivery) throws Exception {
      handler.handle(delivery);
      return HandlerJob.FINISHED;
    }
  }
}
