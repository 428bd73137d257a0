package dev.carril.benchmarks.simulator;

import dev.carril.benchmarks.figures.Figures;
import dev.carril.simulator.Reply;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Past;
import dev.carril.simulator.sandbox.Sandbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// How long a sandbox takes to say how it was at a moment of its past.
final class Moments implements AutoCloseable {
  private static final List<String> STORY =
      List.of(
          "create topic orders partitions 12",
          "start anna on orders group billing from-beginning",
          "start ben on orders group billing from-beginning",
          "start carla on orders group billing from-beginning",
          "fail orders 60% times 2",
          "traffic orders sessions 1000 messages 10000 rate 200/s seed 1");

  private final Sandbox sandbox = Sandbox.empty(1);
  private int commands;

  /// A history of about so many steps of instances.
  Moments(long steps) {
    STORY.forEach(this::run);
    for (long taken = 0; taken < steps; ) {
      Answer.Done done = run("run 500ms");
      if (!(done.reply() instanceof Reply.Went went) || went.steps() == 0) {
        throw new IllegalStateException("nothing happens after " + taken + " steps");
      }
      taken += went.steps();
    }
  }

  private Answer.Done run(String line) {
    if (!(sandbox.run("c" + commands, line) instanceof Answer.Done done)) {
      throw new IllegalStateException("it did not run: " + line);
    }
    commands++;
    sandbox.takeChanges();
    return done;
  }

  /// Milliseconds for each of so many moments, drawn from a seed.
  Figures measure(int moments) {
    var random = new Random(1);
    var millis = new ArrayList<Double>();
    for (int i = 0; i < moments; i++) {
      int at = random.nextInt(commands + 1);
      long began = System.nanoTime();
      Past past = sandbox.past(sandbox.momentAt(at).orElseThrow());
      if (past.facts().isEmpty()) {
        throw new IllegalStateException("nothing is known of " + at);
      }
      millis.add((System.nanoTime() - began) / 1e6);
    }
    return new Figures(millis);
  }

  @Override
  public void close() {
    sandbox.close();
  }
}
