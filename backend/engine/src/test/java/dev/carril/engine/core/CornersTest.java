package dev.carril.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.LaneState;
import dev.carril.engine.check.Pause;
import dev.carril.engine.check.Reason;
import dev.carril.engine.source.Partition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What seldom meets: a gap and a run of several records, a halt and a back-off, a loss and a dead
/// letter. Random schedules come by here too, but not every day.
class CornersTest {
  private static final long MILLI = 1_000_000;
  private static final Partition P0 = new Partition("orders", 0);
  private static final Partition P1 = new Partition("orders", 1);
  private static final Rules RULES =
      Rules.STANDARD
          .with(new RetrySchedule(3, 500 * MILLI, 500 * MILLI, RetrySchedule.Jitter.NONE, 0))
          .letters(new RetrySchedule(3, 500 * MILLI, 500 * MILLI, RetrySchedule.Jitter.NONE, 0))
          .with(new Times(10_000 * MILLI, 10 * MILLI, 0, 0));
  private static final Rules WITH_GAPS =
      RULES.with(new Times(10_000 * MILLI, 10 * MILLI, 100 * MILLI, 0));

  private final Cluster cluster = new Cluster(2);
  private Member member;

  private void start(Rules rules, boolean listening) {
    cluster.nowNanos = 7;
    member = cluster.member("one", rules, 1, listening);
    member.keepEvents = true;
    member.assignAll();
  }

  private void arrive(String... sessions) {
    member.arrive(P0, sessions);
  }

  private Dispatch dispatch() {
    return member.workers.getFirst().dispatch;
  }

  // Nobody listens, so a lane gets what it has in one go once it has run.
  private void startWithARunOf(String session, int count) {
    start(WITH_GAPS, false);
    arrive(session);
    for (int number = 0; number < count; number++) {
      cluster.append(P0, session);
    }
    cluster.append(P0, "ben");
    member.pollAll();
    member.settle();
    member.done(0);
    assertEquals(count, member.running(1).run.count());
    member.done(count + 1L);
  }

  // Its first was skipped while it ran, and the next one is on its way.
  private void startWithARunWhoseSecondIsBeingSkipped() {
    startWithARunOf("anna", 3);
    member.pass(100 * MILLI);
    assertEquals(1, member.writes.getFirst().held().offset());
    member.deadLetterIsSafe();
    member.settle();
    member.pass(0);
    assertEquals(2, member.writes.getFirst().held().offset());
  }

  // --- gaps

  @Test
  void nothing_is_skipped_where_nobody_asked_for_it() {
    start(RULES, true);
    arrive("hung", "ben");
    member.done(1);
    member.pass(10_000 * MILLI);
    assertTrue(member.writes.isEmpty());
    member.commitSucceeds();
    assertEquals(Long.MAX_VALUE, member.intake.dueNanos());
  }

  @Test
  void a_record_of_a_run_that_was_skipped_before_its_turn_is_never_handled() {
    startWithARunWhoseSecondIsBeingSkipped();
    member.deadLetterIsSafe();
    member.settle();

    // The first one ends after all; the second has its dead letter, the third is on.
    member.done(1);
    assertTrue(member.runs(3));
    assertEquals(3, member.commitPoint(P0));
    member.done(3);
    assertEquals(5, member.commitPoint(P0));
    assertEquals(0, member.intake.held());
    // The first ever, ben's, and two of three.
    assertEquals(4, cluster.handled);
  }

  @Test
  void a_record_of_a_run_that_waits_for_its_dead_letter_holds_its_session() {
    startWithARunWhoseSecondIsBeingSkipped();

    member.done(1);
    assertFalse(member.runs(3));
    assertEquals(LaneState.CONDEMNED, dispatch().look().getFirst().state());
    member.deadLetterIsSafe();
    member.settle();
    assertTrue(member.runs(3));
    member.done(3);
    assertEquals(0, member.intake.held());
  }

