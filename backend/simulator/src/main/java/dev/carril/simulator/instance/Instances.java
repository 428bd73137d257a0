package dev.carril.simulator.instance;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.Law;
import dev.carril.engine.check.Session;
import dev.carril.engine.check.Violation;
import dev.carril.simulator.group.Group;
import dev.carril.simulator.instance.report.Annals;
import dev.carril.simulator.instance.report.Teller;
import dev.carril.simulator.log.Header;
import dev.carril.simulator.log.Topic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// All instances of a world, what is to happen to them, what goes wrong, and the traffic.
///
/// Its clock counts nanoseconds since the first instance started. Whoever drives it moves the clock
/// to [#dueNanos] and calls [#step].
public final class Instances {
  /// After this long a group takes the partitions of a process that stands still.
  private static final long SESSION_NANOS = 10_000_000_000L;

  /// What one thing that was told takes, about.
  private static final long TOLD_BYTES = 150;

  private final long seed;
  private final Around around;
  private final Cores cores;
  private final Proving proving;
  private final boolean watched;
  private final Agenda agenda = new Agenda();
  private final Lots lots;
  private final Faults faults;
  private final SequencedMap<String, Instance> instances = new LinkedHashMap<>();
  private final List<Cohort> cohorts = new ArrayList<>();
  private final Annals annals = new Annals();
  private @Nullable Traffic traffic;
  private long trafficNumber;
  private final Watcher.Touched touched = new Watcher.Touched();
  private final Chronicle chronicle = new Chronicle(this::steps);
  private long lanesNumbered;
  private long chronicleLooked;
  private long sendings;
  private long now;
  private long steps;

  /// How closely the laws are looked at.
  public enum Proving {
    /// As events tell.
    NO,
    /// Everything is counted again after each step.
    EACH_STEP,
    /// The same after every 64th.
    SOME_STEPS
  }

  /// @param watched whether anybody looks at a picture of them; else none is kept
  public Instances(long seed, Around around, Cores cores, Proving proving, boolean watched) {
    this.seed = seed;
    this.around = around;
    this.cores = cores;
    this.proving = proving;
    this.watched = watched;
    this.lots = new Lots(seed);
    this.faults = new Faults(seed);
  }

  long seed() {
    return seed;
  }

  Around around() {
    return around;
  }

  Agenda agenda() {
    return agenda;
  }

  Faults faults() {
    return faults;
  }

  boolean isProving() {
    return proving != Proving.NO;
  }

  boolean isWatched() {
    return watched;
  }

  boolean isToBeCounted() {
    return proving == Proving.EACH_STEP || proving == Proving.SOME_STEPS && (steps & 63) == 0;
  }

  long lot(long bound) {
    return bound == 0 ? 0 : lots.below(bound);
  }

  // --- time

  public long now() {
    return now;
  }

  /// When something is to happen, or Long.MAX_VALUE.
  public long dueNanos() {
    return agenda.dueNanos();
  }

  public long steps() {
    return steps;
  }

  /// Lets the next thing happen. Some of what was to happen has come to nothing; that is no step.
  ///
  /// @return whether it was a step
  public boolean step() {
    Agenda.Entry entry = agenda.take();
    now = Math.max(now, entry.atNanos);
    Instance of = entry.of;
    if (of != null && of.isGone()) {
      return false;
    }
    if (of != null && of.frozenUntilNanos > now) {
      agenda.later(of.frozenUntilNanos, entry);
      return false;
    }
    steps++;
    if (!happens(entry)) {
      steps--;
      return false;
    }
    return true;
  }

  // A core that throws has broken down, and its process with it; the world goes on.
  private boolean happens(Agenda.Entry entry) {
    Instance of = entry.of;
    try {
      return entry.happen();
    } catch (IllegalStateException | NullPointerException | IndexOutOfBoundsException wrong) {
      if (of == null) {
        throw wrong;
      }
      of.cohort().laws().broken(Law.L12, of.name(), "it broke down: " + wrong);
      if (!of.isGone()) {
        crash(of.name());
      }
      return true;
    }
  }

  /// The clock goes on; nothing is due until then.
  public void idleUntil(long nanos) {
    now = Math.max(now, nanos);
  }

