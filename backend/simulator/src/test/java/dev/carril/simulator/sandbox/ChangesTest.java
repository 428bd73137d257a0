package dev.carril.simulator.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

  private static void run(Sandbox sandbox, String line) {
    assertTrue(sandbox.run(line.replace(' ', '-'), line) instanceof Answer.Done, line);
  }
}
