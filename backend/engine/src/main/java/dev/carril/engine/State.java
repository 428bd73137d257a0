package dev.carril.engine;

/// What an engine does, in one word; the first of these that holds.
public enum State {
  /// It was built and not started.
  NEW,
  /// It stopped, since something failed that must not.
  FAILED,
  CLOSED,
  /// It finishes what runs and takes nothing new.
  CLOSING,
  /// Something has not moved for too long.
  STALLED,
  /// Several commits failed, one after the other, and none was taken since: a restart would handle
  /// ever more again.
  COMMITS_FAIL,
  /// Dead letters cannot be written.
  DEAD_LETTERS_FAIL,
  /// There were more dead letters than poison explains, so there are none for now. It holds until
  /// what was to be one has ended.
  DEAD_LETTER_BUDGET_SPENT,
  /// A session fills a partition's store.
  HELD_BY_SESSION,
  /// Too much is done ahead of a commit point.
  GAP,
  /// A partition is not fetched, since nobody can say yet which of its sessions are halted.
  HALTS_UNKNOWN,
  /// Nothing can run, since every session that has something to do backs off.
  ALL_BACKING_OFF,
  /// The user paused all that there is.
  PAUSED,
  RUNNING;

  /// Is this nothing to worry about?
  public boolean isWell() {
    return switch (this) {
      case NEW, CLOSED, CLOSING, PAUSED, RUNNING, ALL_BACKING_OFF -> true;
      case FAILED,
          STALLED,
          COMMITS_FAIL,
          DEAD_LETTERS_FAIL,
          DEAD_LETTER_BUDGET_SPENT,
          HELD_BY_SESSION,
          GAP,
          HALTS_UNKNOWN ->
          false;
    };
  }
}
