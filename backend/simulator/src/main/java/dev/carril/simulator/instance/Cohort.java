package dev.carril.simulator.instance;

import dev.carril.engine.check.Halt;
import dev.carril.engine.check.Laws;
import dev.carril.engine.check.Listener;
import dev.carril.engine.check.OrderChecker;
import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import dev.carril.simulator.group.Group;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.log.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the instances of one group on one topic have in common: who owns which partition, what was
/// committed, what was handled, and whoever watches them.
public final class Cohort {
  private static final int COMPLAINTS_KEPT = 1_000;

  private final Instances all;
  private final Topic topic;
  private final String group;
  private final Partition[] partitions;
  private final @Nullable Stay[] owners;

  // Where the group began to read each partition, or -1.
  private final long[] began;

  // Where each partition ended when the first instance was started. What comes until its group has
  // dealt it its partitions comes after its start, so it is not passed by.
  private final long[] ends;
  private final Laws laws = Laws.withDeadLetters();
  private final Watcher watcher;
  private final OrderChecker checker;

  // Names of events; where a record has none, where it was.
  private final Set<Object> seen = new HashSet<>();

  // Why the last statement for a record failed, until one goes well; of the last so many records.
  private final SequencedMap<String, String> complaints = new LinkedHashMap<>();
  private final DeadLetters deadLetters = new DeadLetters();
  private final Map<Session, Halt> halts = new LinkedHashMap<>();

  Cohort(Instances all, Topic topic, String group) {
    this.all = all;
    this.topic = topic;
    this.group = group;
    int count = topic.partitionCount();
    partitions = new Partition[count];
    for (int number = 0; number < count; number++) {
      partitions[number] = new Partition(topic.name(), number);
    }
    owners = new Stay[count];
    began = new long[count];
    Arrays.fill(began, -1);
    ends = new long[count];
    Arrays.setAll(ends, number -> row(number).end());
    watcher = new Watcher(all, this, count);
    checker = new OrderChecker(watcher);
  }

  public String topic() {
    return topic.name();
  }

  public String group() {
    return group;
  }

  // Asked each time: a console command may put another in its place.
  private Group members() {
    return all.around().group(group);
  }

  public Laws laws() {
    return laws;
  }

  Watcher watcher() {
    return watcher;
  }

  Listener listener(Instance instance, WatchedInstance watched) {
    Listener ear = laws.engine(instance.name());
    if (all.isProving()) {
      return ear;
    }
    Listener second = checker.engine(instance.name());
    Listener third = all.annals().ear(instance.teller());
    if (!all.isWatched()) {
      return event -> {
        ear.tell(event);
        second.tell(event);
        third.tell(event);
      };
    }
    return event -> {
      ear.tell(event);
      watcher.speaks(watched);
      second.tell(event);
      third.tell(event);
      watcher.hear(watched, event);
    };
  }

  /// An instance is gone, with a word or without.
  void left(Instance instance) {
    laws.crashed(instance.name());
    checker.crashed(instance.name());
    instance.watched().left();
  }

  dev.carril.simulator.log.Partition row(int number) {
    return topic.partition(number);
  }

  // --- who owns what

  boolean holds(Stay stay) {
    return owners[stay.number] == stay;
  }

  /// Deals the partitions again: asks back what goes to others, gives what is free.
  void deal() {
    Map<String, List<Integer>> wanted = members().assignment(topic.name(), partitions.length);
    Map<Instance, List<Stay>> back = new LinkedHashMap<>();
    Map<Instance, List<Stay>> given = new LinkedHashMap<>();
    for (var entry : wanted.entrySet()) {
      Instance to = all.find(entry.getKey(), this);
      for (int number : entry.getValue()) {
        Stay stay = owners[number];
        if (stay == null && to != null && to.state() == Instance.State.RUNNING) {
          var next = new Stay(to, partitions[number]);
          owners[number] = next;
          given.computeIfAbsent(to, _ -> new ArrayList<>()).add(next);
        } else if (stay != null && stay.instance != to && !stay.leaving) {
          stay.leaving = true;
          back.computeIfAbsent(stay.instance, _ -> new ArrayList<>()).add(stay);
        }
      }
    }
    back.forEach(Instance::revoke);
    given.forEach(Instance::assign);
    back.keySet().forEach(it -> it.watched().touch());
    given.keySet().forEach(it -> it.watched().touch());
  }

  /// An instance has let go of a partition.
  void free(Stay stay) {
    if (holds(stay)) {
      owners[stay.number] = null;
      stay.instance.watched().touch();
      all.around().moved(members());
      all.dealLater(this);
    }
  }

  /// Takes partitions away without asking.
  List<Stay> takeAway(Instance instance, @Nullable Integer only) {
    var taken = new ArrayList<Stay>();
    for (int number = 0; number < owners.length; number++) {
      Stay stay = owners[number];
      if (stay != null && stay.instance == instance && (only == null || only == number)) {
        owners[number] = null;
        taken.add(stay);
      }
    }
    instance.watched().touch();
    return taken;
  }

  List<Integer> ownedBy(Instance instance) {
    var numbers = new ArrayList<Integer>();
    for (Stay stay : owners) {
      if (stay != null && stay.instance == instance) {
        numbers.add(stay.number);
      }
    }
    return numbers;
  }

  /// The same as a picture shows it.
  List<Seen.Owned> ownedSeen(Instance instance) {
    var seen = new ArrayList<Seen.Owned>();
    for (Stay stay : owners) {
      if (stay != null && stay.instance == instance) {
        String state = stay.leaving ? "leaving" : stay.known ? "owned" : "coming";
        seen.add(new Seen.Owned(stay.number, state));
      }
    }
    return seen;
  }

