package dev.carril.engine.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.source.Partition;
import java.util.List;
import org.junit.jupiter.api.Test;

/// An engine that keeps the laws is left alone, and one that breaks a law is found out by that law.
class LawsTest {
  private static final Partition P0 = new Partition("orders", 0);
  private static final Session ANNA = Session.of("orders", "anna");
  private static final Session BEN = Session.of("orders", "ben");

  private final Laws laws = new Laws();
  private final Listener engine = laws.engine("one");

  private static Place place(long epoch, long offset, Session session) {
    return new Place(P0, epoch, offset, session, null);
  }

  private void tell(Event... events) {
    for (Event event : events) {
      engine.tell(event);
    }
  }

  private void assigned(long epoch) {
    tell(new Event.Assigned(P0, epoch, -1, 0, 0));
  }

  private static Event delivered(long epoch, long offset, Session session) {
    return new Event.Delivered(place(epoch, offset, session), false, 0);
  }

  private static Event started(long epoch, long offset, Session session, int attempt) {
    return new Event.Started(place(epoch, offset, session), attempt, 0);
  }

  private static Event succeeded(long epoch, long offset, Session session, int attempt) {
    return new Event.Succeeded(place(epoch, offset, session), attempt, 0);
  }

  private static Event failed(long epoch, long offset, Session session, int attempt) {
    return new Event.Failed(place(epoch, offset, session), attempt, false, "", 0);
  }

  private static Event commit(long epoch, long offset) {
    return new Event.CommitSent(P0, epoch, offset, 0, 0);
  }

  private void broken(Law law) {
    assertEquals(List.of(law), laws.violations().stream().map(Violation::law).distinct().toList());
    assertTrue(laws.violations().getFirst().toString().startsWith(law + " in one: "));
  }

  @Test
  void an_engine_that_keeps_them_is_left_alone() {
    assigned(1);
    tell(
        delivered(1, 0, ANNA),
        delivered(1, 1, ANNA),
        delivered(1, 3, BEN),
        started(1, 0, ANNA, 1),
        started(1, 3, BEN, 1),
        succeeded(1, 3, BEN, 1),
        commit(1, 0),
        failed(1, 0, ANNA, 1),
        started(1, 0, ANNA, 2),
        succeeded(1, 0, ANNA, 2),
        commit(1, 1),
        started(1, 1, ANNA, 1),
        succeeded(1, 1, ANNA, 1),
        commit(1, 4),
        new Event.LetGo(P0, 1, true, 0));
    laws.quiet("one");
    assertEquals(List.of(), laws.violations());
  }

  @Test
  void two_calls_of_one_session_at_once_break_the_first() {
    assigned(1);
    tell(delivered(1, 0, ANNA), started(1, 0, ANNA, 1));
    tell(new Event.Lost(P0, 1, 0));
    assigned(2);
    tell(delivered(2, 0, ANNA), started(2, 0, ANNA, 1));
    broken(Law.L1);
  }

  @Test
  void a_record_that_overtakes_breaks_the_second() {
    assigned(1);
    tell(delivered(1, 0, ANNA), delivered(1, 1, ANNA), started(1, 1, ANNA, 1));
    broken(Law.L2);
  }

  @Test
  void a_record_that_overtakes_breaks_no_more_than_the_second() {
    assigned(1);
    tell(delivered(1, 0, ANNA), delivered(1, 1, ANNA), started(1, 1, ANNA, 1));
    tell(failed(1, 1, ANNA, 1), started(1, 1, ANNA, 2), succeeded(1, 1, ANNA, 2));
    broken(Law.L2);
  }

  @Test
  void a_record_that_overtakes_has_its_own_attempts_counted() {
    assigned(1);
    tell(delivered(1, 0, ANNA), delivered(1, 1, ANNA), started(1, 1, ANNA, 2));
    assertEquals(List.of(Law.L2, Law.L8), laws.violations().stream().map(Violation::law).toList());
  }

  @Test
  void committing_what_has_not_ended_breaks_the_third() {
    assigned(1);
    tell(delivered(1, 0, ANNA), delivered(1, 1, BEN), started(1, 1, BEN, 1));
    tell(succeeded(1, 1, BEN, 1), commit(1, 2));
    broken(Law.L3);
  }

  @Test
  void committing_less_than_before_breaks_the_fourth() {
    assigned(1);
    tell(delivered(1, 5, ANNA), started(1, 5, ANNA, 1), succeeded(1, 5, ANNA, 1));
    tell(commit(1, 6), commit(1, 5));
    broken(Law.L4);
  }

  @Test
  void committing_and_delivering_for_an_old_epoch_breaks_the_fifth() {
    assigned(1);
    tell(new Event.LetGo(P0, 1, true, 0), commit(1, 0));
    broken(Law.L5);
    assigned(2);
    tell(new Event.LetGo(P0, 2, true, 0), delivered(2, 0, ANNA));
    broken(Law.L5);
  }

  @Test
  void a_hole_that_blocks_breaks_the_sixth() {
    assigned(1);
    tell(delivered(1, 0, ANNA), delivered(1, 2, BEN));
    tell(started(1, 0, ANNA, 1), succeeded(1, 0, ANNA, 1));
    tell(started(1, 2, BEN, 1), succeeded(1, 2, BEN, 1), commit(1, 1));
    laws.quiet("one");
    broken(Law.L6);
  }

