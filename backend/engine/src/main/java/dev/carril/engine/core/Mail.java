package dev.carril.engine.core;

/// What intake tells a worker. Mail to one worker arrives in the order in which it was sent.
public sealed interface Mail {
  /// Records for the lanes of their sessions.
  record Records(Held[] records, int count) implements Mail {}

  /// Take out what does not run; what runs may finish and is not tried again.
  record Revoke(Epoch epoch) implements Mail {}

  /// It is not ours any more: take out everything, and give back what runs when it ends.
  record Fence(Epoch epoch) implements Mail {}

  /// Take it out, so that it holds the commit point back no longer.
  record Skip(Held held) implements Mail {}

  /// Its dead letter is safe.
  record Settled(Held held) implements Mail {}

  /// There will be no dead letter for now.
  record Refused(Held held) implements Mail {}

  /// These sessions have nothing to do.
  record Close(Route[] routes, int count) implements Mail {}

  /// From now on the session's records become dead letters, but for those that are redriven later.
  record Halt(Route route) implements Mail {}

  record Release(Route route) implements Mail {}
}
