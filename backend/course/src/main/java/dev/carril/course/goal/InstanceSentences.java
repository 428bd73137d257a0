package dev.carril.course.goal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A goal about engine instances in words.
///
/// @param own what all sentences have in common
record InstanceSentences(Sentences own) {
  private static final Amount NONE = new Amount(0, null, null);

  String of(InstanceGoal goal) {
    return switch (goal) {
      case InstanceGoal.Instances it -> instances(it);
      case InstanceGoal.Lanes it -> lanes(it);
      case InstanceGoal.CommitPoint it -> commitPoint(it);
      case InstanceGoal.Blocked it -> blocked(it);
      case InstanceGoal.DeadLetters it -> deadLetters(it);
      case InstanceGoal.Order it -> order(it);
      case InstanceGoal.Metrics it -> metrics(it);
      case InstanceGoal.Handled it -> handled(it);
      case InstanceGoal.Happened it -> happened(it);
      case InstanceGoal.Halted(var group, var session) ->
          say("goal.halted", "group", group, "session", session);
      case InstanceGoal.Clock(var since) -> say("goal.clock", "span", span(since));
    };
  }

  // ---- which are meant ----

  private String say(String key, Object... params) {
    return own.say(key, params);
  }

  /// "in the state idle", if the goal says in which.
  private void add(List<String> parts, String key, String param, @Nullable Object value) {
    if (value != null) {
      parts.add(say(key, param, value));
    }
  }

  private @Nullable String state(@Nullable String word) {
    return word == null ? null : say("state." + word);
  }

  private String goal(String key, String of, String name, List<String> which, List<String> must) {
    return say(
        key,
        of,
        name,
        "which",
        which.isEmpty() ? "" : " " + String.join(", ", which),
        "must",
        String.join("; ", must));
  }

  /// How many there must be; at least one where the goal does not say.
  private List<String> count(String key, Amount amount) {
    return amount.isAny() ? List.of(say(key + ".some")) : own.amount(key, amount);
  }

  /// What a figure must be, for a sentence that says which figure.
  String bound(Bound bound) {
    return switch (bound) {
      case Amount amount -> figure(amount);
      case Span span -> span(span);
      case Bound.Exactly(var number) -> String.valueOf(number);
    };
  }

  /// "at least 2", for a sentence that goes on with what.
  private String figure(Amount amount) {
    return String.join(", ", own.amount("goal.figure", amount));
  }

  private String span(Span span) {
    var parts = new ArrayList<String>();
    add(parts, "goal.span.at-least", "time", typed(span.atLeast()));
    add(parts, "goal.span.at-most", "time", typed(span.atMost()));
    return String.join(", ", parts);
  }

  private static @Nullable String typed(Span.@Nullable Time time) {
    return time == null ? null : time.typed();
  }

  // ---- instances and lanes ----

  private String instances(InstanceGoal.Instances it) {
    var which = new ArrayList<String>();
    add(which, "goal.which.topic", "topic", it.topic());
    add(which, "goal.instances.name", "name", it.name());
    add(which, "goal.instances.design", "design", it.design());
    add(which, "goal.which.state", "state", state(it.state()));
    var must = new ArrayList<String>();
    var owned = it.owned();
    if (owned != null) {
      must.addAll(own.owns(owned));
      must.add(say("goal.instances.only"));
    }
    if (owned == null || !it.amount().isAny()) {
      must.addAll(count("goal.instances", it.amount()));
    }
    return goal("goal.instances", "group", it.group(), which, must);
  }

  private String lanes(InstanceGoal.Lanes it) {
    var which = new ArrayList<String>();
    add(which, "goal.which.session", "session", it.session());
    add(which, "goal.which.state", "state", state(it.state()));
    if (!it.attempt().isAny()) {
      which.add(say("goal.lanes.attempt", "amount", figure(it.attempt())));
    }
    if (!it.queued().isAny()) {
      which.add(say("goal.lanes.queued", "amount", figure(it.queued())));
    }
    return goal("goal.lanes", "instance", it.instance(), which, count("goal.be", it.amount()));
  }

  private String metrics(InstanceGoal.Metrics it) {
    var must = new ArrayList<String>();
    addFigure(must, "p50", span(it.p50()));
    addFigure(must, "p99", span(it.p99()));
    if (!it.throughput().isAny()) {
      addFigure(must, "throughput", say("per-second", "count", figure(it.throughput())));
    }
    addFigure(must, "retries", figure(it.retries()));
    addFigure(must, "dead-letters", figure(it.deadLetters()));
    addFigure(must, "lag", figure(it.lag()));
    return goal("goal.metrics", "instance", it.instance(), List.of(), must);
  }

