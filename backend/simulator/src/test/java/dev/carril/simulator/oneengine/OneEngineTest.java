package dev.carril.simulator.oneengine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What the sandbox shows, what `prove` plays and what runs on real threads is one engine: a rule
/// that is broken in one class of the core is broken for all three, and each of them finds it.
@Timeout(120)
class OneEngineTest {
  @TempDir private Path scratch;

  @Test
  void nobody_finds_anything_in_the_engine_as_it_is() {
    for (var look : Workshop.LOOKS) {
      assertEquals("", Workshop.asItIs().found(look), look.getSimpleName());
    }
  }

  @Test
  void a_commit_point_behind_all_that_was_delivered_is_found_by_all() {
    Workshop broken =
        Workshop.with(
            "dev.carril.engine.core.Tracker",
            "return head == tail ? position : offsets[at(tail - 1)] + 1;",
            "return head == tail ? position : offsets[at(head)];",
            scratch);

    String atTheConsole = broken.found(Looks.AtTheConsole.class);
    assertTrue(atTheConsole.contains("L3") && atTheConsole.contains("offset=0"), atTheConsole);
    String proof = broken.found(Looks.Proof.class);
    assertTrue(proof.startsWith("L3"), proof);
    String onRealThreads = broken.found(Looks.OnRealThreads.class);
    assertTrue(onRealThreads.contains("expected: <1> but was: <2>"), onRealThreads);
  }
}
