package dev.carril.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.LaneState;
import dev.carril.engine.check.Pause;
import dev.carril.engine.check.Place;
import dev.carril.engine.check.Reason;
import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What each event says: where, whose, which attempt, why, and when.
class EventsTest {
  private static final long MILLI = 1_000_000;
  private static final Partition P0 = new Partition("orders", 0);
  private static final Rules RULES =
      Rules.STANDARD
          .with(new RetrySchedule(2, MILLI, MILLI, RetrySchedule.Jitter.NONE, 0))
          .letters(new RetrySchedule(2, MILLI, MILLI, RetrySchedule.Jitter.NONE, 0))
          .with(new Times(100 * MILLI, 10 * MILLI, 0, 0));

  private final Cluster cluster = new Cluster(1);
  private final Session anna = cluster.session("anna");
  private final Session ben = cluster.session("ben");
  private Member member;

  private void start(Rules rules) {
    cluster.nowNanos = 7;
    member = cluster.member("one", rules, 1, true);
    member.keepEvents = true;
    member.assignAll();
  }

  private void arrive(String... sessions) {
    member.arrive(P0, sessions);
  }

  private static Place place(long epoch, long offset, Session session) {
    return new Place(P0, epoch, offset, session, null);
  }

  private void told(Event... events) {
    assertEquals(List.of(events), member.events);
    member.events.clear();
  }

  private long now() {
    return cluster.nowNanos;
  }

  @AfterEach
  void the_laws_are_kept() {
    assertEquals(List.of(), cluster.laws.violations());
    assertEquals(List.of(), member.intake.recount());
  }

  @Test
  void of_a_record_from_its_arrival_to_its_commit() {
    start(RULES);
    told(new Event.Assigned(P0, 1, -1, 0, 7));

    cluster.nowNanos = 8;
    arrive("anna");
    Place place = place(1, 0, anna);
    told(
        new Event.Delivered(place, false, 8),
        new Event.Queued(place, 0, 8),
        new Event.LaneOpened(anna, 0, 8),
        new Event.Started(place, 1, 8));
    assertEquals(1, member.workers.getFirst().open);

    cluster.nowNanos = 9;
    member.fails(0);
    told(
        new Event.Failed(place, 1, false, "java.lang.IllegalStateException: as it was told", 9),
        new Event.BackedOff(place, 1, 9 + MILLI, 9));

    member.pass(MILLI);
    told(new Event.Started(place, 2, now()));
    member.done(0);
    told(new Event.Succeeded(place, 2, now()));
    long idleSince = now();

    member.pass(10 * MILLI);
    told(new Event.CommitSent(P0, 1, 1, 0, now()));
    member.commitSucceeds();
    told(new Event.Committed(P0, 1, 1, now()));

    member.pass(idleSince + 100 * MILLI - 1 - now());
    told();
    member.pass(1);
    told(new Event.LaneClosed(anna, 0, now()));
    assertEquals(0, member.workers.getFirst().open);
  }

  @Test
  void of_a_record_that_is_given_up_and_of_its_session_that_is_halted() {
    start(RULES.with(AfterDeadLetter.HALT_SESSION));
    arrive("anna", "anna");
    member.events.clear();
    Place first = place(1, 0, anna);
    Place second = place(1, 1, anna);

    member.failsForGood(0);
    told(
        new Event.Failed(first, 1, true, "java.lang.IllegalStateException: as it was told", now()),
        new Event.Condemned(first, 1, Reason.TERMINAL, now()));
    member.deadLetterFails();
    told(new Event.DeadLetterFailed(first, 1, "the topic is away", now()));
    member.pass(MILLI - 1);
    assertEquals(0, member.writes.size());
    assertTrue(member.intake.deadLettersFail());
    member.pass(1);
    member.deadLetterIsSafe();
    told(new Event.DeadLettered(first, 1, Reason.TERMINAL, now()), new Event.Halted(anna, now()));
    assertFalse(member.intake.deadLettersFail());

    member.settle();
    told(new Event.Condemned(second, 0, Reason.SESSION_HALTED, now()));
    member.deadLetterIsSafe();
    member.settle();
    told(new Event.DeadLettered(second, 0, Reason.SESSION_HALTED, now()));
    assertTrue(member.intake.release(anna, now()));
    told(new Event.Released(anna, now()));
    assertEquals(List.of(anna), member.released);
    assertEquals(2, member.intake.deadLettered());
  }

  @Test
  void of_a_record_that_failed_as_often_as_it_may() {
    start(RULES);
    arrive("anna");
    member.fails(0);
    member.pass(MILLI);
    member.events.clear();

    member.fails(0);
    told(
        new Event.Failed(
            place(1, 0, anna), 2, false, "java.lang.IllegalStateException: as it was told", now()),
        new Event.Condemned(place(1, 0, anna), 2, Reason.ATTEMPTS_SPENT, now()));
    assertEquals(2, member.writes.getFirst().attempts());
    assertEquals("as it was told", member.writes.getFirst().failure().getMessage());
  }

