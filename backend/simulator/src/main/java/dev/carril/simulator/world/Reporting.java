package dev.carril.simulator.world;

import dev.carril.engine.check.LaneState;
import dev.carril.engine.check.LaneView;
import dev.carril.engine.check.PartitionView;
import dev.carril.engine.check.Pause;
import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import dev.carril.simulator.Command;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Problem.OnlyToRead.Purpose;
import dev.carril.simulator.Reply;
import dev.carril.simulator.Report;
import dev.carril.simulator.group.Group;
import dev.carril.simulator.instance.DeadLetters;
import dev.carril.simulator.instance.InstanceView;
import dev.carril.simulator.instance.Which;
import dev.carril.simulator.instance.report.Measures;
import dev.carril.simulator.instance.report.Span;
import dev.carril.simulator.instance.report.Trace;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.log.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The commands that tell how instances are doing. They change nothing.
record Reporting(World world) {
  /// Of each partition so many blocked offsets are told.
  private static final int BLOCKED_MOST = 1_000;

  private static final double MILLI = 1e6;

  Outcome report(Command.Report command) {
    return switch (command) {
      case Command.CheckOrder it -> new Checking(world).checkOrder(it);
      case Command.Instances() -> instances();
      case Command.Lanes(var name) -> lanes(name);
      case Command.CommitPoint(var topic, var group) -> commitPoint(topic, group);
      case Command.Blocked(var group) -> blocked(group);
      case Command.DeadLetters(var group) -> deadLetters(group);
      case Command.Trace(var topic, var at) -> trace(topic, at);
      case Command.Metrics(var name) -> metrics(name);
    };
  }

  private static Outcome told(Report report) {
    return Outcome.told(new Reply.Reported(report));
  }

  private Outcome instances() {
    return told(
        new Report.Instances(
            Members.all(world).stream()
                .map(it ->
                    new Report.Instances.Row(
                        it.name(),
                        it.topic(),
                        it.group(),
                        it.settings().design().word(),
                        it.settings().title(),
                        it.state(),
                        it.owned(),
                        paused(it),
                        it.reprieved(),
                        it.settings().sql()))
                .toList()));
  }

  private static List<Report.Instances.Paused> paused(InstanceView view) {
    var paused = new ArrayList<Report.Instances.Paused>();
    for (PartitionView part : view.partitions()) {
      Session holder = part.holder();
      for (Pause why : Pause.values()) {
        if (part.pauses().contains(why)) {
          String session = why == Pause.STORE && holder != null ? holder.toString() : null;
          paused.add(new Report.Instances.Paused(part.partition().number(), why.word(), session));
        }
      }
    }
    return paused;
  }

  // ---- one instance ----

  private Outcome lanes(String name) {
    Operating operating = new Operating(world);
    if (!operating.isKnown(name)) {
      return new Outcome.Refused(operating.unknown(name));
    }
    InstanceView view = world.instances().view(name);
    if (view.isGone()) {
      return new Outcome.Refused(new Problem.InstanceIsGone(name));
    }
    var rows = new ArrayList<Report.Lanes.Row>();
    view.lanes().forEach(lane -> rows.add(lane(lane)));
    view.haltedWithoutLane().forEach(session -> rows.add(halted(session)));
    return told(new Report.Lanes(name, List.copyOf(rows)));
  }

  private static Report.Lanes.Row halted(Session session) {
    return new Report.Lanes.Row(session.toString(), null, LaneState.HALTED.word(), 0, 0, null);
  }

  private Report.Lanes.Row lane(LaneView lane) {
    boolean halted = lane.halted() && lane.state() == LaneState.IDLE;
    long left = lane.dueNanos() - world.instances().now();
    return new Report.Lanes.Row(
        lane.session().toString(),
        lane.worker(),
        halted ? LaneState.HALTED.word() : lane.state().word(),
        lane.attempt(),
        lane.queued(),
        lane.dueNanos() == 0 ? null : Math.ceilDiv(Math.max(0, left), (long) MILLI));
  }

  private Outcome metrics(String name) {
    Operating operating = new Operating(world);
    if (!operating.isKnown(name)) {
      return new Outcome.Refused(operating.unknown(name));
    }
    InstanceView view = world.instances().view(name);
    Measures measures = Measures.of(world.instances().annals(), teller -> teller == view.teller());
    return told(
        new Report.Metrics(
            name,
            measures.throughput(),
            millis(measures.p50Nanos()),
            millis(measures.p99Nanos()),
            view.running(),
            view.partitions().stream().mapToInt(PartitionView::parked).sum(),
            lag(view),
            measures.retries(),
            measures.deadLetters()));
  }

  static @Nullable Double millis(@Nullable Long nanos) {
    return nanos == null ? null : nanos / MILLI;
  }

