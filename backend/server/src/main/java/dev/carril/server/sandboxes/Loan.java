package dev.carril.server.sandboxes;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// A sandbox that stays in memory until it is given back.
public final class Loan implements AutoCloseable {
  private final LiveSandbox sandbox;
  private final Consumer<LiveSandbox> giveBack;
  private final AtomicBoolean over = new AtomicBoolean();

  Loan(LiveSandbox sandbox, Consumer<LiveSandbox> giveBack) {
    this.sandbox = sandbox;
    this.giveBack = giveBack;
  }

  public LiveSandbox sandbox() {
    return sandbox;
  }

  /// Gives it back; once, however often it is called.
  @Override
  public void close() {
    if (!over.getAndSet(true)) {
      giveBack.accept(sandbox);
    }
  }
}