  @Test
  void of_a_record_that_is_reprieved_while_there_are_too_many_dead_letters() {
    start(
        RULES
            .with(new Allowance(1, 1_000, Long.MAX_VALUE))
            .with(new RetrySchedule(2, MILLI, 4 * MILLI, RetrySchedule.Jitter.NONE, 0)));
    arrive("anna", "ben");
    member.failsForGood(0);
    member.deadLetterIsSafe();
    member.settle();
    assertTrue(member.intake.deadLetterBudgetIsSpent(now()));
    member.events.clear();

    member.failsForGood(1);
    Place place = place(1, 1, ben);
    told(
        new Event.Failed(place, 1, true, "java.lang.IllegalStateException: as it was told", now()),
        new Event.Reprieved(place, 1, Reason.TERMINAL, now()),
        // As long as there is, since what is away stays away for a while.
        new Event.BackedOff(place, 1, now() + 4 * MILLI, now()));
    var lanes = member.workers.getFirst().dispatch.look();
    assertEquals(LaneState.REPRIEVED, lanes.getLast().state());

    assertTrue(member.intake.holdsReprieved());

    member.pass(4 * MILLI);
    told(new Event.Started(place, 2, now()));
    // It runs, so no lane says so any more.
    assertTrue(member.intake.holdsReprieved());
    member.done(1);
    assertFalse(member.intake.holdsReprieved());
    assertFalse(member.intake.deadLetterBudgetIsSpent(now()));
  }

  @Test
  void of_a_record_whose_event_was_handled_before() {
    start(RULES);
    arrive("anna");
    member.events.clear();

    member.running(0).repeated();
    member.settle();
    told(new Event.Repeated(place(1, 0, anna), 1, now()));
    assertEquals(1, member.intake.done());
  }

  @Test
  void of_a_running_record_that_is_skipped_and_ends_badly_after_it() {
    start(RULES.with(new Times(1_000 * MILLI, 500 * MILLI, 20 * MILLI, 0)));
    arrive("anna", "ben");
    member.done(1);
    member.events.clear();
    assertEquals(now() + 20 * MILLI, member.intake.dueNanos());

    member.pass(20 * MILLI);
    Place place = place(1, 0, anna);
    told(new Event.Condemned(place, 1, Reason.GAP_TIMEOUT, now()));
    assertEquals(1, member.intake.gapSkips());
    member.deadLetterIsSafe();
    member.settle();
    member.events.clear();
    member.fails(0);
    told(new Event.FinishedAfterSkip(place, 1, false, now()));
    assertEquals(0, member.intake.held());
  }

  @Test
  void of_a_partition_that_is_handed_over_with_something_parked() {
    start(RULES.with(new Bounds(1, 100, 1_000, 1_000, 10, 1)));
    arrive("anna", "anna");
    member.events.clear();
    assertEquals(20, member.intake.heldBytes());

    member.intake.revoke(List.of(P0), now() + MILLI, this, now());
    told(
        new Event.Draining(P0, 1, now() + MILLI, now()),
        new Event.Paused(P0, 1, Pause.DRAINING, null, now()),
        new Event.HandedBack(place(1, 1, anna), 0, now()));
    assertEquals(10, member.intake.heldBytes());
    member.settle();
    member.events.clear();

    member.pass(MILLI - 1);
    told();
    member.pass(1);
    told(new Event.LetGo(P0, 1, false, now()));
    member.done(0);
    told(new Event.EndedLate(place(1, 0, anna), 1, true, now()));
    assertEquals(0, member.intake.heldBytes());
    assertEquals(0, member.intake.done());
  }

  @Test
  void of_a_partition_that_is_handed_over_when_everything_has_ended() {
    start(RULES);
    arrive("anna");
    member.done(0);
    member.events.clear();

    member.intake.revoke(List.of(P0), now() + MILLI, this, now());
    told(
        new Event.Draining(P0, 1, now() + MILLI, now()),
        new Event.Paused(P0, 1, Pause.DRAINING, null, now()),
        new Event.CommitSent(P0, 1, 1, 0, now()),
        new Event.LetGo(P0, 1, true, now()));
  }

  @Test
  void of_a_record_that_backs_off_when_its_partition_goes() {
    start(RULES);
    arrive("anna");
    member.fails(0);
    member.events.clear();

    member.intake.revoke(List.of(P0), now() + MILLI, this, now());
    member.events.clear();
    member.settle();
    told(new Event.HandedBack(place(1, 0, anna), 1, now()), new Event.LetGo(P0, 1, true, now()));
    assertEquals(Long.MAX_VALUE, member.workers.getFirst().dispatch.dueNanos());
    assertEquals(LaneState.IDLE, member.workers.getFirst().dispatch.look().getFirst().state());
  }

