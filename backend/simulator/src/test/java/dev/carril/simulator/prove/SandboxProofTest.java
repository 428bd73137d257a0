package dev.carril.simulator.prove;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.carril.engine.check.Law;
import dev.carril.simulator.Reply;
import dev.carril.simulator.instance.Design;
import dev.carril.simulator.instance.Seen;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Fact;
import dev.carril.simulator.sandbox.Sandbox;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The schedules of a proof, played in a sandbox as people have it: the same laws, told by its own
/// checker; and whatever happened, a replay and a rewind give the same.
class SandboxProofTest {
  private static final int SEEDS = 12;
  private static final int SEEDS_TO_FIND = 300;
  private static final int TOLD = 10_000;

  @Test
  void the_engine_keeps_the_laws_in_the_sandbox() {
    for (long seed = 0; seed < SEEDS; seed++) {
      try (Sandbox sandbox = Sandbox.empty(seed)) {
        Reply.OrderChecked told = play(sandbox, new Prover(Design.LANES).play(seed).lines());
        assertEquals(List.of(), told.laws(), "seed " + seed);
        assertEquals(0, told.violationCount(), "seed " + seed);
        assertEquals(List.of(), told.lost(), "seed " + seed);
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> each_wrong_design_breaks_its_law_in_the_sandbox() {
    return ProverTest.WRONG.entrySet().stream()
        .map(wrong ->
            DynamicTest.dynamicTest(
                wrong.getKey().word(), () -> breaks(wrong.getKey(), wrong.getValue())));
  }

  private static void breaks(Design design, Set<Law> laws) {
    var prover = new Prover(design);
    for (long seed = 0; seed < SEEDS_TO_FIND; seed++) {
      Played played = prover.play(seed);
      if (played.violation() != null) {
        try (Sandbox sandbox = Sandbox.empty(seed)) {
          Reply.OrderChecked told = play(sandbox, prover.script(played));
          assertTrue(
              told.laws().stream().anyMatch(it -> laws.contains(it.law())), told.laws()::toString);
        }
        return;
      }
    }
    fail("nothing is found in " + SEEDS_TO_FIND + " schedules");
  }

  @Test
  void replay_and_rewind_give_the_same() {
    for (long seed = 0; seed < SEEDS; seed++) {
      for (Design design : List.of(Design.LANES, Design.POOL)) {
        try (Sandbox sandbox = Sandbox.empty(seed)) {
          rewound(sandbox, seed, new Prover(design).play(seed).lines());
        }
      }
    }
  }

  private static void rewound(Sandbox sandbox, long seed, List<String> lines) {
    Map<Integer, SequencedMap<String, Fact>> facts = new HashMap<>();
    for (String line : lines) {
      run(sandbox, line);
      facts.put(sandbox.line().size(), sandbox.facts());
    }
    List<Seen.Told> told = told(sandbox);
    var end = sandbox.facts();

    facts.forEach((at, then) -> {
      if (at % 5 == 0) {
        var past = sandbox.past(sandbox.momentAt(at).orElseThrow());
        assertEquals(withoutLog(then), withoutLog(past.facts()), "seed " + seed + " at " + at);
      }
    });
    for (int back = 0; back < 3; back++) {
      assertInstanceOf(Answer.Done.class, sandbox.run("u" + back, "undo"));
    }
    for (int forth = 0; forth < 3; forth++) {
      assertInstanceOf(Answer.Done.class, sandbox.run("r" + forth, "redo"));
    }
    assertEquals(withoutLog(end), withoutLog(sandbox.facts()), "seed " + seed);
    assertEquals(told, told(sandbox), "seed " + seed);
    try (Sandbox again = Sandbox.replay(seed, sandbox.log())) {
      assertEquals(sandbox.facts(), again.facts(), "seed " + seed);
      assertEquals(told, told(again), "seed " + seed);
    }
  }

  // What the log's own fact says goes on with each undo.
  private static Map<String, Fact> withoutLog(Map<String, Fact> facts) {
    var rest = new HashMap<>(facts);
    rest.values().removeIf(Fact.Log.class::isInstance);
    return rest;
  }

  private static List<Seen.Told> told(Sandbox sandbox) {
    return sandbox.told(null, Long.MAX_VALUE, TOLD, null).told();
  }

  private static Reply.OrderChecked play(Sandbox sandbox, List<String> script) {
    Reply last = new Reply.Cleared();
    for (String line : script) {
      if (!line.startsWith("#")) {
        last = run(sandbox, line).reply();
      }
    }
    return last instanceof Reply.OrderChecked checked ? checked : fail("no check: " + last);
  }

  private static Answer.Done run(Sandbox sandbox, String line) {
    String id = "e" + sandbox.log().size() + "-" + sandbox.line().size() + line.hashCode();
    return assertInstanceOf(Answer.Done.class, sandbox.run(id, line), line);
  }
}
