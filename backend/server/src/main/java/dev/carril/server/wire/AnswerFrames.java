package dev.carril.server.wire;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carril.simulator.language.Completer;
import dev.carril.simulator.language.Script;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.sandbox.Ghost;
import dev.carril.simulator.sandbox.Sandbox;
import dev.carril.simulator.words.Words;
import java.util.List;
import java.util.Optional;

/// Answers to what is no command, as frames of the protocol.
public final class AnswerFrames {
  private AnswerFrames() {}

  /// The commands of a paste, the line each begins at, and whether it only asks.
  public static String lines(String id, List<Script.Command> commands) {
    ObjectNode json = frame("lines", id);
    ArrayNode lines = json.putArray("lines");
    for (Script.Command command : commands) {
      lines
          .addObject()
          .put("line", command.number())
          .put("text", command.text())
          .put("isAsked", Sandbox.onlyAsks(command.text()));
    }
    return Json.text(json);
  }

  public static String ghosts(String id, List<Ghost> ghosts) {
    ObjectNode json = frame("ghosts", id);
    ArrayNode places = json.putArray("ghosts");
    for (Ghost ghost : ghosts) {
      places
          .addObject()
          .put("group", ghost.group())
          .put("topic", ghost.topic())
          .put("partition", ghost.partition())
          .put("position", ghost.position());
    }
    return Json.text(json);
  }

  public static String record(String id, String topic, Optional<LogRecord> record) {
    return "{\"type\":\"record\",\"id\":%s,\"record\":%s}"
        .formatted(
            Json.quoted(id), record.map(found -> FactJson.text(topic, found)).orElse("null"));
  }

  /// A message that led to nothing.
  ///
  /// @param id of the message, or empty if it could not be read
  public static String refused(String id, String code, String message) {
    ObjectNode json = Json.object().put("type", "refused");
    if (!id.isEmpty()) {
      json.put("id", id);
    }
    json.putObject("error").put("code", code).put("message", message);
    return Json.text(json);
  }

  private static ObjectNode frame(String type, String id) {
    return Json.object().put("type", type).put("id", id);
  }

  public static String completions(String id, Completer.Completions completions, Words words) {
    ObjectNode json =
        frame("completions", id).put("from", completions.from()).put("to", completions.to());
    ArrayNode options = json.putArray("options");
    for (Completer.Option option : completions.options()) {
      options.addObject().put("text", option.text()).put("note", words.tell(option));
    }
    return Json.text(json);
  }
}
