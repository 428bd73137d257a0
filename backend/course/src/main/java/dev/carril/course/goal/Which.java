package dev.carril.course.goal;

import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Which records are meant: those that fit everything here.
///
/// @param topic null: any
/// @param partition null: any
/// @param where top-level fields of a JSON value
/// @param notWhere fields that are none of these: they are another value, or not there
/// @param value the whole value, or null for any
/// @param header the header of this name has this value
/// @param fresh only what was appended since the start
public record Which(
    @Nullable String topic,
    @Nullable Integer partition,
    Key key,
    SequencedMap<String, Scalar> where,
    SequencedMap<String, List<Scalar>> notWhere,
    @Nullable Scalar value,
    SequencedMap<String, String> header,
    boolean fresh) {

  /// What a record's key must be.
  public sealed interface Key {
    /// No matter which, or none.
    record Any() implements Key {}

    record None() implements Key {}

    record Exactly(String key) implements Key {}

    /// There is one, but another than this.
    record Other(String key) implements Key {}
  }
}
