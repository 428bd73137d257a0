package dev.carril.engine.runtime;

/// Hears of what must not happen: a loop came to its end because something threw.
@FunctionalInterface
public interface Breakdown {
  void fail(String where, Throwable why);
}
