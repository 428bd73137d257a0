package dev.carril.course.judge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.carril.course.goal.Amount;
import dev.carril.course.goal.Bound;
import dev.carril.course.goal.Deliveries;
import dev.carril.course.goal.Expected;
import dev.carril.course.goal.Goal;
import dev.carril.course.goal.InstanceGoal;
import dev.carril.course.goal.Scalar;
import dev.carril.course.goal.Stand;
import dev.carril.course.goal.Which;
import dev.carril.simulator.Report;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.sandbox.Fact;
import dev.carril.simulator.sql.SqlResult;
import dev.carril.simulator.world.Journal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// A goal minus the state: what a picture can show of what is missing.
record Difference(Judge judge, Scene scene) {
  private static final int MOST = 50;
  private static final int VALUES_MOST = 20;

  List<Missing> of(Goal goal) {
    List<Missing> missing =
        switch (goal) {
          case Goal.Records it -> records(it);
          case Goal.Positions it -> positions(it);
          case Goal.Members it -> members(it);
          case Goal.Delivered it -> delivered(it);
          case Goal.Rows it -> rows(it);
          case Goal.Commands it -> commands(it);
          case Goal.Untouched it -> untouched(it);
          case InstanceGoal it -> instances(it);
          case Goal.Topic _,
              Goal.Refused _,
              Goal.InVain _,
              Goal.Shown _,
              Goal.Answered _,
              Goal.Not _,
              Goal.Any _ ->
              List.of();
        };
    return missing.stream().limit(MOST).toList();
  }

  // ---- records ----

  private List<Missing> records(Goal.Records it) {
    List<Seen> found = Seen.asWritten(judge.standing(it.which()));
    List<Scalar> values = it.expected().values();
    List<Expected.At> places = places(it);
    if (places != null) {
      return atPlaces(it, found, places);
    }
    if (values == null) {
      return List.of(new Missing.Number(found.size()));
    }
    Integer home = home(it.which(), found);
    return home == null ? List.of() : inOrder(it, found, values, home);
  }

  private static @Nullable List<Expected.At> places(Goal.Records it) {
    Integer partition = it.which().partition();
    List<Long> offsets = it.expected().offsets();
    return offsets == null || partition == null
        ? it.expected().places()
        : offsets.stream().map(offset -> new Expected.At(partition, offset)).toList();
  }

  private List<Missing> atPlaces(Goal.Records it, List<Seen> found, List<Expected.At> places) {
    var missing = new ArrayList<Missing>();
    var there = new HashSet<>(found.stream().map(Seen::at).toList());
    var taken = new HashSet<Integer>();
    Scalar value = it.which().value();
    for (Expected.At at : places) {
      if (!there.contains(at)) {
        Missing.Cell cell =
            cell(it, at.partition(), at.offset(), value == null ? null : value.shown());
        missing.add(cell);
        if (cell.taken()) {
          taken.add(at.partition());
        }
      }
    }
    for (Seen seen : found) {
      // What stands behind another one that must go goes with it.
      if (!places.contains(seen.at()) && !taken.contains(seen.at().partition())) {
        missing.add(extra(seen));
      }
    }
    return missing;
  }

  private Missing.Cell cell(Goal.Records it, int partition, long offset, @Nullable String text) {
    String topic = String.valueOf(it.which().topic());
    Fact.Partition row = judge.partition(topic, partition);
    return new Missing.Cell(
        topic,
        partition,
        offset,
        key(it.which()),
        it.expected().field(),
        text,
        row != null && offset < row.end());
  }

  private static Missing extra(Seen seen) {
    return new Missing.Extra(seen.topic(), seen.record().partition(), seen.record().offset());
  }

  private static @Nullable String key(Which which) {
    return which.key() instanceof Which.Key.Exactly(var key) ? key : null;
  }

