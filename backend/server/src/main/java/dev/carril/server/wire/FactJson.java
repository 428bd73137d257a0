package dev.carril.server.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.carril.simulator.log.Header;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.log.Retention;
import dev.carril.simulator.sandbox.Fact;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// What a picture is drawn from, as JSON. Written straight to text, since a snapshot may hold ten
/// thousand of them.
public final class FactJson {
  private FactJson() {}

  /// All facts as one object, in order.
  public static String text(SequencedMap<String, Fact> facts) {
    return Json.written(json -> {
      json.writeStartObject();
      for (Map.Entry<String, Fact> fact : facts.entrySet()) {
        json.writeFieldName(fact.getKey());
        write(json, fact.getValue());
      }
      json.writeEndObject();
    });
  }

  public static String text(Fact fact) {
    return Json.written(json -> write(json, fact));
  }

  /// A record as it stands in a partition, whole.
  public static String text(String topic, LogRecord record) {
    return Json.written(json -> record(json, topic, record, false, record.bytes()));
  }

  /// Virtual time as people read it.
  static String moment(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }

  private static void write(JsonGenerator json, Fact fact) throws IOException {
    switch (fact) {
      case Fact.Record(var topic, var record, var cut, var bytes) ->
          record(json, topic, record, cut, bytes);
      case Fact.Clock(var nowMillis) -> {
        json.writeStartObject();
        json.writeStringField("now", moment(nowMillis));
        json.writeEndObject();
      }
      case Fact.Log(
              var count,
              var undo,
              var redo,
              var head,
              var ahead,
              var moments,
              var momentsAhead) -> {
        json.writeStartObject();
        json.writeNumberField("count", count);
        json.writeStringField("undo", undo);
        json.writeStringField("redo", redo);
        json.writeStringField("head", head);
        json.writeNumberField("ahead", ahead);
        json.writeNumberField("moments", moments);
        json.writeNumberField("momentsAhead", momentsAhead);
        json.writeEndObject();
      }
      case Fact.Topic topic -> topic(json, topic);
      case Fact.Partition(var topic, var partition, var start, var end) -> {
        json.writeStartObject();
        json.writeStringField("topic", topic);
        json.writeNumberField("partition", partition);
        json.writeNumberField("start", start);
        json.writeNumberField("end", end);
        json.writeEndObject();
      }
      case Fact.Group(var group, var place, var lag) -> {
        json.writeStartObject();
        json.writeStringField("group", group);
        json.writeNumberField("place", place);
        number(json, "lag", lag);
        json.writeEndObject();
      }
      case Fact.Member member -> member(json, member);
      case Fact.Position position -> position(json, position);
      case Fact.OfInstances(var seen, var opened) -> new SeenJson(json, opened).write(seen);
      case Fact.Table table -> table(json, table);
    }
  }

  private static void topic(JsonGenerator json, Fact.Topic topic) throws IOException {
    json.writeStartObject();
    json.writeStringField("topic", topic.topic());
    json.writeNumberField("place", topic.place());
    json.writeNumberField("partitions", topic.partitions());
    json.writeStringField("partitioner", topic.partitioner().name().toLowerCase(Locale.ROOT));
    json.writeFieldName("retention");
    retention(json, topic.retention());
    json.writeBooleanField("compacted", topic.compacted());
    json.writeNumberField("records", topic.records());
    json.writeNumberField("nextPartition", topic.nextPartition());
    json.writeEndObject();
  }

  private static void retention(JsonGenerator json, Optional<Retention> retention)
      throws IOException {
    if (retention.isEmpty()) {
      json.writeNull();
      return;
    }
    json.writeStartObject();
    switch (retention.get()) {
      case Retention.Age(var millis) -> kept(json, "age", millis);
      case Retention.Records(var count) -> kept(json, "records", count);
      case Retention.Bytes(var bytes) -> kept(json, "bytes", bytes);
    }
    json.writeEndObject();
  }

  private static void kept(JsonGenerator json, String kind, long amount) throws IOException {
    json.writeStringField("kind", kind);
    json.writeNumberField("amount", amount);
  }

  private static void record(
      JsonGenerator json, String topic, LogRecord record, boolean cut, int bytes)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("topic", topic);
    json.writeNumberField("partition", record.partition());
    json.writeNumberField("offset", record.offset());
    json.writeStringField("key", record.key());
    json.writeStringField("value", record.value());
    json.writeBooleanField("cut", cut);
    json.writeNumberField("bytes", bytes);
    json.writeArrayFieldStart("headers");
    for (Header header : record.headers()) {
      json.writeStartObject();
      json.writeStringField("key", header.key());
      json.writeStringField("value", header.value());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeStringField("timestamp", moment(record.timestampMillis()));
    json.writeEndObject();
  }

  private static void member(JsonGenerator json, Fact.Member member) throws IOException {
    json.writeStartObject();
    json.writeStringField("group", member.group());
    json.writeStringField("member", member.member());
    json.writeArrayFieldStart("owned");
    for (Fact.Member.Owned owned : member.owned()) {
      json.writeStartObject();
      json.writeStringField("topic", owned.topic());
      json.writeArrayFieldStart("partitions");
      for (int partition : owned.partitions()) {
        json.writeNumber(partition);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void position(JsonGenerator json, Fact.Position position) throws IOException {
    json.writeStartObject();
    json.writeStringField("group", position.group());
    json.writeStringField("topic", position.topic());
    json.writeNumberField("partition", position.partition());
    number(json, "position", position.position());
    number(json, "lag", position.lag());
    number(json, "read", position.read());
    json.writeStringField("member", position.member());
    json.writeEndObject();
  }

  private static void table(JsonGenerator json, Fact.Table table) throws IOException {
    var view = table.view();
    json.writeStartObject();
    json.writeStringField("table", view.table());
    strings(json, "columns", view.columns());
    json.writeArrayFieldStart("numeric");
    for (boolean numeric : view.numeric()) {
      json.writeBoolean(numeric);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("rows");
    for (List<@Nullable String> row : view.rows()) {
      json.writeStartArray();
      for (String cell : row) {
        json.writeString(cell);
      }
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeNumberField("count", view.count());
    json.writeEndObject();
  }

  private static void strings(JsonGenerator json, String name, List<String> strings)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String string : strings) {
      json.writeString(string);
    }
    json.writeEndArray();
  }

  private static void number(JsonGenerator json, String name, @Nullable Long number)
      throws IOException {
    if (number == null) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, number);
    }
  }
}
