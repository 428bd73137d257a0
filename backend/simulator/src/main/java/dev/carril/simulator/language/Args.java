package dev.carril.simulator.language;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What stood at each part of a command, read already, and where it stood.
final class Args {
  private final Map<String, List<Object>> values = new HashMap<>();
  private final Map<String, Span> spans = new HashMap<>();

  void put(String name, Object value, Span span) {
    values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
    spans.put(name, span);
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  /// The value of a part that must be there.
  <T> T get(String name, Class<T> type) {
    T value = find(name, type);
    if (value == null) {
      throw new IllegalStateException("nothing was read for " + name);
    }
    return value;
  }

  <T> @Nullable T find(String name, Class<T> type) {
    List<Object> found = values.get(name);
    return found == null ? null : type.cast(found.getFirst());
  }

  <T> List<T> all(String name, Class<T> type) {
    return values.getOrDefault(name, List.of()).stream().map(type::cast).toList();
  }

  Map<String, Span> spans() {
    return Collections.unmodifiableMap(spans);
  }
}
