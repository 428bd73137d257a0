package dev.carril.server.wire;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.core.io.SegmentedStringWriter;
import com.fasterxml.jackson.core.util.BufferRecycler;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/// JSON as the server reads and writes it.
public final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Json() {}

  /// A new object to fill.
  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /// @throws JacksonException if it is not one JSON value
  public static JsonNode read(String text) throws JacksonException {
    return MAPPER.readTree(text);
  }

  public static String text(JsonNode node) {
    return written(json -> MAPPER.writeTree(json, node));
  }

  /// The string with its quotes.
  public static String quoted(String string) {
    return '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(string)) + '"';
  }

  interface Writing {
    void to(JsonGenerator json) throws IOException;
  }

  /// What is written to the generator, as text.
  static String written(Writing writing) {
    try (SegmentedStringWriter text = new SegmentedStringWriter(new BufferRecycler());
        JsonGenerator json = MAPPER.createGenerator(text)) {
      writing.to(json);
      json.flush();
      return text.getAndClear();
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot fail to be written", e);
    }
  }
}
