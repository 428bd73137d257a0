package dev.carril.simulator.world;

import dev.carril.simulator.Command;
import dev.carril.simulator.Happening;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Reply;
import dev.carril.simulator.group.Group;
import dev.carril.simulator.log.Partition;
import dev.carril.simulator.log.Range;
import dev.carril.simulator.log.Retention;
import dev.carril.simulator.log.Topic;
import dev.carril.simulator.sql.Database;
import dev.carril.simulator.sql.SqlResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Everything there is in a sandbox at one moment of virtual time, and the events that are still to
/// come.
///
/// Same seed and same commands give the same world, byte for byte. One owner at a time.
public final class World {
  /// Where every clock starts.
  public static final long BEGINNING = Instant.parse("2026-01-01T09:00:00Z").toEpochMilli();

  /// The last moment that a clock may show: four digits of a year are all that a timestamp has room
  /// for.
  static final long LATEST = Instant.parse("9999-12-31T23:59:59Z").toEpochMilli();

  private static final long COMMAND_MILLIS = 1_000;

  private final long seed;
  private final Limits limits;
  private final Database database;
  private final SequencedMap<String, Topic> topics = new LinkedHashMap<>();
  private final SequencedMap<String, Group> groups = new LinkedHashMap<>();
  private final PriorityQueue<Due> queue = new PriorityQueue<>();
  private final Journal journal = new Journal();

  // Partitions for which an event is in the queue: one each, however often records come and go.
  private final Set<String> expiring = new HashSet<>();
  private long nowMillis = BEGINNING;

  // Events of one moment run in the order in which they were put in.
  private long numbered;

  // How many commands changed this world: with the seed it says what random() answers.
  private long changes;

