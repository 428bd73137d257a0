package dev.carril.course.goal;

import dev.carril.simulator.words.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// A goal in words: made from the goal, so that what is asked and what is checked cannot disagree.
///
/// @param words a catalogue that has the course's sentences
public record Sentences(Words words) {

  /// One sentence, with a capital letter and a full stop.
  public String of(Goal goal) {
    String text =
        switch (goal) {
          case Goal.Records it -> records(it);
          case Goal.Topic it -> topic(it);
          case Goal.Positions it -> positions(it);
          case Goal.Members it -> members(it);
          case Goal.Delivered it -> delivered(it);
          case Goal.Refused(var command, var why, var _) ->
              say("goal.refused", "command", or(command), "why", joined(why));
          case Goal.InVain it ->
              say(
                  "goal.in-vain",
                  "command",
                  or(it.command()),
                  "group",
                  or(it.group()),
                  "topic",
                  or(it.topic()),
                  "why",
                  joined(it.why()));
          case Goal.Rows it -> rows(it);
          case Goal.Shown it -> shown(it);
          case Goal.Answered(var _, var given) ->
              switch (given) {
                case Given.Number _ -> say("goal.answered.number");
                case Given.Choice _ -> say("goal.answered.choice");
                case Given.Point _ -> say("goal.answered.point");
              };
          case Goal.Untouched(var thing, var name) ->
              say("goal.untouched." + thing.name().toLowerCase(Locale.ROOT), "name", name);
          case Goal.Commands(var command, var amount) ->
              say(
                  "goal.commands",
                  "command",
                  or(command),
                  "must",
                  joined(amount("goal.commands", amount)));
          case InstanceGoal it -> new InstanceSentences(this).of(it);
          case Goal.Not(var inner) -> say("goal.not", "goal", of(inner));
          case Goal.Any(var goals) ->
              say("goal.any", "goals", String.join(" / ", goals.stream().map(this::of).toList()));
        };
    return capital(text);
  }

  private String capital(String text) {
    int end = text.offsetByCodePoints(0, 1);
    // A name keeps its letters; a sentence of ours begins with a word of ours or with a name.
    return startsWithOurWord(text)
        ? text.substring(0, end).toUpperCase(Locale.forLanguageTag(words.language()))
            + text.substring(end)
        : text;
  }

  private boolean startsWithOurWord(String text) {
    String word = words.text("goal.records-any");
    return text.startsWith(word);
  }

  private static String or(@Nullable String text) {
    return text == null ? "" : text;
  }

  /// A sentence of the catalogue.
  ///
  /// @param params names, each with what stands there
  public String say(String key, Object... params) {
    var map = new LinkedHashMap<String, Object>();
    for (int i = 0; i < params.length; i += 2) {
      map.put(params[i].toString(), params[i + 1]);
    }
    return words.text(key, map);
  }

  private static String joined(Collection<String> parts) {
    return String.join(", ", parts);
  }

  private static List<String> shown(List<Scalar> scalars) {
    return scalars.stream().map(Scalar::shown).toList();
  }

  // ---- records ----

  private String which(Which which) {
    String topic = which.topic();
    List<String> conditions = conditions(which);
    String records =
        topic == null ? say("goal.records-any") : say("goal.records-of", "topic", topic);
    // "records of orders whose order is 61", without a comma: only these are meant.
    return records + (conditions.isEmpty() ? "" : " " + joined(conditions));
  }

  private List<String> conditions(Which which) {
    var parts = new ArrayList<String>();
    Integer partition = which.partition();
    if (partition != null) {
      parts.add(say("goal.which.partition", "partition", partition));
    }
    switch (which.key()) {
      case Which.Key.Any() -> {}
      case Which.Key.None() -> parts.add(say("goal.which.no-key"));
      case Which.Key.Exactly(var key) -> parts.add(say("goal.which.key", "key", quoted(key)));
      case Which.Key.Other(var key) -> parts.add(say("goal.which.other-key", "key", quoted(key)));
    }
    which
        .where()
        .forEach((field, value) ->
            parts.add(say("goal.which.where", "field", field, "value", value.shown())));
    which
        .notWhere()
        .forEach((field, values) ->
            parts.add(
                say(
                    "goal.which.not-where",
                    "field",
                    field,
                    "values",
                    String.join(", ", shown(values)))));
    switch (which.value()) {
      case null -> {}
      case Scalar.Null() -> parts.add(say("goal.which.tombstone"));
      case Scalar value -> parts.add(say("goal.which.value", "value", value.shown()));
    }
    which
        .header()
        .forEach(
            (name, value) -> parts.add(say("goal.which.header", "name", name, "value", value)));
    if (which.fresh()) {
      parts.add(say("goal.which.new"));
    }
    return parts;
  }

