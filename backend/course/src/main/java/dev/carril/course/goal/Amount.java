package dev.carril.course.goal;

import org.jspecify.annotations.Nullable;

/// How many something must be. Null: does not matter.
public record Amount(@Nullable Integer count, @Nullable Integer atLeast, @Nullable Integer atMost) {
  public static final Amount ANY = new Amount(null, null, null);

  /// Whether nothing is asked.
  public boolean isAny() {
    return count == null && atLeast == null && atMost == null;
  }

  public boolean fits(double number) {
    return (count == null || number == count)
        && (atLeast == null || number >= atLeast)
        && (atMost == null || number <= atMost);
  }

  public boolean fits(long number) {
    return fits((double) number); // A bound is an int: no rounding crosses it.
  }
}
