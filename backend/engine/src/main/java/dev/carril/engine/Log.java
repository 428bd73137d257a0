package dev.carril.engine;

import dev.carril.engine.source.Header;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/// A log that can be appended to. Whatever it throws, an Error too, whatever its stage ends with,
/// and no stage at all: all of that is a record that may not be safe, and the [Failures] of whoever
/// appends say whether it is appended again.
@FunctionalInterface
public interface Log<K, V> {
  /// Appends a record; the stage completes once it is safe. It must not be able to swap two calls
  /// of which the second comes after the first has completed.
  CompletionStage<?> append(String topic, @Nullable K key, @Nullable V value, List<Header> headers)
      throws Exception;
}
