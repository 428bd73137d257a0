package dev.carril.course.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.course.Lesson;
import dev.carril.course.Predict;
import dev.carril.course.Script;
import dev.carril.course.Try;
import dev.carril.course.goal.Goal;
import dev.carril.course.goal.Spot;
import dev.carril.course.read.Lessons;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Sandbox;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A learner in lesson 3: wrong in three ways, then right.
class AttemptTest {
  private static final Lesson KEYS = lesson("keys");
  private static final Try ONE_ORDER = KEYS.exercise("one-order");
  private static final String PLACED = "{\"order\":61,\"event\":\"placed\"}";
  private static final String PAID = "{\"order\":61,\"event\":\"paid\"}";
  private static final String SHIPPED = "{\"order\":61,\"event\":\"shipped\"}";
  private static final String KEY = "produce orders key=order-61 ";

  private static Lesson lesson(String name) {
    return Lessons.in(List.of(Path.of("../../exercises")))
        .course()
        .lesson("event-streams/" + name)
        .orElseThrow()
        .lesson()
        .orElseThrow();
  }

  private final Sandbox sandbox = Attempt.sandbox(ONE_ORDER.start(), 7);
  private final Attempt attempt = Attempt.at(ONE_ORDER.start(), 7);
  private int number;

  private Verdict run(String... lines) {
    for (String line : lines) {
      Answer answer = sandbox.run("line-" + ++number, line);
      attempt.ran(sandbox, line, answer);
    }
    return Judge.judge(ONE_ORDER, attempt, sandbox);
  }

  @Test
  void each_mistake_has_its_own_word_and_undo_forgets_it() {
    assertEquals(Optional.of("no-key"), run("produce orders " + PLACED).mistake());
    assertEquals(Optional.empty(), run("undo").mistake());
    assertEquals(
        Optional.of("other-keys"), run(KEY + PLACED, "produce orders key=x " + PAID).mistake());
    assertEquals(
        Optional.of("wrong-order"), run("undo", "undo", KEY + PAID, KEY + PLACED).mistake());
    Verdict verdict = run("undo", "undo", KEY + PLACED, KEY + PAID, KEY + SHIPPED);
    assertTrue(verdict.solved());
    assertEquals(Optional.empty(), verdict.mistake());
  }

  @Test
  void what_is_missing_is_shown_where_it_should_stand() {
    assertEquals(
        List.of(
            new Missing.Cell("orders", 1, 1, "order-61", "event", "paid", false),
            new Missing.Cell("orders", 1, 2, "order-61", "event", "shipped", false)),
        run(KEY + PLACED).goals().getFirst().missing());
    assertEquals(
        List.of(
            new Missing.Cell("orders", 1, 1, "order-61", "event", "paid", true),
            new Missing.Cell("orders", 1, 2, "order-61", "event", "shipped", false)),
        run(KEY + SHIPPED).goals().getFirst().missing());
  }

  @Test
  void who_has_done_something_that_is_no_known_mistake_is_under_way() {
    assertEquals(Verdict.Going.NOT_BEGUN, run().going());
    Verdict verdict = run(KEY + PLACED);
    assertEquals(Optional.empty(), verdict.mistake());
    assertEquals(Verdict.Going.UNDER_WAY, verdict.going());
  }

  @Test
  void
      what_stands_in_the_way_is_told_before_what_only_was_in_vain_and_that_only_until_one_goes_on() {
    Try rewind = lesson("practice").exercise("rewind");

    assertEquals("in-vain", told(rewind, "consume orders group analytics from-beginning"));
    assertEquals(
        "to-the-end",
        told(
            rewind,
            "consume orders group analytics from-beginning",
            "reset group analytics to latest"));
    assertEquals(
        "billing-moved",
        told(
            rewind,
            "reset group billing to earliest",
            "consume orders group analytics from-beginning"));
    assertEquals(
        "elsewhere",
        told(
            rewind, "consume orders group analytics from-beginning", "reset group analytics to 1"));
    assertEquals(
        "not-read-yet",
        told(
            lesson("groups").exercise("everything"),
            "consume orders group analytics",
            "reset group analytics to earliest"));
    assertEquals(
        "not-saved",
        told(
            lesson("groups").exercise("everything"),
            "read orders",
            "consume orders group analytics from-beginning no-commit"));
  }