  private record Due(long atMillis, long number, Event event) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int order = Long.compare(atMillis, other.atMillis);
      return order != 0 ? order : Long.compare(number, other.number);
    }
  }

  private sealed interface Event {
    record Commanded(Command command) implements Event {}

    /// The oldest record of a partition may have grown too old.
    record Expires(String topic, int partition) implements Event {}
  }

  /// What one step did: the outcome of a command, or how many records fell off.
  private @Nullable Outcome outcome;

  private final List<Range> fallen = new ArrayList<>();
  private long fallenRecords;

  /// An empty world.
  public World(long seed, Limits limits, Database database) {
    this.seed = seed;
    this.limits = limits;
    this.database = database;
  }

  /// The same world with a database of its own, which must hold what this one's holds.
  public World copy(Database itsDatabase) {
    var copy = new World(seed, limits, itsDatabase);
    topics.forEach((name, topic) -> copy.topics.put(name, topic.copy()));
    groups.forEach((name, group) -> copy.groups.put(name, group.copy()));
    copy.queue.addAll(queue);
    copy.expiring.addAll(expiring);
    copy.nowMillis = nowMillis;
    copy.numbered = numbered;
    copy.changes = changes;
    return copy;
  }

  /// Runs a command at this moment. One that changed something takes a second of virtual time.
  ///
  /// @throws IllegalArgumentException for a command about the sandbox, such as `undo`
  public Outcome run(Command command) {
    at(nowMillis, new Event.Commanded(command));
    outcome = null;
    fallen.clear();
    fallenRecords = 0;
    while (outcome == null) {
      step();
    }
    Outcome ended = outcome;
    if (ended instanceof Outcome.Done done && done.changed()) {
      changes++;
      if (!(command instanceof Command.Wait)) {
        advance(COMMAND_MILLIS);
      }
    }
    return ended;
  }

  /// Runs the next event. False where none is left.
  public boolean step() {
    Due due = queue.poll();
    if (due == null) {
      return false;
    }
    nowMillis = due.atMillis;
    switch (due.event) {
      case Event.Commanded(var command) -> outcome = obey(command);
      case Event.Expires(var topic, var partition) -> expire(topic, partition);
    }
    return true;
  }

  private Outcome obey(Command command) {
    return switch (command) {
      case Command.CreateTopic it -> new Writing(this).create(it);
      case Command.Produce it -> new Writing(this).produce(it);
      case Command.Compact it -> new Writing(this).compact(it);
      case Command.Wait(var millis) -> new Writing(this).waitFor(millis);
      case Command.Sql(var statement) -> new Tables(this).run(statement);
      case Command.Read it -> new Reading(this).read(it);
      case Command.Consume it -> new Reading(this).consume(it);
      case Command.Reset it -> new Moving(this).reset(it);
      case Command.Leave it -> new Moving(this).leave(it);
      case Command.Topics() -> new Telling(this).topics();
      case Command.Offsets(var topic) -> new Telling(this).offsets(topic);
      case Command.Describe(var group) -> new Telling(this).describe(group);
      case Command.Groups() -> new Telling(this).groups();
      case Command.Undo _,
          Command.Redo _,
          Command.StartOver _,
          Command.Help _,
          Command.History _,
          Command.Clear _ ->
          throw new IllegalArgumentException("not an affair of the world: " + command);
    };
  }

  // ---- time ----

  public long nowMillis() {
    return nowMillis;
  }

  long seed() {
    // SplitMix64's finisher (Steele, Lea and Flood 2014) keeps neighbouring changes far apart.
    long z = seed + (changes + 1) * 0x9e3779b97f4a7c15L;
    z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }

  private void at(long atMillis, Event event) {
    queue.add(new Due(atMillis, numbered++, event));
  }

  /// Moves the clock, running every event that falls due on the way.
  void advance(long millis) {
    long to = Math.min(LATEST, nowMillis + millis);
    while (!queue.isEmpty() && queue.peek().atMillis <= to) {
      step();
    }
    nowMillis = to;
  }

  /// What fell off since the command began, one range a partition.
  List<Range> fallen() {
    var ranges = new LinkedHashMap<String, Range>();
    for (Range range : fallen) {
      ranges.merge(
          Journal.partition(range.topic(), range.partition()),
          range,
          (first, next) -> new Range(first.topic(), first.partition(), first.from(), next.to()));
    }
    return List.copyOf(ranges.values());
  }

  long fallenRecords() {
    return fallenRecords;
  }

  // ---- retention ----

  /// After an append: what is too much goes now, what grows old goes when its time has come.
  void retain(Topic topic, int partition) {
    Partition row = topic.partition(partition);
    takeOff(topic, partition);
    if (topic.retention().orElse(null) instanceof Retention.Age(var millis)
        && !row.records().isEmpty()
        && expiring.add(Journal.partition(topic.name(), partition))) {
      long oldest = row.records().getFirst().timestampMillis();
      at(oldest + millis + 1, new Event.Expires(topic.name(), partition));
    }
  }

  private void expire(String name, int partition) {
    expiring.remove(Journal.partition(name, partition));
    retain(topic(name), partition);
  }

  private void takeOff(Topic topic, int partition) {
    Topic.Fallen gone = topic.retain(partition, nowMillis);
    if (gone == null) {
      return;
    }
    Range range = gone.range();
    fallen.add(range);
    fallenRecords += gone.offsets().size();
    gone.offsets().forEach(o -> journal.touch(Journal.record(topic.name(), partition, o)));
    journal.saw(new Happening.Removed(topic.name(), partition, range.from(), range.to()));
    touchPartition(topic, partition);
  }

  // ---- what is there ----

  public List<Topic> topics() {
    return List.copyOf(topics.values());
  }

  public List<Group> groups() {
    return List.copyOf(groups.values());
  }

  public @Nullable Topic findTopic(String name) {
    return topics.get(name);
  }

  public @Nullable Group findGroup(String name) {
    return groups.get(name);
  }

  Topic topic(String name) {
    Topic topic = topics.get(name);
    if (topic == null) {
      throw new IllegalStateException("no topic " + name);
    }
    return topic;
  }

  void put(Topic topic) {
    topics.put(topic.name(), topic);
  }

  void put(Group group) {
    groups.put(group.name(), group);
  }

  Problem unknownTopic(String name) {
    List<String> there = List.copyOf(topics.keySet());
    return new Problem.UnknownTopic(name, Nearest.to(name, there), there);
  }

  Problem unknownGroup(String name) {
    List<String> there = List.copyOf(groups.keySet());
    return new Problem.UnknownGroup(name, Nearest.to(name, there), there);
  }

  /// Where a `reset` would put positions; empty where its group or topic is not there. Nothing
  /// moves.
  public List<Reply.Reset.Move> wouldMove(Command.Reset reset) {
    Group group = groups.get(reset.group());
    String topic = reset.topic();
    return group == null || topic != null && !topics.containsKey(topic)
        ? List.of()
        : Moving.plan(this, group, reset);
  }

  /// What a query answers at this moment; empty if it fails, or is no query.
  public Optional<SqlResult.Rows> query(String sql) {
    return new Tables(this).query(sql);
  }

  public Database database() {
    return database;
  }

  Limits limits() {
    return limits;
  }

  public Journal journal() {
    return journal;
  }

  public long heldRecords() {
    return topics.values().stream().mapToLong(Topic::recordCount).sum();
  }

  public long heldBytes() {
    long sum = 0;
    for (Topic topic : topics.values()) {
      for (Partition partition : topic.partitions()) {
        sum += partition.bytes();
      }
    }
    return sum;
  }

  /// What is still to read: end − max(position, start). Null without a position.
  public static @Nullable Long lag(Group group, Topic topic, int partition) {
    Long position = group.position(topic.name(), partition);
    if (position == null) {
      return null;
    }
    Partition row = topic.partition(partition);
    return row.end() - Math.max(position, row.start());
  }

  /// The sum over the partitions that have a position. Null if none has.
  public @Nullable Long lag(Group group) {
    Long sum = null;
    for (String name : group.topics()) {
      Topic topic = topic(name);
      for (int partition = 0; partition < topic.partitionCount(); partition++) {
        Long lag = lag(group, topic, partition);
        if (lag != null) {
          sum = (sum == null ? 0 : sum) + lag;
        }
      }
    }
    return sum;
  }

  void touchPartition(Topic topic, int partition) {
    journal.touch(Journal.topic(topic.name()));
    journal.touch(Journal.partition(topic.name(), partition));
    for (Group group : groups.values()) {
      if (group.topics().contains(topic.name())) {
        journal.touch(Journal.position(group.name(), topic.name(), partition));
        journal.touch(Journal.group(group.name()));
      }
    }
  }

  void touchGroup(Group group) {
    journal.touch(Journal.group(group.name()));
    group.members().forEach(member -> journal.touch(Journal.member(group.name(), member)));
    for (String name : group.topics()) {
      int partitions = topic(name).partitionCount();
      for (int partition = 0; partition < partitions; partition++) {
        journal.touch(Journal.position(group.name(), name, partition));
      }
    }
  }
}
