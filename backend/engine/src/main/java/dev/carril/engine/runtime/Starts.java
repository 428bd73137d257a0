package dev.carril.engine.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// How many records of a run were started, and whether any more may be.
///
/// Both are one number, so that a lane that starts a record and a worker that recalls the run
/// cannot miss each other: what the worker is told is exactly what was started, and nothing is
/// after that.
final class Starts {
  private static final int RECALLED = 1 << 31;
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Starts.class, "state", int.class);
    } catch (ReflectiveOperationException wrong) {
      throw new ExceptionInInitializerError(wrong);
    }
  }

  @SuppressWarnings("UnusedVariable") // by the handle
  private volatile int state;

  /// Another run begins. It is made known by whatever hands out the run.
  void reset() {
    STATE.setOpaque(this, 0);
  }

  /// Starts the next record, if it may be. Called by the lane alone.
  boolean next() {
    int before = (int) STATE.getOpaque(this);
    return before >= 0 && STATE.compareAndSet(this, before, before + 1);
  }

  /// Lets no further record be started, and tells how many were.
  int recall() {
    return (int) STATE.getAndBitwiseOr(this, RECALLED) & ~RECALLED;
  }
}
