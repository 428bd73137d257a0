package dev.carril.simulator.instance;

import dev.carril.engine.check.Place;
import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;

/// Where a core's decisions go.
public interface CoreOut {
  /// A message from one part to another; from each to each they arrive in order.
  void post(int from, int to, Object message);

  /// Fetch a partition, or do not.
  void pause(Partition partition, boolean paused);

  /// Commit, and say how it ended by [Core#committed] or [Core#commitFailed].
  void commit(Wish wish);

  /// Commit this and let the partitions of the request go.
  void letGo(Object request, Wish last);

  /// Write a dead letter, and say how it ended.
  void write(Letter letter);

  /// A session is halted no more.
  void release(Session session);

  /// Call the handler, and say how it ended by [Core#ended].
  void start(Call call);

  /// The handler has had its time.
  void interrupt(Call call);

  /// This record counts as done although nobody handles it. No core that is right says so.
  void dropped(Place place, long nowNanos);
}
