package dev.carril.simulator.world;

import dev.carril.simulator.Command;
import dev.carril.simulator.Notice;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Problem.OnlyToRead.Purpose;
import dev.carril.simulator.Reply;
import dev.carril.simulator.group.Group;
import dev.carril.simulator.instance.Instances;
import dev.carril.simulator.instance.Settings;
import dev.carril.simulator.instance.Which;
import dev.carril.simulator.log.Topic;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The commands about engine instances: what runs, what goes wrong, and what time does.
record Operating(World world) {
  private static final long MILLI = 1_000_000;

  Outcome operate(Command.Operation command) {
    return switch (command) {
      case Command.Start it -> startNew(it);
      case Command.Stop(var name) -> stop(name);
      case Command.Crash(var name) -> crash(name);
      case Command.Restart(var name) -> restart(name);
      case Command.Lose(var name, var partition) -> lose(name, partition);
      case Command.Freeze(var name, var millis) -> freeze(name, millis);
      case Command.Traffic it -> traffic(it);
      case Command.TrafficOff() -> trafficOff();
      case Command.Send it -> new SendingOff(world).send(it);
      case Command.Fail it -> fail(it);
      case Command.FailCommits(var millis) -> failCommits(millis);
      case Command.Slow it -> slow(it);
      case Command.Hang it -> hang(it);
      case Command.OutageDeadLetters(var millis) -> outage(millis);
      case Command.Heal() -> heal();
      case Command.Redrive it -> new Mending(world).redrive(it);
      case Command.Release it -> new Mending(world).release(it);
      case Command.Run(var millis) -> run(millis);
      case Command.Step(var events) -> step(events);
      case Command.Goto(var millis) -> goOn(millis);
    };
  }

  // ---- instances ----

  private Outcome startNew(Command.Start it) {
    // What is wrong with the instance itself comes first.
    if (whatIsWrong(it) != null) {
      return start(it);
    }
    String sql = it.settings().sql();
    Problem slip = engineOnly(it.settings());
    if (slip == null && sql != null) {
      slip = new Tables(world).wrongWith(sql);
    }
    return slip == null ? start(it) : new Outcome.Refused(slip);
  }

  /// Which option it is that the core of such an instance does not know, or null.
  static @Nullable Problem engineOnly(Settings settings) {
    return settings.unknown().isEmpty()
        ? null
        : new Problem.EngineOnly(settings.unknown().getFirst(), settings.departure());
  }

  private Outcome start(Command.Start it) {
    Problem wrong = whatIsWrong(it);
    if (wrong != null) {
      return new Outcome.Refused(wrong);
    }
    boolean again = isKnown(it.name());
    world.instances().start(it.name(), it.topic(), it.group(), it.settings());
    return Outcome.did(
        new Reply.StartedInstance(
            it.name(),
            it.topic(),
            it.group(),
            it.settings().design().word(),
            it.settings().title(),
            again));
  }

  private @Nullable Problem whatIsWrong(Command.Start it) {
    Limits limits = world.limits();
    if (world.findTopic(it.topic()) == null) {
      return world.unknownTopic(it.topic(), Purpose.START);
    }
    Group group = world.findGroup(it.group());
    if (world.hasInstances() && !world.instances().isGone(it.name())) {
      return stillThere(it.name());
    }
    if (group != null && group.hasMember(it.name())) {
      return new Problem.MemberIsTaken(it.name(), it.group());
    }
    if (!isKnown(it.name()) && world.instanceNames().size() >= limits.instances()) {
      return new Problem.TooManyInstances(limits.instances());
    }
    return new Reading(world).isFull(it.group(), it.name());
  }

  private Outcome stop(String name) {
    Problem wrong = running(name);
    if (wrong != null) {
      return new Outcome.Refused(wrong);
    }
    world.instances().stop(name);
    return Outcome.did(new Reply.StoppedInstance(name));
  }

  private Outcome crash(String name) {
    if (!isKnown(name)) {
      return new Outcome.Refused(unknown(name));
    }
    if (world.instances().isGone(name)) {
      return new Outcome.Refused(new Problem.InstanceIsGone(name));
    }
    world.instances().crash(name);
    return Outcome.did(new Reply.CrashedInstance(name));
  }

  private Outcome restart(String name) {
    if (!isKnown(name)) {
      return new Outcome.Refused(unknown(name));
    }
    if (!world.instances().isGone(name)) {
      return new Outcome.Refused(stillThere(name));
    }
    Instances.Started before = world.instances().asStarted(name);
    return start(new Command.Start(name, before.topic(), before.group(), before.settings()));
  }

  private Problem stillThere(String name) {
    return world.instances().isRunning(name)
        ? new Problem.InstanceExists(name)
        : new Problem.InstanceIsStopping(name);
  }

  private Outcome lose(String name, int partition) {
    Problem wrong = running(name);
    if (wrong != null) {
      return new Outcome.Refused(wrong);
    }
    if (!world.instances().lose(name, partition)) {
      List<String> owned =
          world.instances().ownedBy(name).stream().map(number -> "p" + number).toList();
      return new Outcome.Refused(new Problem.NotOwned(name, partition, owned));
    }
    return Outcome.did(new Reply.LostPartition(name, partition));
  }

  private Outcome freeze(String name, long millis) {
    Problem wrong = running(name);
    if (wrong != null) {
      return new Outcome.Refused(wrong);
    }
    if (millis > world.millisLeft()) {
      return tooLate();
    }
    world.instances().freeze(name, millis * MILLI);
    return Outcome.did(new Reply.FrozeInstance(name, millis));
  }

