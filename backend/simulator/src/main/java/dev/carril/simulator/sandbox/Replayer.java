package dev.carril.simulator.sandbox;

import dev.carril.simulator.Command;
import dev.carril.simulator.language.Parser;
import dev.carril.simulator.sql.Database;
import dev.carril.simulator.world.Limits;
import dev.carril.simulator.world.Outcome;
import dev.carril.simulator.world.World;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes the world after any entry of the log: from the nearest checkpoint on, by running commands
/// again.
final class Replayer {
  /// How many commands, and how much work of theirs, a replay may have to repeat.
  private static final int COMMANDS_APART = 64;

  private static final long WORK_APART = 4_000;
  private static final int TOUCHED_KEPT = 2_000;

  private final long seed;
  private final Path path;
  private final Checkpoints checkpoints = new Checkpoints();

  // What each command touched: going back touches the same. Null values stand for "very much".
  private final Map<String, @Nullable Set<String>> touchedBy = new HashMap<>();
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
    int commands = commandsSince;
    long work = workSince;
    try {
      return after(entry);
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
      ran(ran.id(), empty, everything);
      return empty;
    }
    if (!(world.run(understood.command()) instanceof Outcome.Done(var _, var _, var changed)
        && changed)) {
      throw new IllegalStateException("entry " + ran.id() + " changes nothing: " + ran.line());
    }
    ran(ran.id(), world, world.journal().take().touched());
    return world;
  }

  /// Notes that a command has run and what it touched, and keeps a checkpoint where one is due.
  void ran(String entry, World after, Set<String> touched) {
    touchedBy.put(entry, touched.size() > TOUCHED_KEPT ? null : Set.copyOf(touched));
    commandsSince++;
    workSince += touched.size();
    if ((commandsSince >= COMMANDS_APART || workSince >= WORK_APART) && after.canBeCopied()) {
      checkpoints.keep(entry, after);
      commandsSince = 0;
      workSince = 0;
    }
  }

  /// Notes that a command which had run has gone on, and what it touched since.
  void lengthened(String entry, Set<String> touched) {
    Set<String> before = touchedBy.get(entry);
    if (before != null) {
      var all = new HashSet<>(before);
      all.addAll(touched);
      touchedBy.put(entry, all.size() > TOUCHED_KEPT ? null : Set.copyOf(all));
    }
  }

  /// What a command touched, or null if that was very much or is not known.
  @Nullable Set<String> touchedBy(String entry) {
    return touchedBy.get(entry);
  }

  long weight() {
    return checkpoints.weight();
  }
}