  private static String quoted(String key) {
    return key.isEmpty() || key.contains(" ") ? '"' + key + '"' : key;
  }

  private List<String> expected(Expected expected, String order) {
    var parts = new ArrayList<String>();
    List<Scalar> values = expected.values();
    if (values != null) {
      // One record has no order, and is always in one partition.
      String how = values.size() == 1 ? "one" : expected.anyOrder() ? "any" : order;
      String key = expected.ends() ? "goal.be.ends" : "goal.be.values";
      parts.add(
          values.isEmpty()
              ? say("goal.be.no-values")
              : say(
                  key,
                  "field",
                  or(expected.field()),
                  "order",
                  how,
                  "values",
                  joined(shown(values))));
    }
    if (!expected.against().isEmpty()) {
      parts.add(say("goal.be.against", "values", joined(shown(expected.against()))));
    }
    List<Long> offsets = expected.offsets();
    if (offsets != null) {
      parts.add(
          say(
              "goal.be.offsets",
              "count",
              offsets.size(),
              "offsets",
              joined(offsets.stream().map(String::valueOf).toList())));
    }
    List<Expected.At> places = expected.places();
    if (places != null) {
      parts.add(
          say(
              "goal.be.places",
              "count",
              places.size(),
              "places",
              joined(places.stream().map(Expected.At::toString).toList())));
    }
    parts.addAll(amount("goal.be", expected.amount()));
    return parts;
  }

  /// What a figure must be: "at most 100ms".
  public String of(Bound bound) {
    return new InstanceSentences(this).bound(bound);
  }

  List<String> amount(String key, Amount amount) {
    var parts = new ArrayList<String>();
    addAmount(parts, key + ".count", amount.count());
    addAmount(parts, key + ".at-least", amount.atLeast());
    addAmount(parts, key + ".at-most", amount.atMost());
    return parts;
  }

  private void addAmount(List<String> parts, String key, @Nullable Integer count) {
    if (count != null) {
      parts.add(say(key, "count", count));
    }
  }

  private String records(Goal.Records it) {
    List<String> must = expected(it.expected(), "log");
    Integer keys = it.keyCount();
    if (keys != null) {
      must.add(say("goal.be.keys", "count", keys));
    }
    if (must.isEmpty()) {
      must.add(say("goal.be.some"));
    }
    return say("goal.records", "which", which(it.which()), "must", String.join("; ", must));
  }

  private String delivered(Goal.Delivered it) {
    String member = it.member();
    return went("goal.delivered", member == null ? it.group() : member, it.deliveries());
  }

  /// What must have gone to somebody.
  String went(String key, String who, Deliveries it) {
    String which = which(it.which());
    if (it.isNone()) {
      // "has read …: there are none" would contradict itself.
      return say(key + ".none", "who", who, "which", which);
    }
    var must = new ArrayList<String>();
    if (it.all()) {
      must.add(say("goal.be.all"));
    }
    Integer times = it.times();
    if (times != null) {
      must.add(say("goal.be.times", "count", times));
    }
    must.addAll(expected(it.expected(), "read"));
    if (must.isEmpty()) {
      must.add(say("goal.be.some"));
    }
    return say(key, "who", who, "which", which, "must", String.join("; ", must));
  }

  private String shown(Goal.Shown it) {
    var must = new ArrayList<String>();
    Expected expected = it.expected();
    List<Scalar> values = expected.values();
    if (values != null) {
      must.add(
          say("goal.shown.values", "field", or(expected.field()), "values", joined(shown(values))));
    }
    List<Expected.At> places = expected.places();
    if (places != null) {
      must.add(
          say(
              "goal.shown.places",
              "places",
              joined(places.stream().map(Expected.At::toString).toList())));
    }
    must.addAll(amount("goal.be", expected.amount()));
    if (!it.rows().isEmpty()) {
      must.add(say("goal.shown.rows", "rows", rows(it.rows())));
    }
    String which =
        switch (it.command()) {
          case "read" -> which(it.which());
          case "sql" -> "";
          default -> about(it);
        };
    return say(
        "goal.shown", "command", it.command(), "which", which, "must", String.join("; ", must));
  }

