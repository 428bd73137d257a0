package dev.carril.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.LaneState;
import dev.carril.engine.check.LaneView;
import dev.carril.engine.check.PartitionView;
import dev.carril.engine.check.Pause;
import dev.carril.engine.source.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What is told of each story, word for word, and what there is to see at a moment. Pictures,
/// metrics and checkers live on it, so nothing of it may fall away unnoticed.
class ToldTest {
  private static final long MILLI = 1_000_000;
  private static final Partition P0 = new Partition("orders", 0);
  private static final Rules RULES =
      Rules.STANDARD
          .with(new RetrySchedule(2, MILLI, MILLI, RetrySchedule.Jitter.NONE, 0))
          .letters(new RetrySchedule(2, MILLI, MILLI, RetrySchedule.Jitter.NONE, 0))
          .with(new Times(100 * MILLI, 10 * MILLI, 0, 0));

  private final Cluster cluster = new Cluster(1);
  private Member member;

  private void start(Rules rules) {
    member = cluster.member("one", rules, 1, true);
    member.keepEvents = true;
    member.assignAll();
  }

  private void arrive(String... sessions) {
    member.arrive(P0, sessions);
  }

  private String told() {
    var words = new ArrayList<String>();
    for (Event event : member.events) {
      String place =
          event instanceof Event.OfRecord ofRecord ? " " + ofRecord.place().offset() : "";
      words.add(event.getClass().getSimpleName() + place);
    }
    member.events.clear();
    return String.join(", ", words);
  }

  private LaneView lane() {
    return member.workers.getFirst().dispatch.look().getFirst();
  }

  private PartitionView partition() {
    return member.intake.look().getFirst();
  }

  @Test
  void a_record_that_is_tried_again_and_then_done() {
    start(RULES);
    assertEquals("Assigned", told());
    arrive("anna");
    assertEquals("Delivered 0, Queued 0, LaneOpened, Started 0", told());
    member.fails(0);
    assertEquals("Failed 0, BackedOff 0", told());
    member.pass(MILLI);
    assertEquals("Started 0", told());
    member.done(0);
    assertEquals("Succeeded 0", told());
    member.pass(10 * MILLI);
    assertEquals("CommitSent", told());
    member.commitSucceeds();
    assertEquals("Committed", told());
    member.pass(200 * MILLI);
    assertEquals("LaneClosed", told());
  }

  @Test
  void a_record_that_is_given_up() {
    start(RULES);
    arrive("anna");
    told();
    member.failsForGood(0);
    assertEquals("Failed 0, Condemned 0", told());
    member.deadLetterFails();
    assertEquals("DeadLetterFailed 0", told());
    assertEquals(1, member.intake.deadLettersPending());
    member.pass(10 * MILLI);
    member.deadLetterIsSafe();
    member.settle();
    assertEquals("DeadLettered 0", told());
    assertEquals(0, member.intake.deadLettersPending());
    assertEquals(1, member.intake.deadLettered());
    assertEquals(0, member.intake.done());
  }

  @Test
  void a_session_that_is_halted_and_released() {
    start(RULES.with(AfterDeadLetter.HALT_SESSION));
    arrive("anna");
    member.failsForGood(0);
    told();
    member.deadLetterIsSafe();
    member.settle();
    assertEquals("DeadLettered 0, Halted", told());
    assertEquals(List.of(cluster.session("anna")), member.intake.halted());
    assertTrue(lane().halted());
    assertTrue(member.intake.release(cluster.session("anna"), cluster.nowNanos));
    assertFalse(member.intake.release(cluster.session("anna"), cluster.nowNanos));
    member.settle();
    assertEquals("Released", told());
    assertFalse(lane().halted());
  }

  @Test
  void a_session_that_fills_its_lane_and_then_the_store() {
    Bounds bounds = RULES.bounds();
    start(RULES.with(new Bounds(1, 2, bounds.storeBytesMax(), 1_000, 10, 1)));
    told();
    arrive("anna", "anna", "anna");
    assertEquals(
        "Delivered 0, Queued 0, Delivered 1, Parked 1, Delivered 2, Parked 2, Paused, LaneOpened,"
            + " Started 0",
        told());
    assertEquals(Set.of(Pause.STORE), partition().pauses());
    assertEquals(cluster.session("anna"), partition().holder());
    assertEquals(2, partition().parked());
    assertEquals(20, partition().parkedBytes());
    assertEquals(30, member.intake.heldBytes());
    member.done(0);
    assertEquals("Succeeded 0, Queued 1, Resumed, Started 1", told());
    assertEquals(null, partition().holder());
  }

  @Test
  void a_commit_that_fails() {
    start(RULES);
    arrive("anna");
    member.done(0);
    member.pass(10 * MILLI);
    told();
    member.commitFails();
    assertEquals("CommitFailed", told());
    assertEquals(1, member.intake.commitsFailed());
    assertEquals(-1, partition().committed());
    member.pass(10 * MILLI);
    member.commitSucceeds();
    assertEquals(1, partition().committed());
    assertEquals(1, member.intake.commitsFailed());
  }