  @Test
  void what_was_skipped_in_a_run_goes_back_when_its_partition_does() {
    startWithARunWhoseSecondIsBeingSkipped();

    Member.Handling first = member.running(1);
    member.intake.lost(List.of(P0), cluster.nowNanos);
    member.settle();
    first.done();
    member.settle();
    assertEquals(0, member.intake.held());
    member.deadLetterFails();
    assertEquals(0, member.intake.deadLettersPending());
  }

  @Test
  void a_wish_to_skip_meets_a_record_that_has_just_been_done() {
    start(WITH_GAPS, false);
    arrive("anna", "ben");
    member.done(1);
    Member.Worker worker = member.workers.getFirst();
    member.running(0).done();
    worker.takeRun();
    // The worker's word is on its way to intake, and intake's to the worker.
    cluster.nowNanos += 100 * MILLI;
    member.intake.tick(cluster.nowNanos);
    member.settle();

    assertTrue(member.writes.isEmpty());
    assertEquals(2, member.commitPoint(P0));
    assertEquals(0, member.intake.held());
  }

  @Test
  void a_skipped_record_that_fails_before_its_dead_letter_is_safe_keeps_its_place() {
    start(WITH_GAPS, true);
    arrive("hung", "ben", "hung");
    member.done(1);
    member.pass(100 * MILLI);
    member.fails(0);
    assertFalse(member.runs(0));
    assertFalse(member.runs(2));
    assertEquals(0, member.commitPoint(P0));

    member.deadLetterIsSafe();
    member.settle();
    assertEquals(2, member.commitPoint(P0));
    assertTrue(member.runs(2));
    member.done(2);
    assertEquals(0, member.intake.held());
    assertEquals(List.of(), cluster.laws.violations());
  }

  @Test
  void a_record_that_is_skipped_while_it_backs_off_is_not_woken_again() {
    start(WITH_GAPS, true);
    arrive("anna", "ben");
    member.done(1);
    member.fails(0);
    assertEquals(cluster.nowNanos + 500 * MILLI, dispatch().dueNanos());
    member.pass(100 * MILLI);
    assertEquals(1, member.writes.size());
    assertEquals(Long.MAX_VALUE, dispatch().dueNanos());
  }

  @Test
  void a_gap_that_cannot_be_skipped_for_now_is_asked_about_again_after_its_time() {
    start(WITH_GAPS.with(new Allowance(1, 0, Long.MAX_VALUE)), true);
    arrive("bad", "hung", "ben");
    member.failsForGood(0);
    member.deadLetterIsSafe();
    member.settle();
    member.done(2);
    member.pass(10 * MILLI);
    member.commitSucceeds();
    long since = cluster.nowNanos - 10 * MILLI;
    assertEquals(since + 100 * MILLI, member.intake.dueNanos());

    member.pass(90 * MILLI);
    assertTrue(member.writes.isEmpty());
    assertEquals(cluster.nowNanos + 100 * MILLI, member.intake.dueNanos());
  }

  @Test
  void a_parked_record_that_is_skipped_makes_room_in_its_store() {
    start(WITH_GAPS.with(new Bounds(1, 2, 1_000, 1_000, 10, 1)), true);
    arrive("anna");
    member.intake.lost(List.of(P0), cluster.nowNanos);
    member.settle();
    member.assign(P0);
    // The old flight has the lane.
    arrive("ben", "anna");
    assertEquals(2, member.intake.epoch(P0).parked);
    assertTrue(member.paused.contains(P0));
    member.done(1);

    member.pass(100 * MILLI);
    assertEquals(0, member.writes.getFirst().held().offset());
    member.deadLetterIsSafe();
    member.settle();
    assertEquals(1, member.intake.epoch(P0).parked);
    assertFalse(member.paused.contains(P0));
    assertEquals(List.of(), member.intake.recount());
  }

  // --- halts

