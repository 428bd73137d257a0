package dev.carril.engine.source;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A record as it stands in the log.
///
/// @param bytes about what it takes in memory, for the bounds
public record LogRecord<K, V>(
    Partition partition,
    long offset,
    long timestampMillis,
    @Nullable K key,
    @Nullable V value,
    List<Header> headers,
    int bytes) {
  /// The last header of that name, as text, or null.
  public @Nullable String header(String name) {
    for (int at = headers.size() - 1; at >= 0; at--) {
      if (headers.get(at).name().equals(name)) {
        return headers.get(at).text();
      }
    }
    return null;
  }

  @Override
  public String toString() {
    return partition + ":" + offset;
  }
}
