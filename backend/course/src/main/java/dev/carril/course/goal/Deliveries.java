package dev.carril.course.goal;

import org.jspecify.annotations.Nullable;

/// Which records must have gone to somebody, and how.
///
/// @param times each record so often, or null
/// @param all every record that stands in the topic and fits
public record Deliveries(
    Which which, Expected expected, @Nullable Integer times, boolean all, Since since) {
  private static final Amount NONE = new Amount(0, null, null);

  /// Whether all that is asked is that there were none since the start.
  boolean isNone() {
    return since == Since.START
        && !all
        && times == null
        && expected.values() == null
        && expected.amount().equals(NONE);
  }
}
