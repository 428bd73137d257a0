package dev.carril.server.store;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carril.server.wire.Json;
import dev.carril.simulator.sandbox.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A sandbox as a file that people keep: its seed, its command log and, if there is one, the script
/// of its demonstration, in JSON.
///
/// ```json
/// {"carril":"sandbox","version":1,"seed":"7","log":[
///   {"ran":"a1","parent":"","moment":1767258000000,"line":"create topic orders partitions 3"},
///   {"moved":"a2","from":"a1","to":"","why":"undo"}]}
/// ```
public final class LogFile {
  /// The largest file that is read back.
  public static final int BYTES_MAX = 32 * 1024 * 1024;

  /// The longest script of a demonstration, in UTF-16 units.
  public static final int SCRIPT_MAX = 100_000;

  private static final int VERSION = 1;
  private static final int ENTRIES_MAX = 100_000;
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private LogFile() {}

  /// A file that cannot be read back; `sentence` is the catalogue's.
  public static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;
    private final String sentence;
    private final transient Map<String, String> params;

    Unreadable(String sentence, Map<String, String> params) {
      super(sentence + " " + params, null, false, false);
      this.sentence = "server.import." + sentence;
      this.params = params;
    }

    public String sentence() {
      return sentence;
    }

    public Map<String, String> params() {
      return params;
    }
  }

  public static String text(StoredSandbox sandbox) {
    ObjectNode json = Json.object().put("carril", "sandbox").put("version", VERSION);
    // As text: a number of 64 bits would lose its last digits in a browser.
    json.put("seed", Long.toString(sandbox.seed()));
    ArrayNode log = json.putArray("log");
    for (Entry entry : sandbox.log()) {
      switch (entry) {
        case Entry.Ran(var id, var parent, var moment, var line) ->
            log.addObject()
                .put("ran", id)
                .put("parent", parent)
                .put("moment", moment)
                .put("line", line);
        case Entry.Moved(var id, var from, var to, var why) ->
            log.addObject()
                .put("moved", id)
                .put("from", from)
                .put("to", to)
                .put("why", why.name().toLowerCase(Locale.ROOT));
      }
    }
    if (sandbox.script() != null) {
      json.put("script", sandbox.script());
    }
    return Json.text(json);
  }

  /// Reads a file's shape. Whether its commands do what it says is found out by playing it.
  ///
  /// @throws Unreadable if it is none of ours, newer, or an entry is not whole
  public static StoredSandbox read(String text) throws Unreadable {
    JsonNode json;
    try {
      json = Json.read(text);
    } catch (JacksonException e) {
      JsonLocation at = e.getLocation();
      throw new Unreadable(
          "not-json",
          Map.of(
              "line",
              at == null ? "1" : Integer.toString(at.getLineNr()),
              "column",
              at == null ? "1" : Integer.toString(at.getColumnNr())));
    }
    if (!json.path("carril").asText("").equals("sandbox")) {
      throw new Unreadable("not-ours", Map.of("detail", "\"carril\":\"sandbox\""));
    }
    int version = json.path("version").asInt(0);
    if (version > VERSION) {
      throw new Unreadable("newer", Map.of("detail", Integer.toString(version)));
    }
    JsonNode log = json.path("log");
    if (version < 1 || !log.isArray() || log.size() > ENTRIES_MAX) {
      throw new Unreadable(
          "not-ours", Map.of("detail", version < 1 ? "\"version\":1" : "\"log\":[…]"));
    }
    List<Entry> entries = new ArrayList<>();
    for (JsonNode entry : log) {
      entries.add(entry(entry, entries.size() + 1));
    }
    return new StoredSandbox(seed(json.path("seed")), entries, script(json.path("script")));
  }

  private static long seed(JsonNode seed) throws Unreadable {
    try {
      return Long.parseLong(seed.asText(""));
    } catch (NumberFormatException e) {
      throw new Unreadable("not-ours", Map.of("detail", "\"seed\":\"…\""));
    }
  }

  private static @Nullable String script(JsonNode script) throws Unreadable {
    if (script.isMissingNode() || script.isNull()) {
      return null;
    }
    if (!script.isTextual() || script.textValue().length() > SCRIPT_MAX) {
      throw new Unreadable("not-ours", Map.of("detail", "\"script\":\"…\""));
    }
    return script.textValue();
  }

  private static Entry entry(JsonNode entry, int number) throws Unreadable {
    if (entry.has("ran")) {
      JsonNode moment = entry.path("moment");
      JsonNode line = entry.path("line");
      if (!moment.isIntegralNumber() || !line.isTextual()) {
        throw bad(number, moment.isIntegralNumber() ? "line" : "moment");
      }
      return new Entry.Ran(
          id(entry, "ran", number),
          idOrBeginning(entry, "parent", number),
          moment.longValue(),
          line.textValue());
    }
    String why = entry.path("why").asText("");
    for (Entry.Why known : Entry.Why.values()) {
      if (known.name().toLowerCase(Locale.ROOT).equals(why)) {
        return new Entry.Moved(
            id(entry, "moved", number),
            idOrBeginning(entry, "from", number),
            idOrBeginning(entry, "to", number),
            known);
      }
    }
    throw bad(number, entry.has("moved") ? "why" : "ran");
  }

  private static String id(JsonNode entry, String field, int number) throws Unreadable {
    String id = entry.path(field).asText("");
    if (!ID.matcher(id).matches()) {
      throw bad(number, field);
    }
    return id;
  }

  private static String idOrBeginning(JsonNode entry, String field, int number) throws Unreadable {
    JsonNode value = entry.path(field);
    return value.isTextual() && value.textValue().isEmpty() ? "" : id(entry, field, number);
  }

  private static Unreadable bad(int number, String field) {
    return new Unreadable("bad-entry", Map.of("number", Integer.toString(number), "detail", field));
  }

  /// A file whose commands do not do what it says.
  public static Unreadable doesNotFit() {
    return new Unreadable("does-not-fit", Map.of());
  }

  /// A file beyond [#BYTES_MAX].
  public static Unreadable tooLarge() {
    return new Unreadable("too-large", Map.of("detail", Integer.toString(BYTES_MAX)));
  }
}
