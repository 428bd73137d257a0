package dev.carril.engine.core;

import dev.carril.engine.check.Reason;
import org.jspecify.annotations.Nullable;

/// A dead letter on its way: wanted, tried perhaps more than once, in the end acknowledged.
public final class DeadLetterWrite {
  final Held held;
  final Reason reason;
  final int attempts;
  final @Nullable Throwable failure;
  int tries;
  boolean inFlight;
  long dueNanos;

  DeadLetterWrite(Held held, Reason reason, int attempts, @Nullable Throwable failure) {
    this.held = held;
    this.reason = reason;
    this.attempts = attempts;
    this.failure = failure;
  }

  /// Is its partition still ours? None is written for others.
  public boolean isWanted() {
    return held.epoch.isOurs();
  }

  public Held held() {
    return held;
  }

  public Reason reason() {
    return reason;
  }

  /// Handler calls of this delivery.
  public int attempts() {
    return attempts;
  }

  /// What the last of them ended with, if one ended so.
  public @Nullable Throwable failure() {
    return failure;
  }
}
