package dev.carril.simulator.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What whoever draws is told of a change that no random run is likely to come to.
class ChangesTest {
  @Test
  void a_member_that_stands_still_for_too_long_is_told_as_gone_and_comes_back() {
    try (Sandbox sandbox = Sandbox.empty(1)) {
      run(sandbox, "create topic orders partitions 2");
      run(sandbox, "start anna on orders group billing");
      run(sandbox, "start ben on orders group billing");
      run(sandbox, "run 1s");
      run(sandbox, "freeze ben 30s");
      sandbox.takeChanges();

      run(sandbox, "run 11s");
      assertEquals(Set.of("member:billing:ben"), Set.copyOf(sandbox.takeChanges().gone()));

      run(sandbox, "run 30s");
      assertTrue(sandbox.takeChanges().set().containsKey("member:billing:ben"));
    }
  }

  @Test
  void a_table_that_a_handler_drops_is_gone_in_the_moment_in_which_it_does() {
    try (Sandbox sandbox = Sandbox.empty(1)) {
      run(sandbox, "create topic orders partitions 1");
      run(sandbox, "sql CREATE TABLE drafts (id INTEGER)");
      run(sandbox, "sql CREATE TABLE bills (id INTEGER)");
      run(
          sandbox,
          "start anna on orders group billing from-beginning then sql DROP TABLE IF EXISTS drafts");
      run(sandbox, "produce orders a");
      run(sandbox, "run 1s");

      List<Frame> frames = sandbox.frames(sandbox.path().getLast().id(), 1_000);

      assertEquals(
          List.of(List.of("table:drafts")),
          frames.stream()
              .map(frame -> frame.gone().stream().filter(key -> key.startsWith("table:")).toList())
              .filter(gone -> !gone.isEmpty())
              .toList());
    }
  }

  private static void run(Sandbox sandbox, String line) {
    assertTrue(sandbox.run(line.replace(' ', '-'), line) instanceof Answer.Done, line);
  }
}
