package dev.carril.course.judge;

import dev.carril.course.goal.Amount;
import dev.carril.course.goal.InstanceGoal;
import dev.carril.course.goal.Which;
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
import java.util.Optional;
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
      case InstanceGoal.Order it -> order(it);
      case InstanceGoal.Metrics it -> metrics(it);
      case InstanceGoal.Handled it -> judge.went(handled(it), it.deliveries());
      case InstanceGoal.Happened it -> isThere(it.amount(), count(it));
      case InstanceGoal.Halted(var group, var session) -> scene.sandbox().isHalted(group, session);
      case InstanceGoal.Clock(var since) -> since.fits(millisSinceStart());
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

  // ---- instances and their lanes ----

  private boolean instances(InstanceGoal.Instances it) {
    var owned = it.owned();
    if (owned != null) {
      var there = new LinkedHashMap<String, List<Integer>>();
      fitting(it)
          .filter(row -> !GONE.contains(row.state()))
          .forEach(row -> there.put(row.name(), row.owned()));
      if (!owned.equals(there)) {
        return false;
      }
    }
    return owned != null && it.amount().isAny() || isThere(it.amount(), count(it));
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
                    is(it.session(), row.session())
                        && is(it.state(), row.state())
                        && it.attempt().fits(row.attempt())
                        && it.queued().fits(row.queued()))
                .count());
  }

  private boolean metrics(InstanceGoal.Metrics it) {
    return scene
        .inquiry()
        .report(new Command.Metrics(it.instance()), Report.Metrics.class)
        .filter(told ->
            (it.p50().isAny() || told.p50Millis() != null && it.p50().fits(told.p50Millis()))
                && (it.p99().isAny() || told.p99Millis() != null && it.p99().fits(told.p99Millis()))
                && (it.throughput().isAny()
                    || told.throughput() != null && it.throughput().fits(told.throughput()))
                && it.retries().fits(told.retries())
                && it.deadLetters().fits(told.deadLetters())
                && (it.lag().isAny() || told.lag() != null && it.lag().fits(told.lag())))
        .isPresent();
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
    List<Report.CommitPoints.Row> rows = rows(it);
    if (rows.isEmpty()) {
      return false;
    }
    Long lag = null;
    for (Report.CommitPoints.Row row : rows) {
      Integer ahead = row.doneAhead();
      if (it.at() != null && !it.at().equals(row.commitPoint())
          || it.committed() != null && !it.committed().equals(row.committed())
          || !it.doneAhead().isAny() && (ahead == null || !it.doneAhead().fits(ahead))) {
        return false;
      }
      Long its = row.lag();
      lag = its == null ? lag : Long.valueOf((lag == null ? 0 : lag) + its);
    }
    return it.lag().isAny() || lag != null && it.lag().fits(lag);
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

  private boolean order(InstanceGoal.Order it) {
    Optional<Reply.OrderChecked> told =
        scene
            .inquiry()
            .reply(new Command.CheckOrder(it.topic(), it.group()), Reply.OrderChecked.class);
    return told.isPresent() && order(it, told.get());
  }

  private static boolean order(InstanceGoal.Order it, Reply.OrderChecked told) {
    boolean some = it.kind() != null || it.session() != null;
    long violations =
        some
            ? told.violations().stream()
                .filter(one -> is(it.kind(), one.kind()) && is(it.session(), one.session()))
                .count()
            : told.violationCount();
    // Who began beside a former owner and was handled once was not handled twice.
    String repeat = it.kind() == null ? "again" : it.kind();
    long duplicates =
        some
            ? told.duplicates().stream()
                .filter(one -> repeat.equals(one.kind()) && is(it.session(), one.session()))
                .count()
            : told.duplicateCount();
    if (it.isOfOne()) {
      return violations + (it.kind() == null ? 0 : duplicates) > 0;
    }
    return it.violations().fits(violations)
        && it.lost().fits(told.lostCount())
        && it.duplicates().fits(duplicates)
        && it.checked().fits(told.checked())
        && it.redriven().fits(told.redriven());
  }

  // ---- what happened ----

  /// What handlers have succeeded with, in the order in which they ended. What retention has taken
  /// since is no longer known.
  private List<Seen> handled(InstanceGoal.Handled it) {
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

  private long millisSinceStart() {
    return millis(scene.facts()) - millis(scene.began().facts());
  }

  private static long millis(Map<String, Fact> facts) {
    return facts.get(CLOCK) instanceof Fact.Clock clock ? clock.nowMillis() : 0;
  }
}
