package dev.carril.server.store;

import org.jspecify.annotations.Nullable;

/// The disk or the database did not do what it was asked. Nothing of that request counts as stored.
public final class StoreFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoreFailure(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
