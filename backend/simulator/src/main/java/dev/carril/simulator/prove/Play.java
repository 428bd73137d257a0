package dev.carril.simulator.prove;

import dev.carril.engine.check.Violation;
import dev.carril.simulator.instance.Instances.Proving;
import dev.carril.simulator.language.Parser;
import dev.carril.simulator.log.Partition;
import dev.carril.simulator.log.Topic;
import dev.carril.simulator.sql.Database;
import dev.carril.simulator.world.Outcome;
import dev.carril.simulator.world.World;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A world in which lines are run one after the other. Those that are refused leave no trace.
final class Play {
  private final long seed;
  private final boolean small;
  private final World world;
  private final Lines reading;
  private final List<String> lines = new ArrayList<>();

  Play(long seed, boolean small, Lines reading) {
    this.reading = reading;
    this.seed = seed;
    this.small = small;
    world = World.toProve(seed, Database.empty(), small ? Proving.EACH_STEP : Proving.SOME_STEPS);
  }

  /// @return false if it was refused
  boolean run(String line) {
    boolean done =
        reading.read(line) instanceof Parser.Understood understood
            && world.run(understood.command()) instanceof Outcome.Done;
    if (done) {
      lines.add(line);
    }
    return done;
  }

  /// Nothing may be left to do.
  void mustRest() {
    if (world.violation() == null) {
      world.mustRest();
    }
  }

  /// Sessions that are halted.
  List<String> halted() {
    return world.halted(Schedule.NAME);
  }

  /// Where the records were of the dead letters that nobody has redriven.
  List<String> deadLetters() {
    return world.deadLetters(Schedule.NAME);
  }

  boolean isRunning(String instance) {
    return world.isRunning(instance);
  }

  @Nullable Violation violation() {
    return world.violation();
  }

  Played end() {
    long messages = 0;
    for (Topic topic : world.topics()) {
      for (Partition partition : topic.partitions()) {
        messages += partition.end();
      }
    }
    return new Played(seed, small, lines, messages, world.steps(), world.violation());
  }
}
