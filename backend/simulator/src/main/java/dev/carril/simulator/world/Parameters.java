package dev.carril.simulator.world;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.carril.simulator.log.LogRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a statement may ask of the record that it runs for: `:key`, `:value`, `:partition`,
/// `:offset`, `:timestamp`, and each top-level field of a JSON value.
final class Parameters {
  private static final JsonFactory JSON = new JsonFactory();

  private Parameters() {}

  /// Name to value: Long, String or null. A field whose name is one of the built-in ones comes as
  /// `value_NAME`.
  static Map<String, @Nullable Object> of(LogRecord record) {
    var all = new LinkedHashMap<String, @Nullable Object>();
    all.put("key", record.key());
    all.put("value", record.value());
    all.put("partition", (long) record.partition());
    all.put("offset", record.offset());
    all.put("timestamp", Instant.ofEpochMilli(record.timestampMillis()).toString());
    String value = record.value();
    if (value != null && value.startsWith("{")) {
      try {
        addFields(value, all);
      } catch (IOException e) {
        // A value that begins with a brace was checked when it was produced.
        throw new UncheckedIOException(e);
      }
    }
    return all;
  }

  private static void addFields(String value, Map<String, @Nullable Object> all)
      throws IOException {
    var builtIn = java.util.Set.copyOf(all.keySet());
    try (JsonParser parser = JSON.createParser(value)) {
      parser.nextToken();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        parser.nextToken();
        all.put(builtIn.contains(name) ? "value_" + name : name, bound(parser, value));
      }
    }
  }

  private static @Nullable Object bound(JsonParser parser, String value) throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_NULL -> null;
      case VALUE_TRUE -> 1L;
      case VALUE_FALSE -> 0L;
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> whole(parser.getText());
      // As typed: as a number 12.40 would come out as 12.4.
      case VALUE_NUMBER_FLOAT -> parser.getText();
      case START_OBJECT, START_ARRAY -> {
        int from = (int) parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        yield value.substring(from, (int) parser.currentLocation().getCharOffset());
      }
      case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
          throw new IllegalStateException("no value at " + parser.currentLocation());
    };
  }

  private static Object whole(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      // Beyond 2^63 a database has no integer: its text keeps every digit.
      return digits;
    }
  }
}
