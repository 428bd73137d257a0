package dev.carril.engine.runtime;

import dev.carril.engine.core.Held;

/// What is done with each record: the user's handler and what belongs to it.
public interface Job {
  /// Handles a record; it may wait, throw anything, be interrupted.
  ///
  /// @param attempt the number of this call, from 1
  /// @return false if its event was handled before, so that the handler was not called
  boolean handle(Held held, int attempt) throws Throwable;

  /// Would another attempt not mend it?
  boolean isTerminal(Throwable failure);
}