  @Test
  void of_a_partition_that_is_lost_and_of_what_fails_after_it() {
    start(RULES);
    arrive("anna", "anna");
    member.events.clear();

    member.intake.lost(List.of(P0), now());
    told(new Event.Lost(P0, 1, now()));
    member.settle();
    told(new Event.HandedBack(place(1, 1, anna), 0, now()));
    member.fails(0);
    told(new Event.EndedLate(place(1, 0, anna), 1, false, now()));
    assertEquals(0, member.intake.held());
  }

  @Test
  void of_metadata_that_somebody_else_wrote() {
    cluster.committed.put(P0, 3L);
    cluster.metadata.put(P0, "hello");
    start(RULES);
    told(
        new Event.Assigned(P0, 1, 3, 0, 7),
        new Event.MetadataIgnored(P0, 1, "it was written by something else", 7));
    assertEquals(1, member.intake.metadataIgnored());
  }

  @Test
  void of_what_had_ended_before_the_partition_came_again() {
    start(RULES);
    arrive("anna", "ben", "ben");
    member.done(1);
    member.done(2);
    member.pass(10 * MILLI);
    assertTrue(member.events.contains(new Event.CommitSent(P0, 1, 0, 2, now())));
    member.commitSucceeds();
    member.intake.lost(List.of(P0), now());
    member.events.clear();

    member.assign(P0);
    told(new Event.Assigned(P0, 2, 0, 2, now()));
    arrive("ben");
    Place third = place(2, 2, ben);
    assertTrue(member.events.contains(new Event.Delivered(third, false, now())));
    assertTrue(member.events.contains(new Event.AlreadyDone(third, now())));
    assertEquals(2, member.intake.alreadyDone());
    assertTrue(member.runs(3));
    // The first flight of offset 0, and its second one behind it.
    assertEquals(3, member.intake.held());
  }

  @Test
  void of_pauses_by_the_user_which_outlive_the_partition() {
    start(RULES);
    member.events.clear();
    member.intake.pauseByUser(List.of(P0), now());
    told(new Event.Paused(P0, 1, Pause.USER, null, now()));
    member.intake.pauseByUser(List.of(P0), now());
    told();
    assertTrue(member.paused.contains(P0));

    member.intake.lost(List.of(P0), now());
    member.assign(P0);
    told(
        new Event.Lost(P0, 1, now()),
        new Event.Assigned(P0, 2, -1, 0, now()),
        new Event.Paused(P0, 2, Pause.USER, null, now()));
    assertTrue(member.paused.contains(P0));

    member.intake.resumeByUser(List.of(P0), now());
    told(new Event.Resumed(P0, 2, Pause.USER, now()));
    assertFalse(member.paused.contains(P0));
    member.intake.resumeByUser(List.of(P0), now());
    told();
  }

  @Test
  void of_a_store_that_is_full_and_has_room_again() {
    start(RULES.with(new Bounds(1, 3, 1_000, 1_000, 10, 1)));
    arrive("anna", "anna", "anna");
    assertFalse(member.paused.contains(P0));
    arrive("anna");
    assertTrue(member.events.contains(new Event.Paused(P0, 1, Pause.STORE, anna, now())));
    member.done(0);
    assertTrue(member.paused.contains(P0));
    member.events.clear();
    // Half of three: one may be left.
    member.done(1);
    assertFalse(member.paused.contains(P0));
    assertTrue(member.events.contains(new Event.Resumed(P0, 1, Pause.STORE, now())));
  }

  @Test
  void of_a_store_that_is_full_by_its_bytes() {
    // Ten bytes each.
    start(RULES.with(new Bounds(1, 100, 40, 1_000, 10, 1)));
    arrive("anna", "anna", "anna", "anna");
    assertFalse(member.paused.contains(P0));
    arrive("anna");
    assertTrue(member.paused.contains(P0));
    member.done(0);
    assertTrue(member.paused.contains(P0));
    member.done(1);
    assertFalse(member.paused.contains(P0));
  }

  @Test
  void of_too_much_done_ahead_until_half_of_it_is_committable() {
    start(RULES.with(new Bounds(10, 100, 1_000, 4, 10, 1)));
    arrive("a", "b", "c", "d", "e", "f", "g");
    member.done(1);
    member.done(3);
    member.done(5);
    assertFalse(member.paused.contains(P0));
    member.events.clear();
    member.done(6);
    assertTrue(member.events.contains(new Event.Paused(P0, 1, Pause.GAP, null, now())));
    member.done(0);
    assertTrue(member.paused.contains(P0));
    member.done(2);
    assertTrue(member.events.contains(new Event.Resumed(P0, 1, Pause.GAP, now())));
  }
}