  private String about(Goal.Shown it) {
    var about = new ArrayList<String>();
    if (it.which().topic() != null) {
      about.add(say("goal.shown.topic", "topic", or(it.which().topic())));
    }
    if (it.group() != null) {
      about.add(say("goal.shown.group", "group", or(it.group())));
    }
    if (it.instance() != null) {
      about.add(say("goal.shown.instance", "instance", or(it.instance())));
    }
    return joined(about);
  }

  // ---- the rest ----

  private String topic(Goal.Topic it) {
    var with = new ArrayList<String>();
    addAmount(with, "goal.topic.partitions", it.partitions());
    Boolean compacted = it.compacted();
    if (compacted != null) {
      with.add(say(compacted ? "goal.topic.compacted" : "goal.topic.not-compacted"));
    }
    String retention = it.retention();
    if (retention != null) {
      with.add(say("goal.topic.retention", "retention", retention));
    }
    return say("goal.topic", "topic", it.name(), "with", joined(with));
  }

  private String positions(Goal.Positions it) {
    var must = new ArrayList<String>();
    switch (it.stand()) {
      case null -> {}
      case Stand.Everywhere(var where) ->
          must.add(
              say(
                  "goal.positions.everywhere",
                  "partition",
                  it.partition() == null ? "" : String.valueOf(it.partition()),
                  "where",
                  where(where)));
      case Stand.Each(var each) ->
          each.forEach((partition, where) ->
              must.add(say("goal.positions.each", "partition", partition, "where", where(where))));
    }
    Long lag = it.lag();
    if (lag != null) {
      must.add(say("goal.positions.lag", "lag", lag));
    }
    return say(
        "goal.positions",
        "group",
        it.group(),
        "topic",
        it.topic(),
        "must",
        String.join("; ", must));
  }

  private String where(Stand.Where where) {
    return switch (where) {
      case Stand.Where.Earliest() -> say("goal.positions.earliest");
      case Stand.Where.End() -> say("goal.positions.end");
      case Stand.Where.None() -> say("goal.positions.none");
      case Stand.Where.Offset(var offset) -> say("goal.positions.offset", "offset", offset);
    };
  }

  private String members(Goal.Members it) {
    var must = new ArrayList<String>();
    var owned = it.owned();
    if (owned != null) {
      must.addAll(owns(owned));
      must.add(say("goal.members.only"));
    }
    must.addAll(amount("goal.members", it.amount()));
    return say(
        "goal.members",
        "group",
        it.group(),
        "topic",
        or(it.topic()),
        "must",
        String.join("; ", must));
  }

  /// What each of somebody's members, or instances, must own.
  List<String> owns(SequencedMap<String, List<Integer>> owned) {
    var parts = new ArrayList<String>();
    owned.forEach((member, partitions) ->
        parts.add(
            partitions.isEmpty()
                ? say("goal.members.owns-nothing", "member", member)
                : say(
                    "goal.members.owns",
                    "member",
                    member,
                    "partitions",
                    partitions.stream().map(partition -> "p" + partition).toList())));
    return parts;
  }

  private String rows(Goal.Rows it) {
    List<List<Scalar>> rows = it.rows();
    List<String> must = amount("goal.rows", it.amount());
    if (rows != null) {
      must.addFirst(
          rows.isEmpty()
              ? say("goal.rows.none")
              : say("goal.rows.rows", "order", it.anyOrder() ? "any" : "this", "rows", rows(rows)));
    } else if (must.isEmpty()) {
      must.add(say("goal.rows.some"));
    }
    return say("goal.rows", "query", it.query(), "must", String.join("; ", must));
  }

  private static String rows(List<List<Scalar>> rows) {
    return String.join(
        " · ",
        rows.stream()
            .map(row -> String.join(" | ", row.stream().map(Scalar::cell).toList()))
            .toList());
  }
}
