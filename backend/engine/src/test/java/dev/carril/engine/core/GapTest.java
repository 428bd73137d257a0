package dev.carril.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.Reason;
import dev.carril.engine.source.Partition;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What holds the commit point back for too long is skipped, and nothing runs twice because of it.
class GapTest {
  private static final long MILLI = 1_000_000;
  private static final Partition P0 = new Partition("orders", 0);
  private static final Rules RULES =
      Rules.STANDARD
          .with(new RetrySchedule(9, 500 * MILLI, 500 * MILLI, RetrySchedule.Jitter.NONE, 0))
          .with(new Times(10_000 * MILLI, 10 * MILLI, 100 * MILLI, 0));

  private final Cluster cluster = new Cluster(1);
  private Member member = start(RULES);

  private Member start(Rules rules) {
    cluster.members.clear();
    Member started = cluster.member("one", rules, 2, true);
    started.keepEvents = true;
    started.assignAll();
    return started;
  }

  private void arrive(String... sessions) {
    member.arrive(P0, sessions);
  }

  @AfterEach
  void the_laws_are_kept() {
    assertEquals(List.of(), cluster.laws.violations());
    assertEquals(List.of(), member.intake.recount());
  }

  @Test
  void a_running_record_is_skipped_and_its_lane_stays_occupied() {
    arrive("hung", "ben", "hung");
    member.done(1);
    member.pass(99 * MILLI);
    assertTrue(member.writes.isEmpty());

    member.pass(MILLI);
    assertEquals(Reason.GAP_TIMEOUT, member.writes.getFirst().reason());
    assertEquals(1, member.writes.getFirst().attempts());
    assertEquals(0, member.commitPoint(P0));
    member.deadLetterIsSafe();
    member.settle();

    assertEquals(2, member.commitPoint(P0));
    assertTrue(member.runs(0));
    assertFalse(member.runs(2));
    member.done(0);
    assertTrue(member.runs(2));
    assertTrue(
        member.events.stream()
            .anyMatch(event -> event instanceof Event.FinishedAfterSkip skip && skip.well()));
    member.done(2);
    assertEquals(3, member.commitPoint(P0));
    assertEquals(0, member.intake.held());
  }

  @Test
  void what_stands_behind_a_hung_record_of_its_session_starts_no_clock_of_its_own() {
    arrive("hung", "hung", "hung", "ben");
    member.done(3);
    member.pass(100 * MILLI);
    member.deadLetterIsSafe();
    member.settle();
    member.pass(MILLI);
    member.deadLetterIsSafe();
    member.settle();
    member.pass(MILLI);
    member.deadLetterIsSafe();
    member.settle();
    assertEquals(4, member.commitPoint(P0));
    assertEquals(3, member.intake.gapSkips());

    // Once it has come to its end, its session is like any other.
    member.done(0);
    arrive("hung", "ben");
    member.done(5);
    member.pass(99 * MILLI);
    assertTrue(member.writes.isEmpty());
    member.done(4);
    assertEquals(6, member.commitPoint(P0));
  }

  @Test
  void a_record_that_backs_off_is_taken_out_and_its_session_goes_on() {
    arrive("anna", "ben", "anna");
    member.done(1);
    member.fails(0);
    member.pass(100 * MILLI);
    assertFalse(member.runs(2));
    member.deadLetterIsSafe();
    member.settle();
    assertTrue(member.runs(2));
    member.pass(MILLI);
    assertTrue(member.writes.isEmpty());
    member.pass(500 * MILLI);
    assertFalse(member.runs(0));
  }

  @Test
  void a_record_that_is_parked_is_skipped_where_it_is() {
    Bounds bounds = RULES.bounds();
    cluster.laws.crashed("one");
    member = start(RULES.with(new Bounds(1, 10, bounds.storeBytesMax(), 1_000, 10, 1)));
    arrive("anna");
    member.intake.revoke(List.of(P0), 0, this, cluster.nowNanos);
    member.intake.flush();
    member.drained.clear();
    // The old flight of offset 0 holds the lane; what comes now waits behind it in the store.
    member.assign(P0);
    arrive("anna", "ben");
    member.done(2);
    member.pass(100 * MILLI);
    assertEquals(0, member.writes.getFirst().held().offset());
    member.deadLetterIsSafe();
    member.settle();
    assertEquals(1, member.commitPoint(P0));
  }

  @Test
  void what_waits_for_its_dead_letter_is_never_skipped() {
    arrive("anna", "ben");
    member.done(1);
    member.failsForGood(0);
    member.pass(500 * MILLI);
    assertEquals(1, member.writes.size());
    assertEquals(Reason.TERMINAL, member.writes.getFirst().reason());
  }

  @Test
  void skipping_spends_the_budget_and_stops_when_it_is_spent() {
    member = start(RULES.with(new Allowance(1, 0, 1_000_000 * MILLI)));
    arrive("hung", "stuck", "ben");
    member.done(2);
    member.pass(100 * MILLI);
    member.deadLetterIsSafe();
    member.settle();
    member.pass(1_000 * MILLI);
    assertTrue(member.writes.isEmpty());
    assertEquals(1, member.commitPoint(P0));
    member.done(1);
    assertEquals(3, member.commitPoint(P0));
  }

  @Test
  void a_commit_point_with_nothing_done_behind_it_is_no_gap() {
    arrive("slow");
    member.pass(1_000 * MILLI);
    assertTrue(member.writes.isEmpty());
  }

  @Test
  void a_running_record_that_is_asked_for_twice_becomes_one_dead_letter() {
    arrive("hung", "ben");
    member.done(1);
    cluster.nowNanos += 100 * MILLI;
    member.intake.tick(cluster.nowNanos);
    // The first wish is still on its way when the time is over again.
    cluster.nowNanos += 100 * MILLI;
    member.intake.tick(cluster.nowNanos);
    member.settle();

    assertEquals(1, member.writes.size());
    assertEquals(1, member.intake.gapSkips());
    member.deadLetterIsSafe();
    member.settle();
    member.done(0);
    assertTrue(member.events.stream().anyMatch(Event.FinishedAfterSkip.class::isInstance));
  }

  @Test
  void a_gap_that_waits_for_its_dead_letter_leaves_nothing_to_do() {
    arrive("bad", "ben");
    member.done(1);
    member.failsForGood(0);
    assertEquals(1, member.writes.size());

    member.pass(200 * MILLI);

    assertTrue(member.intake.dueNanos() > cluster.nowNanos, "it would never sleep again");
    member.deadLetterIsSafe();
    member.settle();
  }
}
