package dev.carril.simulator.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.simulator.Reply;
import dev.carril.simulator.instance.Instances.Proving;
import dev.carril.simulator.language.Parser;
import dev.carril.simulator.sql.Database;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The moment between a dead letter's being written, with the halt of its session, and its
/// instance's hearing of it.
class HeardOfTest {
  private final World world = World.toProve(7, Database.empty(), Proving.EACH_STEP);

  @BeforeEach
  void a_dead_letter_is_written_and_its_instance_has_not_heard_of_it() {
    done("create topic chat partitions 1");
    done("fail chat p0:0 terminal");
    done("start one on chat group sms after-dead-letter halt shuffle 5ms from-beginning");
    done("produce chat key=kai hello");
    while (world.deadLetters("sms").isEmpty()) {
      done("step 1");
    }
  }

  @Test
  void nobody_is_released_whom_his_instance_would_halt_a_moment_later() {
    assertInstanceOf(Outcome.Refused.class, run("release group sms session kai"));
    assertEquals(List.of(), world.halted("sms"));

    done("run 1s");
    assertEquals(List.of("kai"), world.halted("sms"));
    done("release group sms session kai");
    done("run 1s");
    assertEquals(List.of(), world.halted("sms"));
    assertNull(world.violation());
  }

  @Test
  void a_redrive_at_that_moment_leaves_the_session_halted_for_its_whole_group() {
    Reply reply = done("redrive group sms").reply();
    assertEquals(List.of(), assertInstanceOf(Reply.Redrove.class, reply).released());
    done("run 1s");

    // Whoever comes next knows of it too.
    done("crash one");
    assertEquals(List.of("kai"), world.halted("sms"));
    done("restart one");
    done("run 1s");
    assertEquals(List.of("kai"), world.halted("sms"));
    done("release group sms session kai");
    done("run 1h");
    done("check order chat group sms");
    world.mustRest();
    assertEquals(2, world.group("sms").position("chat", 0));
    assertNull(world.violation());
  }

  private Outcome.Done done(String line) {
    Outcome outcome = run(line);
    assertTrue(outcome instanceof Outcome.Done, () -> line + ": " + outcome);
    return (Outcome.Done) outcome;
  }

  private Outcome run(String line) {
    return world.run(assertInstanceOf(Parser.Understood.class, Parser.parse(line)).command());
  }
}