  @Test
  void a_halt_finds_a_session_that_backs_off() {
    start(WITH_GAPS.with(AfterDeadLetter.HALT_SESSION), true);
    arrive("anna", "anna", "ben");
    member.done(2);
    member.pass(100 * MILLI);
    assertEquals(Reason.GAP_TIMEOUT, member.writes.getFirst().reason());
    // It ends well after all, and the next one fails, before the dead letter is safe.
    member.done(0);
    member.fails(1);
    assertEquals(LaneState.BACKING_OFF, dispatch().look().getFirst().state());

    member.deadLetterIsSafe();
    member.settle();
    assertEquals(Reason.SESSION_HALTED, member.writes.getFirst().reason());
    assertEquals(1, member.writes.getFirst().held().offset());
    assertEquals(Long.MAX_VALUE, dispatch().dueNanos());
  }

  // --- records that are nobody's

  @Test
  void a_record_whose_session_nobody_can_tell_becomes_a_dead_letter_unhandled() {
    start(RULES, true);
    var why = new IllegalArgumentException("no order number");
    Epoch epoch = member.intake.epoch(P0);
    member.intake.arrive(
        epoch, 0, "a key", 10, "payload", new Extra(null, null, why), cluster.nowNanos);
    member.intake.flush();
    member.settle();

    DeadLetterWrite write = member.writes.getFirst();
    assertEquals(Reason.NO_SESSION, write.reason());
    assertEquals(why, write.failure());
    assertEquals(0, write.attempts());
    // Not the session of that key: it would be held up.
    assertEquals(null, write.held().route().session().key());
    assertEquals(0, cluster.handled);
    member.deadLetterIsSafe();
    member.settle();
    assertEquals(1, member.commitPoint(P0));
  }

  // --- partitions that go

  @Test
  void a_session_whose_first_record_leaves_goes_on_with_another_partition_at_once() {
    start(RULES, true);
    arrive("anna");
    member.fails(0);
    member.intake.revoke(List.of(P0), cluster.nowNanos + MILLI, this, cluster.nowNanos);
    member.settle();
    member.arrive(P1, "anna");
    assertTrue(member.running(P1, 0) != null);
    assertEquals(List.of(), dispatch().recount());
  }

  @Test
  void a_partition_that_is_lost_while_it_drains_is_not_waited_for() {
    start(RULES, true);
    arrive("anna");
    member.intake.revoke(List.of(P0), cluster.nowNanos + 1_000 * MILLI, this, cluster.nowNanos);
    assertTrue(member.drained.isEmpty());
    member.intake.lost(List.of(P0), cluster.nowNanos);
    assertEquals(1, member.drained.size());
    assertEquals(List.of(), member.drained.getFirst().commits());
  }

  @Test
  void what_is_parked_goes_with_its_partition() {
    start(RULES.with(new Bounds(1, 100, 1_000, 1_000, 10, 1)), true);
    arrive("anna", "anna", "anna");
    member.events.clear();
    member.intake.lost(List.of(P0), cluster.nowNanos);
    assertEquals(10, member.intake.heldBytes());
    assertEquals(1, member.intake.held());
    assertEquals(2, member.events.stream().filter(Event.HandedBack.class::isInstance).count());
    assertEquals(List.of(), member.intake.recount());
  }

  @Test
  void a_dead_letter_that_waits_to_be_written_again_goes_with_its_partition() {
    start(RULES, true);
    arrive("anna");
    member.failsForGood(0);
    member.deadLetterFails();
    assertEquals(1, member.intake.deadLettersPending());
    member.intake.lost(List.of(P0), cluster.nowNanos);
    assertEquals(0, member.intake.deadLettersPending());
    member.pass(10_000 * MILLI);
    assertTrue(member.writes.isEmpty());
  }

  @Test
  void dead_letters_that_wait_and_those_under_way_are_counted_together() {
    start(RULES, true);
    arrive("anna", "ben");
    member.failsForGood(0);
    member.failsForGood(1);
    assertEquals(2, member.intake.deadLettersPending());
    member.deadLetterFails();
    assertEquals(2, member.intake.deadLettersPending());
    assertTrue(member.intake.deadLettersFail());
    member.intake.lost(List.of(P0), cluster.nowNanos);
    assertEquals(1, member.intake.deadLettersPending());
    member.deadLetterIsSafe();
    assertEquals(0, member.intake.deadLettersPending());
    assertEquals(0, member.intake.deadLettered());
    assertFalse(member.intake.deadLettersFail());
  }