  private @Nullable Long lag(InstanceView view) {
    Group group = world.findGroup(view.group());
    Topic topic = world.topic(view.topic());
    Long sum = null;
    for (int number : view.owned()) {
      Long lag = group == null ? null : World.lag(group, topic, number);
      if (lag != null) {
        sum = (sum == null ? 0 : sum) + lag;
      }
    }
    return sum;
  }

  // ---- a group ----

  private Outcome commitPoint(String name, String groupName) {
    var members = new Members(world, groupName, name);
    Problem wrong = members.whatIsWrong(Purpose.COMMIT_POINT);
    if (wrong != null) {
      return new Outcome.Refused(wrong);
    }
    Topic topic = world.topic(name);
    Group group = world.group(groupName);
    var points = new PartitionView[topic.partitionCount()];
    for (InstanceView view : members.views()) {
      for (PartitionView part : view.partitions()) {
        if (part.commitPoint() >= 0) {
          points[part.partition().number()] = part;
        }
      }
    }
    var rows = new ArrayList<Report.CommitPoints.Row>();
    for (var row : topic.partitions()) {
      @Nullable PartitionView point = points[row.number()];
      rows.add(
          new Report.CommitPoints.Row(
              row.number(),
              group.position(name, row.number()),
              point == null ? null : point.commitPoint(),
              point == null ? null : point.ahead(),
              row.end(),
              World.lag(group, topic, row.number())));
    }
    return told(new Report.CommitPoints(name, groupName, List.copyOf(rows)));
  }

  private Outcome blocked(String group) {
    var members = new Members(world, group);
    Problem wrong = members.whatIsWrong();
    if (wrong != null) {
      return new Outcome.Refused(wrong);
    }
    var rows = new ArrayList<Report.Blocked.Row>();
    for (InstanceView view : members.views()) {
      for (var it : view.blocked(BLOCKED_MOST)) {
        rows.add(
            new Report.Blocked.Row(
                it.partition().topic(),
                it.partition().number(),
                it.offset(),
                it.session().toString(),
                (long) (it.ageNanos() / MILLI),
                Math.max(it.attempt(), view.attempt(it.partition().number(), it.offset())),
                view.blocking(it.partition().number(), it.offset())));
      }
    }
    return told(new Report.Blocked(group, List.copyOf(rows)));
  }

  private Outcome deadLetters(String group) {
    Problem wrong = new Members(world, group).whatIsWrong();
    return wrong != null
        ? new Outcome.Refused(wrong)
        : told(new Report.DeadLetters(group, rows(group, DeadLetters::all)));
  }

  /// Dead letters that were redriven, as they were told of before.
  List<Report.DeadLetters.Row> redriven(String group) {
    return rows(group, DeadLetters::allRedriven);
  }

  private List<Report.DeadLetters.Row> rows(
      String group, Function<DeadLetters, List<DeadLetters.Kept>> which) {
    return new Members(world, group)
        .cohorts().stream()
            .flatMap(cohort -> which.apply(cohort.deadLetters()).stream())
            .map(it ->
                new Report.DeadLetters.Row(
                    it.topic(),
                    it.record().partition(),
                    it.record().offset(),
                    it.session().toString(),
                    it.reason().word(),
                    it.attempts(),
                    it.why()))
            .toList();
  }

  // ---- a record ----

  private Outcome trace(String name, Which.At at) {
    Topic topic = world.findTopic(name);
    if (topic == null) {
      return new Outcome.Refused(world.unknownTopic(name, Purpose.TRACE));
    }
    if (at.partition() >= topic.partitionCount()) {
      return new Outcome.Refused(Reading.unknownPartition(topic, at.partition()));
    }
    var row = topic.partition(at.partition());
    LogRecord record = row.at(at.offset());
    List<Span> told =
        world.hasInstances()
            ? Trace.of(world.instances().annals(), new Partition(name, at.partition()), at.offset())
            : List.of();
    if (record == null && told.isEmpty()) {
      return new Outcome.Refused(
          new Problem.UnknownOffset(name, at.partition(), at.offset(), row.start(), row.end()));
    }
    var spans = new ArrayList<Report.Trace.Span>();
    if (record != null) {
      long then = record.timestampMillis();
      spans.add(new Report.Trace.Span(Span.Kind.PRODUCED.word(), null, null, 0, then, then, null));
    }
    told.forEach(span -> spans.add(span(span)));
    return told(new Report.Trace(name, at.partition(), at.offset(), List.copyOf(spans)));
  }

  private Report.Trace.Span span(Span span) {
    return new Report.Trace.Span(
        span.kind().word(),
        span.by() == null ? null : span.by().instance(),
        span.by() == null ? null : span.by().group(),
        span.attempt(),
        world.moment(span.fromNanos()),
        span.untilNanos() < 0 ? null : world.moment(span.untilNanos()),
        span.outcome());
  }
}
