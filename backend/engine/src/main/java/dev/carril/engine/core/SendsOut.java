package dev.carril.engine.core;

/// Where the decisions of [Sends] go.
public interface SendsOut {
  /// Append it, and say how it ended by [Sends#done] or [Sends#failed].
  void append(Send send);

  /// It is given up: it failed for good, or too often. What is behind it goes on.
  void givenUp(Send send, Throwable why);
}