  /// The partition in which these records should stand; null where nothing says which.
  private @Nullable Integer home(Which which, List<Seen> found) {
    if (which.partition() != null) {
      return which.partition();
    }
    // Where some stand already, the others go there: `partition N` may have chosen it.
    if (!found.isEmpty()) {
      return found.getFirst().record().partition();
    }
    String name = which.topic();
    String key = key(which);
    Fact.Topic topic = name == null ? null : judge.topic(name);
    return topic == null || key == null
        ? null
        : topic.partitioner().partition(key, topic.partitions());
  }

  /// What stands right from the beginning on stays. What is wanted then comes in its place, so what
  /// stands there has to go; where only the last ones matter, it comes at the end.
  private List<Missing> inOrder(Goal.Records it, List<Seen> found, List<Scalar> values, int home) {
    var missing = new ArrayList<Missing>();
    String topic = String.valueOf(it.which().topic());
    Fact.Partition row = judge.partition(topic, home);
    if (row == null) {
      return missing;
    }
    int right = 0;
    long offset = row.end();
    for (Seen seen : found) {
      boolean fits =
          right < values.size()
              && seen.record().partition() == home
              && seen.is(it.expected(), values.get(right));
      if (it.expected().ends()) {
        right = fits ? right + 1 : 0;
      } else if (fits && offset == row.end()) {
        right++;
      } else if (seen.record().partition() == home) {
        offset = Math.min(offset, seen.record().offset());
        missing.add(extra(seen));
      } else {
        missing.add(extra(seen));
      }
    }
    if (right < values.size()) {
      // What stands where something else should be, and behind it, goes with what is there first.
      missing.removeIf(one -> one instanceof Missing.Extra extra && extra.partition() == home);
    }
    for (Scalar value : values.subList(right, values.size())) {
      missing.add(cell(it, home, offset++, value.shown()));
    }
    return missing;
  }

  // ---- groups ----

  private List<Missing> positions(Goal.Positions it) {
    var missing = new ArrayList<Missing>();
    Fact.Topic topic = judge.topic(it.topic());
    if (topic == null) {
      return missing;
    }
    SequencedMap<Integer, Fact.Position> there = judge.positions(it.group(), it.topic());
    judge
        .wanted(it, topic)
        .forEach((partition, where) -> {
          Fact.Position position = there.get(partition);
          Long at = position == null ? null : position.position();
          Long wanted = judge.offset(where, it.topic(), partition);
          boolean clear = wanted != null || where instanceof Stand.Where.None;
          if (clear && !Objects.equals(at, wanted)) {
            missing.add(new Missing.Position(it.group(), it.topic(), partition, wanted));
          }
        });
    if (it.lag() != null && missing.isEmpty()) {
      Long lag = Judge.lag(it, there);
      missing.add(new Missing.Number(lag == null ? 0 : lag));
    }
    return missing;
  }

  private List<Missing> members(Goal.Members it) {
    SequencedMap<String, List<Integer>> there = judge.owned(it.group(), it.topic());
    SequencedMap<String, List<Integer>> wanted = it.owned();
    if (wanted == null) {
      return List.of(new Missing.Number(there.size()));
    }
    return owners(wanted, there);
  }

  /// Who should own what, and who owns it now.
  private static List<Missing> owners(
      SequencedMap<String, List<Integer>> wanted, SequencedMap<String, List<Integer>> there) {
    var missing = new ArrayList<Missing>();
    wanted.forEach((member, partitions) -> {
      List<Integer> owned = there.getOrDefault(member, List.of());
      if (partitions.isEmpty() && !there.containsKey(member)) {
        missing.add(new Missing.Member(member, true));
      }
      for (int partition : partitions) {
        if (!owned.contains(partition)) {
          missing.add(new Missing.Owner(member, partition, owner(there, partition)));
        }
      }
    });
    there.forEach((member, partitions) -> {
      if (!wanted.containsKey(member)) {
        missing.add(new Missing.Member(member, false));
      }
      for (int partition : partitions) {
        if (owner(wanted, partition) == null) {
          missing.add(new Missing.NotOwner(member, partition));
        }
      }
    });
    return missing;
  }

