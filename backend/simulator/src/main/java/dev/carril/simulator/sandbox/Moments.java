package dev.carril.simulator.sandbox;

import dev.carril.simulator.world.Journal;
import dev.carril.simulator.world.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The moments of a sandbox's history, and how it was at them. Whoever looks moves nothing.
///
/// Which moments there are is known from the footprints of commands; how it was at one, from a
/// world that is made again for who looks, and closed or kept when they have looked.
final class Moments {
  private static final int BRANCHES_MOST = 100;

  // A button that undoes has no room for a line of 100 kB.
  private static final int LINE_SHOWN = 200;

  private final Path path;
  private final Replayer replayer;

  Moments(Path path, Replayer replayer) {
    this.path = path;
    this.replayer = replayer;
  }

  // ---- which there are ----

  /// The end of so many commands of this line, which goes on through the head to what redo would
  /// bring back; empty if the line is not that long.
  Optional<Moment> at(int at) {
    List<Entry.Ran> line = path.line();
    return at < 0 || at > line.size()
        ? Optional.empty()
        : in(at == 0 ? Path.BEGINNING : line.get(at - 1).id(), Long.MAX_VALUE);
  }

  /// The moment of this line that has so many before it, the first of them being the beginning;
  /// empty if there are not that many.
  Optional<Moment> ofLine(long moment) {
    List<Entry.Ran> line = path.line();
    String end = path.end();
    Footprints footprints = replayer.footprintsTo(end);
    if (moment < 0 || moment > footprints.moments(end)) {
      return Optional.empty();
    }
    int low = 0;
    int high = line.size();
    // The first command that goes so far.
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (footprints.moments(line.get(middle).id()) < moment) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (moment == 0) {
      return in(Path.BEGINNING, 0);
    }
    Entry.Ran in = line.get(low);
    long event = moment - footprints.moments(in.parent());
    return in(in.id(), footprints.events(in.id()) == 0 ? 0 : event);
  }

  /// The moment in a command, on whatever branch, after so many events of instances; its end, if it
  /// has no more. Empty if there is no such command.
  Optional<Moment> in(String entry, long event) {
    if (!path.holds(entry)) {
      return Optional.empty();
    }
    List<Entry.Ran> commands = path.pathTo(entry);
    Footprints footprints = replayer.footprintsTo(entry);
    long events = footprints.events(entry);
    long before = commands.isEmpty() ? 0 : footprints.moments(commands.getLast().parent());
    boolean isEnd = event < 1 || event >= events;
    return Optional.of(
        new Moment(
            entry,
            commands.size(),
            lastLine(commands),
            isEnd ? events : event,
            events,
            isEnd ? footprints.moments(entry) : before + event));
  }

  /// What people look for in the history of this line, in order, the newest five hundred.
  List<Marked> marks() {
    return Marks.of(path.line(), replayer.footprintsTo(path.end()));
  }

  /// The branches that were left, the newest first, a hundred at most.
  List<Branch> branches() {
    return path.branches(
        BRANCHES_MOST, this::count, tip -> replayer.footprintsTo(tip).endMillis(tip));
  }

  static @Nullable String lastLine(List<Entry.Ran> commands) {
    return commands.isEmpty() ? null : commands.getLast().line();
  }

  // ---- how it was ----

  /// The sandbox as it was at a moment of its history, on this line or on another branch.
  Past past(Moment moment) {
    return new Past(moment, lookAt(moment, this::facts));
  }

  /// Looks at the world as it was at a moment.
  <T> T lookAt(Moment moment, Function<World, T> looking) {
    World then = replayer.borrow(moment);
    boolean isWell = false;
    try {
      T seen = looking.apply(then);
      isWell = true;
      return seen;
    } finally {
      if (isWell) {
        replayer.keep(then, moment);
      } else {
        then.database().close();
      }
    }
  }

  /// Looks at the world as it was after a command.
  <T> T lookAt(String entry, Function<World, T> looking) {
    return looking(replayer.look(entry), looking);
  }

  private static <T> T looking(World then, Function<World, T> looking) {
    try {
      return looking.apply(then);
    } finally {
      then.database().close();
    }
  }

  /// The moments of a command, one after the other. Where there are more than `most`, some are left
  /// out, evenly; never the last.
  List<Frame> frames(String entry, int most) {
    long events = replayer.footprintsTo(entry).events(entry);
    if (events < 1 || !(path.find(entry) instanceof Entry.Ran ran)) {
      return List.of();
    }
    long apart = (events + most - 1) / most;
    var frames = new ArrayList<Frame>();
    World then = replayer.look(ran, 0);
    looking(
        then,
        world -> {
          var tables = new HashSet<>(Facts.tables(world).keySet());
          for (long event = 0; event < events; event += apart) {
            world.goOn(Math.min(apart, events - event));
            frames.add(frame(world, tables));
          }
          return true;
        });
    return frames;
  }

  /// @param tables that were there at the moment before; those of this one when it returns
  private static Frame frame(World world, Set<String> tables) {
    var set = new LinkedHashMap<String, Fact>();
    var gone = new ArrayList<String>();
    set.put(Facts.CLOCK, Facts.clock(world));
    Journal.Page page = world.journal().take();
    Facts.tell(world, page.touched(), set, gone);
    if (page.database()) {
      Facts.tellTables(world, tables, set, gone);
    }
    return new Frame(set, gone, world.takeMarks());
  }

  /// The same moment, told to somebody who knows how it is after another command.
  ///
  /// @param since the command whose state is known; where there is no such command, there is no
  ///   answer
  /// @param now the world after the head
  Optional<PastSince> since(String since, Moment moment, World now) {
    if (!path.holds(since)) {
      return Optional.empty();
    }
    return Optional.of(
        since.equals(path.head())
            ? difference(now, since, moment)
            : lookAt(since, known -> difference(known, since, moment)));
  }

  private PastSince difference(World known, String since, Moment moment) {
    return lookAt(
        moment,
        then -> {
          var difference = new Difference(known, then);
          difference.set.put(Facts.CLOCK, Facts.clock(then));
          difference.set.put(Facts.LOG, logFact());
          return new PastSince(moment, since, known.nowMillis(), difference.set, difference.gone);
        });
  }

  // ---- what is told ----

  /// Every fact of a world, by key, in the order in which a picture is built up.
  SequencedMap<String, Fact> facts(World world) {
    return facts(world, Facts.keys(world));
  }

  /// The same with only these of what a world holds.
  SequencedMap<String, Fact> facts(World world, Set<String> keys) {
    var facts = new LinkedHashMap<String, Fact>();
    facts.put(Facts.CLOCK, Facts.clock(world));
    facts.put(Facts.LOG, logFact());
    for (String key : keys) {
      Fact fact = Facts.of(world, key);
      if (fact != null) {
        facts.put(key, fact);
      }
    }
    facts.putAll(Facts.tables(world));
    return facts;
  }

  /// What is told of the command log.
  Fact logFact() {
    Entry.Ran last = path.last();
    Entry.Ran next = path.next();
    return new Fact.Log(
        path.commands().size(),
        last == null ? null : Facts.shortened(last.line(), LINE_SHOWN),
        next == null ? null : Facts.shortened(next.line(), LINE_SHOWN),
        path.head(),
        path.ahead(),
        count(path.head()),
        count(path.end()) - count(path.head()));
  }

  private long count(String entry) {
    return replayer.footprintsTo(entry).moments(entry);
  }
}
