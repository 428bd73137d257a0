package dev.carril.course.judge;

import dev.carril.course.Try;
import dev.carril.course.goal.Deliveries;
import dev.carril.course.goal.Expected;
import dev.carril.course.goal.Given;
import dev.carril.course.goal.Goal;
import dev.carril.course.goal.InstanceGoal;
import dev.carril.course.goal.Scalar;
import dev.carril.course.goal.Stand;
import dev.carril.course.goal.Which;
import dev.carril.simulator.Command;
import dev.carril.simulator.Reply;
import dev.carril.simulator.Report;
import dev.carril.simulator.instance.report.Annals;
import dev.carril.simulator.language.Parser;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.log.Retention;
import dev.carril.simulator.sandbox.Fact;
import dev.carril.simulator.sandbox.Sandbox;
import dev.carril.simulator.sql.SqlResult;
import dev.carril.simulator.world.Journal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Says whether goals hold.
public final class Judge {
  private final Scene scene;
  private final InstanceJudge instances;

  Judge(Scene scene) {
    this.scene = scene;
    this.instances = new InstanceJudge(this, scene);
  }

  InstanceJudge instances() {
    return instances;
  }

  /// What an attempt at an exercise has come to.
  public static Verdict judge(Try exercise, Attempt attempt, Sandbox sandbox) {
    Scene scene = attempt.scene(sandbox);
    var judge = new Judge(scene);
    boolean onStart = attempt.isOnStart(sandbox);
    var goals = new ArrayList<Verdict.Judged>();
    for (Goal goal : exercise.goals()) {
      boolean reached = onStart && judge.isSure(goal);
      List<Missing> missing =
          reached || !onStart
              ? List.of()
              : judge.knows(goal)
                  ? new Difference(judge, scene).of(goal)
                  : List.of(new Missing.Forgotten(Annals.MOST));
      goals.add(new Verdict.Judged(goal, reached, missing));
    }
    boolean solved = goals.stream().allMatch(Verdict.Judged::reached);
    Optional<String> mistake =
        solved || !onStart ? Optional.empty() : judge.mistakes(exercise).stream().findFirst();
    return new Verdict(onStart, solved, goals, mistake, going(scene, goals));
  }

  private static Verdict.Going going(Scene scene, List<Verdict.Judged> goals) {
    boolean answersWrong =
        goals.stream()
            .anyMatch(judged ->
                !judged.reached()
                    && judged.goal() instanceof Goal.Answered asked
                    && scene.given().containsKey(asked.name()));
    if (answersWrong) {
      return Verdict.Going.ANSWERED_WRONG;
    }
    return scene.events().isEmpty() ? Verdict.Going.NOT_BEGUN : Verdict.Going.UNDER_WAY;
  }

  /// The known mistakes that fit, the one that is to be told first.
  List<String> mistakes(Try exercise) {
    return new Evidence(this, scene.events())
        .told(
            exercise.mistakes().values().stream()
                .filter(mistake -> mistake.when().stream().allMatch(this::isSure))
                .toList());
  }

  /// Whether it holds, and nothing that is forgotten could say otherwise.
  boolean isSure(Goal goal) {
    return knows(goal) && holds(goal);
  }

  /// Whether enough is known of what happened.
  boolean knows(Goal goal) {
    return switch (goal) {
      case InstanceGoal it -> instances.knows(it);
      case Goal.Not(var inner) -> knows(inner);
      case Goal.Any(var goals) ->
          goals.stream().allMatch(this::knows) || goals.stream().anyMatch(this::isSure);
      case Goal.Records _,
          Goal.Topic _,
          Goal.Positions _,
          Goal.Members _,
          Goal.Delivered _,
          Goal.Refused _,
          Goal.InVain _,
          Goal.Rows _,
          Goal.Shown _,
          Goal.Answered _,
          Goal.Untouched _,
          Goal.Commands _ ->
          true;
    };
  }

  boolean holds(Goal goal) {
    return switch (goal) {
      case Goal.Records it -> records(it);
      case Goal.Topic it -> topic(it);
      case Goal.Positions it -> positions(it);
      case Goal.Members it -> members(it);
      case Goal.Delivered it -> delivered(it);
      case Goal.Refused it -> refused(it);
      case Goal.InVain it -> inVain(it);
      case Goal.Rows it -> rows(it);
      case Goal.Shown it -> shown(it);
      case Goal.Answered it -> answered(it);
      case Goal.Untouched it -> untouched(it);
      case Goal.Commands it -> commands(it);
      case InstanceGoal it -> instances.holds(it);
      case Goal.Not(var inner) -> !holds(inner);
      case Goal.Any(var goals) -> goals.stream().anyMatch(this::holds);
    };
  }

