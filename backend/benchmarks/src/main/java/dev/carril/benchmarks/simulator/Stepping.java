package dev.carril.benchmarks.simulator;

import dev.carril.benchmarks.figures.Figures;
import dev.carril.simulator.Command;
import dev.carril.simulator.language.Parser;
import dev.carril.simulator.sql.Database;
import dev.carril.simulator.world.Limits;
import dev.carril.simulator.world.Outcome;
import dev.carril.simulator.world.World;
import java.util.ArrayList;
import java.util.List;

/// How many steps a second a world takes: three instances of a group and a thousand sessions, with
/// everything that a sandbox's picture, reports and order checker want to know.
final class Stepping {
  private static final int SESSIONS = 1_000;

  /// Ten times what a sandbox may hold; then another world begins, or memory would be measured.
  private static final int MESSAGES = 100_000;

  private World world = begun();

  private static World begun() {
    var world = new World(1, Limits.NONE, Database.empty());
    run(world, "create topic orders partitions 12");
    for (String name : List.of("anna", "ben", "carla")) {
      run(world, "start " + name + " on orders group billing work 20ms from-beginning");
    }
    run(
        world,
        "traffic orders sessions " + SESSIONS + " messages " + MESSAGES + " rate 10000/s seed 1");
    return world;
  }

  private static void run(World world, String line) {
    if (!(Parser.parse(line) instanceof Parser.Understood(Command command, var _, var _))
        || !(world.run(command) instanceof Outcome.Done)) {
      throw new IllegalStateException("it did not run: " + line);
    }
    world.journal().take();
  }

  /// Steps a second, in each of so many stretches of about a second, after the warm-up.
  Figures measure(int warmUpSeconds, int seconds) {
    stretch(warmUpSeconds);
    var perSecond = new ArrayList<Double>();
    for (int i = 0; i < seconds; i++) {
      perSecond.add(stretch(1));
    }
    return new Figures(perSecond);
  }

  private double stretch(int seconds) {
    long began = System.nanoTime();
    long steps = 0;
    long nanos;
    do {
      if (world.heldRecords() >= MESSAGES) {
        world = begun();
      }
      long before = world.steps();
      // As a page that plays asks for it.
      run(world, "run 200ms");
      steps += world.steps() - before;
      nanos = System.nanoTime() - began;
    } while (nanos < seconds * 1_000_000_000L);
    return steps * 1e9 / nanos;
  }
}
