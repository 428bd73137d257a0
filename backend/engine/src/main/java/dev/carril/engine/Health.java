package dev.carril.engine;

import java.time.Duration;

/// How an engine is, for whoever asks every few seconds.
///
/// @param reason what the state is about, in one sentence; "" where it needs none
/// @param oldestBlocked age of the oldest record that holds a commit point back, or zero
public record Health(State state, String reason, Duration oldestBlocked) {
  public boolean isWell() {
    return state.isWell();
  }
}
