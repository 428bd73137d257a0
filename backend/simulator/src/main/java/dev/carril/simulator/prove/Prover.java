package dev.carril.simulator.prove;

import dev.carril.engine.check.Violation;
import dev.carril.simulator.instance.Design;
import java.util.ArrayList;
import java.util.List;

/// Plays schedules of one design, and shortens what it finds.
public final class Prover {
  private static final int TRIES = 2_000;

  private final Design design;
  private final Lines reading = new Lines();

  public Prover(Design design) {
    this.design = design;
  }

  /// The schedule of a seed, played. The same again is the same again.
  public Played play(long seed) {
    return Schedule.play(seed, design, reading);
  }

  /// A history as short as can be found that breaks the same law, to be played at the console with
  /// the same seed.
  ///
  /// @throws IllegalArgumentException if no law was broken
  public Played shrink(Played found) {
    return Shrinker.shrink(found, TRIES);
  }

  /// As a script: what it shows, and the commands that show it.
  public List<String> script(Played found) {
    var script = new ArrayList<String>();
    Violation violation = found.violation();
    script.add("# " + (violation == null ? "no violation" : violation.toString()));
    script.add("# design " + design.word() + ", ./carril run --seed " + found.seed() + " FILE");
    script.addAll(found.lines());
    if (!found.lines().contains(Schedule.CHECK)) {
      script.add(Schedule.CHECK);
    }
    return script;
  }
}
