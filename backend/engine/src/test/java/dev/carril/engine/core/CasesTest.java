package dev.carril.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.LaneState;
import dev.carril.engine.check.Pause;
import dev.carril.engine.check.Reason;
import dev.carril.engine.source.Partition;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What broke others, case by case, played against the core with every message in the test's hands.
/// Cases of one part alone are beside it, in [AheadTest] and [SendsTest]; what needs threads is in
/// `RuntimeCasesTest`.
class CasesTest {
  private static final long MILLI = 1_000_000;
  private static final Partition P0 = new Partition("orders", 0);
  private static final Partition P1 = new Partition("orders", 1);
  private static final Rules RULES =
      Rules.STANDARD
          .with(new RetrySchedule(3, MILLI, 8 * MILLI, RetrySchedule.Jitter.NONE, 0))
          .letters(new RetrySchedule(3, MILLI, 8 * MILLI, RetrySchedule.Jitter.NONE, 0))
          .with(new Times(1_000_000 * MILLI, 10 * MILLI, 0, 0));

  private final Cluster cluster = new Cluster(2);
  private Member member;

  private void start(Rules rules) {
    member = cluster.member("one", rules, 2, true);
    member.keepEvents = true;
    member.assignAll();
  }

  private void arrive(Partition partition, String... sessions) {
    member.arrive(partition, sessions);
  }

  private void revoke(Partition partition, long patienceNanos) {
    member.intake.revoke(
        List.of(partition), cluster.nowNanos + patienceNanos, this, cluster.nowNanos);
    member.intake.flush();
    member.settle();
  }

  /// What the revoke callback does after the drain.
  private void letGo() {
    assertFalse(member.drained.isEmpty(), "nothing may go yet");
    Drain drain = member.drained.removeFirst();
    member.store(drain.commits());
    member.intake.committed(drain.commits(), cluster.nowNanos);
  }

