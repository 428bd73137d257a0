package dev.carril.server.wire;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carril.course.judge.Missing;
import java.util.List;

/// What is between a goal and the state, as a picture shows it.
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
          Missing.NotOwner _,
          Missing.Member _,
          Missing.Unhandled _,
          Missing.Often _,
          Missing.Order _,
          Missing.Row _,
          Missing.ExtraRow _,
          Missing.Number _,
          Missing.Figure _,
          Missing.Forgotten _ -> {}
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
}
