package dev.carril.course.judge;

import dev.carril.course.goal.Amount;
import dev.carril.course.goal.Bound;
import dev.carril.course.goal.InstanceGoal;
import dev.carril.course.goal.Since;
import dev.carril.course.goal.Which;
import dev.carril.course.judge.Missing.Figure.Kind;
import dev.carril.simulator.Command;
import dev.carril.simulator.Reply;
import dev.carril.simulator.Report;
import dev.carril.simulator.instance.EventWord;
import dev.carril.simulator.sandbox.Fact;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Says whether goals about engine instances hold: what the console's reports tell is what counts.
final class InstanceJudge {
  private static final String CLOCK = "clock";
  private static final Set<String> GONE = Set.of("stopped", "crashed");

  // A handler that ends well has had its effect, whosever the partition is by then.
  private static final Set<EventWord> HANDLED =
      EnumSet.of(EventWord.SUCCEEDED, EventWord.ENDED_LATE, EventWord.FINISHED_AFTER_SKIP);

  private final Judge judge;
  private final Scene scene;

  InstanceJudge(Judge judge, Scene scene) {
    this.judge = judge;
    this.scene = scene;
  }

  boolean holds(InstanceGoal goal) {
    return switch (goal) {
      case InstanceGoal.Instances it -> instances(it);
      case InstanceGoal.Lanes it -> isThere(it.amount(), count(it));
      case InstanceGoal.CommitPoint it -> commitPoint(it);
      case InstanceGoal.Blocked it -> isThere(it.amount(), count(it));
      case InstanceGoal.DeadLetters it -> isThere(it.amount(), count(it));
      case InstanceGoal.Order it -> areAsWanted(figures(it));
      case InstanceGoal.Metrics it -> areAsWanted(figures(it));
      case InstanceGoal.Handled it -> judge.went(handled(it), it.deliveries());
      case InstanceGoal.Happened it -> isThere(it.amount(), count(it));
      case InstanceGoal.Halted(var group, var session) -> scene.sandbox().isHalted(group, session);
      case InstanceGoal.Clock it -> figure(it).fits();
    };
  }

  /// Where no number is asked for, at least one must be there.
  private static boolean isThere(Amount amount, long count) {
    return amount.isAny() ? count > 0 : amount.fits(count);
  }

  /// The same where nothing could be counted if there is no report.
  private static boolean isThere(Amount amount, Optional<Long> count) {
    return count.filter(there -> isThere(amount, there)).isPresent();
  }

  private static boolean is(@Nullable Object wanted, Object there) {
    return wanted == null || wanted.equals(there);
  }

  private static boolean areAsWanted(List<Missing.Figure> figures) {
    return figures.stream().allMatch(Missing.Figure::fits);
  }

  // ---- instances and their lanes ----

  private boolean instances(InstanceGoal.Instances it) {
    var owned = it.owned();
    if (owned != null && !owned.equals(owned(it))) {
      return false;
    }
    return owned != null && it.amount().isAny() || isThere(it.amount(), count(it));
  }

  /// What each of those that are there owns.
  SequencedMap<String, List<Integer>> owned(InstanceGoal.Instances it) {
    var there = new LinkedHashMap<String, List<Integer>>();
    fitting(it)
        .filter(row -> !GONE.contains(row.state()))
        .forEach(row -> there.put(row.name(), row.owned()));
    return there;
  }

  long count(InstanceGoal.Instances it) {
    return fitting(it).count();
  }

  private Stream<Report.Instances.Row> fitting(InstanceGoal.Instances it) {
    return scene
        .inquiry()
        .report(new Command.Instances(), Report.Instances.class)
        .map(Report.Instances::instances)
        .orElse(List.of())
        .stream()
        .filter(row ->
            row.group().equals(it.group())
                && is(it.topic(), row.topic())
                && is(it.name(), row.name())
                && is(it.design(), row.design())
                && is(it.state(), row.state()));
  }

  Optional<Long> count(InstanceGoal.Lanes it) {
    return scene
        .inquiry()
        .report(new Command.Lanes(it.instance()), Report.Lanes.class)
        .map(told ->
            told.lanes().stream()
                .filter(row ->
                    isLane(it, row)
                        && is(it.session(), row.session())
                        && is(it.state(), row.state())
                        && it.attempt().fits(row.attempt())
                        && it.queued().fits(row.queued()))
                .count());
  }

