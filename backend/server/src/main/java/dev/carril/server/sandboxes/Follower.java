package dev.carril.server.sandboxes;

/// Somebody who is told what a sandbox looks like. Called by the sandbox's owner, one call after
/// the other, so an implementation must neither wait nor throw.
public interface Follower {

  /// Everything, whatever was told before.
  void whole(Snapshot snapshot);

  /// What has changed since the last call.
  void changed(Step step);

  /// Whether it plays the clock, if it is told to. May be asked at any time.
  boolean plays();

  /// Somebody has ordered the clock to be played, or to be paused; of several orders the last
  /// holds.
  void ordered(ClockOrder order);

  /// There will be nothing to follow.
  void lost(Loss why);

  /// Why a sandbox cannot be had.
  enum Loss {
    /// There is none of that id.
    MISSING,
    /// Its log cannot be read, or does not fit.
    UNREADABLE
  }
}
