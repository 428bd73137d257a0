package dev.carril.course.goal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What must hold for the records that are meant. With nothing at all, at least one must be there.
///
/// @param field the field of the value that `values` and `against` are about, or null for the whole
///   value
/// @param values what they are, in this order, or null
/// @param ends only the last ones need be `values`
/// @param anyOrder `values` in any order
/// @param against two of them stand in the other order than here; empty for nothing
/// @param offsets exactly these, or null
/// @param places exactly these, or null
public record Expected(
    @Nullable String field,
    @Nullable List<Scalar> values,
    boolean ends,
    boolean anyOrder,
    List<Scalar> against,
    @Nullable List<Long> offsets,
    @Nullable List<At> places,
    Amount amount) {

  public static final Expected ANY =
      new Expected(null, null, false, false, List.of(), null, null, Amount.ANY);

  public Expected {
    values = values == null ? null : List.copyOf(values);
    against = List.copyOf(against);
    offsets = offsets == null ? null : List.copyOf(offsets);
    places = places == null ? null : List.copyOf(places);
  }

  /// One cell of a topic: `p1:0`.
  public record At(int partition, long offset) {
    @Override
    public String toString() {
      return "p" + partition + ":" + offset;
    }
  }

  /// Whether only presence is asked.
  public boolean isAny() {
    return values == null
        && against.isEmpty()
        && offsets == null
        && places == null
        && amount.isAny();
  }
}
