package dev.carril.simulator.world;

import dev.carril.engine.check.OrderChecker;
import dev.carril.simulator.Command;
import dev.carril.simulator.Notice;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Problem.OnlyToRead.Purpose;
import dev.carril.simulator.Reply;
import dev.carril.simulator.Report;
import dev.carril.simulator.instance.Cohort;
import dev.carril.simulator.instance.Design;
import dev.carril.simulator.instance.InstanceView;
import dev.carril.simulator.instance.Settings;
import dev.carril.simulator.instance.report.Measures;
import dev.carril.simulator.sql.Database;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What would have become of a topic's records under other designs: the same commands at the same
/// moments and with the same seed, in a world of its own for each design.
///
/// What was done to the instances of the group that began to read the topic last is done again, to
/// instances of the other design. Where nobody has read it, one instance reads it from its
/// beginning.
public final class Comparison {
  /// So many steps are taken for all designs together.
  private static final int STEPS_MOST = 2_000_000;

  /// So much time goes by after the last record has come. What has not come to rest by then may
  /// never do so, and its figures would tell how long it was looked at.
  private static final long AFTERWARDS_MILLIS = 3_600_000;

  private static final long TRAFFIC_MILLIS = 1_000;

  /// After so many steps it is counted what was told in them: annals forget.
  private static final long STEPS_APART = 10_000;

  private static final String NAME = "compare";

  private final long seed;
  private final List<Done> history;
  private final long untilMillis;
  private final Command.Compare asked;
  private final long stepsMost;
  private final @Nullable String group;

  /// A command, and when it took effect.
  public record Done(long momentMillis, Command command) {}

  private Comparison(
      long seed, List<Done> history, long untilMillis, Command.Compare asked, int stepsMost) {
    this.seed = seed;
    this.history = history;
    this.untilMillis = untilMillis;
    this.asked = asked;
    this.stepsMost = stepsMost;
    this.group = lastToRead(history, asked.topic());
  }

  private static @Nullable String lastToRead(List<Done> history, String topic) {
    for (Done done : history.reversed()) {
      if (done.command instanceof Command.Start it && it.topic().equals(topic)) {
        return it.group();
      }
    }
    return null;
  }

  /// Tells it; nothing changes.
  ///
  /// @param world as it is now
  /// @param history what made it, since it was empty
  public static Outcome of(World world, List<Done> history, Command.Compare asked) {
    if (world.findTopic(asked.topic()) == null) {
      return new Outcome.Refused(world.unknownTopic(asked.topic(), Purpose.COMPARE));
    }
    Problem slip = unknownToAll(asked);
    if (slip != null) {
      return new Outcome.Refused(slip);
    }
    int most = Math.min(Limits.SANDBOX.steps(), STEPS_MOST / asked.designs().size());
    var comparison = new Comparison(world.ownSeed(), history, world.nowMillis(), asked, most);
    var rows = new ArrayList<Report.Compared.Row>();
    for (Design design : asked.designs()) {
      Database database = Database.empty();
      try {
        rows.add(comparison.row(design, database));
      } finally {
        database.close();
      }
    }
    var report = new Report.Compared(asked.topic(), List.copyOf(rows));
    return new Outcome.Done(new Reply.Reported(report), notices(rows, most), false);
  }

  private static List<Notice> notices(List<Report.Compared.Row> rows, int stepsMost) {
    var notices = new ArrayList<Notice>();
    List<String> busy = designs(rows, Report.Compared.Stopped.STEPS);
    if (!busy.isEmpty()) {
      notices.add(new Notice.ComparedInPart(busy, stepsMost));
    }
    List<String> restless = designs(rows, Report.Compared.Stopped.TIME);
    if (!restless.isEmpty()) {
      notices.add(new Notice.ComparedForAnHour(restless));
    }
    for (Report.Compared.Row row : rows) {
      if (!row.without().isEmpty()) {
        notices.add(new Notice.ComparedWithout(row.design(), row.without()));
      }
    }
    return List.copyOf(notices);
  }

  private static List<String> designs(
      List<Report.Compared.Row> rows, Report.Compared.Stopped stopped) {
    return rows.stream()
        .filter(row -> row.stopped() == stopped)
        .map(Report.Compared.Row::design)
        .toList();
  }

  // What some of the designs know holds for them.
  private static @Nullable Problem unknownToAll(Command.Compare asked) {
    Problem first = null;
    for (Design design : asked.designs()) {
      Problem one = Operating.engineOnly(asked.settings().apply(Settings.USUAL.purely(design)));
      if (one == null) {
        return null;
      }
      first = first == null ? one : first;
    }
    return first;
  }