  /// A figure under the title that it has in the console.
  private void addFigure(List<String> parts, String column, String figure) {
    if (!figure.isEmpty()) {
      parts.add(say("goal.metrics.figure", "title", say("column." + column), "figure", figure));
    }
  }

  // ---- how far a group is ----

  private String commitPoint(InstanceGoal.CommitPoint it) {
    var must = new ArrayList<String>();
    Integer only = it.partition();
    String partition = only == null ? "" : String.valueOf(only);
    Long at = it.at();
    if (at != null) {
      must.add(say("goal.commit-point.at", "partition", partition, "offset", at));
    }
    Long committed = it.committed();
    if (committed != null) {
      must.add(say("goal.commit-point.committed", "partition", partition, "offset", committed));
    }
    if (!it.doneAhead().isAny()) {
      String amount = figure(it.doneAhead());
      must.add(say("goal.commit-point.ahead", "partition", partition, "amount", amount));
    }
    if (!it.lag().isAny()) {
      String amount = figure(it.lag());
      must.add(say("goal.commit-point.lag", "partition", partition, "amount", amount));
    }
    return say(
        "goal.commit-point",
        "group",
        it.group(),
        "topic",
        it.topic(),
        "must",
        String.join("; ", must));
  }

  private String blocked(InstanceGoal.Blocked it) {
    var which = new ArrayList<String>();
    addPlace(which, it.topic(), it.partition(), it.offset(), it.session());
    add(which, "goal.which.state", "state", state(it.state()));
    if (!it.age().isAny()) {
      which.add(say("goal.blocked.age", "span", span(it.age())));
    }
    return goal("goal.blocked", "group", it.group(), which, count("goal.be", it.amount()));
  }

  private void addPlace(
      List<String> which,
      @Nullable String topic,
      @Nullable Integer partition,
      @Nullable Long offset,
      @Nullable String session) {
    add(which, "goal.which.topic", "topic", topic);
    add(which, "goal.which.partition", "partition", partition);
    add(which, "goal.which.offset", "offset", offset);
    add(which, "goal.which.session", "session", session);
  }

  private String deadLetters(InstanceGoal.DeadLetters it) {
    var which = new ArrayList<String>();
    if (it.redriven()) {
      which.add(say("goal.dead-letters.redriven"));
    }
    addPlace(which, it.topic(), it.partition(), it.offset(), it.session());
    String reason = it.reason();
    if (reason != null) {
      which.add(say("goal.dead-letters.reason", "reason", say("reason." + reason)));
    }
    return goal(
        "goal.dead-letters", "group", it.group(), which, count("goal.dead-letters", it.amount()));
  }

  // ---- order ----

  private String order(InstanceGoal.Order it) {
    var which = new ArrayList<String>();
    add(which, "goal.which.topic", "topic", it.topic());
    add(which, "goal.which.session", "session", it.session());
    String kind = it.kind();
    if (kind != null) {
      which.add(say("goal.order.kind." + kind));
    }
    var must = new ArrayList<String>();
    if (it.isOfOne()) {
      must.add(say("goal.order.some"));
    }
    addOrder(must, "goal.order.violations", it.violations());
    addOrder(must, "goal.order.lost", it.lost());
    String repeats = "zombie".equals(kind) ? "goal.order.zombies" : "goal.order.duplicates";
    addOrder(must, repeats, it.duplicates());
    addOrder(must, "goal.order.checked", it.checked());
    addOrder(must, "goal.order.redriven", it.redriven());
    return goal("goal.order", "group", it.group(), which, must);
  }

  private void addOrder(List<String> must, String key, Amount amount) {
    if (amount.equals(NONE)) {
      must.add(say(key + ".none"));
    } else if (!amount.isAny()) {
      must.add(say(key, "amount", figure(amount)));
    }
  }

  // ---- what happened ----

  private String handled(InstanceGoal.Handled it) {
    String instance = it.instance();
    return own.went("goal.handled", instance == null ? it.group() : instance, it.deliveries());
  }

  private String happened(InstanceGoal.Happened it) {
    var where = new ArrayList<String>();
    addNamed(where, "group", it.group());
    addNamed(where, "instance", it.instance());
    addNamed(where, "topic", it.topic());
    add(where, "goal.which.partition", "partition", it.partition());
    addNamed(where, "session", it.session());
    return say(
        "goal.happened",
        "since",
        it.since().name().toLowerCase(Locale.ROOT),
        "must",
        String.join(", ", count("goal.happened", it.amount())),
        "what",
        say("goal.what." + it.what().word()),
        "where",
        String.join(", ", where));
  }

  /// A name with what it is the name of, as a column of the console is called.
  private void addNamed(List<String> parts, String column, @Nullable String name) {
    if (name != null) {
      parts.add(say("column." + column) + " " + name);
    }
  }
}