  // ---- the log ----

  /// The records of the log that are meant, partition by partition.
  List<Seen> standing(Which which) {
    String topic = which.topic();
    return topic == null
        ? List.of()
        : scene.sandbox().records(topic).stream()
            .map(record -> new Seen(topic, record))
            .filter(seen -> seen.fits(which, scene.began()))
            .toList();
  }

  private boolean records(Goal.Records it) {
    List<Seen> found = standing(it.which());
    Expected expected = it.expected();
    Integer keys = it.keyCount();
    if (keys != null && Seen.keys(found) != keys) {
      return false;
    }
    if (expected.isAny()) {
      return keys != null || !found.isEmpty();
    }
    List<Seen> written = Seen.asWritten(found);
    return expected.amount().fits(found.size())
        && valuesAre(written, expected, true)
        && (expected.against().isEmpty() || Seen.areAgainst(written, expected))
        && places(found, expected);
  }

  /// @param log whether these are records of the log, where an order exists in a partition only
  private static boolean valuesAre(List<Seen> found, Expected expected, boolean log) {
    List<Scalar> values = expected.values();
    if (values == null) {
      return true;
    }
    List<Seen> meant = expected.ends() ? last(found, values.size()) : found;
    return expected.anyOrder()
        ? Seen.areInAnyOrder(meant, expected, values)
        : (!log || Seen.inOnePartition(meant)) && Seen.are(meant, expected, values);
  }

  private static boolean places(List<Seen> found, Expected expected) {
    List<Long> offsets = expected.offsets();
    List<Expected.At> places = expected.places();
    return (offsets == null
            || found.stream().map(seen -> seen.record().offset()).toList().equals(offsets))
        && (places == null || Seen.standAt(found, places));
  }

  private static <T> List<T> last(List<T> list, int count) {
    return list.subList(Math.max(0, list.size() - count), list.size());
  }

  Fact.@Nullable Topic topic(String name) {
    return scene.facts().get(Journal.topic(name)) instanceof Fact.Topic topic ? topic : null;
  }

  private boolean topic(Goal.Topic it) {
    Fact.Topic topic = topic(it.name());
    Integer partitions = it.partitions();
    Boolean compacted = it.compacted();
    String retention = it.retention();
    return topic != null
        && (partitions == null || topic.partitions() == partitions)
        && (compacted == null || topic.compacted() == compacted)
        && (retention == null || topic.retention().equals(retention(retention)));
  }

  /// What the console would read in a topic's `retention`; empty if it cannot be read.
  public static Optional<Retention> retention(String typed) {
    return Parser.parse("create topic x partitions 1 retention " + typed)
                instanceof Parser.Understood understood
            && understood.command() instanceof Command.CreateTopic create
        ? create.retention()
        : Optional.empty();
  }

  /// How long what is typed as in the console takes, such as `200ms`; null if it cannot be read.
  public static @Nullable Long millis(String typed) {
    return Parser.parse("wait " + typed) instanceof Parser.Understood understood
            && understood.command() instanceof Command.Wait(var millis)
        ? millis
        : null;
  }

  // ---- groups ----

  /// The positions of a group in a topic, by partition; empty where the group does not know the
  /// topic.
  SequencedMap<Integer, Fact.Position> positions(String group, String topic) {
    var positions = new TreeMap<Integer, Fact.Position>();
    Fact.Topic known = topic(topic);
    for (int p = 0; known != null && p < known.partitions(); p++) {
      if (scene.facts().get(Journal.position(group, topic, p)) instanceof Fact.Position position) {
        positions.put(p, position);
      }
    }
    return positions;
  }

  Fact.@Nullable Partition partition(String topic, int partition) {
    return scene.facts().get(Journal.partition(topic, partition)) instanceof Fact.Partition row
        ? row
        : null;
  }

