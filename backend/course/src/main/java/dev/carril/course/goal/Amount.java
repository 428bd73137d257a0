package dev.carril.course.goal;

import org.jspecify.annotations.Nullable;

/// How many something must be. Null: does not matter.
public record Amount(@Nullable Integer count, @Nullable Integer atLeast, @Nullable Integer atMost)
    implements Bound {
  public static final Amount ANY = new Amount(null, null, null);
  public static final Amount SOME = new Amount(null, 1, null);

  @Override
  public boolean isAny() {
    return count == null && atLeast == null && atMost == null;
  }

  @Override
  public boolean fits(double number) {
    return (count == null || number == count)
        && (atLeast == null || number >= atLeast)
        && (atMost == null || number <= atMost);
  }

  public boolean fits(long number) {
    return fits((double) number); // A bound is an int: no rounding crosses it.
  }

  /// Whether it is more than it may be.
  public boolean isPassedBy(long number) {
    return count != null && number > count || atMost != null && number > atMost;
  }
}
