package dev.carril.simulator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What there was to see while a command ran: what a picture moves. The state itself is in the
/// facts.
public sealed interface Happening {

  record Appended(String topic, int partition, long offset) implements Happening {}

  record Consumed(
      String group,
      String member,
      boolean saved,
      List<Stretch> reads,
      Reply.@Nullable FellOver fellOver)
      implements Happening {}

  /// The offsets read in one partition, and the position before and after.
  record Stretch(String topic, int partition, long from, long to, List<Long> offsets) {}

  record Moved(String group, String topic, int partition, @Nullable Long from, long to)
      implements Happening {}

  /// Retention or compaction took records from `[from, to)`.
  record Removed(String topic, int partition, long from, long to) implements Happening {}

  record Undone() implements Happening {}

  record Redone() implements Happening {}

  record Emptied() implements Happening {}
}
