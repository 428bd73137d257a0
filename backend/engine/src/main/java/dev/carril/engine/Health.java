package dev.carril.engine;

import java.time.Duration;

/// How an engine is, for whoever asks every few seconds.
///
/// @param reason what the state is about, in one sentence; "" where it needs none
/// @param oldestBlocked age of the oldest record that its partition's commit point waits for, since
///   it was delivered; zero if there is none. It counts whether anything behind it has ended or
///   not, unlike [Snapshot#blocked], so that one session that stands still is seen even if it is
///   alone
public record Health(State state, String reason, Duration oldestBlocked) {
  public boolean isWell() {
    return state.isWell();
  }
}
