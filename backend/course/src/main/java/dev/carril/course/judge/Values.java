package dev.carril.course.judge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.carril.course.goal.Scalar;
import java.math.BigDecimal;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Compares what is in records and tables with what a goal says.
final class Values {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Values() {}

  /// A field of a JSON value; missing where there is none.
  static JsonNode field(@Nullable String value, String field) {
    return json(value).map(node -> node.path(field)).orElse(MissingNode.getInstance());
  }

  /// @param value a record's, perhaps no JSON at all
  static Optional<JsonNode> json(@Nullable String value) {
    if (value == null || value.isEmpty()) {
      return Optional.empty();
    }
    try {
      JsonNode node = JSON.readTree(value);
      return node.isMissingNode() ? Optional.empty() : Optional.of(node);
    } catch (JsonProcessingException e) {
      return Optional.empty(); // Text that is no JSON has no fields, and is compared as text.
    }
  }

  static boolean is(Scalar wanted, JsonNode node) {
    return switch (wanted) {
      case Scalar.Text(var text) -> node.isTextual() && node.textValue().equals(text);
      case Scalar.Number(var number, var _) ->
          node.isNumber() && node.decimalValue().compareTo(number) == 0;
      case Scalar.Bool(var value) -> node.isBoolean() && node.booleanValue() == value;
      case Scalar.Null() -> node.isNull();
    };
  }

  /// Whether a record's whole value is this.
  static boolean isWhole(Scalar wanted, @Nullable String value) {
    if (value == null || wanted instanceof Scalar.Null) {
      return value == null && wanted instanceof Scalar.Null;
    }
    String shown = wanted.shown();
    return value.equals(shown)
        || json(shown).flatMap(a -> json(value).map(b -> same(a, b))).orElse(false);
  }

  private static boolean same(JsonNode one, JsonNode other) {
    if (one.isNumber() && other.isNumber()) {
      return one.decimalValue().compareTo(other.decimalValue()) == 0;
    }
    if (one.isObject() && other.isObject()) {
      if (one.size() != other.size()) {
        return false;
      }
      for (Iterator<String> names = one.fieldNames(); names.hasNext(); ) {
        String name = names.next();
        if (!other.has(name) || !same(one.get(name), other.get(name))) {
          return false;
        }
      }
      return true;
    }
    if (one.isArray() && other.isArray()) {
      if (one.size() != other.size()) {
        return false;
      }
      for (int i = 0; i < one.size(); i++) {
        if (!same(one.get(i), other.get(i))) {
          return false;
        }
      }
      return true;
    }
    return one.equals(other);
  }

  /// Whether a table's cell is this: numbers as numbers, the rest as text.
  static boolean isCell(Scalar wanted, @Nullable String cell) {
    if (cell == null || wanted instanceof Scalar.Null) {
      return cell == null && wanted instanceof Scalar.Null;
    }
    if (cell.equals(wanted.shown())) {
      return true;
    }
    BigDecimal there = number(cell);
    BigDecimal asked = wanted instanceof Scalar.Bool ? null : number(wanted.shown());
    return there != null && asked != null && there.compareTo(asked) == 0;
  }

  private static @Nullable BigDecimal number(String text) {
    if (text.isEmpty() || text.length() > 100) {
      return null;
    }
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      return null; // A text.
    }
  }
}