  private boolean positions(Goal.Positions it) {
    Fact.Topic topic = topic(it.topic());
    if (topic == null) {
      return false;
    }
    SequencedMap<Integer, Fact.Position> positions = positions(it.group(), it.topic());
    for (Map.Entry<Integer, Stand.Where> wanted : wanted(it, topic).entrySet()) {
      if (!stands(positions.get(wanted.getKey()), wanted.getValue(), it.topic(), wanted.getKey())) {
        return false;
      }
    }
    Long lag = it.lag();
    return lag == null || lag.equals(lag(it, positions));
  }

  /// Where each partition's position should be, for those that matter.
  SequencedMap<Integer, Stand.Where> wanted(Goal.Positions it, Fact.Topic topic) {
    return switch (it.stand()) {
      case null -> new LinkedHashMap<>();
      case Stand.Each(var where) -> where;
      case Stand.Everywhere(var where) -> {
        var everywhere = new LinkedHashMap<Integer, Stand.Where>();
        Integer only = it.partition();
        for (int p = 0; p < topic.partitions(); p++) {
          if (only == null || only == p) {
            everywhere.put(p, where);
          }
        }
        if (only != null) {
          everywhere.putIfAbsent(only, where); // A partition that is not there stands nowhere.
        }
        yield everywhere;
      }
    };
  }

  private boolean stands(
      Fact.@Nullable Position position, Stand.Where where, String topic, int number) {
    Long at = position == null ? null : position.position();
    Long wanted = offset(where, topic, number);
    return wanted == null ? where instanceof Stand.Where.None && at == null : wanted.equals(at);
  }

  /// The offset that is wanted; null for none, or where there is no such partition.
  @Nullable Long offset(Stand.Where where, String topic, int number) {
    Fact.Partition row = partition(topic, number);
    return switch (where) {
      case Stand.Where.Earliest() -> row == null ? null : row.start();
      case Stand.Where.End() -> row == null ? null : row.end();
      case Stand.Where.Offset(var offset) -> offset;
      case Stand.Where.None() -> null;
    };
  }

  /// What is left to read in the partitions that are meant; null where nothing says so.
  static @Nullable Long lag(Goal.Positions it, SequencedMap<Integer, Fact.Position> positions) {
    Integer only = it.partition();
    Long sum = null;
    for (Fact.Position position : positions.values()) {
      Long lag = position.lag();
      if (lag != null && (only == null || only == position.partition())) {
        sum = (sum == null ? 0 : sum) + lag;
      }
    }
    return sum;
  }

  /// What each member of a group owns of a topic; of any, where none is named.
  SequencedMap<String, List<Integer>> owned(String group, @Nullable String topic) {
    var members = new LinkedHashMap<String, List<Integer>>();
    scene
        .facts()
        .values()
        .forEach(fact -> {
          if (fact instanceof Fact.Member member && member.group().equals(group)) {
            member.owned().stream()
                .filter(owned -> topic == null || owned.topic().equals(topic))
                .forEach(owned ->
                    members
                        .computeIfAbsent(member.member(), _ -> new ArrayList<>())
                        .addAll(owned.partitions()));
          }
        });
    return members;
  }

  private boolean members(Goal.Members it) {
    SequencedMap<String, List<Integer>> there = owned(it.group(), it.topic());
    SequencedMap<String, List<Integer>> wanted = it.owned();
    return (wanted == null || wanted.equals(there)) && it.amount().fits(there.size());
  }

  // ---- what happened ----

  /// What was handed out, in order.
  List<Seen> deliveries(Goal.Delivered it) {
    var deliveries = new ArrayList<Seen>();
    for (Event event : scene.events(it.deliveries().since())) {
      if (event.reply() instanceof Reply.Consumed consumed
          && consumed.group().equals(it.group())
          && (it.member() == null || consumed.member().equals(it.member()))) {
        for (LogRecord record : consumed.records()) {
          deliveries.add(new Seen(consumed.topic(), record));
        }
      }
    }
    deliveries.removeIf(seen -> !seen.fits(it.deliveries().which(), scene.began()));
    return deliveries;
  }

  private boolean delivered(Goal.Delivered it) {
    return went(deliveries(it), it.deliveries());
  }