  private @Nullable Problem running(String name) {
    if (!isKnown(name)) {
      return unknown(name);
    }
    return world.instances().isRunning(name) ? null : new Problem.InstanceIsGone(name);
  }

  boolean isKnown(String name) {
    return world.hasInstances() && world.instances().has(name);
  }

  Problem unknown(String name) {
    List<String> there = world.instanceNames();
    return new Problem.UnknownInstance(name, Nearest.to(name, there), there);
  }

  // ---- traffic and faults ----

  private Outcome traffic(Command.Traffic it) {
    if (world.findTopic(it.topic()) == null) {
      return new Outcome.Refused(world.unknownTopic(it.topic(), Purpose.APPEND));
    }
    if (it.messages() > world.limits().records() - world.heldRecords()) {
      return new Outcome.Refused(new Problem.TooManyRecords(world.limits().records()));
    }
    Instances instances = world.instances();
    int instead = instances.trafficLeft();
    Long seed = it.seed();
    instances.traffic(
        it.topic(),
        it.sessions(),
        it.messages(),
        it.perSecond(),
        it.zipf(),
        seed == null ? instances.trafficSeed() : seed);
    return Outcome.did(
        new Reply.StartedTraffic(
            it.topic(), it.sessions(), it.messages(), it.perSecond(), instead));
  }

  private Outcome trafficOff() {
    int left = world.hasInstances() ? world.instances().trafficLeft() : 0;
    var reply = new Reply.StoppedTraffic(left);
    if (left == 0) {
      return Outcome.told(reply);
    }
    world.instances().trafficOff();
    return Outcome.did(reply);
  }

  private Outcome fail(Command.Fail it) {
    Problem wrong = whatIsWrong(it.topic(), it.which());
    if (wrong != null) {
      return new Outcome.Refused(wrong);
    }
    Integer times = it.times();
    int most = times == null ? Integer.MAX_VALUE : times;
    world.instances().fail(it.topic(), it.which(), most, it.terminal());
    return Outcome.did(new Reply.SetToFail(it.topic(), it.which().typed(), times, it.terminal()));
  }

  private Outcome slow(Command.Slow it) {
    Problem wrong = whatIsWrong(it.topic(), it.which());
    if (wrong != null) {
      return new Outcome.Refused(wrong);
    }
    if (it.millis() > world.millisLeft()) {
      return tooLate();
    }
    world.instances().slow(it.topic(), it.which(), it.millis() * MILLI);
    return Outcome.did(new Reply.SetSlow(it.topic(), it.which().typed(), it.millis()));
  }

  private Outcome hang(Command.Hang it) {
    Problem wrong = whatIsWrong(it.topic(), it.which());
    if (wrong != null) {
      return new Outcome.Refused(wrong);
    }
    world.instances().hang(it.topic(), it.which());
    return Outcome.did(new Reply.SetToHang(it.topic(), it.which().typed()));
  }

  // The offset need not be there yet; the partition must.
  private @Nullable Problem whatIsWrong(String name, Which which) {
    Topic topic = world.findTopic(name);
    if (topic == null) {
      return world.unknownTopic(name, Purpose.FAULT);
    }
    return which instanceof Which.At(var partition, var _) && partition >= topic.partitionCount()
        ? Reading.unknownPartition(topic, partition)
        : null;
  }

  private Outcome outage(long millis) {
    if (millis > world.millisLeft()) {
      return tooLate();
    }
    world.instances().deadLettersAway(millis * MILLI);
    return Outcome.did(new Reply.SetOutage(millis));
  }

  private Outcome failCommits(long millis) {
    if (millis > world.millisLeft()) {
      return tooLate();
    }
    world.instances().commitsFail(millis * MILLI);
    return Outcome.did(new Reply.SetCommitsToFail(millis));
  }

  private Outcome heal() {
    boolean any = world.hasInstances() && world.instances().heal();
    var reply = new Reply.Healed(any);
    return any ? Outcome.did(reply) : Outcome.told(reply);
  }

  // ---- time ----

  private Outcome run(long millis) {
    if (millis > world.millisLeft()) {
      return tooLate();
    }
    return went(world.advance(millis), true);
  }

  private Outcome step(int events) {
    // What comes to nothing is no step, and yet it is gone afterwards.
    boolean changes = world.isAnythingToCome();
    return went(world.steps(events), changes);
  }

  // Only forth: what lies back is made again by the sandbox.
  private Outcome goOn(long millis) {
    long by = World.BEGINNING + millis - world.nowMillis();
    if (by < 0) {
      return new Outcome.Refused(new Problem.NoSuchMoment());
    }
    if (by > world.millisLeft()) {
      return tooLate();
    }
    long steps = world.advance(by);
    var reply = new Reply.AtMoment(world.nowMillis(), steps);
    return new Outcome.Done(reply, stoppedEarly(), by > 0);
  }

  private Outcome went(long steps, boolean changes) {
    var reply = new Reply.Went(world.nowMillis(), steps);
    if (!changes) {
      return new Outcome.Done(reply, List.of(new Notice.NothingToCome()), false);
    }
    return new Outcome.Done(reply, stoppedEarly(), true);
  }

  /// What is said where the clock stopped before its time.
  List<Notice> stoppedEarly() {
    return world.stoppedEarly()
        ? List.of(new Notice.StoppedEarly(world.limits().steps()))
        : List.of();
  }

  Outcome tooLate() {
    String latest = Instant.ofEpochMilli(world.nowMillis() + world.millisLeft()).toString();
    return new Outcome.Refused(new Problem.ClockAtEnd(latest));
  }
}
