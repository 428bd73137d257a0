package dev.carril.engine.core;

import dev.carril.engine.check.Session;
import org.jspecify.annotations.Nullable;

/// Something to be appended for a session, until it is safe or given up.
public final class Send {
  final Session session;
  final long number;
  private final Object payload;
  int attempts;
  boolean inFlight;
  long dueNanos;
  @Nullable Send behind;

  Send(Session session, long number, Object payload) {
    this.session = session;
    this.number = number;
    this.payload = payload;
  }

  public Session session() {
    return session;
  }

  public Object payload() {
    return payload;
  }

  public int attempts() {
    return attempts;
  }
}