  // --- instances come and go

  public boolean has(String name) {
    return instances.containsKey(name);
  }

  public List<String> names() {
    return List.copyOf(instances.keySet());
  }

  public boolean isRunning(String name) {
    Instance instance = instances.get(name);
    return instance != null && instance.state() == Instance.State.RUNNING;
  }

  public boolean isGone(String name) {
    Instance instance = instances.get(name);
    return instance == null || instance.isGone();
  }

  /// Does anything run, so that the clock stands still between commands?
  public boolean anyRuns() {
    return instances.values().stream().anyMatch(it -> !it.isGone());
  }

  /// Does an instance of this group run?
  public boolean anyRuns(String group) {
    return instances.keySet().stream().anyMatch(name -> isMember(name, group));
  }

  /// Is this member of a group an instance that has not ended?
  public boolean isMember(String name, String group) {
    Instance instance = instances.get(name);
    return instance != null && !instance.isGone() && instance.cohort().group().equals(group);
  }

  public void start(String name, String topic, String group, Settings settings) {
    var instance = new Instance(this, cohort(topic, group), name, settings, cores);
    Instance before = instances.put(name, instance);
    tell(instance, before == null ? EventWord.STARTED : EventWord.RESTARTED);
    join(instance);
  }

  /// What an instance was started with.
  public Started asStarted(String name) {
    Instance before = instance(name);
    return new Started(before.cohort().topic(), before.cohort().group(), before.settings());
  }

  public record Started(String topic, String group, Settings settings) {}

  public void stop(String name) {
    instance(name).stop();
  }

  public void crash(String name) {
    Instance instance = instance(name);
    instance.crash();
    left(instance);
  }

  /// It has gone.
  void left(Instance instance) {
    tell(instance, instance.hasCrashed() ? EventWord.CRASHED : EventWord.STOPPED);
    instance.cohort().left(instance);
    leave(instance);
  }

  private void join(Instance instance) {
    Cohort cohort = instance.cohort();
    Group group = around.group(cohort.group());
    group.join(instance.name(), cohort.topic());
    around.moved(group);
    dealLater(cohort);
  }

  /// Its group goes on without it.
  ///
  /// @return what it had
  private List<Stay> leave(Instance instance) {
    Cohort cohort = instance.cohort();
    List<Stay> taken = cohort.takeAway(instance, null);
    Group group = around.group(cohort.group());
    // Told before and after: whoever goes has moved too.
    around.moved(group);
    group.leave(instance.name());
    around.moved(group);
    dealLater(cohort);
    return taken;
  }

  /// The group takes a partition from it without asking.
  ///
  /// @return false if it does not have it
  public boolean lose(String name, int partition) {
    Instance instance = instance(name);
    List<Stay> taken = instance.cohort().takeAway(instance, partition);
    if (taken.isEmpty()) {
      return false;
    }
    instance.lose(taken);
    around.moved(around.group(instance.cohort().group()));
    dealLater(instance.cohort());
    return true;
  }

  public List<Integer> ownedBy(String name) {
    Instance instance = instance(name);
    return instance.cohort().ownedBy(instance);
  }

  /// The process stands still, and after a while its group goes on without it.
  public void freeze(String name, long nanos) {
    Instance instance = instance(name);
    instance.frozenUntilNanos = Math.max(instance.frozenUntilNanos, now + nanos);
    tell(instance, EventWord.FROZE);
    instance.watched().touch();
    if (nanos > SESSION_NANOS) {
      agenda.at(now + SESSION_NANOS, new Entry(() -> expel(instance)));
    }
  }

  private void expel(Instance instance) {
    if (instance.state() != Instance.State.RUNNING
        || instance.frozenUntilNanos <= now
        || instance.expelled) {
      return;
    }
    instance.expelled = true;
    tell(instance, EventWord.EXPELLED);
    instance.watched().touch();
    List<Stay> taken = leave(instance);
    agenda.at(instance.frozenUntilNanos, new Entry(() -> comeBack(instance, taken)));
  }

  private void comeBack(Instance instance, List<Stay> taken) {
    instance.expelled = false;
    instance.watched().touch();
    if (instance.isGone()) {
      return;
    }
    instance.lose(taken);
    join(instance);
  }

