package dev.carril.engine.core;

import dev.carril.engine.check.TraceContext;
import org.jspecify.annotations.Nullable;

/// What few records bring along.
///
/// @param redriven of which dead letter it comes, or null
/// @param trace the trace it belongs to
/// @param nobodys why nobody can say whose it is; it then becomes a dead letter when its turn comes
///   among the partition's records without a key
public record Extra(
    @Nullable Redriven redriven, @Nullable TraceContext trace, @Nullable Throwable nobodys) {
  /// What nearly all records bring.
  public static final Extra NONE = new Extra(null, null, null);

  boolean isRedriven() {
    return redriven != null;
  }
}