  private static @Nullable String owner(Map<String, List<Integer>> owned, int partition) {
    return owned.entrySet().stream()
        .filter(entry -> entry.getValue().contains(partition))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  // ---- what went to somebody ----

  private List<Missing> delivered(Goal.Delivered it) {
    String member = it.member();
    return went(
        Missing.Way.READ,
        member == null ? it.group() : member,
        it.group(),
        judge.deliveries(it),
        it.deliveries());
  }

  private List<Missing> handled(InstanceGoal.Handled it) {
    String instance = it.instance();
    String who = instance == null ? it.group() : instance;
    return went(
        Missing.Way.HANDLED, who, it.group(), judge.instances().handled(it), it.deliveries());
  }

  /// What has not gone to somebody; if all of it has, what is wrong with how it went.
  private List<Missing> went(
      Missing.Way way, String who, String group, List<Seen> found, Deliveries it) {
    Amount amount = it.expected().isAny() ? Amount.SOME : it.expected().amount();
    var count = Missing.Figure.of(way.counted(), who, found.size(), amount);
    if (!count.fits() && amount.isPassedBy(found.size())) {
      return List.of(count);
    }
    var times = new LinkedHashMap<Seen, Integer>();
    found.forEach(seen -> times.merge(seen, 1, Integer::sum));
    List<Seen> wanted = wanted(it);
    List<Seen> left = wanted.stream().filter(seen -> !times.containsKey(seen)).toList();
    if (way == Missing.Way.HANDLED && !isOfEach(it)) {
      return count.fits() ? List.of() : List.of(count);
    }
    if (left.isEmpty()) {
      List<Missing> wrong = oftenWrong(way, who, times, it);
      return wrong.isEmpty() ? inOrder(way, who, found, it) : wrong;
    }
    var missing = new ArrayList<Missing>();
    // Of hundreds only some are named.
    missing.add(
        Missing.Figure.of(
            way.counted(), who, wanted.size() - left.size(), new Bound.Exactly(wanted.size())));
    for (Seen seen : left) {
      int partition = seen.record().partition();
      long offset = seen.record().offset();
      missing.add(
          way == Missing.Way.READ
              ? new Missing.Unread(group, seen.topic(), partition, offset)
              : new Missing.Unhandled(who, seen.topic(), partition, offset));
    }
    return missing;
  }

  /// Whether it is about certain records, rather than about how many.
  private static boolean isOfEach(Deliveries it) {
    return it.all()
        || it.times() != null
        || it.expected().values() != null
        || it.expected().places() != null;
  }

  /// The records of the log that should have gone.
  private List<Seen> wanted(Deliveries it) {
    Expected expected = it.expected();
    List<Expected.At> places = expected.places();
    List<Scalar> values = expected.values();
    return judge.standing(it.which()).stream()
        .filter(seen ->
            (places == null || places.contains(seen.at()))
                && (values == null || values.stream().anyMatch(value -> seen.is(expected, value))))
        .toList();
  }

  private static List<Missing> oftenWrong(
      Missing.Way way, String who, Map<Seen, Integer> times, Deliveries wanted) {
    Integer often = wanted.times();
    Integer most = wanted.expected().amount().count();
    var missing = new ArrayList<Missing>();
    times.forEach((seen, there) -> {
      if (often == null ? most != null && there > most : !often.equals(there)) {
        LogRecord record = seen.record();
        missing.add(
            new Missing.Often(way, who, seen.topic(), record.partition(), record.offset(), there));
      }
    });
    return missing;
  }

  private static List<Missing> inOrder(
      Missing.Way way, String who, List<Seen> found, Deliveries wanted) {
    Expected expected = wanted.expected();
    String field = expected.field();
    return expected.values() == null
        ? List.of()
        : List.of(
            new Missing.Order(
                way,
                who,
                found.stream().limit(VALUES_MOST).map(seen -> shown(seen, field)).toList()));
  }

  private static String shown(Seen seen, @Nullable String field) {
    String value = seen.record().value();
    JsonNode of = field == null ? MissingNode.getInstance() : Values.field(value, field);
    return of.isMissingNode() ? String.valueOf(value) : of.asText(of.toString());
  }

  // ---- instances ----

  private List<Missing> instances(InstanceGoal goal) {
    InstanceJudge its = judge.instances();
    return switch (goal) {
      case InstanceGoal.Lanes it -> number(its.count(it).orElse(0L));
      case InstanceGoal.Blocked it -> number(its.count(it).orElse(0L));
      case InstanceGoal.DeadLetters it -> number(its.count(it).orElse(0L));
      case InstanceGoal.Happened it -> number(its.count(it));
      case InstanceGoal.CommitPoint it -> saved(it);
      case InstanceGoal.Instances it -> instances(it, its);
      case InstanceGoal.Order it -> wrong(its.figures(it));
      case InstanceGoal.Metrics it -> wrong(its.figures(it));
      case InstanceGoal.Handled it -> handled(it);
      case InstanceGoal.Clock it -> wrong(List.of(its.figure(it)));
      case InstanceGoal.Halted _ -> List.of();
    };
  }

  private static List<Missing> number(long there) {
    return List.of(new Missing.Number(there));
  }

  private static List<Missing> wrong(List<Missing.Figure> figures) {
    return figures.stream().filter(figure -> !figure.fits()).map(Missing.class::cast).toList();
  }

  private static List<Missing> instances(InstanceGoal.Instances it, InstanceJudge its) {
    SequencedMap<String, List<Integer>> owned = it.owned();
    List<Missing> missing = owned == null ? List.of() : owners(owned, its.owned(it));
    return missing.isEmpty() ? number(its.count(it)) : missing;
  }

  /// Where positions should be saved, and what else is not as far as it should be.
  private List<Missing> saved(InstanceGoal.CommitPoint it) {
    var missing = new ArrayList<Missing>();
    Long committed = it.committed();
    for (Report.CommitPoints.Row row : judge.instances().rows(it)) {
      if (committed != null && !committed.equals(row.committed())) {
        missing.add(new Missing.Position(it.group(), it.topic(), row.partition(), committed));
      }
    }
    missing.addAll(wrong(judge.instances().figures(it)));
    return missing;
  }

  /// Where the positions of a group have to go back to.
  private List<Missing> untouched(Goal.Untouched it) {
    var missing = new ArrayList<Missing>();
    if (it.thing() == Goal.Untouched.Thing.GROUP) {
      scene
          .began()
          .facts()
          .values()
          .forEach(fact -> {
            if (fact instanceof Fact.Position was
                && was.group().equals(it.name())
                && scene.facts().get(Journal.position(was.group(), was.topic(), was.partition()))
                    instanceof Fact.Position now
                && !Objects.equals(was.position(), now.position())) {
              missing.add(
                  new Missing.Position(was.group(), was.topic(), was.partition(), was.position()));
            }
          });
    }
    missing.sort(Comparator.comparing(Object::toString));
    return missing;
  }

  // ---- the rest ----

  private List<Missing> rows(Goal.Rows it) {
    Optional<SqlResult.Rows> answer = scene.sandbox().query(it.query());
    List<List<Scalar>> wanted = it.rows();
    if (answer.isEmpty()) {
      return List.of();
    }
    List<List<@Nullable String>> left = new ArrayList<>(Judge.cells(answer.get()));
    if (wanted == null) {
      return List.of(new Missing.Number(left.size()));
    }
    var missing = new ArrayList<Missing>();
    for (List<Scalar> row : wanted) {
      if (!Judge.removeOne(left, row)) {
        missing.add(new Missing.Row(row.stream().map(Scalar::cell).toList()));
      }
    }
    for (List<@Nullable String> row : left) {
      var cells = new ArrayList<String>();
      row.forEach(cell -> cells.add(cell == null ? "NULL" : cell));
      missing.add(new Missing.ExtraRow(cells));
    }
    return missing;
  }

  private List<Missing> commands(Goal.Commands it) {
    return List.of(new Missing.Number(judge.changing(it)));
  }
}