  /// Members of a group have come or gone otherwise.
  public void membersChanged(String group) {
    cohorts(group).forEach(this::dealLater);
  }

  /// The instance that has this partition, be it that it is to let it go, or null.
  public @Nullable String holder(String topic, String group, int partition) {
    Cohort cohort = find(topic, group);
    return cohort == null ? null : cohort.holder(partition);
  }

  void dealLater(Cohort cohort) {
    agenda.at(now, new Entry(cohort::deal));
  }

  /// Something that is nobody's in particular.
  private static final class Entry extends Agenda.Entry {
    private final Runnable what;

    Entry(Runnable what) {
      super(null);
      this.what = what;
    }

    @Override
    boolean happen() {
      what.run();
      return true;
    }
  }

  @Nullable Instance find(String name, Cohort cohort) {
    Instance instance = instances.get(name);
    return instance != null
            && instance.cohort() == cohort
            && !instance.isGone()
            && !instance.expelled
        ? instance
        : null;
  }

  private Instance instance(String name) {
    Instance instance = instances.get(name);
    if (instance == null) {
      throw new IllegalArgumentException("no instance " + name);
    }
    return instance;
  }

  private Cohort cohort(String topic, String group) {
    Cohort cohort = find(topic, group);
    if (cohort == null) {
      cohort = new Cohort(this, around.topic(topic), group);
      cohorts.add(cohort);
    }
    return cohort;
  }

  private @Nullable Cohort find(String topic, String group) {
    for (Cohort cohort : cohorts) {
      if (cohort.topic().equals(topic) && cohort.group().equals(group)) {
        return cohort;
      }
    }
    return null;
  }

  // --- the log

  /// Something was appended to a topic.
  public void appended(String topic) {
    for (Instance instance : instances.values()) {
      if (instance.cohort().topic().equals(topic)) {
        instance.wake();
      }
    }
  }

  /// Records that traffic will still send.
  public int trafficLeft() {
    return traffic == null ? 0 : traffic.left();
  }

  public void traffic(
      String topic, int sessions, int messages, long perSecond, boolean zipf, long trafficSeed) {
    var next = new Traffic(topic, sessions, messages, perSecond, zipf, trafficSeed, now);
    traffic = next;
    agenda.at(now, new Send(next));
  }

  /// A seed for traffic that was given none.
  public long trafficSeed() {
    return Lots.of(seed, trafficNumber++, 0);
  }

  public void trafficOff() {
    traffic = null;
  }

  private final class Send extends Agenda.Entry {
    private final Traffic its;

    Send(Traffic its) {
      super(null);
      this.its = its;
    }

    @Override
    boolean happen() {
      if (traffic != its) {
        return false;
      }
      Topic topic = around.topic(its.topic);
      boolean room = true;
      for (int due = its.dueBy(now); due > 0 && room; due--) {
        String key = its.nextKey();
        room = around.append(topic, key, its.value(), List.of());
      }
      if (its.left() > 0 && room) {
        agenda.at(Math.max(now + 1, its.nextNanos()), this);
      } else {
        traffic = null;
      }
      appended(its.topic);
      return true;
    }
  }

  /// A program sends records of one session at once.
  ///
  /// @param failing which of them fails at first, from 1, or 0
  public void send(String topic, String key, List<String> values, boolean ordered, int failing) {
    new Sending(this, topic, key, failing, sendings++).begin(values, ordered);
  }

  boolean append(String topic, String key, String value, List<Header> headers) {
    boolean room = around.append(around.topic(topic), key, value, headers);
    appended(topic);
    return room;
  }

  void later(long nanos, Runnable what) {
    agenda.at(nanos, new Entry(what));
  }

  // --- faults

  /// @param times how often each record fails, or Integer.MAX_VALUE
  public void fail(String topic, Which which, int times, boolean terminal) {
    faults.fail(topic, which, times, terminal);
  }

  public void slow(String topic, Which which, long nanos) {
    faults.slow(topic, which, nanos);
  }

  public void hang(String topic, Which which) {
    faults.hang(topic, which);
  }

  public void deadLettersAway(long nanos) {
    faults.deadLettersAwayUntilNanos = now + nanos;
  }

