package dev.carril.simulator.instance;

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
    long pauseNanos) {

  /// What becomes of a record whose lane is full.
  public enum WhenFull {
    PAUSE,
    DROP,
    OVERTAKE
  }

  /// Does the engine itself do what is wanted? If not, another core does.
  public boolean isEngine() {
    return design == Design.LANES
        && !commitHighest
        && drain
        && fence
        && !retryAtEnd
        && whenFull == WhenFull.PAUSE;
  }

  /// Does a hand-over wait for what runs?
  public boolean drains() {
    return drain && design != Design.DRAIN_OFF;
  }
}