  /// What comes of it in a world of its own.
  ///
  /// @param without what was said of its instances and its design does not know
  /// @param counting who counts what they tell
  private void play(World world, Design design, Set<String> without, Measures.Counting counting) {
    Set<String> names = new HashSet<>();
    for (Done done : history) {
      goOn(world, done.momentMillis, counting);
      Command command = again(done.command, design, names, without);
      if (command != null) {
        world.obeyHere(command);
      }
      if (group == null
          && done.command instanceof Command.CreateTopic it
          && it.topic().equals(asked.topic())) {
        world.obeyHere(
            new Command.Start(
                NAME,
                asked.topic(),
                NAME,
                built(design, Settings.USUAL.fromTheBeginning(), without)));
      }
    }
    goOn(world, untilMillis, counting);
    while (world.isTrafficToCome() && world.spent() < stepsMost && world.millisLeft() > 0) {
      goOn(world, world.nowMillis() + TRAFFIC_MILLIS, counting);
    }
    goOn(world, world.nowMillis() + AFTERWARDS_MILLIS, counting);
  }

  // Where so much has happened that the clock stopped, nothing more is let happen.
  private void goOn(World world, long toMillis, Measures.Counting counting) {
    if (toMillis > world.nowMillis() && world.spent() < stepsMost) {
      world.advance(
          toMillis - world.nowMillis(), stepsMost, STEPS_APART, its -> counting.read(its.annals()));
    }
  }

  private Settings built(Design design, Settings settings, Set<String> without) {
    Settings its = asked.settings().apply(settings.purely(design));
    without.addAll(its.unknown());
    return its.withoutUnknown();
  }

  // What is done again, or null.
  private @Nullable Command again(
      Command command, Design design, Set<String> names, Set<String> without) {
    return switch (command) {
      case Command.Start it when it.topic().equals(asked.topic()) && it.group().equals(group) -> {
        names.add(it.name());
        yield new Command.Start(
            it.name(), it.topic(), it.group(), built(design, it.settings(), without));
      }
      case Command.Stop it -> names.contains(it.name()) ? it : null;
      case Command.Crash it -> names.contains(it.name()) ? it : null;
      case Command.Restart it -> names.contains(it.name()) ? it : null;
      case Command.Lose it -> names.contains(it.name()) ? it : null;
      case Command.Freeze it -> names.contains(it.name()) ? it : null;
      case Command.CreateTopic _,
          Command.Produce _,
          Command.Compact _,
          Command.Traffic _,
          Command.TrafficOff _,
          Command.Send _,
          Command.Fail _,
          Command.FailCommits _,
          Command.Slow _,
          Command.Hang _,
          Command.OutageDeadLetters _,
          Command.Heal _,
          // Statements of handlers find the tables that they had, in a database of this world's
          // own.
          Command.Sql _ ->
          command;
      // What reads or tells leaves no records, and dead letters differ from design to design.
      default -> null;
    };
  }

  private Report.Compared.Row row(Design design, Database database) {
    var world = World.unwatched(seed, Limits.SANDBOX, database);
    Set<String> without = new LinkedHashSet<>();
    String reader = group == null ? NAME : group;
    var counting = new Measures.Counting(teller -> teller.group().equals(reader));
    play(world, design, without, counting);
    Measures measures = counting.measures();
    long violations = 0;
    long lost = 0;
    long duplicates = 0;
    for (Cohort cohort : world.instances().cohorts(reader)) {
      OrderChecker.Report report = cohort.report();
      violations += report.violations();
      lost += report.losses();
      duplicates += report.duplicates();
    }
    return new Report.Compared.Row(
        design.word(),
        measures.throughput(),
        Reporting.millis(measures.p50Nanos()),
        Reporting.millis(measures.p99Nanos()),
        violations,
        lost,
        duplicates,
        stopped(world, reader),
        List.copyOf(without));
  }

  private Report.Compared.@Nullable Stopped stopped(World world, String reader) {
    if (world.spent() >= stepsMost) {
      return Report.Compared.Stopped.STEPS;
    }
    boolean restless =
        world.isAnythingToCome()
            && new Members(world, reader).views().stream().anyMatch(InstanceView::isBusy);
    return restless ? Report.Compared.Stopped.TIME : null;
  }
}
