package dev.carril.simulator.instance;

import dev.carril.engine.core.RetrySchedule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What `start` was told about an instance. Times are nanoseconds.
///
/// @param commitHighest commits the highest offset that has ended
/// @param attemptsMax handler calls of one delivery
/// @param retryNanos the first back-off
/// @param gapNanos until a gap is skipped, or 0 for never
/// @param handlerNanos that one handler call may take, or 0 for any time
/// @param shuffleNanos how much longer each message and each handler call may take, by lot
/// @param pauseNanos for how long the user pauses a partition at most, now and then and by lot; or
///   0 for never
/// @param resizes whether the number of workers changes now and then, by lot, up to `workers`
/// @param sql what a handler does as its last act, or null: a statement that runs for its record
public record Settings(
    Design design,
    boolean commitHighest,
    int workers,
    int laneCapacity,
    int store,
    int ahead,
    int held,
    int poll,
    int handlers,
    long workNanos,
    long idleNanos,
    int attemptsMax,
    long retryNanos,
    long gapNanos,
    long handlerNanos,
    long commitNanos,
    long drainNanos,
    int budget,
    boolean dedup,
    boolean haltAfterDeadLetter,
    boolean drain,
    boolean fence,
    boolean retryAtEnd,
    WhenFull whenFull,
    boolean fromBeginning,
    long shuffleNanos,
    long pauseNanos,
    boolean resizes,
    @Nullable String sql) {

  private static final long MILLI = 1_000_000;
  private static final long CEILING_NANOS = 10_000 * MILLI;

  /// What becomes of a record whose lane is full.
  public enum WhenFull {
    PAUSE,
    DROP,
    OVERTAKE
  }

  /// What holds where nothing is said.
  public static final Settings USUAL =
      new Settings(
          Design.LANES,
          false,
          4,
          100,
          25_000,
          100_000,
          50_000,
          500,
          100_000,
          50 * MILLI,
          5_000 * MILLI,
          3,
          100 * MILLI,
          0,
          0,
          1_000 * MILLI,
          30_000 * MILLI,
          100,
          false,
          false,
          true,
          true,
          false,
          WhenFull.PAUSE,
          false,
          0,
          0,
          false,
          null);

  // Options and what they say.
  private static final SequencedMap<String, Function<Settings, Object>> ENGINE_ONLY = engineOnly();

  private static SequencedMap<String, Function<Settings, Object>> engineOnly() {
    var options = new LinkedHashMap<String, Function<Settings, Object>>();
    options.put("gap-timeout", Settings::gapNanos);
    options.put("after-dead-letter", Settings::haltAfterDeadLetter);
    options.put("handlers within", Settings::handlerNanos);
    options.put("handlers", Settings::handlers);
    options.put("ahead", Settings::ahead);
    options.put("budget", Settings::budget);
    options.put("idle", Settings::idleNanos);
    options.put("pauses", Settings::pauseNanos);
    options.put("resizes", Settings::resizes);
    return options;
  }

  /// The same in another design.
  public Settings with(Design other) {
    return made(other, commitHighest, drain, fence, retryAtEnd, whenFull, fromBeginning);
  }

  /// The same in another design, and nothing wrong besides.
  public Settings purely(Design other) {
    return made(other, false, true, true, false, WhenFull.PAUSE, fromBeginning);
  }

  /// The same, beginning at the start where there is no position.
  public Settings fromTheBeginning() {
    return made(design, commitHighest, drain, fence, retryAtEnd, whenFull, true);
  }

  private Settings made(
      Design its,
      boolean highest,
      boolean drains,
      boolean fences,
      boolean atTheEnd,
      WhenFull then,
      boolean atTheBeginning) {
    return new Settings(
        its,
        highest,
        workers,
        laneCapacity,
        store,
        ahead,
        held,
        poll,
        handlers,
        workNanos,
        idleNanos,
        attemptsMax,
        retryNanos,
        gapNanos,
        handlerNanos,
        commitNanos,
        drainNanos,
        budget,
        dedup,
        haltAfterDeadLetter,
        drains,
        fences,
        atTheEnd,
        then,
        atTheBeginning,
        shuffleNanos,
        pauseNanos,
        resizes,
        sql);
  }

  /// Does the engine itself do what is wanted? If not, another core does.
  public boolean isEngine() {
    return departure().isEmpty();
  }

  /// What was said of it, as it is typed, and is known to the engine only, although another core
  /// decides.
  public List<String> unknown() {
    return isEngine()
        ? List.of()
        : ENGINE_ONLY.entrySet().stream()
            .filter(option -> !option.getValue().apply(this).equals(option.getValue().apply(USUAL)))
            .map(Map.Entry::getKey)
            .toList();
  }

  /// The same without what its core does not know.
  public Settings withoutUnknown() {
    return isEngine()
        ? this
        : new Settings(
            design,
            commitHighest,
            workers,
            laneCapacity,
            store,
            USUAL.ahead,
            held,
            poll,
            USUAL.handlers,
            workNanos,
            USUAL.idleNanos,
            attemptsMax,
            retryNanos,
            USUAL.gapNanos,
            USUAL.handlerNanos,
            commitNanos,
            drainNanos,
            USUAL.budget,
            dedup,
            USUAL.haltAfterDeadLetter,
            drain,
            fence,
            retryAtEnd,
            whenFull,
            fromBeginning,
            shuffleNanos,
            USUAL.pauseNanos,
            USUAL.resizes,
            sql);
  }

  /// What makes another core than the engine's decide, as it is typed; "" for the engine.
  public String departure() {
    if (design != Design.LANES) {
      return "design " + design.word();
    }
    return departures().stream().findFirst().orElse("");
  }

  /// What besides the design is otherwise than in the engine, as it is typed.
  public List<String> departures() {
    var all = new ArrayList<String>();
    if (commitHighest) {
      all.add("commit highest");
    }
    if (!drain) {
      all.add("drain off");
    }
    if (!fence) {
      all.add("fence off");
    }
    if (retryAtEnd) {
      all.add("retry-at end");
    }
    if (whenFull != WhenFull.PAUSE) {
      all.add("when-full " + whenFull.name().toLowerCase(Locale.ROOT));
    }
    return all;
  }

  /// The design, and what is otherwise than in it: nobody is to take for the engine what is not.
  public String title() {
    var title = new StringBuilder(design.word());
    departures().forEach(one -> title.append(", ").append(one));
    return title.toString();
  }

  /// How long retries wait, with lots from this seed: the same in every design, or a comparison
  /// would be one of back-offs.
  public RetrySchedule retrySchedule(long seed) {
    return new RetrySchedule(
        attemptsMax,
        retryNanos,
        Math.max(retryNanos, CEILING_NANOS),
        RetrySchedule.Jitter.FULL,
        seed);
  }

  /// Does a hand-over wait for what runs?
  public boolean drains() {
    return drain && design != Design.DRAIN_OFF;
  }
}