  /// Whether what went to somebody, in this order, is what was to go there.
  boolean went(List<Seen> found, Deliveries it) {
    Expected expected = it.expected();
    Integer often = it.times();
    var times = new LinkedHashMap<Seen, Integer>();
    found.forEach(seen -> times.merge(seen, 1, Integer::sum));
    if (often != null
        && (times.isEmpty() || times.values().stream().anyMatch(n -> !n.equals(often)))) {
      return false;
    }
    if (it.all() && !times.keySet().containsAll(standing(it.which()))) {
      return false;
    }
    if (expected.isAny()) {
      return !found.isEmpty();
    }
    return expected.amount().fits(found.size())
        && valuesAre(found, expected, false)
        && (expected.against().isEmpty() || Seen.areAgainst(found, expected))
        && places(found, expected);
  }

  private boolean refused(Goal.Refused it) {
    return scene.events(it.since()).stream().anyMatch(event -> isShownBy(it, event));
  }

  /// Whether a goal about what happened holds because of this event.
  boolean isShownBy(Goal goal, Event event) {
    return switch (goal) {
      case Goal.Refused it ->
          event.problem() != null
              && (it.command() == null || it.command().equals(event.name()))
              && (it.why().isEmpty() || it.why().contains(event.problem().code()));
      case Goal.InVain it ->
          (it.command() == null || it.command().equals(event.name()))
              && (it.group() == null || it.group().equals(event.group()))
              && (it.topic() == null || it.topic().equals(event.topic()))
              && event.notices().stream().anyMatch(notice -> it.why().contains(notice.code()));
      case Goal.Shown it -> event.name().equals(it.command()) && showed(it, event);
      case Goal.Records _,
          Goal.Topic _,
          Goal.Positions _,
          Goal.Members _,
          Goal.Delivered _,
          Goal.Rows _,
          Goal.Answered _,
          Goal.Untouched _,
          Goal.Commands _,
          InstanceGoal _,
          Goal.Not _,
          Goal.Any _ ->
          false;
    };
  }

  private boolean inVain(Goal.InVain it) {
    return scene.events(it.since()).stream().anyMatch(event -> isShownBy(it, event));
  }

  private boolean shown(Goal.Shown it) {
    return scene.events(it.since()).stream().anyMatch(event -> isShownBy(it, event));
  }

  private boolean showed(Goal.Shown it, Event event) {
    return switch (event.reply()) {
      case Reply.Records(var topic, var records, var _, var _) -> showed(it, topic, records);
      case Reply.Ran(SqlResult.Rows rows) -> contains(cells(rows), it.rows());
      case Reply.OffsetTable table ->
          it.which().topic() == null || it.which().topic().equals(table.topic());
      case Reply.GroupTable table -> it.group() == null || it.group().equals(table.group());
      case Reply.TopicList _, Reply.GroupList _ -> true;
      case Reply.Reported(var report) -> isAbout(it, event) && traced(it, report);
      case Reply.OrderChecked _ -> isAbout(it, event);
      case null, default -> false;
    };
  }

  private static boolean isAbout(Goal.Shown it, Event event) {
    return (it.group() == null || it.group().equals(event.group()))
        && (it.which().topic() == null || it.which().topic().equals(event.topic()))
        && (it.instance() == null || it.instance().equals(event.instance()));
  }

  private static boolean traced(Goal.Shown it, Report report) {
    List<Expected.At> places = it.expected().places();
    return places == null
        || report instanceof Report.Trace trace
            && places.contains(new Expected.At(trace.partition(), trace.offset()));
  }

  private boolean showed(Goal.Shown it, String topic, List<LogRecord> records) {
    Expected expected = it.expected();
    List<Seen> found =
        records.stream()
            .map(record -> new Seen(topic, record))
            .filter(seen -> seen.fits(it.which(), scene.began()))
            .toList();
    if (found.isEmpty()) {
      return !expected.amount().isAny() && expected.amount().fits(0) && expected.values() == null;
    }
    List<Scalar> values = expected.values();
    List<Expected.At> places = expected.places();
    List<Long> offsets = expected.offsets();
    return expected.amount().fits(found.size())
        && (values == null || Seen.contain(found, expected, values))
        && (expected.against().isEmpty() || Seen.areAgainst(found, expected))
        && (places == null || found.stream().map(Seen::at).toList().containsAll(places))
        && (offsets == null
            || found.stream().map(seen -> seen.record().offset()).toList().containsAll(offsets));
  }

  private boolean commands(Goal.Commands it) {
    return it.amount().fits(changing(it));
  }

