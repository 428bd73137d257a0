package dev.carril.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.check.LaneState;
import dev.carril.engine.check.Reason;
import dev.carril.engine.source.Partition;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A session that had a dead letter stands still until somebody releases it.
class HaltTest {
  private static final long MILLI = 1_000_000;
  private static final Partition P0 = new Partition("orders", 0);
  private static final Rules RULES =
      Rules.STANDARD
          .with(AfterDeadLetter.HALT_SESSION)
          .with(new RetrySchedule(2, MILLI, MILLI, RetrySchedule.Jitter.NONE, 0))
          .with(new Times(5_000 * MILLI, 10 * MILLI, 0, 0))
          .with(new Allowance(1, 0, 1_000_000 * MILLI));

  private final Cluster cluster = new Cluster(1);
  private Member member = start(RULES);

  private Member start(Rules rules) {
    cluster.members.clear();
    Member started = cluster.member("one", rules, 2, true);
    started.assignAll();
    return started;
  }

  /// One record of anna's that came to a good end while the dead letter for its being late was
  /// still under way, and whose lane has gone since.
  private void endsBeforeItsDeadLetterIsSafe() {
    member = start(RULES.with(new Times(5_000 * MILLI, 10 * MILLI, 100 * MILLI, 0)));
    arrive("anna", "ben");
    member.done(1);
    member.pass(100 * MILLI);
    assertEquals(Reason.GAP_TIMEOUT, member.writes.getFirst().reason());
    member.done(0);
    member.pass(6_000 * MILLI);
  }

  private int lanes() {
    return member.workers.stream().mapToInt(worker -> worker.dispatch.lanes()).sum();
  }

  private void arrive(String... sessions) {
    member.arrive(P0, sessions);
  }

  private void redriven(long offset, String session) {
    Epoch epoch = member.intake.epoch(P0);
    member.intake.arrive(
        epoch, offset, session, 1, session, new Extra(true, null, null), cluster.nowNanos);
    member.intake.flush();
    member.settle();
  }

  private void letterIsSafe() {
    member.deadLetterIsSafe();
    member.settle();
  }

  @AfterEach
  void the_laws_are_kept() {
    assertEquals(List.of(), cluster.laws.violations());
    assertEquals(List.of(), member.intake.recount());
  }

  @Test
  void later_records_become_dead_letters_in_order_and_outside_the_budget() {
    arrive("anna", "anna", "anna", "ben");
    member.failsForGood(0);
    letterIsSafe();
    assertEquals(List.of(cluster.session("anna")), member.intake.halted());

    assertEquals(1, member.writes.size());
    assertEquals(1, member.writes.getFirst().held().offset());
    assertEquals(Reason.SESSION_HALTED, member.writes.getFirst().reason());
    letterIsSafe();
    assertEquals(2, member.writes.getFirst().held().offset());
    letterIsSafe();
    assertTrue(member.runs(3));
    member.done(3);
    assertEquals(4, member.commitPoint(P0));
    assertEquals(4, cluster.handled + 2);
  }

  @Test
  void a_released_session_goes_on() {
    arrive("anna");
    member.failsForGood(0);
    letterIsSafe();
    assertTrue(member.intake.release(cluster.session("anna"), cluster.nowNanos));
    assertFalse(member.intake.release(cluster.session("anna"), cluster.nowNanos));
    member.intake.flush();
    member.settle();
    arrive("anna");
    member.done(1);
    assertEquals(2, member.commitPoint(P0));
  }

  @Test
  void a_release_meets_a_record_that_is_on_its_way_to_the_dead_letters() {
    arrive("anna");
    member.failsForGood(0);
    letterIsSafe();
    cluster.append(P0, "anna");
    member.pollAll();
    for (Member.Worker worker : member.workers) {
      worker.takeMail();
    }
    // The worker has condemned it, and intake does not know yet.
    member.intake.release(cluster.session("anna"), cluster.nowNanos);
    member.intake.flush();
    member.settle();
    assertTrue(member.writes.isEmpty());
    assertTrue(member.runs(1));
    member.done(1);
    assertEquals(2, member.commitPoint(P0));
  }

  @Test
  void a_halt_outlives_its_lane() {
    arrive("anna");
    member.failsForGood(0);
    letterIsSafe();
    member.pass(6_000 * MILLI);
    assertEquals(0, member.intake.sessions());
    arrive("anna");
    assertEquals(Reason.SESSION_HALTED, member.writes.getFirst().reason());
    letterIsSafe();
  }

  @Test
  void a_dead_letter_that_comes_late_makes_no_lane_for_a_session_that_has_none() {
    endsBeforeItsDeadLetterIsSafe();
    assertEquals(0, lanes());
    letterIsSafe();
    assertEquals(List.of(cluster.session("anna")), member.intake.halted());
    assertEquals(0, lanes());
  }

  @Test
  void a_dead_letter_that_comes_late_halts_the_lane_that_its_session_has_now() {
    endsBeforeItsDeadLetterIsSafe();
    arrive("anna");
    assertTrue(member.runs(2));
    letterIsSafe();
    member.done(2);
    arrive("anna");
    assertFalse(member.runs(3));
    assertEquals(Reason.SESSION_HALTED, member.writes.getFirst().reason());
    letterIsSafe();
  }

  @Test
  void a_halt_from_before_the_start_holds() {
    member.intake.halt(cluster.session("anna"));
    arrive("anna", "ben");
    assertEquals(1, member.writes.size());
    letterIsSafe();
    assertFalse(member.runs(0));
    assertTrue(member.runs(1));
  }

  @Test
  void a_redriven_record_waits_for_the_release_and_so_does_what_is_behind_it() {
    arrive("anna");
    member.failsForGood(0);
    letterIsSafe();
    redriven(1, "anna");
    member.positions.put(P0, 2L);
    cluster.ends.put(P0, 2L);
    arrive("anna");
    assertTrue(member.writes.isEmpty());
    assertEquals(
        LaneState.HALTED,
        member.workers.stream()
            .flatMap(worker -> worker.dispatch.look().stream())
            .findFirst()
            .orElseThrow()
            .state());

    member.intake.release(cluster.session("anna"), cluster.nowNanos);
    member.intake.flush();
    member.settle();
    member.done(1);
    member.done(2);
    assertEquals(3, member.commitPoint(P0));
  }
}