  // A halted session is told of when its lane has gone too, and is meant only where halts are.
  private static boolean isLane(InstanceGoal.Lanes it, Report.Lanes.Row row) {
    return row.worker() != null || it.state() != null;
  }

  /// The figures that are asked for, as they are now.
  List<Missing.Figure> figures(InstanceGoal.Metrics it) {
    var told = scene.inquiry().report(new Command.Metrics(it.instance()), Report.Metrics.class);
    var figures = new Figures(it.instance());
    figures.add(Kind.P50, it.p50(), told.map(Report.Metrics::p50Millis));
    figures.add(Kind.P99, it.p99(), told.map(Report.Metrics::p99Millis));
    figures.add(Kind.THROUGHPUT, it.throughput(), told.map(Report.Metrics::throughput));
    figures.add(Kind.RETRIES, it.retries(), told.map(Report.Metrics::retries));
    figures.add(Kind.DEAD_LETTERS, it.deadLetters(), told.map(Report.Metrics::deadLetters));
    figures.add(Kind.LAG, it.lag(), told.map(Report.Metrics::lag));
    return figures.all();
  }

  /// Those that are asked for.
  private record Figures(String of, List<Missing.Figure> all) {
    Figures(String of) {
      this(of, new ArrayList<>());
    }

    void add(Kind kind, Bound wanted, Optional<? extends Number> there) {
      if (!wanted.isAny()) {
        all.add(Missing.Figure.of(kind, of, there.orElse(null), wanted));
      }
    }
  }

  // ---- how far a group is ----

  /// The partitions that are meant.
  List<Report.CommitPoints.Row> rows(InstanceGoal.CommitPoint it) {
    return scene
        .inquiry()
        .report(new Command.CommitPoint(it.topic(), it.group()), Report.CommitPoints.class)
        .map(Report.CommitPoints::partitions)
        .orElse(List.of())
        .stream()
        .filter(row -> is(it.partition(), row.partition()))
        .toList();
  }

  private boolean commitPoint(InstanceGoal.CommitPoint it) {
    Long committed = it.committed();
    List<Report.CommitPoints.Row> rows = rows(it);
    return !rows.isEmpty()
        && rows.stream().allMatch(row -> committed == null || committed.equals(row.committed()))
        && areAsWanted(figures(it));
  }

  /// The figures that are asked for, as they are now, but what is committed.
  List<Missing.Figure> figures(InstanceGoal.CommitPoint it) {
    List<Report.CommitPoints.Row> rows = rows(it);
    var all = new ArrayList<Missing.Figure>();
    for (Report.CommitPoints.Row row : rows) {
      var figures = new Figures("p" + row.partition(), all);
      Long at = it.at();
      if (at != null) {
        figures.add(
            Kind.COMMIT_POINT, new Bound.Exactly(at), Optional.ofNullable(row.commitPoint()));
      }
      figures.add(Kind.DONE_AHEAD, it.doneAhead(), Optional.ofNullable(row.doneAhead()));
    }
    Optional<Long> lag =
        rows.stream().map(Report.CommitPoints.Row::lag).filter(Objects::nonNull).reduce(Long::sum);
    new Figures(it.group(), all).add(Kind.LAG, it.lag(), lag);
    return all;
  }

  Optional<Long> count(InstanceGoal.Blocked it) {
    return scene
        .inquiry()
        .report(new Command.Blocked(it.group()), Report.Blocked.class)
        .map(told ->
            told.blocked().stream()
                .filter(row ->
                    is(it.topic(), row.topic())
                        && is(it.partition(), row.partition())
                        && is(it.offset(), row.offset())
                        && is(it.session(), row.session())
                        && is(it.state(), row.state())
                        && it.age().fits(row.ageMillis()))
                .count());
  }

  Optional<Long> count(InstanceGoal.DeadLetters it) {
    return scene
        .inquiry()
        .report(new Command.DeadLetters(it.group()), Report.DeadLetters.class)
        .map(told -> it.redriven() ? scene.sandbox().redriven(it.group()) : told.records())
        .map(rows ->
            rows.stream()
                .filter(row ->
                    is(it.topic(), row.topic())
                        && is(it.partition(), row.partition())
                        && is(it.offset(), row.offset())
                        && is(it.session(), row.session())
                        && is(it.reason(), row.reason()))
                .count());
  }

  // ---- order ----

