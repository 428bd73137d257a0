package dev.carril.simulator.prove;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.carril.engine.check.Law;
import dev.carril.engine.check.Violation;
import dev.carril.simulator.Reply;
import dev.carril.simulator.instance.Design;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Sandbox;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The engine keeps its laws in every schedule, and every wrong design is found out.
class ProverTest {
  /// Far fewer than CI plays: a wrong design shows itself soon.
  private static final int SEEDS = 300;

  static final Map<Design, Set<Law>> WRONG =
      Map.of(
          Design.POOL, Set.of(Law.L1, Law.L2),
          Design.WORKERS_REQUEUE, Set.of(Law.L2),
          Design.HIGHEST, Set.of(Law.L3),
          Design.NO_EPOCHS, Set.of(Law.L3),
          Design.PLUS_ONE, Set.of(Law.L6, Law.L16),
          Design.FENCE_FIRST, Set.of(Law.L16),
          Design.DRAIN_OFF, Set.of(Law.L16),
          Design.DROP, Set.of(Law.L2, Law.L3),
          Design.DEAD_LETTER_UNACKED, Set.of(Law.L7),
          Design.METADATA_LATE, Set.of(Law.L3));

  private final Prover engine = new Prover(Design.LANES);

  @Test
  void the_engine_keeps_the_laws() {
    keepsTheLaws(Design.LANES, 50, 100);
  }

  @Test
  @Tag("long")
  void the_engine_keeps_the_laws_in_two_thousand_worlds_and_a_million_messages() {
    long messages = 0;
    for (long seed = 0; seed < 2_000 || messages < 1_000_000; seed++) {
      Played played = engine.play(seed);
      assertNull(played.violation(), "seed " + seed);
      messages += played.messages();
    }
  }

  /// So what is found in the wrong designs is what is wrong with them, and not their base.
  @Test
  void designs_that_only_hold_others_up_keep_the_laws() {
    keepsTheLaws(Design.WORKERS, 0, 30);
    keepsTheLaws(Design.PARTITION, 0, 30);
  }

  private static void keepsTheLaws(Design design, long from, long to) {
    var prover = new Prover(design);
    for (long seed = from; seed < to; seed++) {
      assertNull(prover.play(seed).violation(), design + ", seed " + seed);
    }
  }

  @TestFactory
  Stream<DynamicTest> every_wrong_design_is_found_out() {
    return WRONG.entrySet().stream()
        .map(wrong ->
            DynamicTest.dynamicTest(
                wrong.getKey().word(), () -> isFoundOut(wrong.getKey(), wrong.getValue())));
  }

  private void isFoundOut(Design design, Set<Law> by) {
    var prover = new Prover(design);
    Played found = find(prover);
    Violation violation = violation(found);
    assertTrue(by.contains(violation.law()), violation.toString());
    // The seed finds it again, and nothing in the engine.
    assertEquals(found, prover.play(found.seed()));
    assertNull(engine.play(found.seed()).violation(), "seed " + found.seed());
  }

  private static Played find(Prover prover) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Played played = prover.play(seed);
      if (played.violation() != null) {
        return played;
      }
    }
    return fail("nothing is found in " + SEEDS + " schedules");
  }

  private static Violation violation(Played played) {
    Violation violation = played.violation();
    assertNotNull(violation);
    return violation;
  }

  @Test
  void what_is_found_is_a_short_script_that_shows_it_at_the_console() {
    var prover = new Prover(Design.HIGHEST);
    Played found = find(prover);

    Played shortest = prover.shrink(found);

    assertTrue(shortest.lines().size() < found.lines().size(), shortest.lines().toString());
    assertEquals(violation(found).law(), violation(shortest).law());
    Reply.OrderChecked told = run(prover.script(shortest), found.seed());
    assertEquals(Law.L3, told.laws().getFirst().law());
    assertEquals(violation(shortest).what(), told.laws().getFirst().what());
  }

  private static Reply.OrderChecked run(List<String> script, long seed) {
    Reply last = new Reply.Cleared();
    try (Sandbox sandbox = Sandbox.empty(seed)) {
      for (int at = 0; at < script.size(); at++) {
        String line = script.get(at);
        if (!line.startsWith("#")) {
          Answer answer = sandbox.run("line-" + at, line);
          last = answer instanceof Answer.Done done ? done.reply() : fail(line + ": " + answer);
        }
      }
    }
    return last instanceof Reply.OrderChecked checked ? checked : fail("no check: " + last);
  }

  /// What an operator does in the middle of it all is part of the schedules.
  @Test
  void schedules_redrive_and_release_and_change_the_number_of_workers() {
    Set<String> missing = new HashSet<>(Set.of("redrive group g", "redrive group g p", "release"));
    boolean resizes = false;
    for (long seed = 0; seed < 200 && !(missing.isEmpty() && resizes); seed++) {
      List<String> lines = engine.play(seed).lines();
      missing.removeIf(word -> lines.stream().anyMatch(it -> it.startsWith(word)));
      resizes |= lines.stream().anyMatch(it -> it.contains(" resizes "));
    }
    assertEquals(Set.of(), missing);
    assertTrue(resizes, "none changes the number of its workers");
  }

  @Test
  void the_same_seed_is_the_same_history() {
    for (long seed = 0; seed < 5; seed++) {
      assertEquals(engine.play(seed), engine.play(seed));
    }
  }
}
