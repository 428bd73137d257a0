package dev.carril.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.check.Halt;
import dev.carril.engine.check.LaneState;
import dev.carril.engine.check.Pause;
import dev.carril.engine.check.Reason;
import dev.carril.engine.source.Partition;
import java.util.ArrayList;
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
  private static final Rules SEVERAL_LETTERS = RULES.with(new Allowance(9, 0, 1_000_000 * MILLI));

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

  /// Records of anna's that come back from the dead letters, in this order.
  private void redriven(long... of) {
    for (long offset : of) {
      redriven(offset, null);
    }
  }

  private void redriven(long of, String after) {
    long end = cluster.ends.get(P0);
    var extra = new Extra(Redriven.of("orders/0/" + of, after), null, null);
    member.intake.arrive(member.intake.epoch(P0), end, "anna", 1, "anna", extra, cluster.nowNanos);
    member.positions.put(P0, end + 1);
    cluster.ends.put(P0, end + 1);
    member.intake.flush();
    member.settle();
  }

  private void release() {
    assertTrue(member.intake.release(cluster.session("anna"), cluster.nowNanos));
    member.intake.flush();
    member.settle();
  }

  /// The dead letters that wait to be safe, and those behind them, become so one after the other.
  private List<Long> allLettersAreSafe() {
    var offsets = new ArrayList<Long>();
    while (!member.writes.isEmpty()) {
      offsets.add(member.writes.getFirst().held().offset());
      letterIsSafe();
    }
    return offsets;
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
  void a_record_that_is_nobodys_halts_nobody() {
    var why = new IllegalArgumentException("no order number");
    member.intake.arrive(
        member.intake.epoch(P0), 0, "?", 1, "?", new Extra(null, null, why), cluster.nowNanos);
    member.intake.flush();
    member.settle();
    assertEquals(Reason.NO_SESSION, member.writes.getFirst().reason());
    letterIsSafe();
    assertEquals(List.of(), member.intake.halted());
    assertEquals(1, member.commitPoint(P0));
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
    member.intake.halted(List.of(new Halt(cluster.session("anna"), P0, 0)), cluster.nowNanos);
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
    redriven(0);
    arrive("anna");
    assertTrue(member.writes.isEmpty());
    assertEquals(
        LaneState.HALTED,
        member.workers.stream()
            .flatMap(worker -> worker.dispatch.look().stream())
            .findFirst()
            .orElseThrow()
            .state());

    release();
    member.done(1);
    member.done(2);
    assertEquals(3, member.commitPoint(P0));
  }

  @Test
  void a_session_that_halts_again_keeps_nothing_of_an_earlier_redrive() {
    member = start(SEVERAL_LETTERS);
    arrive("anna", "anna", "anna");
    member.failsForGood(0);
    assertEquals(List.of(0L, 1L, 2L), allLettersAreSafe());
    redriven(0, 1, 2);
    release();

    member.failsForGood(3);
    assertEquals(List.of(3L, 4L, 5L), allLettersAreSafe());
    redriven(3, 4, 5);
    arrive("anna");
    release();

    for (long offset = 6; offset <= 9; offset++) {
      assertTrue(member.runs(offset));
      member.done(offset);
    }
    assertEquals(10, member.commitPoint(P0));
  }

  @Test
  void what_was_redriven_before_a_halt_and_comes_after_it_becomes_a_dead_letter() {
    member = start(SEVERAL_LETTERS);
    arrive("anna", "anna", "anna");
    member.failsForGood(0);
    allLettersAreSafe();
    redriven(0);
    release();
    member.failsForGood(3);
    letterIsSafe();

    redriven(1, 2);
    assertEquals(List.of(4L, 5L), allLettersAreSafe());
  }

  @Test
  void what_waits_in_the_store_becomes_a_dead_letter_too_when_its_session_halts_again() {
    Bounds bounds = RULES.bounds();
    member =
        start(
            SEVERAL_LETTERS.with(
                new Bounds(1, 10, bounds.storeBytesMax(), bounds.aheadMax(), 10, 1)));
    arrive("anna", "anna", "anna");
    member.failsForGood(0);
    allLettersAreSafe();
    redriven(0, 1, 2);
    release();

    member.failsForGood(3);
    assertEquals(List.of(3L, 4L, 5L), allLettersAreSafe());
  }

  @Test
  void dead_letters_that_were_left_are_redriven_before_those_of_a_later_halt() {
    member = start(SEVERAL_LETTERS);
    arrive("anna", "anna");
    member.failsForGood(0);
    letterIsSafe();
    letterIsSafe();
    release();
    arrive("anna");
    member.failsForGood(2);
    letterIsSafe();

    redriven(0, "orders/0/2");
    redriven(1, "orders/0/2");
    redriven(2);
    assertTrue(member.writes.isEmpty());
    release();

    for (long offset = 3; offset <= 5; offset++) {
      assertTrue(member.runs(offset));
      member.done(offset);
    }
  }

  @Test
  void a_redriven_record_that_is_skipped_while_it_waits_halts_its_session_anew() {
    member = start(SEVERAL_LETTERS.with(new Times(5_000 * MILLI, 10 * MILLI, 100 * MILLI, 0)));
    arrive("anna", "anna");
    member.failsForGood(0);
    allLettersAreSafe();
    redriven(0, 1);
    arrive("ben");
    member.done(4);
    member.pass(100 * MILLI);
    assertEquals(Reason.GAP_TIMEOUT, member.writes.getFirst().reason());

    assertEquals(List.of(2L, 3L), allLettersAreSafe());
    assertEquals(Reason.SESSION_HALTED, member.deadLetters.getLast().reason);
  }

  @Test
  void a_record_that_says_unreadably_what_it_was_waits_for_the_release() {
    arrive("anna");
    member.failsForGood(0);
    letterIsSafe();
    redriven(0, "nowhere");
    redriven(0, "orders/zero/0");
    redriven(0, "/0/0");
    assertTrue(member.writes.isEmpty());
  }

  @Test
  void what_others_have_halted_and_released_holds_here_too() {
    arrive("anna");
    member.failsForGood(0);
    letterIsSafe();
    member.intake.halted(List.of(new Halt(cluster.session("ben"), P0, 7)), cluster.nowNanos);
    member.intake.flush();
    member.settle();
    assertEquals(List.of(cluster.session("ben")), member.intake.halted());
    assertEquals(List.of(), member.released);
    arrive("anna", "ben");
    assertTrue(member.runs(1));
    assertFalse(member.runs(2));
    letterIsSafe();
  }

  @Test
  void a_partition_is_not_fetched_before_it_is_known_which_sessions_are_halted() {
    Epoch epoch = member.intake.epoch(P0);
    member.intake.awaitHalts(epoch, cluster.nowNanos);
    assertTrue(member.paused.contains(P0));
    assertTrue(member.intake.look().getFirst().pauses().contains(Pause.HALTS));
    member.intake.haltsKnown(epoch, cluster.nowNanos);
    assertFalse(member.paused.contains(P0));

    member.intake.awaitHalts(epoch, cluster.nowNanos);
    member.intake.lost(List.of(P0), cluster.nowNanos);
    member.intake.haltsKnown(epoch, cluster.nowNanos);
    assertTrue(member.paused.contains(P0));
  }
}