  /// How many of the commands that count have changed something.
  long changing(Goal.Commands it) {
    return scene.events().stream()
        .filter(Event::changed)
        .filter(event -> it.command() == null ? !event.isTime() : it.command().equals(event.name()))
        .count();
  }

  // ---- tables ----

  static List<List<@Nullable String>> cells(SqlResult.Rows rows) {
    return rows.rows().stream().map(SqlResult::texts).toList();
  }

  private boolean rows(Goal.Rows it) {
    Optional<SqlResult.Rows> answer = scene.sandbox().query(it.query());
    if (answer.isEmpty()) {
      return false;
    }
    List<List<@Nullable String>> there = cells(answer.get());
    List<List<Scalar>> wanted = it.rows();
    if (wanted == null) {
      return it.amount().isAny() ? !there.isEmpty() : it.amount().fits(there.size());
    }
    if (wanted.size() != there.size()) {
      return false;
    }
    if (!it.anyOrder()) {
      for (int i = 0; i < wanted.size(); i++) {
        if (!isRow(wanted.get(i), there.get(i))) {
          return false;
        }
      }
      return true;
    }
    var left = new ArrayList<>(there);
    return wanted.stream().allMatch(row -> removeOne(left, row));
  }

  static boolean removeOne(List<List<@Nullable String>> left, List<Scalar> row) {
    for (int i = 0; i < left.size(); i++) {
      if (isRow(row, left.get(i))) {
        left.remove(i);
        return true;
      }
    }
    return false;
  }

  private static boolean contains(List<List<@Nullable String>> there, List<List<Scalar>> wanted) {
    int next = 0;
    for (List<@Nullable String> row : there) {
      if (next < wanted.size() && isRow(wanted.get(next), row)) {
        next++;
      }
    }
    return next == wanted.size();
  }

  static boolean isRow(List<Scalar> wanted, List<@Nullable String> there) {
    if (wanted.size() != there.size()) {
      return false;
    }
    for (int i = 0; i < wanted.size(); i++) {
      if (!Values.isCell(wanted.get(i), there.get(i))) {
        return false;
      }
    }
    return true;
  }

  // ---- answers, and what stayed ----

  private boolean answered(Goal.Answered it) {
    Given answer = scene.given().get(it.name());
    return switch (it.given()) {
      case Given.Number(var number) ->
          answer instanceof Given.Number(var said) && said.compareTo(number) == 0;
      case Given.Choice(var choice, var _) ->
          answer instanceof Given.Choice(var said, var _) && said.equals(choice);
      case Given.Point(var spot) ->
          answer instanceof Given.Point(var said)
              && Spots.accepted(spot, scene.sandbox()).contains(said);
    };
  }

  private boolean untouched(Goal.Untouched it) {
    Began began = scene.began();
    return switch (it.thing()) {
      case GROUP -> standing(it.name(), began.facts()).equals(standing(it.name(), scene.facts()));
      case TOPIC ->
          List.copyOf(scene.sandbox().records(it.name()))
                  .equals(began.records().getOrDefault(it.name(), List.of()))
              && ends(it.name(), began.facts()).equals(ends(it.name(), scene.facts()));
      case TABLE ->
          Optional.ofNullable(began.tables().get(it.name()))
              .equals(
                  scene.facts().containsKey("table:" + it.name())
                      ? Began.table(scene.sandbox(), it.name())
                      : Optional.empty());
    };
  }

  /// Where a group stands and who is in it, without what others decide (ends and lag).
  private static HashSet<Object> standing(String group, Map<String, Fact> facts) {
    var standing = new HashSet<Object>();
    facts
        .values()
        .forEach(fact -> {
          if (fact instanceof Fact.Position it && it.group().equals(group)) {
            standing.add(
                new Fact.Position(
                    it.group(),
                    it.topic(),
                    it.partition(),
                    it.position(),
                    null,
                    it.read(),
                    it.member()));
          } else if (fact instanceof Fact.Member it && it.group().equals(group)) {
            standing.add(it);
          }
        });
    return standing;
  }

  private static HashSet<Object> ends(String topic, Map<String, Fact> facts) {
    var ends = new HashSet<Object>();
    facts
        .values()
        .forEach(fact -> {
          if (fact instanceof Fact.Partition it && it.topic().equals(topic)) {
            ends.add(it);
          }
        });
    return ends;
  }
}