  /// The figures that are asked for, as they are now.
  List<Missing.Figure> figures(InstanceGoal.Order it) {
    Optional<Reply.OrderChecked> told =
        scene
            .inquiry()
            .reply(new Command.CheckOrder(it.topic(), it.group()), Reply.OrderChecked.class);
    var figures = new Figures(it.group());
    if (it.isOfOne()) {
      figures.add(Kind.VIOLATIONS, Amount.SOME, told.map(all -> cases(it, all)));
    }
    figures.add(Kind.VIOLATIONS, it.violations(), told.map(all -> violations(it, all)));
    figures.add(Kind.LOST, it.lost(), told.map(Reply.OrderChecked::lostCount));
    figures.add(Kind.DUPLICATES, it.duplicates(), told.map(all -> duplicates(it, all)));
    figures.add(Kind.CHECKED, it.checked(), told.map(Reply.OrderChecked::checked));
    figures.add(Kind.REDRIVEN, it.redriven(), told.map(Reply.OrderChecked::redriven));
    return figures.all();
  }

  private static boolean isOfSome(InstanceGoal.Order it) {
    return it.kind() != null || it.session() != null;
  }

  private static long violations(InstanceGoal.Order it, Reply.OrderChecked told) {
    return isOfSome(it)
        ? told.violations().stream()
            .filter(one -> is(it.kind(), one.kind()) && is(it.session(), one.session()))
            .count()
        : told.violationCount();
  }

  // Who began beside a former owner and was handled once was not handled twice.
  private static long duplicates(InstanceGoal.Order it, Reply.OrderChecked told) {
    String repeat = it.kind() == null ? "again" : it.kind();
    return isOfSome(it)
        ? told.duplicates().stream()
            .filter(one -> repeat.equals(one.kind()) && is(it.session(), one.session()))
            .count()
        : told.duplicateCount();
  }

  /// Of a kind, which only one of the two has.
  private static long cases(InstanceGoal.Order it, Reply.OrderChecked told) {
    return violations(it, told) + (it.kind() == null ? 0 : duplicates(it, told));
  }

  // ---- what happened ----

  /// Whether all that it looks at is still known, or enough of it: only so much of what happened is
  /// kept.
  boolean knows(InstanceGoal goal) {
    return switch (goal) {
      case InstanceGoal.Handled it -> isKept(it.deliveries().since());
      case InstanceGoal.Happened it -> isKept(it.since()) || it.lasts() && holds(it);
      case InstanceGoal.Instances _,
          InstanceGoal.Lanes _,
          InstanceGoal.CommitPoint _,
          InstanceGoal.Blocked _,
          InstanceGoal.DeadLetters _,
          InstanceGoal.Order _,
          InstanceGoal.Metrics _,
          InstanceGoal.Halted _,
          InstanceGoal.Clock _ ->
          true;
    };
  }

  private boolean isKept(Since since) {
    return scene.sandbox().toldForgotten() <= scene.toldFrom(since);
  }

  /// What handlers have succeeded with, in the order in which they ended. What retention has taken
  /// since is no longer known.
  List<Seen> handled(InstanceGoal.Handled it) {
    Which which = it.deliveries().which();
    long from = scene.toldFrom(it.deliveries().since());
    var found = new ArrayList<Seen>();
    for (var told : scene.inquiry().told(HANDLED)) {
      if (told.number() >= from
          && told.group().equals(it.group())
          && is(it.instance(), told.instance())
          && is(which.topic(), told.topic())
          && is(which.partition(), told.partition())
          && !told.reason().equals("badly")) {
        scene
            .sandbox()
            .record(told.topic(), told.partition(), told.offset())
            .map(record -> new Seen(told.topic(), record))
            .filter(seen -> seen.fits(which, scene.began()))
            .ifPresent(found::add);
      }
    }
    return found;
  }

  long count(InstanceGoal.Happened it) {
    long from = scene.toldFrom(it.since());
    return scene.inquiry().told(EnumSet.of(it.what().event())).stream()
        .filter(told ->
            told.number() >= from
                && it.what().fits(told)
                && is(it.group(), told.group())
                && is(it.instance(), told.instance())
                && is(it.topic(), told.topic())
                && is(it.partition(), told.partition())
                && is(it.session(), told.session()))
        .count();
  }

  // ---- time ----

  Missing.Figure figure(InstanceGoal.Clock it) {
    long millis = millis(scene.facts()) - millis(scene.began().facts());
    return Missing.Figure.of(Kind.CLOCK, "", millis, it.since());
  }

  private static long millis(Map<String, Fact> facts) {
    return facts.get(CLOCK) instanceof Fact.Clock clock ? clock.nowMillis() : 0;
  }
}
