package dev.carril.server.socket;

import dev.carril.server.sandboxes.ClockOrder;
import dev.carril.server.wire.Json;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Map;

/// Frames of state and of orders as text. Their parts are JSON already, so they are put together,
/// not encoded again.
final class Frames {
  private Frames() {}

  static String state(StateLane.Frame frame) {
    return switch (frame) {
      case StateLane.Frame.Whole(var snapshot) ->
          "{\"type\":\"snapshot\",\"revision\":%d,\"facts\":%s}"
              .formatted(snapshot.revision(), snapshot.facts());
      case StateLane.Frame.Changes changes -> changes(changes);
    };
  }

  static String clock(ClockOrder order) {
    return "{\"type\":\"clock\",\"by\":%s,\"speed\":%s,\"yours\":%s}"
        .formatted(
            Json.quoted(order.by()),
            order.speed().map(BigDecimal::toPlainString).orElse("null"),
            order.yours());
  }

  private static String changes(StateLane.Frame.Changes changes) {
    StringBuilder json = new StringBuilder("{\"type\":\"changes\",\"after\":");
    json.append(changes.after()).append(",\"revision\":").append(changes.revision());
    json.append(",\"set\":{");
    String between = "";
    for (Map.Entry<String, String> fact : changes.set().entrySet()) {
      json.append(between).append(Json.quoted(fact.getKey())).append(':').append(fact.getValue());
      between = ",";
    }
    json.append("},\"gone\":");
    strings(json, changes.gone());
    json.append(",\"happened\":[").append(String.join(",", changes.happened())).append("],\"by\":");
    strings(json, changes.by());
    return json.append('}').toString();
  }

  private static void strings(StringBuilder json, Collection<String> strings) {
    json.append('[');
    String between = "";
    for (String string : strings) {
      json.append(between).append(Json.quoted(string));
      between = ",";
    }
    json.append(']');
  }
}