  @Test
  void what_the_log_remembers_of_former_pauses_does_not_hold() {
    cluster.nowNanos = 7;
    member = cluster.member("one", RULES, 1, true);
    member.paused.add(P0);
    member.intake.assigned(P0, 0, "", cluster.nowNanos);
    assertFalse(member.paused.contains(P0));

    member.intake.pauseByUser(List.of(P1), cluster.nowNanos);
    member.intake.assigned(P1, 0, "", cluster.nowNanos);
    assertTrue(member.paused.contains(P1));
    assertTrue(member.intake.epoch(P1).isPausedFor(Pause.USER));
  }

  @Test
  void a_log_that_is_set_back_begins_another_epoch() {
    start(RULES, true);
    arrive("anna", "anna");
    member.events.clear();
    Epoch before = member.intake.epoch(P0);
    Epoch after = member.intake.arrive(before, 1, "anna", 10, "anna", Extra.NONE, cluster.nowNanos);
    assertEquals(3, after.number());
    assertEquals(after, member.intake.epoch(P0));
    assertFalse(before.isOurs());
    assertEquals(new Event.Lost(P0, 1, 7), member.events.getFirst());
    assertTrue(member.events.contains(new Event.Assigned(P0, 3, 1, 0, 7)));
  }

  @Test
  void what_had_ended_before_moves_the_commit_point_across_a_hole() {
    cluster.committed.put(P0, 0L);
    cluster.metadata.put(P0, Ahead.encode(0, new long[] {1, 2}));
    // Offset 0 is not there any more.
    cluster.hole(P0);
    cluster.append(P0, "anna");
    cluster.append(P0, "anna");
    start(RULES, false);
    member.pollAll();
    member.settle();
    assertEquals(0, cluster.handled);
    member.pass(10 * MILLI);
    assertEquals(3, member.commits.getFirst().getFirst().offset());
  }

  // --- what there is to see

  @Test
  void the_age_of_what_blocks_counts_from_its_arrival() {
    start(RULES, true);
    arrive("anna", "ben");
    member.done(1);
    cluster.nowNanos += 5;
    assertEquals(5, member.intake.blocked(1, cluster.nowNanos).getFirst().ageNanos());
  }

  @Test
  void a_handler_that_ends_in_time_leaves_no_alarm_behind() {
    start(RULES.with(new Times(10_000 * MILLI, 10 * MILLI, 0, 5 * MILLI)), true);
    arrive("anna");
    assertEquals(cluster.nowNanos + 5 * MILLI, dispatch().dueNanos());
    member.done(0);
    assertEquals(Long.MAX_VALUE, dispatch().dueNanos());
  }

  @Test
  void a_worker_with_nothing_to_say_says_nothing() {
    start(RULES, true);
    cluster.append(P0, "anna");
    member.pollAll();
    Member.Worker worker = member.workers.getFirst();
    worker.takeMail();
    assertTrue(worker.outbox.isEmpty());
    var lanes = new ArrayList<Lane>();
    worker.dispatch.forEachLane(lanes::add);
    assertEquals(cluster.session("anna"), lanes.getFirst().session());
    assertEquals(1, worker.dispatch.lanes());
  }

  @Test
  void counting_again_finds_a_count_that_is_wrong() {
    start(RULES.with(new Bounds(1, 100, 1_000, 1_000, 10, 1)), true);
    arrive("anna", "anna", "ben");
    Route route = member.running(0).run.lane().route;
    assertEquals(List.of(), member.intake.recount());
    assertEquals(List.of(), dispatch().recount());

    route.out++;
    assertEquals(1, member.intake.recount().size());
    route.out--;
    route.parked++;
    assertTrue(member.intake.recount().getFirst().contains("anna"));
    route.parked--;
    assertEquals(List.of(), member.intake.recount());

    route.lane.state = LaneState.IDLE;
    assertFalse(dispatch().recount().isEmpty());
    route.lane.state = LaneState.WORKING;
    assertEquals(List.of(), dispatch().recount());
  }
}