  public void commitsFail(long nanos) {
    faults.commitsFailUntilNanos = now + nanos;
  }

  /// Nothing goes wrong any more.
  ///
  /// @return false if nothing did
  public boolean heal() {
    boolean any = !faults.isEmpty(now);
    faults.heal();
    for (Instance instance : instances.values()) {
      any |= instance.heal();
    }
    return any;
  }

  // --- what there is to see

  Watcher.Touched touched() {
    return touched;
  }

  Chronicle chronicle() {
    return chronicle;
  }

  private void tell(Instance instance, EventWord turn) {
    if (!isProving()) {
      chronicle.add(instance.cohort(), instance.name(), turn, now);
      annals.add(instance.teller(), new Turn(turn, now));
    }
  }

  /// What happened to an instance.
  private record Turn(EventWord word, long atNanos) {}

  /// Something happened that should not have.
  void trouble(Teller by, Seen.OfTrouble trouble) {
    chronicle.add(cohort(trouble.topic(), trouble.group()), trouble);
    annals.add(by, trouble);
  }

  /// What instances told, in order, as far back as there is room.
  ///
  /// @param words only what is called so
  /// @param from only from this number on; the annals count
  public List<Seen.Told> told(Set<EventWord> words, long from) {
    var found = new ArrayList<Seen.Told>();
    annals.read(
        from,
        (number, by, what) -> {
          if (words.contains(word(what))) {
            found.add(told(number, by, what));
          }
        });
    return found;
  }

  private static EventWord word(Object what) {
    return switch (what) {
      case Event event -> EventWord.of(event);
      case Turn turn -> turn.word;
      case Seen.OfTrouble trouble -> EventWord.valueOf(trouble.kind().toUpperCase(Locale.ROOT));
      default -> throw new IllegalStateException("nobody tells " + what);
    };
  }

  private Seen.Told told(long number, Teller by, Object what) {
    Cohort its = cohort(by.topic(), by.group());
    return switch (what) {
      case Turn turn -> Chronicle.told(number, its, by.instance(), turn.word, turn.atNanos);
      case Seen.OfTrouble it -> Chronicle.told(number, its, by.instance(), it, it.atNanos());
      case Event event -> Chronicle.told(number, its, by.instance(), event, event.atNanos());
      default -> throw new IllegalStateException("nobody tells " + what);
    };
  }

  /// About how many bytes of memory what was told takes.
  public long weight() {
    return TOLD_BYTES * (chronicle.count() - chronicle.first());
  }

  /// The last things that instances told, in order.
  ///
  /// @param before only those with a smaller number
  /// @param session only those of this session, or null for all
  public List<Seen.Told> told(long before, int most, @Nullable String session) {
    return chronicle.last(before, most, session);
  }

  void tellFailed(Instance instance, Call call, String why) {
    if (!isProving()) {
      chronicle.add(instance.cohort(), instance.name(), call, why, now);
    }
  }

  /// What people look for in the history, since this was last asked for.
  public List<Mark> takeMarks() {
    return chronicle.takeMarks();
  }

  long nextLane() {
    return lanesNumbered++;
  }

  /// The keys of what came, changed or went since this was last asked for.
  public List<String> takeTouched() {
    // Each decides which of its lanes are told, which may touch more of them.
    touched.instances.forEach(WatchedInstance::chooseLanes);
    var keys = new ArrayList<String>();
    for (WatchedInstance instance : touched.instances) {
      instance.touched = false;
      keys.add(SeenKeys.instance(instance.name()));
    }
    for (WatchedLane lane : touched.lanes) {
      lane.touched = false;
      boolean isThere = lane.of.isTold(lane);
      if (isThere || lane.wasThere) {
        keys.add(SeenKeys.lane(lane));
      }
      lane.wasThere = isThere;
    }
    for (WatchedPartition row : touched.partitions) {
      row.touched = false;
      keys.add(SeenKeys.progress(row.watcher.cohort(), row.number));
    }
    touched.watchers.forEach(watcher -> watcher.lookedAt(keys));
    if (chronicle.count() != chronicleLooked) {
      chronicleLooked = chronicle.count();
      keys.add(SeenKeys.EVENTS);
    }
    touched.instances.clear();
    touched.lanes.clear();
    touched.partitions.clear();
    touched.watchers.clear();
    return keys;
  }

