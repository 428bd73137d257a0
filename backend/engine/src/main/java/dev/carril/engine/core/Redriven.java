package dev.carril.engine.core;

import dev.carril.engine.check.Halt;
import dev.carril.engine.source.Partition;
import org.jspecify.annotations.Nullable;

/// That a record was a dead letter before, and of which halt: the place of a dead letter that was
/// there when it was appended again, or none that anybody can read.
public record Redriven(@Nullable Partition partition, long offset) {
  private static final Redriven FROM_SOMEWHERE = new Redriven(null, 0);

  /// @param of where it was, as its header says it
  /// @param after the same of a later dead letter that halted its session again, or null
  public static Redriven of(String of, @Nullable String after) {
    String place = after == null ? of : after;
    int second = place.lastIndexOf('/');
    int first = place.lastIndexOf('/', second - 1);
    if (first <= 0) {
      return FROM_SOMEWHERE;
    }
    try {
      return new Redriven(
          new Partition(
              place.substring(0, first), Integer.parseInt(place.substring(first + 1, second))),
          Long.parseLong(place.substring(second + 1)));
    } catch (IllegalArgumentException notOurs) {
      // Whoever wrote it does not know how; that it was redriven is all that can be said.
      return FROM_SOMEWHERE;
    }
  }

  /// Was it appended before the session halted? Then it is none of those that the halt waits for.
  boolean isBefore(Halt halt) {
    return partition != null && halt.isAfter(partition, offset);
  }
}
