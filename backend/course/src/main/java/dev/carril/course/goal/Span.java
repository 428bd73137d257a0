package dev.carril.course.goal;

import org.jspecify.annotations.Nullable;

/// How long something must take. Null: does not matter.
public record Span(@Nullable Time atLeast, @Nullable Time atMost) implements Bound {
  public static final Span ANY = new Span(null, null);

  /// @param typed as in the console, such as `200ms`
  public record Time(long millis, String typed) {}

  @Override
  public boolean isAny() {
    return atLeast == null && atMost == null;
  }

  public boolean fits(long millis) {
    return (atLeast == null || millis >= atLeast.millis())
        && (atMost == null || millis <= atMost.millis());
  }

  @Override
  public boolean fits(double millis) {
    return (atLeast == null || millis >= atLeast.millis())
        && (atMost == null || millis <= atMost.millis());
  }
}
