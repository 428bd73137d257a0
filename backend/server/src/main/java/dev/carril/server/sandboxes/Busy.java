package dev.carril.server.sandboxes;

/// There is no room at the moment; later there may be.
public final class Busy extends RuntimeException {
  private static final long serialVersionUID = 1L;
}
