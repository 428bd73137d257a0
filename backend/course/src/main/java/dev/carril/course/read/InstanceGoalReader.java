package dev.carril.course.read;

import dev.carril.course.Fault.Code;
import dev.carril.course.goal.Amount;
import dev.carril.course.goal.InstanceGoal;
import dev.carril.course.goal.Span;
import dev.carril.course.goal.What;
import dev.carril.course.judge.Judge;
import dev.carril.simulator.Reply;
import dev.carril.simulator.Report;
import dev.carril.simulator.instance.Design;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads goals about engine instances.
///
/// @param goals reads what they have in common with others
record InstanceGoalReader(Faults faults, GoalReader goals) {
  private static final long NUMBER_MOST = 1_000_000_000;

  /// The kinds, each with its fields.
  static final SequencedMap<String, List<String>> FIELDS = new LinkedHashMap<>();

  static {
    kind("instances", GoalReader.AMOUNT, "group", "topic", "name", "design", "state", "owned");
    kind("lanes", GoalReader.AMOUNT, "instance", "session", "state", "attempt", "queued");
    kind(
        "commitPoint",
        List.of(),
        "group",
        "topic",
        "partition",
        "at",
        "committed",
        "doneAhead",
        "lag");
    kind(
        "blocked",
        GoalReader.AMOUNT,
        "group",
        "topic",
        "partition",
        "offset",
        "session",
        "state",
        "age");
    kind(
        "deadLetters",
        GoalReader.AMOUNT,
        "group",
        "topic",
        "partition",
        "offset",
        "session",
        "reason",
        "redriven");
    kind(
        "order",
        List.of(),
        "group",
        "topic",
        "violations",
        "lost",
        "duplicates",
        "checked",
        "redriven",
        "kind",
        "session");
    kind(
        "metrics",
        List.of(),
        "instance",
        "p50",
        "p99",
        "throughput",
        "retries",
        "deadLetters",
        "lag");
    kind("handled", GoalReader.DELIVERIES, "group", "instance");
    kind(
        "happened",
        GoalReader.AMOUNT,
        "what",
        "group",
        "instance",
        "topic",
        "partition",
        "session",
        "since");
    kind("halted", List.of(), "group", "session");
    kind("clock", List.of(), "atLeast", "atMost");
  }

  private static void kind(String kind, List<String> common, String... own) {
    FIELDS.put(kind, Stream.concat(Stream.of(own), common.stream()).toList());
  }

  InstanceGoal read(String kind, Fields fields) throws Faults.Stop {
    return switch (kind) {
      case "instances" -> instances(fields);
      case "lanes" -> lanes(fields);
      case "commitPoint" -> commitPoint(fields);
      case "blocked" -> blocked(fields);
      case "deadLetters" -> deadLetters(fields);
      case "order" -> order(fields);
      case "metrics" -> metrics(fields);
      case "handled" -> handled(fields);
      case "happened" -> happened(fields);
      case "halted" -> new InstanceGoal.Halted(fields.text("group"), fields.text("session"));
      case "clock" -> clock(fields);
      default -> throw new IllegalStateException(kind);
    };
  }

  // ---- the kinds ----

  private InstanceGoal instances(Fields fields) throws Faults.Stop {
    return new InstanceGoal.Instances(
        fields.text("group"),
        fields.textOrNull("topic"),
        fields.textOrNull("name"),
        choice(fields, "design", Design.words()),
        choice(fields, "state", Report.Instances.STATES),
        goals.owned(fields),
        goals.amount(fields));
  }

  private InstanceGoal lanes(Fields fields) throws Faults.Stop {
    return new InstanceGoal.Lanes(
        fields.text("instance"),
        fields.textOrNull("session"),
        choice(fields, "state", Report.Lanes.STATES),
        amount(fields, "attempt"),
        amount(fields, "queued"),
        goals.amount(fields));
  }

  private InstanceGoal commitPoint(Fields fields) throws Faults.Stop {
    needsOne(fields, "commitPoint", List.of("at", "committed", "doneAhead", "lag"));
    return new InstanceGoal.CommitPoint(
        fields.text("group"),
        fields.text("topic"),
        fields.countOrNull("partition", 0),
        offset(fields, "at"),
        offset(fields, "committed"),
        amount(fields, "doneAhead"),
        amount(fields, "lag"));
  }

  private InstanceGoal blocked(Fields fields) throws Faults.Stop {
    return new InstanceGoal.Blocked(
        fields.text("group"),
        fields.textOrNull("topic"),
        fields.countOrNull("partition", 0),
        offset(fields, "offset"),
        fields.textOrNull("session"),
        choice(fields, "state", Report.Blocked.STATES),
        span(fields, "age"),
        goals.amount(fields));
  }

