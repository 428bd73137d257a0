package dev.carril.simulator.oneengine;

import dev.carril.simulator.Reply;
import dev.carril.simulator.instance.Design;
import dev.carril.simulator.prove.Played;
import dev.carril.simulator.prove.Prover;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Sandbox;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.function.Supplier;

/// Three who look at the engine. Each says "" if it finds nothing wrong. They are called by what
/// both class loaders know: suppliers of text.
final class Looks {
  private static final int SEEDS = 30;

  private Looks() {}

  /// A person at the console: a slow record, a crash, and the question what became of it all.
  static final class AtTheConsole implements Supplier<String> {
    private static final List<String> LINES =
        List.of(
            "create topic trips partitions 1",
            "slow trips p0:0 1m",
            "produce trips key=ana London",
            "produce trips key=ben Rome",
            "start anna on trips group desk from-beginning",
            "run 5s",
            "crash anna",
            "restart anna",
            "run 2m",
            "check order trips group desk");

    @Override
    public String get() {
      try (Sandbox sandbox = Sandbox.empty(1)) {
        Reply last = new Reply.Cleared();
        for (String line : LINES) {
          if (!(sandbox.run("e" + LINES.indexOf(line), line) instanceof Answer.Done done)) {
            return "refused: " + line;
          }
          last = done.reply();
        }
        if (!(last instanceof Reply.OrderChecked checked)) {
          return "no check: " + last;
        }
        return checked.laws().isEmpty() && checked.lost().isEmpty()
            ? ""
            : checked.laws() + " lost " + checked.lost();
      }
    }
  }

  /// `carril prove`.
  static final class Proof implements Supplier<String> {
    @Override
    public String get() {
      var prover = new Prover(Design.LANES);
      for (long seed = 0; seed < SEEDS; seed++) {
        Played played = prover.play(seed);
        if (played.violation() != null) {
          return played.violation().toString();
        }
      }
      return "";
    }
  }

  /// A test of the runtime, with real threads, as the engine's own build runs it.
  static final class OnRealThreads implements Supplier<String> {
    @Override
    public String get() {
      try {
        Class<?> test = Class.forName("dev.carril.engine.EngineTest");
        var made = test.getDeclaredConstructor();
        made.setAccessible(true);
        var method =
            test.getDeclaredMethod("closing_commits_what_has_ended_and_leaves_what_has_not");
        method.setAccessible(true);
        method.invoke(made.newInstance());
        return "";
      } catch (InvocationTargetException red) {
        return String.valueOf(red.getCause());
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("the engine's test is not to be found", e);
      }
    }
  }
}
