package dev.carril.server.wire;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carril.simulator.Happening;
import dev.carril.simulator.Reply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What there was to see, as JSON.
public final class HappeningJson {
  /// A reader may take ten thousand records at once; nobody sees each of them.
  private static final int OFFSETS_MAX = 200;

  private HappeningJson() {}

  public static String text(Happening happening) {
    return Json.text(node(happening));
  }

  private static ObjectNode node(Happening happening) {
    return switch (happening) {
      case Happening.Appended(var topic, var partition, var offset) ->
          of("appended").put("topic", topic).put("partition", partition).put("offset", offset);
      case Happening.Consumed(var group, var member, var saved, var reads, var fellOver) ->
          consumed(group, member, saved, reads, fellOver);
      case Happening.Moved(var group, var topic, var partition, var from, var to) ->
          of("moved")
              .put("group", group)
              .put("topic", topic)
              .put("partition", partition)
              .put("from", from)
              .put("to", to);
      case Happening.Removed(var topic, var partition, var from, var to) ->
          of("removed")
              .put("topic", topic)
              .put("partition", partition)
              .put("from", from)
              .put("to", to);
      case Happening.Undone() -> of("undone");
      case Happening.Redone() -> of("redone");
      case Happening.Emptied() -> of("emptied");
    };
  }

  private static ObjectNode consumed(
      String group,
      String member,
      boolean saved,
      List<Happening.Stretch> reads,
      Reply.@Nullable FellOver fellOver) {
    ObjectNode json = of("consumed").put("group", group).put("member", member).put("saved", saved);
    ArrayNode stretches = json.putArray("reads");
    for (Happening.Stretch read : reads) {
      ArrayNode offsets =
          stretches
              .addObject()
              .put("topic", read.topic())
              .put("partition", read.partition())
              .put("from", read.from())
              .put("to", read.to())
              .putArray("offsets");
      read.offsets().stream().limit(OFFSETS_MAX).forEach(offsets::add);
    }
    if (fellOver == null) {
      json.putNull("fellOver");
    } else {
      json.putObject("fellOver")
          .put("partition", fellOver.partition())
          .put("offset", fellOver.offset());
    }
    return json;
  }

  private static ObjectNode of(String kind) {
    return Json.object().put("kind", kind);
  }
}
