package dev.carril.engine.core;

import dev.carril.engine.check.TraceContext;
import org.jspecify.annotations.Nullable;

/// What few records bring along.
///
/// @param redriven it was a dead letter before
/// @param trace the trace it belongs to
/// @param nobodys why nobody can say whose it is; it then becomes a dead letter when its turn comes
///   among the partition's records without a key
public record Extra(boolean redriven, @Nullable TraceContext trace, @Nullable Throwable nobodys) {
  /// What nearly all records bring.
  public static final Extra NONE = new Extra(false, null, null);
}
