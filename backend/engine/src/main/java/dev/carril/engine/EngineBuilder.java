package dev.carril.engine;

import dev.carril.engine.check.Listener;
import dev.carril.engine.core.AfterDeadLetter;
import dev.carril.engine.core.Allowance;
import dev.carril.engine.core.Bounds;
import dev.carril.engine.core.RetrySchedule;
import dev.carril.engine.core.Rules;
import dev.carril.engine.core.Times;
import dev.carril.engine.runtime.SessionOf;
import dev.carril.engine.runtime.Setup;
import dev.carril.engine.runtime.Threads;
import dev.carril.engine.runtime.Time;
import dev.carril.engine.source.LogRecord;
import dev.carril.engine.source.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/// Says how an [Engine] is to be. It needs topics, a handler and a place for dead letters; all else
/// is safe as it is. What would not be safe is refused by [#build], with the reason.
public final class EngineBuilder<K, V> {
  static final int WORKERS_MAX = 1_024;
  static final int HANDLERS_MAX = 1_000_000;

  /// Longer than anybody waits, and short enough to be added to any moment.
  static final Duration LONGEST = Duration.ofDays(36_500);

  private final Source<K, V> source;
  private boolean built;
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
    this.source = given(source, "source", "what is to be read");
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
    this.name = given(name, "name", "what logs call it, or leave it out");
    return this;
  }

  /// What it reads.
  public EngineBuilder<K, V> topics(String... topics) {
    this.topics = new ArrayList<>(Arrays.asList(given(topics, "topics", "what is to be read")));
    return this;
  }

  public EngineBuilder<K, V> handler(Handler<K, V> handler) {
    return asyncHandler(new Blocking<>(given(handler, "handler", HANDLER)));
  }

  public EngineBuilder<K, V> asyncHandler(AsyncHandler<K, V> handler) {
    if (this.handler != null) {
      throw new IllegalStateException("an engine has one handler");
    }
    this.handler = given(handler, "asyncHandler", HANDLER);
    return this;
  }

  public EngineBuilder<K, V> deadLetters(DeadLetters<K, V> deadLetters) {
    this.deadLetters = given(deadLetters, "deadLetters", "where what is given up goes");
    return this;
  }

  /// By default a record's key is its session.
  public EngineBuilder<K, V> sessionBy(SessionBy<K, V> sessionBy) {
    this.sessionBy =
        given(sessionBy, "sessionBy", "whose a record is, or leave it out: its key is its session");
    return this;
  }

  /// The same key in two topics is the same session. By default it is two.
  public EngineBuilder<K, V> sessionsAcrossTopics() {
    this.acrossTopics = true;
    return this;
  }

  /// How often a record is tried, and how long it waits between two attempts; one that was
  /// reprieved waits about the ceiling. A dead letter that could not be written is written again by
  /// a schedule of its own, from 100 milliseconds to 10 seconds, until it is safe.
  public EngineBuilder<K, V> retry(Retry retry) {
    this.retry = given(retry, "retry", "how often a record is tried, or leave it out");
    return this;
  }

  /// Which failures another attempt would not mend; by default [Failures#STANDARD].
  public EngineBuilder<K, V> failures(Failures failures) {
    this.failures = given(failures, "failures", "which failures are final, or leave it out");
    return this;
  }

  /// After a dead letter, the later records of its session become dead letters too, until
  /// [Engine#release]. By default they are handled.
  public EngineBuilder<K, V> haltSessions(Halts halts) {
    this.halts =
        given(
            halts,
            "halts",
            "where halted sessions are remembered, or leave it out: none is halted");
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
    this.gapTimeout = given(after, "gapTimeout", "a time, or leave it out: nothing is skipped");
    return this;
  }

  /// Interrupts a handler call after so long, and takes it as failed. By default it may take any
  /// time.
  public EngineBuilder<K, V> timeLimit(Duration most) {
    this.timeLimit = given(most, "timeLimit", "a time, or leave it out: a handler may take any");
    return this;
  }

  /// Drops events that were handled before.
  public EngineBuilder<K, V> deduplicate(SeenEvents seen) {
    this.seen =
        given(seen, "deduplicate", "what remembers events, or leave it out: none is dropped");
    return this;
  }

  /// Is told everything. Telling costs something: without a listener there is none of it.
  public EngineBuilder<K, V> listener(Listener listener) {
    this.listener = given(listener, "listener", "who is told, or leave it out: nobody is");
    return this;
  }

  /// Who share the sessions out; by default as many as there are processors, at most 1,024.
  public EngineBuilder<K, V> workers(int workers) {
    this.workers = workers;
    return this;
  }

  /// Handlers that run at once; by default 10,000, at most a million, which is right for handlers
  /// that wait. For handlers that compute it must be no more than there are processors: the
  /// engine's own threads share these with them, and nothing takes a processor back from a handler
  /// that computes, so hand-overs, the end and the health would come too late.
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
    this.idle = given(after, "idle", "a time, or leave it out");
    this.idleLanesMax = lanesMax;
    return this;
  }

  public EngineBuilder<K, V> commitEvery(Duration interval) {
    this.commitEvery = given(interval, "commitEvery", "a time, or leave it out");
    return this;
  }

  /// How long a commit may take. One that has not been answered by then counts as failed, so that
  /// the next one goes.
  public EngineBuilder<K, V> commitWithin(Duration atMost) {
    this.commitWithin = given(atMost, "commitWithin", "a time, or leave it out");
    return this;
  }

  /// How long a dead letter may take to be safe. One that has not been acknowledged by then counts
  /// as failed and is written again, so it may be there twice.
  public EngineBuilder<K, V> deadLetterWithin(Duration atMost) {
    this.deadLetterWithin = given(atMost, "deadLetterWithin", "a time, or leave it out");
    return this;
  }

  /// How long what runs may take to finish when a partition goes, and when the engine closes.
  public EngineBuilder<K, V> drain(Duration atMost) {
    this.drain = given(atMost, "drain", "a time, or leave it out");
    return this;
  }

  /// After how long something that does not move is named.
  public EngineBuilder<K, V> stallAfter(Duration after) {
    this.stall = given(after, "stallAfter", "a time, or leave it out");
    return this;
  }

  /// An engine. It owns the source, so a builder makes one.
  ///
  /// @throws IllegalStateException if something is missing or would not be safe
  public Engine<K, V> build() {
    refuse(built, "its source is read by the engine that was built: another one needs its own");
    AsyncHandler<K, V> handler =
        needed(this.handler, "an engine needs a handler: say what is done with a record");
    DeadLetters<K, V> deadLetters =
        needed(
            this.deadLetters,
            "an engine needs a place for dead letters: what can never be handled must go somewhere,"
                + " or it holds its session for ever");
    check();
    built = true;
    SessionOf sessionOf = logRecord -> sessionBy.sessionOf(cast(logRecord));
    return new Engine<>(
        setup(),
        source,
        sessionOf,
        new HandlerJob<>(handler, failures, seen),
        new DeadLetterDesk<>(deadLetters, halts),
        halts);
  }

  private static final String HANDLER = "what is done with a record";

  /// What is null would fail later, where nobody knows who gave it.
  static <T> T given(@Nullable T part, String what, String right) {
    if (part == null) {
      throw new IllegalArgumentException(what + " is null: give " + right);
    }
    return part;
  }

  /// @throws IllegalArgumentException if there is none, or more than there can be
  static void atLeastOne(int amount, int most, String what) {
    if (amount < 1 || amount > most) {
      throw new IllegalArgumentException(what + " is " + amount + ": from 1 to " + most);
    }
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
    for (String topic : topics) {
      refuse(
          topic == null || topic.isBlank(),
          "topics " + topics + ": each needs a name, or it can never be read");
    }
    refuse(
        Set.copyOf(topics).size() < topics.size(),
        "topics " + topics + ": each is named once, since it is read once");
    refuseAmount(1, workers, WORKERS_MAX, "workers");
    refuseAmount(1, handlersMax, HANDLERS_MAX, "handlersMax");
    refuseAmount(1, laneCapacity, Integer.MAX_VALUE, "laneCapacity");
    refuseAmount(1, storeMax, Integer.MAX_VALUE, "storeMax");
    refuseAmount(1, doneAheadMax, Integer.MAX_VALUE, "doneAheadMax");
    refuseAmount(0, idleLanesMax, Integer.MAX_VALUE, "the most idle lanes");
    refuseAmount(1, deadLettersWithoutSuccess, Integer.MAX_VALUE, "deadLettersWithoutSuccess");
    refuseTime(Duration.ZERO, idle, "idle");
    refuseTime(Duration.ofMillis(1), commitEvery, "commitEvery");
    refuseTime(Duration.ofMillis(1), commitWithin, "commitWithin");
    refuseTime(Duration.ofMillis(1), deadLetterWithin, "deadLetterWithin");
    refuseTime(Duration.ZERO, drain, "drain");
    refuseTime(Duration.ofMillis(1), stall, "stallAfter");
    refuseTime(Duration.ZERO, timeLimit, "timeLimit");
    refuseTime(Duration.ZERO, gapTimeout, "gapTimeout");
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
        !timeLimit.isZero() && timeLimit.compareTo(Duration.ofMillis(1)) < 0,
        "a handler with a time limit of " + timeLimit + " is always too late");
    refuse(
        !gapTimeout.isZero() && !timeLimit.isZero() && gapTimeout.compareTo(timeLimit) <= 0,
        "gapTimeout "
            + gapTimeout
            + " would skip records whose handler may still take "
            + timeLimit);
    refuse(
        !gapTimeout.isZero() && gapTimeout.compareTo(retry.longest()) <= 0,
        "gapTimeout "
            + gapTimeout
            + " would skip records that wait for their next attempt, which takes up to "
            + retry.longest());
  }

  /// @throws IllegalStateException if there are fewer, or more than there can be
  private static void refuseAmount(long least, long amount, long most, String what) {
    refuse(amount < least, what + " is " + amount + ": at least " + least);
    refuse(amount > most, what + " is " + amount + ": at most " + most);
  }

  private static void refuseTime(Duration least, Duration time, String what) {
    refuse(time.compareTo(least) < 0, what + " is " + time + ": at least " + least);
    refuse(time.compareTo(LONGEST) > 0, what + " is " + time + ": at most " + LONGEST);
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
            RetrySchedule.forLetters(name.hashCode()),
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
