package dev.carril.simulator.world;

import dev.carril.engine.check.Listener;
import dev.carril.engine.check.Session;
import dev.carril.engine.check.Violation;
import dev.carril.simulator.Command;
import dev.carril.simulator.Happening;
import dev.carril.simulator.Notice;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Problem.OnlyToRead.Purpose;
import dev.carril.simulator.Reply;
import dev.carril.simulator.Report;
import dev.carril.simulator.contrast.PlainCore;
import dev.carril.simulator.group.Group;
import dev.carril.simulator.instance.Cohort;
import dev.carril.simulator.instance.Core;
import dev.carril.simulator.instance.CoreOut;
import dev.carril.simulator.instance.Cores;
import dev.carril.simulator.instance.Effect;
import dev.carril.simulator.instance.EventWord;
import dev.carril.simulator.instance.Instances;
import dev.carril.simulator.instance.Mark;
import dev.carril.simulator.instance.Seen;
import dev.carril.simulator.instance.Settings;
import dev.carril.simulator.log.LogRecord;
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
import java.util.function.Consumer;
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
  private static final long MILLI = 1_000_000;

  /// How long instances may live: their clock counts nanoseconds.
  private static final long INSTANCES_MILLIS = 200L * 365 * 24 * 3_600_000;

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

  // From the first command about instances on, and the moment of that command.
  private @Nullable Instances instances;
  private long openedMillis;
  private final Instances.Proving proving;
  private final boolean watched;
  private final Effects effects = new Effects(this);
  private boolean stoppedEarly;

  // The last time that went by while there were instances.
  private @Nullable Stretch stretch;

  // Beyond so many steps of instances nobody looks at present.
  private long haltAt = Long.MAX_VALUE;

  /// An empty world.
  public World(long seed, Limits limits, Database database) {
    this(seed, limits, database, Instances.Proving.NO, true);
  }

  private World(
      long seed, Limits limits, Database database, Instances.Proving proving, boolean watched) {
    this.seed = seed;
    this.limits = limits;
    this.database = database;
    this.proving = proving;
    this.watched = watched;
  }

  /// An empty world in which the laws are looked at closely, and which stops when one is broken.
  /// What is touched in it is not noted.
  public static World toProve(long seed, Database database, Instances.Proving proving) {
    var world = new World(seed, Limits.NONE, database, proving, false);
    world.journal.close();
    return world;
  }

  /// An empty world that is played for what comes of it: nobody looks at a picture of it, and what
  /// is touched in it is not noted.
  static World unwatched(long seed, Limits limits, Database database) {
    var world = new World(seed, limits, database, Instances.Proving.NO, false);
    world.journal.close();
    return world;
  }

  /// Can it be copied? Where instances live, only what was done to a world makes it again.
  public boolean canBeCopied() {
    return instances == null;
  }

  /// The same world with a database of its own, which must hold what this one's holds.
  ///
  /// @throws IllegalStateException if it cannot be copied
  public World copy(Database itsDatabase) {
    if (!canBeCopied()) {
      throw new IllegalStateException("instances live in this world");
    }
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
    Outcome ended = obeyHere(command);
    if (ended instanceof Outcome.Done done && done.changed() && takesTime(command)) {
      advance(COMMAND_MILLIS);
    }
    return ended;
  }

  /// The same in no time.
  Outcome obeyHere(Command command) {
    at(nowMillis, new Event.Commanded(command));
    outcome = null;
    fallen.clear();
    fallenRecords = 0;
    while (outcome == null) {
      stepOwn();
    }
    Outcome ended = outcome;
    if (ended instanceof Outcome.Done done && done.changed()) {
      changes++;
    }
    if (instances != null) {
      instances.takeTouched().forEach(journal::touch);
    }
    return ended;
  }

  // While an instance runs, time goes on only where a command is about time.
  private boolean takesTime(Command command) {
    return !(command instanceof Command.Wait
        || command instanceof Command.Run
        || command instanceof Command.Step
        || command instanceof Command.Goto
        || instances != null && instances.anyRuns());
  }

  private void stepOwn() {
    Due due = queue.remove();
    nowMillis = due.atMillis;
    switch (due.event) {
      case Event.Commanded(var command) -> outcome = obey(command);
      case Event.Expires(var topic, var partition) -> expire(topic, partition);
    }
  }

  private Outcome obey(Command command) {
    return switch (command) {
      case Command.CreateTopic it -> new Writing(this).create(it);
      case Command.Produce it -> new Writing(this).produce(it);
      case Command.Compact it -> new Writing(this).compact(it);
      case Command.Wait(var millis) -> new Writing(this).waitFor(millis);
      case Command.Sql(var statement) -> new Tables(this).run(statement);
      case Command.Read it -> new Reading(this).read(it);
      case Command.Consume it -> {
        Outcome consumed = new Reading(this).consume(it);
        yield withMembers(it.group(), consumed);
      }
      case Command.Reset it -> new Moving(this).reset(it);
      case Command.Leave it -> {
        Outcome left = new Moving(this).leave(it);
        yield withMembers(it.group(), left);
      }
      case Command.Operation it -> new Operating(this).operate(it);
      case Command.Report it -> new Reporting(this).report(it);
      case Command.Topics() -> new Telling(this).topics();
      case Command.Offsets(var topic) -> new Telling(this).offsets(topic);
      case Command.Describe(var group) -> new Telling(this).describe(group);
      case Command.Groups() -> new Telling(this).groups();
      case Command.Compare _,
          Command.Play _,
          Command.Pause _,
          Command.Undo _,
          Command.Redo _,
          Command.StartOver _,
          Command.Help _,
          Command.History _,
          Command.Clear _ ->
          throw new IllegalArgumentException("not an affair of the world: " + command);
    };
  }

  // What changed nothing is not in the log, so it may leave nothing to come either.
  private Outcome withMembers(String group, Outcome ended) {
    if (ended instanceof Outcome.Done done && done.changed()) {
      membersChanged(group);
    }
    return ended;
  }

  // ---- time ----

  public long nowMillis() {
    return nowMillis;
  }

  long ownSeed() {
    return seed;
  }

  /// What this moment's lots are drawn from.
  long seed() {
    return lot(seed, changes);
  }

  /// The same from another seed, for the one of this number.
  static long lot(long seed, long number) {
    // SplitMix64's finisher (Steele, Lea and Flood 2014) keeps neighbours far apart.
    long z = seed + (number + 1) * 0x9e3779b97f4a7c15L;
    z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }

  private void at(long atMillis, Event event) {
    queue.add(new Due(atMillis, numbered++, event));
  }

  /// How far the clock may still go.
  long millisLeft() {
    long latest = instances == null ? LATEST : Math.min(LATEST, openedMillis + INSTANCES_MILLIS);
    return latest - nowMillis;
  }

  /// Moves the clock, running every event that falls due on the way.
  ///
  /// @return how many steps instances took; where they took as many as they may, the clock stops
  long advance(long millis) {
    return advance(millis, spent() + limits.steps());
  }

  /// The same; where instances have taken so many steps in all, the clock stops.
  long advance(long millis, long spentMost) {
    long by = Math.min(millis, millisLeft());
    if (instances == null) {
      long to = nowMillis + by;
      while (!queue.isEmpty() && queue.peek().atMillis <= to) {
        stepOwn();
      }
      nowMillis = to;
      return 0;
    }
    long to = instances.now() + by * MILLI;
    stretch = new Stretch(steps(), instances.now(), to, Long.MAX_VALUE, spentMost);
    return go(instances, stretch);
  }

  /// The same, and every so many steps somebody looks.
  void advance(long millis, long spentMost, long stepsApart, Consumer<Instances> look) {
    haltAt = steps() + stepsApart;
    advance(millis, spentMost);
    Instances its = instances;
    Stretch under = stretch;
    while (its != null && under != null && its.now() < under.toNanos && spent() < spentMost) {
      look.accept(its);
      haltAt = its.steps() + stepsApart;
      go(its, under);
    }
    haltAt = Long.MAX_VALUE;
    if (its != null) {
      look.accept(its);
    }
  }

  /// Lets so many things happen, whenever that is.
  ///
  /// @return how many did
  long steps(int most) {
    if (instances == null) {
      return 0;
    }
    stretch = new Stretch(steps(), instances.now(), Long.MAX_VALUE, most, spent() + limits.steps());
    return go(instances, stretch);
  }

  /// Time that goes by at a command's word.
  ///
  /// @param stepsBefore how many steps instances had taken when it began
  /// @param fromNanos when it began, on the clock of the instances
  /// @param toNanos when it ends, or Long.MAX_VALUE: when it has had its steps
  /// @param stepsMost how many steps it is to have, or Long.MAX_VALUE: as many as come
  /// @param spentMost when that much is spent, it has had more than a command may
  private record Stretch(
      long stepsBefore, long fromNanos, long toNanos, long stepsMost, long spentMost) {}

  private long go(Instances its, Stretch it) {
    stoppedEarly = false;
    while (nextNanos(its) <= it.toNanos && nextNanos(its) < Long.MAX_VALUE && !isBroken(its)) {
      stoppedEarly = spent() >= it.spentMost;
      long steps = its.steps() - it.stepsBefore;
      if (stoppedEarly || steps >= it.stepsMost || its.steps() >= haltAt) {
        return steps;
      }
      next(its);
    }
    if (it.toNanos < Long.MAX_VALUE && !isBroken(its)) {
      its.idleUntil(it.toNanos);
      tellTime(its);
    }
    return its.steps() - it.stepsBefore;
  }

  /// Runs a command only until instances have taken so many steps. What is left of it, [#goOn] lets
  /// happen.
  public void runInto(Command command, long steps) {
    haltAt = steps() + steps;
    run(command);
    haltAt = Long.MAX_VALUE;
  }

  /// Lets some more steps happen of a command that was run into.
  public void goOn(long steps) {
    Instances its = instances;
    Stretch under = stretch;
    if (its != null && under != null) {
      haltAt = steps == Long.MAX_VALUE ? steps : its.steps() + steps;
      go(its, under);
      haltAt = Long.MAX_VALUE;
      its.takeTouched().forEach(journal::touch);
    }
  }

  /// Lets the time go on that the last command let go by, as if it had been told at once to let go
  /// by so much.
  ///
  /// @return how many steps instances took in all of it, or -1 where that cannot be, since there
  ///   are none or it had as many as it may
  public long lengthen(long millis) {
    Instances its = instances;
    Stretch before = stretch;
    if (its == null || before == null || before.toNanos == Long.MAX_VALUE) {
      return -1;
    }
    long to = before.fromNanos + millis * MILLI;
    boolean isStopped = its.now() < before.toNanos;
    if (isStopped || to < before.toNanos || to - its.now() > millisLeft() * MILLI) {
      return -1;
    }
    stretch =
        new Stretch(before.stepsBefore, before.fromNanos, to, before.stepsMost, before.spentMost);
    long steps = go(its, stretch);
    its.takeTouched().forEach(journal::touch);
    return steps;
  }

  /// What is said where the clock stopped before its time.
  public List<Notice> notices() {
    return new Operating(this).stoppedEarly();
  }

  /// Are there records of traffic that are still to come?
  boolean isTrafficToCome() {
    return instances != null && instances.trafficLeft() > 0;
  }

  /// Is there something that instances are still to do, or that is to be done to them?
  boolean isAnythingToCome() {
    return instances != null && nextNanos(instances) < Long.MAX_VALUE;
  }

  private boolean isBroken(Instances its) {
    return proving != Instances.Proving.NO && its.violation() != null;
  }

  private long nextNanos(Instances its) {
    return Math.min(its.dueNanos(), ownNanos());
  }

  // When the next event of the world's own is, on the clock of the instances.
  private long ownNanos() {
    if (queue.isEmpty()) {
      return Long.MAX_VALUE;
    }
    Due due = queue.element();
    return due.atMillis - openedMillis > INSTANCES_MILLIS
        ? Long.MAX_VALUE
        : (due.atMillis - openedMillis) * MILLI;
  }

  private void next(Instances its) {
    if (ownNanos() <= its.dueNanos()) {
      its.idleUntil(ownNanos());
      stepOwn();
    } else {
      its.step();
      tellTime(its);
    }
  }

  private void tellTime(Instances its) {
    nowMillis = moment(its.now());
  }

  /// A moment on the clock of the instances, on that of the world.
  long moment(long nanos) {
    return openedMillis + nanos / MILLI;
  }

  /// About how many bytes of memory is held to tell what instances did.
  public long annalsBytes() {
    return instances == null ? 0 : instances.annals().weight();
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

  // ---- instances ----

  /// The instances that were ever started here.
  public List<String> instanceNames() {
    return instances == null ? List.of() : instances.names();
  }

  /// Why nothing can be done with an instance of that name, or null if it was ever started.
  public @Nullable Problem unknownInstance(String name) {
    var operating = new Operating(this);
    return operating.isKnown(name) ? null : operating.unknown(name);
  }

  boolean hasInstances() {
    return instances != null;
  }

  /// Where instances live; from the first time that this is asked for it is there.
  Instances instances() {
    if (instances == null) {
      openedMillis = nowMillis;
      instances = new Instances(seed, new Surroundings(this), World::core, proving, watched);
    }
    return instances;
  }

  private static Core core(
      Settings settings, long seed, CoreOut out, Listener listener, long nowNanos) {
    return settings.isEngine()
        ? Cores.engine(settings, seed, out, listener, nowNanos)
        : new PlainCore(settings, seed, out, listener, nowNanos);
  }

  boolean runs(Group group) {
    return instances != null && instances.anyRuns(group.name());
  }

  /// Is this member of a group an instance that has not ended?
  boolean isInstance(String member, String group) {
    return instances != null && instances.isMember(member, group);
  }

  /// Does an instance have this partition, or still have it?
  boolean isTaken(Topic topic, Group group, int partition) {
    return holder(topic, group, partition) != null;
  }

  private @Nullable String holder(Topic topic, Group group, int partition) {
    return instances == null ? null : instances.holder(topic.name(), group.name(), partition);
  }

  /// Who reads a partition, or null: until an instance has let it go, not yet whom it was dealt to.
  public @Nullable String owner(Group group, Topic topic, int partition) {
    String holder = holder(topic, group, partition);
    return holder != null ? holder : group.owner(topic.name(), partition, topic.partitionCount());
  }

  /// Whoever reads the topic may look for more.
  void wake(Topic topic) {
    if (instances != null) {
      instances.appended(topic.name());
    }
  }

  /// Members of a group have come or gone.
  void membersChanged(String group) {
    if (instances != null) {
      instances.membersChanged(group);
    }
  }

  /// What people look for in the history of instances, since this was last asked for.
  public List<Mark> takeMarks() {
    return instances == null ? List.of() : instances.takeMarks();
  }

  /// What there is to see of instances, by key.
  public SequencedMap<String, Seen> seen() {
    return instances == null ? new LinkedHashMap<>() : instances.seen();
  }

  /// The same under one key, or null.
  public @Nullable Seen seen(String key) {
    return instances == null ? null : instances.seen(key);
  }

  /// The last things that instances told; see [Instances#told].
  public List<Seen.Told> told(long before, int most, @Nullable String session) {
    return instances == null ? List.of() : instances.told(before, most, session);
  }

  /// What instances told, in order; see [Instances#told].
  public List<Seen.Told> told(Set<EventWord> words, long from) {
    return instances == null ? List.of() : instances.told(words, from);
  }

  /// How many of the things that instances have told are forgotten.
  public long toldForgotten() {
    return instances == null ? 0 : instances.annals().forgotten();
  }

  /// How many things instances have told.
  public long toldCount() {
    return instances == null ? 0 : instances.annals().count();
  }

  /// What a command that asks about instances would tell; empty where it would be an error. Nothing
  /// changes, and nothing is looked for that may be left over.
  public Optional<Reply> ask(Command.Report command) {
    Outcome outcome =
        command instanceof Command.CheckOrder it
            ? new Checking(this).soFar(it)
            : new Reporting(this).report(command);
    return outcome instanceof Outcome.Done done ? Optional.of(done.reply()) : Optional.empty();
  }

  /// The dead letters of a group that were redriven, in order.
  public List<Report.DeadLetters.Row> redriven(String group) {
    return new Reporting(this).redriven(group);
  }

  /// Is a session halted in a group?
  public boolean isHalted(String group, String session) {
    return halted(group).contains(session);
  }

  /// The sessions of a group that are halted.
  public List<String> halted(String group) {
    return Mending.halted(new Members(this, group)).stream().map(Session::toString).toList();
  }

  /// Where the records were of this group's dead letters, until they are redriven.
  public List<String> deadLetters(String group) {
    return instances == null ? List.of() : Mending.places(new Members(this, group));
  }

  /// About how many bytes of memory what instances told takes.
  public long toldBytes() {
    return instances == null ? 0 : instances.weight();
  }

  /// The moment from which instances count their time.
  public long openedMillis() {
    return openedMillis;
  }

  /// The first law that an instance has broken, or null.
  public @Nullable Violation violation() {
    return instances == null ? null : instances.violation();
  }

  /// How many steps instances have taken.
  public long steps() {
    return instances == null ? 0 : instances.steps();
  }

  /// What instances have done, in steps: what their handlers' statements took besides counts too.
  long spent() {
    return steps() + effects.work();
  }

  /// Did the clock stop before its time when it was last moved?
  boolean stoppedEarly() {
    return stoppedEarly;
  }

  /// A handler that has come to its end does what it was told to.
  Effect runEffect(String statement, LogRecord record) {
    return effects.run(statement, record, moment(instances().now()));
  }

  /// At the end of a proof nothing may be left to do.
  public void mustRest() {
    if (instances != null) {
      instances.mustRest();
    }
  }

  /// Has an instance of that name started, and is neither ending nor gone?
  public boolean isRunning(String instance) {
    return instances != null && instances.isRunning(instance);
  }

  /// A record has come: what follows for the picture and for retention.
  void appended(Topic topic, LogRecord record) {
    int partition = record.partition();
    if (journal.isKept()) {
      journal.touch(Journal.record(topic.name(), partition, record.offset()));
      touchPartition(topic, partition);
      journal.saw(new Happening.Appended(topic.name(), partition, record.offset()));
    }
    retain(topic, partition);
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

  Group group(String name) {
    Group group = groups.get(name);
    if (group == null) {
      throw new IllegalStateException("no group " + name);
    }
    return group;
  }

  void put(Topic topic) {
    topics.put(topic.name(), topic);
  }

  void put(Group group) {
    groups.put(group.name(), group);
  }

  /// Those that can be read besides: what instances have put aside.
  public List<Reply.TopicList.Row> letterTopics() {
    return new LetterTopics(this).all();
  }

  /// What can be read under this name, or null.
  public @Nullable Topic findReadable(String name) {
    Topic topic = topics.get(name);
    return topic == null ? new LetterTopics(this).find(name) : topic;
  }

  /// Why nothing can be done with a topic of that name.
  Problem unknownTopic(String name, Purpose purpose) {
    String group = new LetterTopics(this).groupOf(name);
    if (group != null) {
      List<String> origins =
          new Members(this, group).cohorts().stream().map(Cohort::topic).toList();
      return new Problem.OnlyToRead(name, group, purpose, origins);
    }
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
    if (!journal.isFirst(topic.name(), partition)) {
      return; // Whatever group came since has touched its own.
    }
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
