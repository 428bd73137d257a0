package dev.carril.server.wire;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carril.course.judge.Missing;
import dev.carril.simulator.words.Words;
import java.util.List;
import java.util.Map;

/// What is between a goal and the state, as a picture shows it and as a sentence.
public final class MissingJson {
  private MissingJson() {}

  public static String text(List<Missing> all) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    all.forEach(missing -> add(list, missing));
    return Json.text(list);
  }

  private static void add(ArrayNode list, Missing missing) {
    switch (missing) {
      // Where a record stands there is no room for another one: the one that stands there is
      // marked.
      case Missing.Cell(
              var topic,
              var partition,
              var offset,
              var key,
              var _,
              var text,
              var taken) ->
          place(list, taken ? "extra" : "cell", topic, partition, offset)
              .put("key", key)
              .put("text", text);
      case Missing.Extra(var topic, var partition, var offset) ->
          place(list, "extra", topic, partition, offset);
      case Missing.Unread(var group, var topic, var partition, var offset) ->
          place(list, "unread", topic, partition, offset).put("group", group);
      case Missing.Position(var group, var topic, var partition, var position) ->
          list.addObject()
              .put("kind", "position")
              .put("group", group)
              .put("topic", topic)
              .put("partition", partition)
              .put("position", position);
      // These are said, not drawn.
      case Missing.Owner _,
          Missing.Often _,
          Missing.Row _,
          Missing.ExtraRow _,
          Missing.Number _ -> {}
    }
  }

  private static ObjectNode place(
      ArrayNode list, String kind, String topic, int partition, long offset) {
    return list.addObject()
        .put("kind", kind)
        .put("topic", topic)
        .put("partition", partition)
        .put("offset", offset);
  }

  public static String told(Missing missing, Words words) {
    return switch (missing) {
      case Missing.Cell(
              var topic,
              var partition,
              var offset,
              var key,
              var field,
              var text,
              var taken) ->
          words.text(
              "missing.cell",
              Map.of(
                  "topic", topic,
                  "partition", partition,
                  "offset", offset,
                  "key", key == null ? "" : key,
                  "what", text == null ? "record" : field == null ? "value" : "field",
                  "field", field == null ? "" : field,
                  "text", text == null ? "" : text,
                  "taken", taken ? "yes" : "no"));
      case Missing.Often(var group, var topic, var partition, var offset, var times) ->
          words.text(
              "missing.often",
              Map.of(
                  "group",
                  group,
                  "topic",
                  topic,
                  "partition",
                  partition,
                  "offset",
                  offset,
                  "times",
                  times));
      case Missing.Extra(var topic, var partition, var offset) ->
          words.text(
              "missing.extra", Map.of("topic", topic, "partition", partition, "offset", offset));
      case Missing.Position(var group, var topic, var partition, var position) ->
          position == null
              ? words.text(
                  "missing.no-position",
                  Map.of("group", group, "topic", topic, "partition", partition))
              : words.text(
                  "missing.position",
                  Map.of(
                      "group",
                      group,
                      "topic",
                      topic,
                      "partition",
                      partition,
                      "position",
                      position));
      case Missing.Owner(var group, var member, var topic, var partition) ->
          words.text(
              "missing.owner",
              Map.of("group", group, "member", member, "topic", topic, "partition", partition));
      case Missing.Unread(var group, var topic, var partition, var offset) ->
          words.text(
              "missing.unread",
              Map.of("group", group, "topic", topic, "partition", partition, "offset", offset));
      case Missing.Row(var cells) ->
          words.text("missing.row", Map.of("cells", String.join(", ", cells)));
      case Missing.ExtraRow(var cells) ->
          words.text("missing.extra-row", Map.of("cells", String.join(", ", cells)));
      case Missing.Number(var there) -> words.text("missing.number", Map.of("there", there));
    };
  }
}