  /// What there is to see, by key, in the order in which a picture is built up.
  public SequencedMap<String, Seen> seen() {
    var all = new LinkedHashMap<String, Seen>();
    if (chronicle.count() > 0) {
      all.put(SeenKeys.EVENTS, events());
    }
    for (Cohort cohort : cohorts) {
      Watcher watcher = cohort.watcher();
      all.put(SeenKeys.cohort(cohort), watcher.seen());
      for (int number = 0; number < watcher.partitionCount(); number++) {
        all.put(SeenKeys.progress(cohort, number), watcher.progress(number));
      }
      watcher.letters().forEach(it -> all.put(SeenKeys.letter(cohort, it.number()), it));
      watcher.troubles().forEach(it -> all.put(SeenKeys.trouble(cohort, it.number()), it));
    }
    for (Instance instance : instances.values()) {
      all.put(SeenKeys.instance(instance.name()), instance.watched().seen());
      for (WatchedLane lane : instance.watched().lanesTold()) {
        all.put(SeenKeys.lane(lane), lane.seen());
      }
    }
    return all;
  }

  /// What there is to see under a key, or null where there is nothing (any more).
  public @Nullable Seen seen(String key) {
    String[] parts = key.split(":", -1);
    return switch (parts[0]) {
      case "instance", "lane" -> {
        Instance instance = instances.get(parts[1]);
        if (instance == null) {
          yield null;
        }
        yield parts.length == 2
            ? instance.watched().seen()
            : instance.watched().lane(Long.parseLong(parts[2]));
      }
      case "cohort", "progress", "letter", "trouble" -> {
        Cohort cohort = find(parts[2], parts[1]);
        yield cohort == null
            ? null
            : switch (parts[0]) {
              case "cohort" -> cohort.watcher().seen();
              case "progress" -> cohort.watcher().progress(Integer.parseInt(parts[3]));
              case "letter" -> cohort.watcher().letter(Long.parseLong(parts[3]));
              default -> cohort.watcher().trouble(Long.parseLong(parts[3]));
            };
      }
      case SeenKeys.EVENTS -> chronicle.count() == 0 ? null : events();
      default -> throw new IllegalArgumentException("nothing is seen under " + key);
    };
  }

  private Seen events() {
    return new Seen.OfEvents(chronicle.first(), chronicle.count());
  }

  /// Lets a session go on that an instance has halted.
  public void release(String name, Session session) {
    instance(name).goOn(session);
  }

  // --- what there is to say

  /// Every instance that was ever started, as the last of its name is.
  public List<InstanceView> views() {
    return instances.values().stream().map(it -> new InstanceView(this, it)).toList();
  }

  public InstanceView view(String name) {
    return new InstanceView(this, instance(name));
  }

  public Annals annals() {
    return annals;
  }

  public List<Cohort> cohorts(String group) {
    return cohorts.stream().filter(cohort -> cohort.group().equals(group)).toList();
  }

  /// Where nothing is to come and nothing is wrong, nothing may be left over.
  public void lookIfQuiet() {
    if (!faults.isEmpty(now) || agenda.dueNanos() != Long.MAX_VALUE) {
      return;
    }
    for (Instance instance : instances.values()) {
      if (instance.hangs()) {
        return;
      }
    }
    for (Instance instance : instances.values()) {
      if (instance.state() == Instance.State.RUNNING) {
        instance.quiet();
      }
    }
    cohorts.forEach(Cohort::nothingIsLost);
  }

  /// What still has something to do goes on for ever.
  public void mustRest() {
    if (agenda.dueNanos() != Long.MAX_VALUE) {
      for (Cohort cohort : cohorts) {
        cohort.laws().broken(Law.L12, "the group", "it never comes to rest");
      }
    }
  }

  /// The first law that was broken, or null.
  public @Nullable Violation violation() {
    // Asked after each step.
    for (int at = 0; at < cohorts.size(); at++) {
      Cohort cohort = cohorts.get(at);
      if (cohort.laws().anyBroken()) {
        return cohort.laws().violations().getFirst();
      }
    }
    return null;
  }
}