  private InstanceGoal deadLetters(Fields fields) throws Faults.Stop {
    return new InstanceGoal.DeadLetters(
        fields.text("group"),
        fields.textOrNull("topic"),
        fields.countOrNull("partition", 0),
        offset(fields, "offset"),
        fields.textOrNull("session"),
        choice(fields, "reason", Report.DeadLetters.REASONS),
        fields.flag("redriven"),
        goals.amount(fields));
  }

  private InstanceGoal order(Fields fields) throws Faults.Stop {
    needsOne(
        fields,
        "order",
        List.of("violations", "lost", "duplicates", "checked", "redriven", "kind", "session"));
    List<String> kinds =
        Stream.concat(Reply.OrderChecked.DISORDERS.stream(), Reply.OrderChecked.REPEATS.stream())
            .toList();
    return new InstanceGoal.Order(
        fields.text("group"),
        fields.textOrNull("topic"),
        amount(fields, "violations"),
        amount(fields, "lost"),
        amount(fields, "duplicates"),
        amount(fields, "checked"),
        amount(fields, "redriven"),
        choice(fields, "kind", kinds),
        fields.textOrNull("session"));
  }

  private InstanceGoal metrics(Fields fields) throws Faults.Stop {
    needsOne(
        fields, "metrics", List.of("p50", "p99", "throughput", "retries", "deadLetters", "lag"));
    return new InstanceGoal.Metrics(
        fields.text("instance"),
        span(fields, "p50"),
        span(fields, "p99"),
        amount(fields, "throughput"),
        amount(fields, "retries"),
        amount(fields, "deadLetters"),
        amount(fields, "lag"));
  }

  private InstanceGoal handled(Fields fields) throws Faults.Stop {
    return new InstanceGoal.Handled(
        fields.text("group"), fields.textOrNull("instance"), goals.deliveries(fields));
  }

  private InstanceGoal happened(Fields fields) throws Faults.Stop {
    return new InstanceGoal.Happened(
        What.of(fields.choice("what", What.words())),
        fields.textOrNull("group"),
        fields.textOrNull("instance"),
        fields.textOrNull("topic"),
        fields.countOrNull("partition", 0),
        fields.textOrNull("session"),
        goals.since(fields),
        goals.amount(fields));
  }

  private InstanceGoal clock(Fields fields) throws Faults.Stop {
    Span since = spanOf(fields);
    if (since.isAny()) {
      throw fields.needs("clock", "atMost");
    }
    return new InstanceGoal.Clock(since);
  }

  // ---- their fields ----

  private static void needsOne(Fields fields, String kind, List<String> keys) throws Faults.Stop {
    if (keys.stream().noneMatch(fields::has)) {
      throw fields.needs(kind, String.join(", ", keys));
    }
  }

  private static @Nullable String choice(Fields fields, String key, List<String> words)
      throws Faults.Stop {
    return fields.has(key) ? fields.choice(key, words) : null;
  }

  private static @Nullable Long offset(Fields fields, String key) throws Faults.Stop {
    return fields.has(key) ? fields.number(key, 0, NUMBER_MOST) : null;
  }

  /// `3`, or `{ atLeast: 3 }`.
  private Amount amount(Fields fields, String key) throws Faults.Stop {
    Node node = fields.find(key);
    return switch (node) {
      case null -> Amount.ANY;
      case Node.Mapping _ -> {
        Fields bounds = Fields.of(key, node, faults, GoalReader.AMOUNT);
        Amount amount =
            new Amount(count(bounds, "count"), count(bounds, "atLeast"), count(bounds, "atMost"));
        if (amount.isAny()) {
          throw bounds.needs(key, "atLeast");
        }
        yield amount;
      }
      case Node.Scalar _, Node.Items _ ->
          new Amount((int) Fields.number(key, node, 0, NUMBER_MOST, faults), null, null);
    };
  }

  private static @Nullable Integer count(Fields fields, String key) throws Faults.Stop {
    return fields.has(key) ? (int) fields.number(key, 0, NUMBER_MOST) : null;
  }

  /// `{ atMost: 200ms }`.
  private Span span(Fields fields, String key) throws Faults.Stop {
    Node node = fields.find(key);
    if (node == null) {
      return Span.ANY;
    }
    Fields bounds = Fields.of(key, node, faults, List.of("atLeast", "atMost"));
    Span span = spanOf(bounds);
    if (span.isAny()) {
      throw bounds.needs(key, "atMost");
    }
    return span;
  }

  private Span spanOf(Fields fields) throws Faults.Stop {
    return new Span(time(fields, "atLeast"), time(fields, "atMost"));
  }

  private Span.@Nullable Time time(Fields fields, String key) throws Faults.Stop {
    Node node = fields.find(key);
    if (node == null) {
      return null;
    }
    String typed = Fields.text(key, node, faults);
    Long millis = Judge.millis(typed);
    if (millis == null) {
      throw faults.stop(
          node.line(), Code.BAD_DURATION, Map.of("key", key, "text", Fields.cut(typed)));
    }
    return new Span.Time(millis, typed);
  }
}
