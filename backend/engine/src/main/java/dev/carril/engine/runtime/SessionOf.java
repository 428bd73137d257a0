package dev.carril.engine.runtime;

import dev.carril.engine.source.LogRecord;
import org.jspecify.annotations.Nullable;

/// Says whose a record is.
@FunctionalInterface
public interface SessionOf {
  /// @return null for a record without a session of its own
  @Nullable Object sessionOf(LogRecord<?, ?> logRecord) throws Exception;
}