  private <E extends Event> List<E> told(Class<E> kind) {
    return member.events.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  @AfterEach
  void every_case_keeps_the_laws() {
    assertEquals(List.of(), cluster.laws.violations());
    assertEquals(0, cluster.checker.report().violations());
    for (Member each : cluster.members) {
      assertEquals(List.of(), each.intake.recount());
    }
  }

  @Test
  void case_01_what_was_polled_and_not_started_is_not_committed() {
    start(RULES);
    LongStream.range(0, 10).forEach(_ -> cluster.hole(P0));
    cluster.append(P0, "anna");
    member.poll(P0, 10);

    member.commitNow();
    revoke(P0, 0);
    letGo();

    assertTrue(member.commits.isEmpty());
    member.assign(P0);
    assertEquals(1, member.poll(P0, 10));
    member.settle();
    assertTrue(member.runs(10));
  }

  @Test
  void case_02_offset_and_metadata_are_from_one_moment() {
    start(RULES);
    arrive(P0, "a", "b", "c", "d", "e", "f", "g", "h");
    for (long offset : List.of(0, 1, 2, 3, 4, 6, 7)) {
      member.done(offset);
    }

    Commit before = Commit.of(member.intake.epoch(P0));
    member.done(5);
    Commit after = Commit.of(member.intake.epoch(P0));

    assertEquals(5, before.offset());
    Restored restored = Ahead.decode(5, before.metadata());
    assertFalse(restored.has(5));
    assertTrue(restored.has(6));
    assertTrue(restored.has(7));
    assertEquals(8, after.offset());
    assertEquals("", after.metadata());
    // The one's metadata beside the other's offset is not believed.
    assertNotNull(Ahead.decode(8, before.metadata()).ignored());
  }

  @Test
  void case_03_a_batch_that_a_revoke_interrupts_leaves_nothing_behind() {
    start(RULES);
    LongStream.range(0, 12).forEach(_ -> cluster.hole(P0));
    cluster.append(P0, "anna");
    member.poll(P0, 1);
    revoke(P0, 0);
    letGo();
    member.assign(P0);

    member.poll(P0, 1);
    member.settle();

    // The first delivery was on its way to its lane already; it changes nothing.
    member.done(12);
    assertEquals(12, member.commitPoint(P0));
    assertTrue(member.runs(12));
    member.done(12);
    assertEquals(13, member.commitPoint(P0));
  }

  @Test
  void case_04_a_redelivered_record_waits_for_its_first_flight() {
    start(RULES);
    arrive(P0, "anna");
    Member.Handling first = member.running(0);
    member.intake.lost(List.of(P0), cluster.nowNanos);
    member.settle();
    member.assign(P0);
    member.poll(P0, 1);
    member.settle();
    assertEquals(1, cluster.handled);

    first.done();
    member.settle();

    assertEquals(2, cluster.handled);
    assertEquals(0, member.commitPoint(P0));
    member.done(0);
    assertEquals(1, member.commitPoint(P0));
  }

  @Test
  void case_05_an_old_flight_that_ends_after_reassignment_commits_nothing() {
    start(RULES);
    LongStream.range(0, 40).forEach(_ -> cluster.hole(P0));
    for (int number = 40; number <= 50; number++) {
      arrive(P0, "session-" + number);
    }
    Member.Handling last = member.running(50);
    revoke(P0, 0);
    letGo();
    member.assign(P0);

    last.done();
    member.settle();
    member.commitNow();

    assertTrue(member.commits.isEmpty());
    assertNull(cluster.committed.get(P0));
  }

  @Test
  void case_06_what_ends_while_a_commit_is_under_way_is_committed_when_traffic_stops() {
    start(RULES);
    arrive(P0, "a", "b", "c");
    member.done(0);
    member.done(1);
    member.commitNow();

    member.done(2);
    member.commitSucceeds();
    member.commitNow();
    member.commitSucceeds();

    assertEquals(3, cluster.committed.get(P0));
    member.commitNow();
    assertTrue(member.commits.isEmpty());
  }

  @Test
  void case_07_the_first_batch_rebases_the_tracker_up_or_down() {
    cluster.committed.put(P0, 100L);
    start(RULES);
    LongStream.range(0, 500).forEach(_ -> cluster.hole(P0));
    arrive(P0, "anna");
    assertEquals(500, member.commitPoint(P0));
    member.done(500);
    assertEquals(501, member.commitPoint(P0));

    cluster.committed.put(P1, 100L);
    member.intake.lost(List.of(P1), cluster.nowNanos);
    member.assign(P1);
    member.positions.put(P1, 0L);
    LongStream.range(0, 50).forEach(_ -> cluster.hole(P1));
    arrive(P1, "ben");
    member.running(P1, 50).done();
    member.settle();
    assertEquals(51, member.commitPoint(P1));
  }

  @Test
  void case_08_a_marker_in_the_log_does_not_hold_the_commit_point() {
    start(RULES);
    cluster.append(P0, "a");
    cluster.append(P0, "b");
    cluster.hole(P0);
    arrive(P0, "c");
    member.done(0);
    member.done(1);
    member.done(3);
    assertEquals(4, member.commitPoint(P0));
  }

  @Test
  void case_09_the_successor_is_the_next_delivered_offset() {
    start(RULES);
    for (String session : List.of("a", "b", "c", "d")) {
      arrive(P0, session);
      cluster.hole(P0);
    }
    member.done(0);
    assertEquals(2, member.commitPoint(P0));
    member.done(2);
    assertEquals(4, member.commitPoint(P0));
    member.done(6);
    assertEquals(4, member.commitPoint(P0));
    member.done(4);
    assertEquals(7, member.commitPoint(P0));
  }

  @Test
  void case_10_a_commit_that_failed_is_never_sent_again_as_it_was() {
    start(RULES);
    arrive(P0, "a", "b", "c");
    member.done(0);
    member.commitNow();
    member.done(1);
    member.done(2);

    member.commitFails();
    member.commitNow();
    assertEquals(3, member.commits.getFirst().getFirst().offset());
    member.commitSucceeds();
    member.commitNow();

    assertEquals(3, cluster.committed.get(P0));
    assertTrue(member.commits.isEmpty());
  }

  @Test
  void case_11_nothing_is_committed_for_a_partition_that_was_lost() {
    start(RULES);
    arrive(P0, "a");
    member.done(0);
    arrive(P1, "b");
    member.running(P1, 0).done();
    member.settle();

    member.intake.lost(List.of(P0), cluster.nowNanos);
    member.commitNow();

    assertEquals(1, member.commits.size());
    assertEquals(List.of(P1), member.commits.getFirst().stream().map(Commit::partition).toList());
  }

  @Test
  void case_11_a_commit_that_still_waits_is_not_sent_once_its_partition_has_gone() {
    start(RULES);
    arrive(P0, "a");
    member.done(0);
    cluster.nowNanos += RULES.times().commitNanos();
    member.tick();
    Commit waiting = member.commits.getFirst().getFirst();
    assertTrue(waiting.isWanted());

    member.intake.revoke(List.of(P0), cluster.nowNanos + 1, this, cluster.nowNanos);
    member.settle();

    assertFalse(waiting.isWanted());
  }

  @Test
  void case_12_metadata_that_is_not_ours_is_ignored_and_counted() {
    cluster.committed.put(P0, 1L);
    cluster.metadata.put(P0, "carril9:from the future");
    cluster.committed.put(P1, 1L);
    cluster.metadata.put(P1, "somebody else's");
    start(RULES);
    assertEquals(2, told(Event.MetadataIgnored.class).size());
    assertEquals(2, member.intake.metadataIgnored());
    assertEquals(1, member.commitPoint(P0));
    assertEquals(1, member.commitPoint(P1));
  }

  @Test
  void case_13_beyond_the_bound_nothing_new_is_fetched_and_what_helps_still_runs() {
    Bounds bounds = RULES.bounds();
    start(RULES.with(new Bounds(100, 1_000, bounds.storeBytesMax(), 5, 100, 1)));
    arrive(P0, "stuck", "a", "b", "c", "d", "e", "f");
    for (long offset = 1; offset <= 5; offset++) {
      member.done(offset);
    }
    assertTrue(member.intake.epoch(P0).isPausedFor(Pause.GAP));
    assertTrue(member.paused.contains(P0));
    member.done(6);

    member.done(0);

    assertEquals(7, member.commitPoint(P0));
    assertFalse(member.paused.contains(P0));
  }

  @Test
  void case_13_what_had_ended_before_a_restart_counts_against_the_bound() {
    Bounds bounds = RULES.bounds();
    Rules few = RULES.with(new Bounds(100, 1_000, bounds.storeBytesMax(), 5, 100, 1));
    start(few);
    arrive(P0, "stuck", "a", "b", "c", "d", "e");
    for (long offset = 1; offset <= 5; offset++) {
      member.done(offset);
    }
    member.commitNow();
    member.commitSucceeds();

    cluster.members.clear();
    start(few);
    member.pollAll();
    member.settle();

    assertEquals(5, member.intake.alreadyDone());
    assertTrue(member.paused.contains(P0));
    member.done(0);
    assertFalse(member.paused.contains(P0));
  }

  @Test
  void case_15_stale_completions_leave_every_count_at_nothing() {
    start(RULES);
    for (int round = 0; round < 1_000; round++) {
      member.positions.put(P0, cluster.ends.get(P0));
      for (int number = 0; number < 10; number++) {
        cluster.append(P0, "session-" + number);
      }
      member.poll(P0, 10);
      member.settle();
      revoke(P0, 0);
      member.drained.clear();
      for (Member.Worker worker : member.workers) {
        List.copyOf(worker.handlings).forEach(Member.Handling::done);
      }
      member.settle();
      member.assign(P0);
    }
    assertEquals(0, member.intake.held());
    assertEquals(0, member.intake.heldBytes());
    member.workers.forEach(worker -> assertEquals(0, worker.dispatch.running()));
  }

  @Test
  void case_16_records_that_fail_for_ever_do_not_throttle_the_rest() {
    start(
        RULES
            .with(new RetrySchedule(1_000_000, MILLI, MILLI, RetrySchedule.Jitter.NONE, 0))
            .with(new Allowance(10, 100, 1_000 * MILLI)));
    int done = 0;
    for (int round = 0; round < 200; round++) {
      for (int number = 0; number < 50; number++) {
        cluster.append(P0, number == 0 ? "bad-" + round : "s" + number);
      }
      member.poll(P0, 50);
      member.settle();
      for (Member.Worker worker : member.workers) {
        for (Member.Handling handling : List.copyOf(worker.handlings)) {
          if (handling.run.lane().session().toString().startsWith("bad")) {
            handling.fails(false);
          } else {
            handling.done();
            done++;
          }
        }
      }
      member.pass(MILLI);
    }
    assertEquals(200 * 49, done);
    assertEquals(200, member.intake.held());
    assertFalse(member.paused.contains(P0));
  }

  @Test
  void case_17_pauses_are_right_again_after_a_partition_went_and_came() {
    start(RULES);
    member.intake.pauseByUser(List.of(P0, P1), cluster.nowNanos);
    assertEquals(List.of(P0, P1), List.copyOf(member.paused));
    revoke(P1, 0);
    letGo();
    member.assign(P1);
    assertTrue(member.paused.contains(P0));
    assertTrue(member.paused.contains(P1));

    member.intake.resumeByUser(List.of(P0, P1), cluster.nowNanos);
    assertTrue(member.paused.isEmpty());
  }

  @Test
  void case_18_a_drain_is_bounded_and_what_overruns_it_is_fenced() {
    start(RULES);
    arrive(P0, "slow");
    Member.Handling slow = member.running(0);
    revoke(P0, 30 * MILLI);
    assertTrue(member.drained.isEmpty());

    member.pass(30 * MILLI);
    letGo();
    slow.done();
    member.settle();

    assertNull(cluster.committed.get(P0));
    assertEquals(1, told(Event.EndedLate.class).size());
    assertEquals(0, member.intake.held());
  }

  @Test
  void case_19_a_partition_that_is_idle_goes_at_once() {
    start(RULES);
    arrive(P1, "busy");
    revoke(P0, 1_000 * MILLI);
    letGo();
    assertTrue(member.runs(0));
  }

  @Test
  void case_20_a_commit_that_fails_in_a_drain_is_survived() {
    start(RULES);
    arrive(P0, "a");
    member.done(0);
    revoke(P0, 0);
    Drain drain = member.drained.removeFirst();
    member.intake.commitFailed(drain.commits(), "the group moves", cluster.nowNanos);

    member.assign(P0);
    member.poll(P0, 1);
    member.settle();
    member.done(0);
    member.commitNow();
    member.commitSucceeds();
    assertEquals(1, cluster.committed.get(P0));
  }

  @Test
  void case_21_of_two_deliveries_of_one_offset_only_the_new_one_counts() {
    start(RULES);
    arrive(P0, "anna", "ben");
    Member.Handling old = member.running(0);
    revoke(P0, 0);
    letGo();
    member.assign(P0);
    member.poll(P0, 2);
    member.settle();

    old.done();
    member.settle();
    assertEquals(0, member.commitPoint(P0));
    member.done(0);
    assertEquals(1, member.commitPoint(P0));
  }

  @Test
  void case_22_what_finishes_during_a_drain_is_committed() {
    start(RULES);
    arrive(P0, "anna");
    revoke(P0, 1_000 * MILLI);
    member.done(0);
    letGo();
    assertEquals(1, cluster.committed.get(P0));
  }

  @Test
  void case_24_when_all_handlers_are_busy_a_new_session_waits_and_only_a_full_store_pauses() {
    Bounds bounds = RULES.bounds();
    Rules narrow = RULES.with(new Bounds(1, 3, bounds.storeBytesMax(), 1_000, 10, 1));
    member = cluster.member("one", narrow, 1, true, new FewPermits(1));
    member.assignAll();
    arrive(P0, "anna", "ben", "ben", "ben");

    assertTrue(member.runs(0));
    assertFalse(member.runs(1));
    assertTrue(member.workers.getFirst().dispatch.isHungry());
    assertEquals(2, member.intake.epoch(P0).parked);
    assertFalse(member.paused.contains(P0));

    // It is polled on: the next record fills the store, and those behind it stay in the log.
    arrive(P0, "ben");
    assertEquals(3, member.intake.epoch(P0).parked);
    assertTrue(member.paused.contains(P0));
    assertFalse(member.paused.contains(P1));
    arrive(P0, "carla", "dora");
    assertEquals(5, member.intake.held());

    for (long offset = 0; offset < 5; offset++) {
      member.done(offset);
    }
    assertFalse(member.workers.getFirst().dispatch.isHungry());
    assertFalse(member.paused.contains(P0));
    member.pollAll();
    member.settle();
    member.done(5);
    member.done(6);
    assertEquals(7, member.commitPoint(P0));
  }

  @Test
  void case_25_a_pause_is_lifted_when_everything_ends_before_it_is_seen() {
    Bounds bounds = RULES.bounds();
    start(RULES.with(new Bounds(1, 2, bounds.storeBytesMax(), 1_000, 10, 1)));
    for (int number = 0; number < 4; number++) {
      cluster.append(P0, "anna");
    }
    member.poll(P0, 4);
    assertTrue(member.paused.contains(P0));
    member.settle();
    for (long offset = 0; offset < 4; offset++) {
      member.done(offset);
    }
    assertFalse(member.paused.contains(P0));
    assertEquals(4, member.commitPoint(P0));
  }

  @Test
  void case_26_a_dead_letter_that_times_out_does_not_end_its_record() {
    start(RULES);
    arrive(P0, "anna", "anna");
    member.failsForGood(0);
    member.deadLetterFails();
    member.settle();
    assertEquals(0, member.commitPoint(P0));
    assertFalse(member.runs(1));
    assertTrue(member.intake.deadLettersFail());

    member.pass(10 * MILLI);
    member.deadLetterIsSafe();
    member.settle();

    assertEquals(1, member.commitPoint(P0));
    assertTrue(member.runs(1));
    assertFalse(member.intake.deadLettersFail());
  }

  @Test
  void case_26_a_dead_letter_topic_that_is_away_is_not_hammered_at() {
    // Whatever is said of records: at once, and for ever.
    start(Rules.STANDARD.with(new RetrySchedule(1_000_000, 0, 0, RetrySchedule.Jitter.NONE, 0)));
    arrive(P0, "anna");
    member.failsForGood(0);
    int writes = 0;
    for (int millis = 0; millis < 10_000; millis++) {
      if (!member.writes.isEmpty()) {
        member.deadLetterFails();
        writes++;
      }
      member.pass(MILLI);
    }
    assertTrue(writes >= 4 && writes < 40, "writes in ten seconds: " + writes);
  }

  @Test
  void case_27_attempts_are_counted_by_delivery_and_by_nothing_else() {
    start(RULES);
    arrive(P0, "anna");
    arrive(P1, "ben");
    member.running(P0, 0).fails(false);
    member.settle();
    member.pass(MILLI);
    member.running(P0, 0).fails(false);
    member.settle();
    member.running(P1, 0).done();
    member.settle();
    member.pass(2 * MILLI);

    member.running(P0, 0).fails(false);
    member.settle();

    assertEquals(1, member.writes.size());
    assertEquals(Reason.ATTEMPTS_SPENT, member.writes.getFirst().reason());
    assertEquals(3, member.writes.getFirst().attempts());
  }

  @Test
  void case_28_records_without_a_key_are_one_lane_of_their_partition() {
    start(RULES);
    arrive(P0, "", "", "");
    arrive(P1, "");
    assertEquals(2, member.intake.sessions());
    assertTrue(member.runs(0));
    assertFalse(member.runs(1));
    member.running(P0, 0).done();
    member.settle();
    assertTrue(member.runs(1));
  }

  @Test
  void case_29_the_same_key_in_two_topics_is_two_sessions_unless_told_otherwise() {
    var other = new Partition("returns", 0);
    for (boolean across : List.of(false, true)) {
      Member each = cluster.member("m" + across, RULES.acrossTopics(across), 1, false);
      Epoch orders = each.intake.assigned(P0, -1, "", 0);
      Epoch returns = each.intake.assigned(other, -1, "", 0);
      each.intake.arrive(orders, 0, "anna", 1, "", Extra.NONE, 0);
      each.intake.arrive(returns, 0, "anna", 1, "", Extra.NONE, 0);
      assertEquals(across ? 1 : 2, each.intake.sessions());
    }
  }

  @Test
  void case_39_an_outage_spends_the_budget_and_not_the_topic() {
    start(RULES.with(new Allowance(5, 100, 1_000_000 * MILLI)));
    for (int number = 0; number < 50; number++) {
      arrive(P0, "session-" + number);
    }
    for (int round = 0; round < 20; round++) {
      for (Member.Worker worker : member.workers) {
        List.copyOf(worker.handlings).forEach(handling -> handling.fails(false));
      }
      member.settle();
      member.pass(20 * MILLI);
      while (!member.writes.isEmpty()) {
        member.deadLetterIsSafe();
      }
      member.settle();
    }
    assertEquals(5, member.deadLetters.size());
    assertTrue(member.intake.deadLetterBudgetIsSpent(cluster.nowNanos));
    assertTrue(member.intake.holdsReprieved());
    long reprieved =
        member.workers.stream()
            .flatMap(worker -> worker.dispatch.look().stream())
            .filter(
                lane -> lane.state() == LaneState.REPRIEVED || lane.state() == LaneState.WORKING)
            .count();
    assertEquals(45, reprieved);

    // Downstream is back: what was reprieved is handled, and nothing was lost.
    for (int round = 0; round < 5; round++) {
      member.pass(20 * MILLI);
      for (Member.Worker worker : member.workers) {
        List.copyOf(worker.handlings).forEach(Member.Handling::done);
      }
      member.settle();
    }
    assertEquals(50, member.commitPoint(P0));
    assertEquals(5, member.deadLetters.size());
    assertFalse(member.intake.holdsReprieved());
  }
}