  private static String told(Try exercise, String... lines) {
    try (var play = new Play(exercise.start())) {
      for (String line : lines) {
        play.run(line);
      }
      return play.verdict(exercise).mistake().orElse("");
    }
  }

  @Test
  void what_is_left_to_read_is_told_of_the_partition_that_is_meant() {
    run(
        KEY + PLACED,
        "consume orders group billing",
        KEY + PAID,
        "produce orders partition 0 -- x");
    Scene scene = attempt.scene(sandbox);
    var difference = new Difference(new Judge(scene), scene);

    assertEquals(
        List.of(new Missing.Number(1)),
        difference.of(new Goal.Positions("billing", "orders", 1, null, 0L)));
    assertEquals(
        List.of(new Missing.Number(2)),
        difference.of(new Goal.Positions("billing", "orders", null, null, 0L)));
  }

  @Test
  void an_attempt_can_be_taken_up_from_the_sandbox_alone() {
    run(KEY + PLACED, KEY + PAID, KEY + SHIPPED);
    try (Sandbox again = Sandbox.replay(7, sandbox.log())) {
      assertTrue(Judge.judge(ONE_ORDER, Attempt.at(ONE_ORDER.start(), 7), again).solved());
    }
  }

  @Test
  void nothing_is_judged_when_the_start_was_taken_back() {
    Verdict verdict =
        run("undo", "create topic orders partitions 1", KEY + PLACED, KEY + PAID, KEY + SHIPPED);
    assertFalse(verdict.onStart());
    assertFalse(verdict.solved());
    assertFalse(run("start over").onStart());
    assertTrue(
        run("undo", "undo", "undo", "undo", "undo").goals().stream()
            .noneMatch(Verdict.Judged::reached));
  }

  @Test
  void a_line_that_is_sent_again_counts_once() {
    Answer answer = sandbox.run("same", KEY + PLACED);
    attempt.ran(sandbox, KEY + PLACED, answer);
    attempt.ran(sandbox, KEY + PLACED, sandbox.run("same", KEY + PLACED));
    assertTrue(run(KEY + PAID, KEY + SHIPPED).solved());
  }

  @Test
  void kafkas_own_tools_are_as_good() {
    Verdict verdict =
        run(
            "kafka-topics --create --topic t --partitions 1 --bootstrap-server x",
            KEY + PLACED,
            KEY + PAID,
            KEY + SHIPPED);
    assertTrue(verdict.solved());
  }

  @Test
  void predictions_are_what_the_simulator_does_and_change_nothing() {
    int before = sandbox.log().size();
    assertEquals(
        Set.of(new Spot.Cell("orders", 1, 0), new Spot.Partition("orders", 1)),
        Spots.predicted(sandbox, List.of(KEY + PLACED), Predict.LANDS));
    run(KEY + PLACED, KEY + PAID);
    assertEquals(
        Set.of(new Spot.Cell("orders", 1, 0)),
        Spots.predicted(sandbox, List.of("consume orders group g from-beginning"), Predict.READS));
    assertTrue(
        Spots.predicted(sandbox, List.of("consume orders group g from-beginning"), Predict.POSITION)
            .contains(new Spot.Cell("orders", 1, 2)));
    run("consume orders group g from-beginning");
    assertEquals(
        Set.of(new Spot.Cell("orders", 1, 0)),
        Spots.predicted(sandbox, List.of("reset group g to 0"), Predict.POSITION));
    assertEquals(Set.of(), Spots.predicted(sandbox, List.of("read orders"), Predict.READS));
    assertEquals(before + 3, sandbox.log().size());
  }

  @Test
  void asides_do_not_grow_without_bound() {
    for (int i = 0; i < 2_500; i++) {
      attempt.ran(sandbox, "topics", sandbox.run("aside-" + i, "topics"));
    }
    assertEquals(2_000, attempt.scene(sandbox).events().size());
  }

  @Test
  void a_start_that_fails_says_where() {
    try (var play = new Play(new Script(List.of(new Script.Line(3, "read nothing"))))) {
      assertEquals(3, play.failed().orElseThrow().line().number());
    }
  }
}