  @Test
  void a_partition_that_goes_and_one_that_is_taken() {
    start(RULES);
    arrive("anna", "anna", "ben");
    told();
    member.intake.revoke(List.of(P0), cluster.nowNanos + MILLI, this, cluster.nowNanos);
    assertTrue(partition().draining());
    member.settle();
    assertEquals("Draining, Paused, HandedBack 1", told());
    member.done(0);
    member.done(2);
    assertEquals("Succeeded 0, Succeeded 2, CommitSent, LetGo", told());

    member.drained.clear();
    cluster.committed.put(P0, 1L);
    cluster.metadata.put(P0, Ahead.encode(1, new long[] {1, 1}));
    member.assign(P0);
    member.pollAll();
    member.settle();
    assertEquals("Assigned, Delivered 1, Queued 1, Delivered 2, AlreadyDone 2, Started 1", told());
    assertEquals(1, member.intake.alreadyDone());
    assertEquals(5, member.intake.delivered());
    assertEquals(2, member.intake.done());
    Member.Handling first = member.running(1);
    member.intake.lost(List.of(P0), cluster.nowNanos);
    member.settle();
    first.done();
    member.settle();
    assertEquals("Lost, EndedLate 1", told());
  }

  @Test
  void a_handler_that_has_had_its_time() {
    start(RULES.with(new Times(100 * MILLI, 1_000 * MILLI, 0, 5 * MILLI)));
    arrive("anna");
    told();
    assertEquals(5 * MILLI, member.workers.getFirst().dispatch.dueNanos());
    member.pass(5 * MILLI - 1);
    assertEquals("", told());
    member.pass(1);
    assertEquals("Failed 0, BackedOff 0", told());
    member.pass(MILLI);
    member.done(0);
    member.pass(5 * MILLI);
    assertEquals("Started 0, Succeeded 0", told());
  }

  @Test
  void closing_drains_what_is_there_and_fetches_nothing_that_comes() {
    start(RULES);
    arrive("anna");
    told();
    member.intake.close(cluster.nowNanos + MILLI, this, cluster.nowNanos);
    member.settle();
    assertEquals("Draining, Paused", told());
    assertEquals(MILLI, member.intake.dueNanos());
    member.done(0);
    assertEquals(1, member.drained.getFirst().commits().getFirst().offset());
    member.assign(P0);
    assertTrue(member.paused.contains(P0));
    assertEquals(Set.of(Pause.DRAINING), partition().pauses());
  }

  @Test
  void what_a_lane_and_a_partition_look_like_at_a_moment() {
    start(RULES);
    arrive("anna", "anna", "anna", "ben");
    assertEquals(LaneState.WORKING, lane().state());
    assertEquals(1, lane().attempt());
    assertEquals(2, lane().queued());
    assertEquals(0, lane().dueNanos());
    assertEquals(2, member.workers.getFirst().dispatch.running());
    cluster.nowNanos += 3;
    member.done(3);
    assertEquals(1, partition().ahead());
    assertEquals(3, partition().unended());
    assertEquals(0, partition().commitPoint());
    assertEquals(3, member.intake.blocked(10, cluster.nowNanos).size());
    assertEquals(3, member.intake.blocked(10, cluster.nowNanos).getFirst().ageNanos());
    assertEquals(1, member.intake.blocked(1, cluster.nowNanos).size());

    member.fails(0);
    assertEquals(LaneState.BACKING_OFF, lane().state());
    assertEquals(1, lane().attempt());
    assertEquals(2, lane().queued());
    assertEquals(cluster.nowNanos + MILLI, lane().dueNanos());
    assertEquals(1, member.intake.blocked(10, cluster.nowNanos).getFirst().attempt());
    member.pass(MILLI);
    assertEquals(2, lane().attempt());
    member.failsForGood(0);
    assertEquals(LaneState.CONDEMNED, lane().state());
    assertEquals(0, lane().dueNanos());
    member.deadLetterIsSafe();
    member.settle();
    member.done(1);
    member.done(2);
    assertEquals(LaneState.IDLE, lane().state());
    assertEquals(0, lane().attempt());
    assertEquals(0, lane().queued());
    assertEquals(0, member.workers.getFirst().dispatch.running());
  }

  @Test
  void a_lane_that_does_not_get_through_what_it_is_handed_is_handed_less() {
    member = cluster.member("one", RULES, 1, false);
    member.assignAll();
    arrive("anna");
    for (int number = 0; number < 9; number++) {
      cluster.append(P0, "anna");
    }
    member.pollAll();
    member.settle();
    member.done(0);
    assertEquals(9, member.running(1).run.count());
    // It has taken its time.
    member.running(1).done();
    member.running(2).recalled = true;
    member.done(2);

    assertEquals(2, member.running(3).run.count());
    member.running(3).recalled = true;
    member.done(3);
    assertEquals(1, member.running(4).run.count());
    // It is quick again.
    member.done(4);
    assertEquals(2, member.running(5).run.count());
    member.done(5);
    member.done(6);
    assertEquals(3, member.running(7).run.count());
    member.done(7);
    member.done(8);
    member.done(9);
    assertEquals(10, member.commitPoint(P0));
    assertEquals(10, cluster.handled);
  }

  @Test
  void without_a_listener_a_lane_is_handed_several_records_and_what_leaves_is_told_apart() {
    member = cluster.member("one", RULES, 1, false);
    member.assignAll();
    arrive("anna");
    for (int number = 0; number < 5; number++) {
      cluster.append(P0, "anna");
    }
    member.pollAll();
    member.settle();
    member.done(0);
    assertEquals(5, member.running(1).run.count());
    member.running(1).done();
    member.intake.revoke(List.of(P0), cluster.nowNanos + MILLI, this, cluster.nowNanos);
    member.settle();
    // The one that runs may finish; those that it was handed with are not started any more.
    member.done(2);
    assertEquals(3, member.drained.getFirst().commits().getFirst().offset());
    assertEquals(0, member.intake.held());
    assertEquals(3, cluster.handled);
    assertEquals(3, member.intake.done());
  }
}