  /// The instance that has this partition, or is about to, or null.
  @Nullable String holder(int number) {
    Stay stay = owners[number];
    return stay == null ? null : stay.instance.name();
  }

  // --- positions

  /// @param position what was saved, or -1
  /// @param goesOnAt where fetching begins
  record Saved(long position, String metadata, long goesOnAt) {}

  Saved saved(int number, boolean fromBeginning) {
    var row = row(number);
    Long position = members().position(topic.name(), number);
    long from =
        Math.max(row.start(), position != null ? position : withoutPosition(number, fromBeginning));
    if (began[number] < 0) {
      began[number] = from;
    }
    return position == null
        ? new Saved(-1, "", from)
        : new Saved(position, members().metadata(topic.name(), number), from);
  }

  // Who comes later goes on where the first began: what came before the first commit would be lost.
  private long withoutPosition(int number, boolean fromBeginning) {
    if (fromBeginning) {
      return 0;
    }
    return began[number] < 0 ? ends[number] : began[number];
  }

  /// Saves positions, all or none.
  ///
  /// @return why not, or null
  @Nullable String commit(Instance by, List<Wish.Part> parts) {
    if (all.faults().commitsFailUntilNanos > all.now()) {
      return "the group's coordinator is away";
    }
    for (Wish.Part part : parts) {
      Stay stay = owners[part.partition().number()];
      if (stay == null || stay.instance != by || !stay.known) {
        return "the group has moved on";
      }
    }
    for (Wish.Part part : parts) {
      int number = part.partition().number();
      members().save(topic.name(), number, part.offset(), part.metadata());
      watcher.partition(number).saved(part.offset());
    }
    if (!parts.isEmpty()) {
      all.around().moved(members());
    }
    return null;
  }

  // --- dead letters and what was seen

  void keep(Letter letter) {
    laws.deadLetterIsSafe(letter.partition(), letter.record().offset());
    String why =
        complaints.isEmpty() ? null : complaints.remove(place(letter.partition(), letter.record()));
    deadLetters.add(letter, why, all.now());
  }

  // --- halts

  /// What is known of halts, whatever becomes of the instances that halted their sessions.
  Collection<Halt> halts() {
    return halts.values();
  }

  /// Which sessions are halted. One whose dead letter is written and of which its instance has not
  /// heard yet is not: released now, it would halt a moment later.
  public List<Session> halted() {
    return halts.values().stream().filter(this::isHeardOf).map(Halt::session).toList();
  }

  private boolean isHeardOf(Halt halt) {
    Stay owner = owners[halt.partition().number()];
    return owner == null || owner.instance.core().isHalted(halt.session());
  }

  /// Since when a session is halted, or null.
  public @Nullable Halt haltOf(Session session) {
    return halts.get(session);
  }

  /// A dead letter halts its session, if no later one has.
  void halt(Letter letter) {
    var halt = new Halt(letter.session(), letter.partition(), letter.record().offset());
    Halt before = halts.get(halt.session());
    if (before == null || halt.isAfter(before.partition(), before.offset())) {
      halts.put(halt.session(), halt);
    }
  }

  /// A session is halted no more.
  public void release(Session session) {
    halts.remove(session);
  }

  /// A handler's statement has run.
  ///
  /// @param why it failed, or null
  void worked(Call call, @Nullable String why) {
    String place = place(call.partition(), call.record());
    if (why == null) {
      complaints.remove(place);
      return;
    }
    complaints.putLast(place, why);
    if (complaints.size() > COMPLAINTS_KEPT) {
      complaints.pollFirstEntry();
    }
  }

  private static String place(Partition partition, LogRecord record) {
    return partition + "/" + record.offset();
  }

  public DeadLetters deadLetters() {
    return deadLetters;
  }

  /// A dead letter's record was appended again.
  public void redriven(DeadLetters.Kept letter, LogRecord again) {
    deadLetters.redriven(letter);
    LogRecord dead = letter.record();
    watcher.redriven(dead.partition(), dead.offset(), again.partition(), again.offset());
  }

  boolean hasSeen(Partition partition, LogRecord record) {
    return seen.contains(id(partition, record));
  }

  void markSeen(Partition partition, LogRecord record) {
    seen.add(id(partition, record));
  }

  private static Object id(Partition partition, LogRecord record) {
    String named = record.header("event-id");
    return named == null ? new Where(partition, record.offset()) : named;
  }

  private record Where(Partition partition, long offset) {}

  // --- what there is to say

  /// What became of each record so far. Lost is what the saved position has passed, is there, was
  /// never handled, and is held by no instance any more that could handle it yet.
  public OrderChecker.Report report() {
    if (all.isProving()) {
      // Nobody tells the checker anything: who proves looks at the laws.
      return checker.reportSoFar();
    }
    for (int number = 0; number < partitions.length; number++) {
      Long position = members().position(topic.name(), number);
      if (position == null || began[number] < 0) {
        continue;
      }
      for (LogRecord record : row(number).from(began[number], Integer.MAX_VALUE)) {
        if (record.offset() >= position) {
          break;
        }
        checker.appended(partitions[number], record.offset());
      }
    }
    return checker.reportSoFar();
  }

  /// Everything has come to its end: every record of a partition that somebody reads was handled.
  void nothingIsLost() {
    for (int number = 0; number < partitions.length; number++) {
      if (began[number] < 0 || owners[number] == null) {
        continue;
      }
      for (LogRecord record : row(number).from(began[number], Integer.MAX_VALUE)) {
        laws.mustHaveEnded(partitions[number], record.offset());
      }
    }
  }
}