  @Test
  void a_dead_letter_that_nobody_asked_for_or_that_runs_or_is_not_ours_breaks_the_seventh() {
    assigned(1);
    tell(delivered(1, 0, ANNA));
    tell(new Event.DeadLettered(place(1, 0, ANNA), 1, Reason.TERMINAL, 0));
    broken(Law.L7);
    tell(delivered(1, 1, ANNA));
    tell(new Event.Condemned(place(1, 1, ANNA), 1, Reason.TERMINAL, 0), started(1, 1, ANNA, 1));
    broken(Law.L7);
    tell(new Event.Lost(P0, 1, 0));
    tell(new Event.Condemned(place(1, 1, ANNA), 1, Reason.TERMINAL, 0));
    broken(Law.L7);
    assertEquals(3, laws.violations().size());
  }

  @Test
  void attempts_that_are_forgotten_break_the_eighth() {
    assigned(1);
    tell(delivered(1, 0, ANNA), started(1, 0, ANNA, 1), failed(1, 0, ANNA, 1));
    tell(started(1, 0, ANNA, 1));
    broken(Law.L8);
  }

  @Test
  void what_never_ends_breaks_the_twelfth() {
    assigned(1);
    tell(delivered(1, 0, ANNA));
    laws.quiet("one");
    broken(Law.L12);
  }

  @Test
  void committing_for_a_lost_partition_breaks_the_fifteenth() {
    assigned(1);
    tell(new Event.Lost(P0, 1, 0), commit(1, 0));
    broken(Law.L15);
  }

  @Test
  void a_drained_partition_whose_handler_runs_breaks_the_sixteenth() {
    assigned(1);
    tell(delivered(1, 0, ANNA), started(1, 0, ANNA, 1), new Event.LetGo(P0, 1, true, 0));
    broken(Law.L16);
  }

  @Test
  void a_partition_that_goes_while_its_handler_has_time_breaks_the_sixteenth() {
    assigned(1);
    tell(delivered(1, 0, ANNA), started(1, 0, ANNA, 1));
    tell(new Event.Draining(P0, 1, 100, 0), new Event.LetGo(P0, 1, false, 99));
    broken(Law.L16);
    assigned(2);
    tell(new Event.Draining(P0, 2, 100, 0), new Event.LetGo(P0, 2, false, 100));
    assertEquals(1, laws.violations().size());
  }

  @Test
  void what_no_event_tells_is_brought_by_the_driver() {
    laws.broken(Law.L13, "one", "too much is held");
    broken(Law.L13);
  }

  @Test
  void an_engine_that_crashed_is_forgotten() {
    assigned(1);
    tell(delivered(1, 0, ANNA), started(1, 0, ANNA, 1));
    laws.crashed("one");
    laws.quiet("one");
    assertEquals(List.of(), laws.violations());
  }

  @Test
  void each_law_is_stated() {
    for (Law law : Law.values()) {
      assertTrue(law.statement().endsWith("."));
    }
  }

  @Test
  void what_is_taken_to_be_done_must_have_been_handled() {
    assigned(1);
    tell(delivered(1, 0, ANNA), new Event.AlreadyDone(place(1, 0, ANNA), 0));
    broken(Law.L3);
  }

  @Test
  void what_had_ended_must_be_in_the_last_commit_of_a_planned_hand_over() {
    assigned(1);
    tell(
        delivered(1, 0, ANNA),
        started(1, 0, ANNA, 1),
        succeeded(1, 0, ANNA, 1),
        new Event.LetGo(P0, 1, true, 0));
    broken(Law.L16);
  }

  @Test
  void a_commit_that_stands_before_a_hole_has_been_blocked_by_it() {
    assigned(1);
    tell(
        delivered(1, 0, ANNA),
        delivered(1, 2, ANNA),
        started(1, 0, ANNA, 1),
        succeeded(1, 0, ANNA, 1),
        started(1, 2, ANNA, 1),
        succeeded(1, 2, ANNA, 1),
        commit(1, 1),
        new Event.LetGo(P0, 1, true, 0));
    broken(Law.L6);
  }

  @Test
  void nothing_is_handled_again_after_a_planned_hand_over() {
    assigned(1);
    tell(
        delivered(1, 0, ANNA),
        delivered(1, 1, BEN),
        started(1, 1, BEN, 1),
        succeeded(1, 1, BEN, 1),
        new Event.HandedBack(place(1, 0, ANNA), 0, 0),
        commit(1, 0),
        new Event.LetGo(P0, 1, true, 0),
        new Event.Committed(P0, 1, 0, 0));
    assigned(2);
    tell(delivered(2, 0, ANNA), started(2, 0, ANNA, 1), succeeded(2, 0, ANNA, 1));
    assertEquals(List.of(), laws.violations());

    tell(delivered(2, 1, BEN), started(2, 1, BEN, 1));
    broken(Law.L16);
  }

  @Test
  void a_dead_letter_that_is_not_safe_ends_nothing() {
    var seeing = Laws.withDeadLetters();
    Listener one = seeing.engine("one");
    one.tell(new Event.Assigned(P0, 1, -1, 0, 0));
    for (long offset = 0; offset < 2; offset++) {
      one.tell(delivered(1, offset, ANNA));
      one.tell(started(1, offset, ANNA, 1));
      one.tell(failed(1, offset, ANNA, 1));
      one.tell(new Event.Condemned(place(1, offset, ANNA), 1, Reason.TERMINAL, 0));
      if (offset == 0) {
        seeing.deadLetterIsSafe(P0, offset);
      }
      one.tell(new Event.DeadLettered(place(1, offset, ANNA), 1, Reason.TERMINAL, 0));
    }
    assertEquals(List.of(Law.L7), seeing.violations().stream().map(Violation::law).toList());
  }

  @Test
  void what_was_delivered_and_never_ended_is_lost() {
    assigned(1);
    tell(delivered(1, 0, ANNA));
    laws.mustHaveEnded(P0, 0);
    assertEquals(List.of(Law.L3), laws.violations().stream().map(Violation::law).toList());
  }
}
