package dev.carril.engine.check;

/// What a lane does.
public enum LaneState {
  /// It has nothing to do.
  IDLE("idle"),
  /// Its first record could run, and waits for a handler to be free.
  READY("ready"),
  WORKING("working"),
  /// Its first record failed, and waits for its next attempt.
  BACKING_OFF("backing-off"),
  /// Its first record waits for its dead letter to be safe.
  CONDEMNED("condemned"),
  /// Its first record failed for good, but there are more dead letters than poison explains.
  REPRIEVED("reprieved"),
  /// Its first record was redriven, and waits for somebody to release the session.
  HALTED("halted");

  private final String word;

  LaneState(String word) {
    this.word = word;
  }

  public String word() {
    return word;
  }
}
