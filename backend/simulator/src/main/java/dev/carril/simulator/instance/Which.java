package dev.carril.simulator.instance;

import dev.carril.simulator.log.LogRecord;

/// The records that a fault is about.
public sealed interface Which {
  /// One place in the log, which need not be there yet.
  record At(int partition, long offset) implements Which {}

  record OfKey(String key) implements Which {}

  /// So many in a hundred, by lot.
  record Share(int percent) implements Which {}

  /// As it is typed.
  default String typed() {
    return switch (this) {
      case At(var partition, var offset) -> "p" + partition + ':' + offset;
      case OfKey(var key) -> "key=" + quoted(key);
      case Share(var percent) -> percent + "%";
    };
  }

  // A key that is no word is typed in quotes.
  private static String quoted(String key) {
    return key.matches("[^\\s\"\\\\]+")
        ? key
        : '"' + key.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  default boolean has(LogRecord record, long seed) {
    return switch (this) {
      case At(var partition, var offset) ->
          record.partition() == partition && record.offset() == offset;
      case OfKey(var key) -> key.equals(record.key());
      case Share(var percent) ->
          Math.floorMod(Lots.of(seed, record.partition(), record.offset()), 100L) < percent;
    };
  }
}
