package dev.carril.engine;

/// What is done with each record. One call of a session runs at a time, in the order of its
/// records; calls of different sessions run at once, each on a virtual thread of its session, so a
/// handler may wait as long as it must.
///
/// It may throw anything, an Error too, and may leave its thread interrupted: neither reaches
/// beyond the record.
///
/// It may be called again for the same record: after a failure, and after a crash. So its effects
/// must be such that twice is as good as once, or know the event by its id.
@FunctionalInterface
public interface Handler<K, V> {
  /// @throws Exception if it went wrong; the engine's [Failures] say whether it is tried again
  void handle(Delivery<K, V> delivery) throws Exception;
}
