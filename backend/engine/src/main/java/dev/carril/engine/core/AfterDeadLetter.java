package dev.carril.engine.core;

/// What becomes of a session's later records once one of them is a dead letter.
public enum AfterDeadLetter {
  /// They are handled as if nothing had been.
  CONTINUE,
  /// They become dead letters too, in order, until somebody releases the session.
  HALT_SESSION
}
