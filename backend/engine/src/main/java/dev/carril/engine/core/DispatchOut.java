package dev.carril.engine.core;

/// Where a worker's decisions go. Whoever drives it carries them out, in order.
public interface DispatchOut {
  /// Handle these records, one after the other, until one fails or the run is recalled, and give
  /// the run back by [Dispatch#take(Run, long)].
  void start(Run run);

  /// Start no further record of a run.
  ///
  /// @return how many of its records have been started; no more will be
  int recall(Run run);

  /// The record that runs has had its time.
  void interrupt(Run run);

  /// There is a lane for a session now, or there is none any more.
  void opened(Lane lane);

  void closed(Lane lane);

  /// What intake must know.
  void report(Reports reports);
}
