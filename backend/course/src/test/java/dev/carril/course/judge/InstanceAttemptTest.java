package dev.carril.course.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.course.Script;
import dev.carril.course.Try;
import dev.carril.course.goal.Amount;
import dev.carril.course.goal.Goal;
import dev.carril.course.goal.InstanceGoal;
import dev.carril.course.goal.Since;
import dev.carril.course.goal.What;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Sandbox;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// An exercise about instances, while the page lets time go by.
class InstanceAttemptTest {
  private static final Amount NONE = new Amount(0, null, null);
  private static final Amount SOME = new Amount(null, 1, null);
  private static final Script START =
      script(
          "create topic messages partitions 1",
          "fail messages p0:0",
          "produce messages key=trip-7 London",
          "produce messages key=trip-7 Paris");
  private static final String PAGE_PLAYS = "run 200ms";

  private final Try exercise = exercise();
  private final Sandbox sandbox = Attempt.sandbox(START, 0);
  private final Attempt attempt = Attempt.at(START, 0);
  private int number;

  private static Script script(String... lines) {
    return new Script(List.of(lines).stream().map(line -> new Script.Line(1, line)).toList());
  }

  private static InstanceGoal order(Amount violations, Amount checked) {
    return new InstanceGoal.Order(
        "assistants", null, violations, Amount.ANY, Amount.ANY, checked, Amount.ANY, null, null);
  }

  private static Try exercise() {
    var mistakes = new LinkedHashMap<String, Try.Mistake>();
    mistakes.put("overtaken", mistake("overtaken", order(SOME, Amount.ANY)));
    mistakes.put(
        "crashed",
        mistake(
            "crashed",
            new InstanceGoal.Happened(
                What.CRASHED, "assistants", null, null, null, null, Since.START, Amount.ANY)));
    mistakes.put("update", mistake("update", new Goal.Refused("update", List.of(), Since.START)));
    return new Try(
        "in-order",
        1,
        START,
        List.of(order(NONE, new Amount(2, null, null))),
        List.of(),
        Set.of(),
        List.of(),
        START,
        List.of(),
        mistakes);
  }

  private static Try.Mistake mistake(String name, Goal when) {
    return new Try.Mistake(name, 1, List.of(when), START);
  }

  private Verdict run(String... lines) {
    for (String line : lines) {
      Answer answer = sandbox.run("line-" + ++number, line);
      attempt.ran(sandbox, line, answer);
    }
    return Judge.judge(exercise, attempt, sandbox);
  }

  private static String start(String design) {
    return "start anna on messages group assistants from-beginning design " + design;
  }

  @Test
  void it_is_solved_as_time_goes_by() {
    assertFalse(run(start("lanes")).solved());
    assertFalse(run("run 60ms").solved());
    assertTrue(run(PAGE_PLAYS, PAGE_PLAYS, PAGE_PLAYS).solved());
  }

  @Test
  void a_mistake_shows_as_soon_as_it_has_happened_and_is_forgotten_when_it_is_undone() {
    assertEquals(Optional.empty(), run(start("pool")).mistake());
    assertEquals(Optional.of("overtaken"), run(PAGE_PLAYS).mistake());
    assertEquals(Optional.of("overtaken"), run(PAGE_PLAYS).mistake());
    assertEquals(Optional.empty(), run("undo", "undo", "undo").mistake());
    assertTrue(run(start("lanes"), "run 2s").solved());
  }

  @Test
  void what_only_was_refused_is_told_while_time_goes_by_until_somebody_goes_on() {
    assertEquals(Optional.of("update"), run(start("lanes"), "update messages").mistake());
    assertEquals(Optional.of("update"), run("run 1ms", "run 1ms").mistake());
    assertEquals(Optional.empty(), run("produce messages key=trip-8 hotel").mistake());
  }

  @Test
  void what_has_happened_stands_in_the_way() {
    assertEquals(Optional.of("crashed"), run(start("lanes"), "crash anna").mistake());
    assertEquals(Optional.of("crashed"), run("run 1s").mistake());
    assertEquals(Optional.empty(), run("undo", "undo").mistake());
  }

  @Test
  void an_attempt_is_taken_up_from_the_sandbox_alone_to_the_last_command() {
    run(start("lanes"), "run 2s", "crash anna");
    var happened =
        new InstanceGoal.Happened(
            What.BACKED_OFF, null, null, null, null, null, Since.LAST, Amount.ANY);
    var crashed =
        new InstanceGoal.Happened(
            What.CRASHED, null, null, null, null, null, Since.LAST, Amount.ANY);
    try (Sandbox again = Sandbox.replay(0, sandbox.log())) {
      var judge = new Judge(Attempt.at(START, 0).scene(again));
      assertFalse(judge.holds(happened));
      assertTrue(judge.holds(crashed));
    }
  }
}
