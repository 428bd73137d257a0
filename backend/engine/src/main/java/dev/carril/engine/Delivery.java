package dev.carril.engine;

import dev.carril.engine.source.LogRecord;
import org.jspecify.annotations.Nullable;

/// A record, given to a handler.
///
/// @param attempt the number of this call for this delivery, from 1
public record Delivery<K, V>(LogRecord<K, V> logRecord, int attempt) {
  public @Nullable K key() {
    return logRecord.key();
  }

  public @Nullable V value() {
    return logRecord.value();
  }

  /// What stays the same when the record is delivered again.
  public String eventId() {
    return EventIds.of(logRecord);
  }
}
