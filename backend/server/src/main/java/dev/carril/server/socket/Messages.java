package dev.carril.server.socket;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.carril.server.wire.Json;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads what clients send. Whatever it is, it is answered: nothing here throws.
final class Messages {
  /// As the simulator wants the ids of entries.
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private static final Pattern ID_FIELD =
      Pattern.compile("\"id\"\\s*:\\s*\"([A-Za-z0-9_-]{1,64})\"");

  private Messages() {}

  /// A message of which only the beginning is known.
  static Message tooLong(String head, int unitsMax) {
    Matcher id = ID_FIELD.matcher(head);
    return new Message.Wrong(
        id.find() ? id.group(1) : "", "message-too-long", String.valueOf(unitsMax));
  }

  static Message read(String text) {
    JsonNode json;
    try {
      json = Json.read(text);
    } catch (JacksonException e) {
      return new Message.Wrong("", "not-json", "");
    }
    if (!json.isObject()) {
      return new Message.Wrong("", "not-an-object", "");
    }
    String id = ID.matcher(json.path("id").asText("")).matches() ? json.get("id").asText() : "";
    try {
      return read(new Fields(json), id);
    } catch (WrongField e) {
      return new Message.Wrong(id, e.code, e.field);
    }
  }

  private static Message read(Fields of, String id) throws WrongField {
    String type = of.text("type");
    return switch (type) {
      case "subscribe" -> new Message.Subscribe(of.text("lang"), of.flag("plays"));
      case "command" -> new Message.Command(of.id(), of.text("line"));
      case "lengthen" -> new Message.Lengthen(of.id(), of.text("entry"), of.whole("millis"));
      case "split" -> new Message.Split(of.id(), of.text("text"));
      case "complete" -> new Message.Complete(of.id(), of.text("line"), of.number("cursor"));
      case "preview" -> new Message.Preview(of.id(), of.text("line"));
      case "record" ->
          of.has("entry")
              ? new Message.AskPastRecord(
                  of.id(),
                  of.text("entry"),
                  of.text("topic"),
                  of.number("partition"),
                  of.whole("offset"))
              : new Message.AskRecord(
                  of.id(), of.text("topic"), of.number("partition"), of.whole("offset"));
      case "view" ->
          of.has("entry")
              ? new Message.ViewEntry(of.id(), of.text("entry"), of.event(), of.perhaps("since"))
              : of.has("moment")
                  ? new Message.ViewMoment(of.id(), of.whole("moment"), of.perhaps("since"))
                  : new Message.ViewStep(of.id(), of.number("at"), of.perhaps("since"));
      case "events" ->
          new Message.AskEvents(
              of.id(),
              of.perhaps("entry"),
              of.event(),
              of.has("before") ? of.whole("before") : Long.MAX_VALUE,
              of.perhaps("session"));
      case "branches" -> new Message.AskBranches(of.id());
      case "goto" -> new Message.GoTo(of.id(), of.text("entry"), of.event());
      case "marks" -> new Message.AskMarks(of.id());
      case "real" -> new Message.AskReal(of.id(), of.text("line"));
      case "language" -> new Message.Language(of.text("lang"));
      // A string from outside, not a closed list of ours.
      default -> new Message.Wrong(id, "unknown-type", cut(type));
    };
  }

  private static String cut(String word) {
    return word.length() <= 40 ? word : word.substring(0, 40) + "…";
  }

  private record Fields(JsonNode json) {
    boolean has(String field) {
      return json.hasNonNull(field);
    }

    /// Not said is no.
    boolean flag(String field) throws WrongField {
      if (has(field) && !json.get(field).isBoolean()) {
        throw new WrongField("wrong-field", field);
      }
      return json.path(field).asBoolean();
    }

    String text(String field) throws WrongField {
      JsonNode value = need(field);
      if (!value.isTextual()) {
        throw new WrongField("wrong-field", field);
      }
      return value.textValue();
    }

    Optional<String> perhaps(String field) throws WrongField {
      return has(field) ? Optional.of(text(field)) : Optional.empty();
    }

    String id() throws WrongField {
      String id = text("id");
      if (!ID.matcher(id).matches()) {
        throw new WrongField("wrong-id", "id");
      }
      return id;
    }

    long whole(String field) throws WrongField {
      JsonNode value = need(field);
      if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
        throw new WrongField("wrong-field", field);
      }
      return value.longValue();
    }

    /// How many events of an entry; without a word all of them.
    long event() throws WrongField {
      return has("event") ? whole("event") : Long.MAX_VALUE;
    }

    /// As far as an `int` goes: nothing that is counted here is more.
    int number(String field) throws WrongField {
      return (int) Math.min(whole(field), Integer.MAX_VALUE);
    }

    private JsonNode need(String field) throws WrongField {
      JsonNode value = json.get(field);
      if (value == null || value.isNull()) {
        throw new WrongField("missing-field", field);
      }
      return value;
    }
  }

  private static final class WrongField extends Exception {
    private static final long serialVersionUID = 1L;
    private final String code;
    private final String field;

    WrongField(String code, String field) {
      super(code, null, false, false);
      this.code = code;
      this.field = field;
    }
  }
}
