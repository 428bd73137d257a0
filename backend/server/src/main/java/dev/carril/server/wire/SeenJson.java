package dev.carril.server.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.carril.simulator.instance.Mark;
import dev.carril.simulator.instance.RingView;
import dev.carril.simulator.instance.Seen;
import dev.carril.simulator.sandbox.Marked;
import dev.carril.simulator.sandbox.Sandbox;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What there is to see of engine instances, as JSON.
///
/// @param openedMillis the moment from which their times count
public record SeenJson(JsonGenerator json, long openedMillis) {
  private static final long MILLI = 1_000_000;

  /// A session's name may be as long as a record; a picture has no room for it.
  private static final int SHOWN = 400;

  void write(Seen seen) throws IOException {
    json.writeStartObject();
    switch (seen) {
      case Seen.OfInstance it -> instance(it);
      case Seen.OfLane it -> lane(it);
      case Seen.OfProgress it -> progress(it);
      case Seen.OfLetter it -> letter(it);
      case Seen.OfTrouble it -> trouble(it);
      case Seen.OfCohort it -> cohort(it);
      case Seen.OfEvents(var first, var count) -> {
        json.writeNumberField("first", first);
        json.writeNumberField("count", count);
      }
    }
    json.writeEndObject();
  }

  private void instance(Seen.OfInstance it) throws IOException {
    json.writeStringField("instance", it.instance());
    json.writeStringField("topic", it.topic());
    json.writeStringField("group", it.group());
    json.writeStringField("design", it.design());
    json.writeStringField("title", it.title());
    json.writeStringField("state", it.state());
    moment("frozenUntil", it.frozenUntilNanos());
    json.writeBooleanField("expelled", it.expelled());
    json.writeArrayFieldStart("owned");
    for (Seen.Owned owned : it.owned()) {
      json.writeStartObject();
      json.writeNumberField("partition", owned.partition());
      json.writeStringField("state", owned.state());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("paused");
    for (Seen.Paused paused : it.paused()) {
      json.writeStartObject();
      json.writeNumberField("partition", paused.partition());
      json.writeStringField("reason", paused.reason());
      name("session", paused.session());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("workers", it.workers());
    json.writeBooleanField("ring", it.ring());
    json.writeNumberField("laneCapacity", it.laneCapacity());
    json.writeNumberField("lanes", it.lanes());
    json.writeNumberField("working", it.working());
    json.writeNumberField("backingOff", it.backingOff());
    json.writeNumberField("queued", it.queued());
    json.writeNumberField("parked", it.parked());
    json.writeArrayFieldStart("halted");
    for (String session : it.halted()) {
      json.writeString(cut(session));
    }
    json.writeEndArray();
    json.writeNumberField("handled", it.handled());
    json.writeNumberField("retries", it.retries());
    json.writeNumberField("letters", it.letters());
    json.writeNumberField("reprieved", it.reprieved());
    name("sql", it.sql());
    loads(it.loads());
  }

  private void loads(List<Seen.Load> loads) throws IOException {
    json.writeArrayFieldStart("loads");
    for (Seen.Load load : loads) {
      json.writeStartObject();
      json.writeNumberField("worker", load.worker());
      json.writeNumberField("lanes", load.lanes());
      json.writeNumberField("working", load.working());
      json.writeNumberField("backingOff", load.backingOff());
      json.writeNumberField("queued", load.queued());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void lane(Seen.OfLane it) throws IOException {
    json.writeStringField("instance", it.instance());
    json.writeNumberField("number", it.number());
    json.writeStringField("session", cut(it.session()));
    number("keyless", it.keyless());
    number("worker", it.worker());
    number("angle", it.angle());
    json.writeStringField("state", it.state());
    json.writeBooleanField("halted", it.halted());
    json.writeNumberField("attempt", it.attempt());
    moment("since", it.sinceNanos());
    moment("until", it.untilNanos());
    json.writeNumberField("queued", it.queued());
    json.writeNumberField("parked", it.parked());
    json.writeArrayFieldStart("records");
    for (Seen.OfRecord record : it.records()) {
      json.writeStartObject();
      json.writeNumberField("partition", record.partition());
      json.writeNumberField("offset", record.offset());
      json.writeStringField("is", record.standing().word());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void progress(Seen.OfProgress it) throws IOException {
    json.writeStringField("group", it.group());
    json.writeStringField("topic", it.topic());
    json.writeNumberField("partition", it.partition());
    json.writeStringField("instance", it.instance());
    number("committed", it.committed());
    number("commitPoint", it.commitPoint());
    json.writeNumberField("ahead", it.ahead());
    Seen.Gap gap = it.gap();
    if (gap == null) {
      json.writeNullField("gap");
    } else {
      json.writeObjectFieldStart("gap");
      json.writeNumberField("offset", gap.offset());
      json.writeStringField("session", cut(gap.session()));
      json.writeStringField("is", gap.standing().word());
      json.writeNumberField("attempt", gap.attempt());
      moment("since", gap.sinceNanos());
      json.writeEndObject();
    }
    json.writeArrayFieldStart("stretches");
    for (Seen.Stretch stretch : it.stretches()) {
      json.writeStartObject();
      json.writeNumberField("from", stretch.from());
      json.writeNumberField("to", stretch.to());
      json.writeStringField("is", stretch.standing().word());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("more", it.more());
  }

  private void letter(Seen.OfLetter it) throws IOException {
    json.writeStringField("group", it.group());
    json.writeStringField("topic", it.topic());
    json.writeNumberField("number", it.number());
    json.writeNumberField("partition", it.partition());
    json.writeNumberField("offset", it.offset());
    json.writeStringField("session", cut(it.session()));
    json.writeStringField("reason", it.reason());
    json.writeNumberField("attempts", it.attempts());
    json.writeStringField("instance", it.instance());
    moment("at", it.atNanos());
    if (it.redrivenPartition() < 0) {
      json.writeNullField("redriven");
    } else {
      json.writeObjectFieldStart("redriven");
      json.writeNumberField("partition", it.redrivenPartition());
      json.writeNumberField("offset", it.redrivenOffset());
      json.writeEndObject();
    }
  }

  private void trouble(Seen.OfTrouble it) throws IOException {
    json.writeStringField("group", it.group());
    json.writeStringField("topic", it.topic());
    json.writeNumberField("number", it.number());
    json.writeStringField("kind", it.kind());
    json.writeNumberField("partition", it.partition());
    json.writeNumberField("offset", it.offset());
    json.writeStringField("session", cut(it.session()));
    number("afterPartition", it.afterPartition());
    number("after", it.after());
    json.writeStringField("instance", it.instance());
    moment("at", it.atNanos());
  }

  private void cohort(Seen.OfCohort it) throws IOException {
    json.writeStringField("group", it.group());
    json.writeStringField("topic", it.topic());
    json.writeNumberField("handled", it.handled());
    json.writeNumberField("letters", it.letters());
    json.writeNumberField("violations", it.violations());
    json.writeNumberField("duplicates", it.duplicates());
    json.writeNumberField("zombies", it.zombies());
  }

  /// The ring of so many workers, as who draws it wants it.
  public static String ring(RingView ring) {
    return Json.written(json -> {
      json.writeStartObject();
      json.writeNumberField("around", ring.around());
      json.writeArrayFieldStart("points");
      for (RingView.Point point : ring.points()) {
        json.writeStartArray();
        json.writeNumber(point.angle());
        json.writeNumber(point.worker());
        json.writeEndArray();
      }
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  /// What instances told, as the answer to who asked for it.
  public static String told(String id, Sandbox.Telling telling) {
    return Json.written(json -> {
      var seen = new SeenJson(json, telling.openedMillis());
      json.writeStartObject();
      json.writeStringField("type", "events");
      json.writeStringField("id", id);
      json.writeArrayFieldStart("events");
      for (Seen.Told one : telling.told()) {
        seen.told(one);
      }
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  /// What people look for in a history, as the answer to who asked for it.
  public static String marks(String id, List<Marked> marks, long openedMillis) {
    return Json.written(json -> {
      var seen = new SeenJson(json, openedMillis);
      json.writeStartObject();
      json.writeStringField("type", "marks");
      json.writeStringField("id", id);
      json.writeArrayFieldStart("marks");
      for (Marked one : marks) {
        json.writeStartObject();
        json.writeNumberField("moment", one.moment());
        json.writeStringField("mark", one.mark().kind());
        seen.toldOf(one.mark().told());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  /// The same without where they are.
  public static String marks(List<Mark> marks, long openedMillis) {
    return Json.written(json -> {
      var seen = new SeenJson(json, openedMillis);
      json.writeStartArray();
      for (Mark mark : marks) {
        json.writeStartObject();
        json.writeStringField("mark", mark.kind());
        seen.toldOf(mark.told());
        json.writeEndObject();
      }
      json.writeEndArray();
    });
  }

  private void told(Seen.Told it) throws IOException {
    json.writeStartObject();
    toldOf(it);
    json.writeEndObject();
  }

  private void toldOf(Seen.Told it) throws IOException {
    json.writeNumberField("number", it.number());
    moment("at", it.atNanos());
    json.writeStringField("kind", it.kind());
    json.writeStringField("instance", it.instance());
    json.writeStringField("group", it.group());
    json.writeStringField("topic", it.topic());
    number("partition", it.partition());
    number("offset", it.offset());
    json.writeStringField("session", cut(it.session()));
    json.writeNumberField("attempt", it.attempt());
    moment("until", it.untilNanos());
    json.writeStringField("reason", it.reason());
    number("other", it.other());
  }

  private void name(String field, @Nullable String name) throws IOException {
    json.writeStringField(field, name == null ? null : cut(name));
  }

  private static String cut(String name) {
    if (name.length() <= SHOWN) {
      return name;
    }
    boolean torn = Character.isHighSurrogate(name.charAt(SHOWN - 1));
    return name.substring(0, torn ? SHOWN - 1 : SHOWN);
  }

  private void moment(String field, long nanos) throws IOException {
    json.writeStringField(field, nanos < 0 ? null : FactJson.moment(openedMillis + nanos / MILLI));
  }

  // Less than nothing is none.
  private void number(String field, long number) throws IOException {
    if (number < 0) {
      json.writeNullField(field);
    } else {
      json.writeNumberField(field, number);
    }
  }
}
