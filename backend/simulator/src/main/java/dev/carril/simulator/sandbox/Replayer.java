package dev.carril.simulator.sandbox;

import dev.carril.simulator.Command;
import dev.carril.simulator.language.Parser;
import dev.carril.simulator.sql.Database;
import dev.carril.simulator.world.Limits;
import dev.carril.simulator.world.Outcome;
import dev.carril.simulator.world.World;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/// Makes the world after any entry of the log: from the nearest checkpoint on, by running commands
/// again.
final class Replayer {
  /// How many commands, and how much work of theirs, a replay may have to repeat.
  private static final int COMMANDS_APART = 64;

  private static final long WORK_APART = 4_000;

  private final long seed;
  private final Path path;
  private final Checkpoints checkpoints = new Checkpoints();

  private final Kept kept = new Kept();

  // What going back touches is what the command touched.
  private final Footprints footprints = new Footprints();
  private int commandsSince;
  private long workSince;

  Replayer(long seed, Path path) {
    this.seed = seed;
    this.path = path;
  }

  World fresh() {
    return new World(seed, Limits.SANDBOX, Database.empty());
  }

  /// A world of its own for the caller, as it was after this entry.
  ///
  /// @throws IllegalStateException if the log does not fit what the commands do
  World after(String entry) {
    List<Entry.Ran> commands = path.pathTo(entry);
    World world = null;
    int next = commands.size();
    while (world == null && next > 0) {
      world = checkpoints.at(commands.get(next - 1).id());
      next -= world == null ? 1 : 0;
    }
    World at = world == null ? fresh() : world;
    commandsSince = 0;
    workSince = 0;
    for (Entry.Ran ran : commands.subList(next, commands.size())) {
      at = again(at, ran);
    }
    return at;
  }

  /// The same for who only looks: the next checkpoint of the sandbox itself is due when it was.
  World look(String entry) {
    return aside(() -> after(entry));
  }

  private World aside(Supplier<World> replay) {
    int commands = commandsSince;
    long work = workSince;
    try {
      return replay.get();
    } finally {
      commandsSince = commands;
      workSince = work;
    }
  }

  private World again(World world, Entry.Ran ran) {
    if (world.nowMillis() != ran.momentMillis()) {
      throw new IllegalStateException(
          "entry "
              + ran.id()
              + " took effect at "
              + ran.momentMillis()
              + ", not at "
              + world.nowMillis());
    }
    if (!(Parser.parse(ran.line()) instanceof Parser.Understood understood)) {
      throw new IllegalStateException("entry " + ran.id() + " is no command: " + ran.line());
    }
    if (understood.command() instanceof Command.StartOver) {
      Set<String> everything = Facts.keys(world);
      world.database().close();
      World empty = fresh();
      ran(ran, empty, everything);
      return empty;
    }
    if (!(world.run(understood.command()) instanceof Outcome.Done(var _, var _, var changed)
        && changed)) {
      throw new IllegalStateException("entry " + ran.id() + " changes nothing: " + ran.line());
    }
    ran(ran, world, world.journal().take().touched());
    return world;
  }

  /// The world in the midst of a command, after so many events of instances in it; for who looks.
  World look(Entry.Ran entry, long event) {
    return into(look(entry.parent()), entry, event);
  }

  private static World into(World world, Entry.Ran entry, long event) {
    if (Parser.parse(entry.line()) instanceof Parser.Understood understood) {
      world.runInto(understood.command(), event);
      rid(world);
    }
    return world;
  }

  private static void rid(World world) {
    world.journal().take();
    world.takeMarks();
  }

  /// The world at a moment, for who only looks and then gives it to [#keep].
  World borrow(Moment moment) {
    List<Entry.Ran> way = path.pathTo(moment.entry());
    Kept.Standing from = kept.take(way, moment.event(), copied(way));
    if (from != null) {
      return aside(() -> goOn(from, way, moment));
    }
    return moment.isEnd() ? look(moment.entry()) : look(way.getLast(), moment.event());
  }

  private World goOn(Kept.Standing from, List<Entry.Ran> way, Moment moment) {
    World world = from.world();
    int at = Path.place(way, from.entry());
    boolean isThere = at == way.size() - 1;
    if (from.event() < footprints.events(from.entry())) {
      // The last event takes the time with it that is left then.
      world.goOn(isThere && !moment.isEnd() ? moment.event() - from.event() : Long.MAX_VALUE);
      rid(world);
    }
    if (isThere) {
      return world;
    }
    for (Entry.Ran ran : way.subList(at + 1, way.size() - 1)) {
      world = again(world, ran);
    }
    return moment.isEnd()
        ? again(world, way.getLast())
        : into(world, way.getLast(), moment.event());
  }

  // How many of these commands lead to the last checkpoint among them.
  private int copied(List<Entry.Ran> way) {
    int at = way.size();
    while (at > 0 && !checkpoints.has(way.get(at - 1).id())) {
      at--;
    }
    return at;
  }

  /// Takes a world back that was borrowed for this moment.
  void keep(World world, Moment moment) {
    if (world.canBeCopied() || moment.entry().equals(Path.BEGINNING)) {
      world.database().close();
    } else {
      kept.put(new Kept.Standing(world, moment.entry(), moment.event()));
    }
  }

  /// A command that had run has gone on.
  void lengthened(Entry.Ran entry, World after, Set<String> touched) {
    kept.drop(entry.id());
    footprints.lengthened(entry, after, touched);
  }

  void close() {
    kept.close();
  }

  /// Notes that a command has run and what it touched, and keeps a checkpoint where one is due.
  void ran(Entry.Ran entry, World after, Set<String> touched) {
    footprints.ran(entry, after, touched);
    commandsSince++;
    workSince += touched.size();
    if ((commandsSince >= COMMANDS_APART || workSince >= WORK_APART) && after.canBeCopied()) {
      checkpoints.keep(entry.id(), after);
      commandsSince = 0;
      workSince = 0;
    }
  }

  /// What commands left behind, as far as they have run here.
  Footprints footprints() {
    return footprints;
  }

  /// The same, where all commands up to this one are known.
  Footprints footprintsTo(String entry) {
    if (!footprints.knows(entry)) {
      look(entry).database().close();
    }
    return footprints;
  }

  long weight() {
    return checkpoints.weight() + footprints.weight() + kept.weight();
  }
}
