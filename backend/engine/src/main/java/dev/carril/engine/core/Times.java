package dev.carril.engine.core;

/// How long an engine waits for what.
///
/// @param idleNanos until a lane with nothing to do goes
/// @param commitNanos between two commits
/// @param gapNanos until what holds the commit point back is skipped, or 0 for never
/// @param handlerNanos that one handler call may take, or 0 for any time
public record Times(long idleNanos, long commitNanos, long gapNanos, long handlerNanos) {
  public Times {
    notNegative(idleNanos, "idle time");
    notNegative(commitNanos, "commit interval");
    notNegative(gapNanos, "gap timeout");
    notNegative(handlerNanos, "handler's time");
  }

  private static void notNegative(long nanos, String what) {
    if (nanos < 0) {
      throw new IllegalArgumentException(what + " cannot be " + nanos + " ns");
    }
  }
}
