package dev.carril.course.goal;

/// What a figure must be.
public sealed interface Bound permits Amount, Span, Bound.Exactly {

  /// Whether nothing is asked.
  boolean isAny();

  boolean fits(double figure);

  /// @param number an offset, which may be larger than an amount
  record Exactly(long number) implements Bound {
    @Override
    public boolean isAny() {
      return false;
    }

    @Override
    public boolean fits(double figure) {
      return figure == number;
    }
  }
}
