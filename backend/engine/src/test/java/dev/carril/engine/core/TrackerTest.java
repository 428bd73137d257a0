package dev.carril.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.source.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TrackerTest {
  private static final Epoch EPOCH = new Epoch(new Partition("t", 0), 1, -1, Restored.NOTHING);
  private final Tracker tracker = new Tracker(-1);

  private static Held held(long offset) {
    var route = new Route(dev.carril.engine.check.Session.of("t", "s" + offset), 0);
    return new Held(EPOCH, offset, route, null, 1, 0, null);
  }

  private long deliver(long offset) {
    return tracker.deliver(offset, held(offset), 0);
  }

  @Test
  void nothing_saved_and_nothing_delivered_is_no_commit_point() {
    assertEquals(-1, tracker.commitPoint());
    assertEquals(7, new Tracker(7).commitPoint());
  }

  @Test
  void the_commit_point_waits_for_the_lowest_that_has_not_ended() {
    long first = deliver(5);
    long second = deliver(6);
    long third = deliver(9);
    assertTrue(tracker.end(second, 0));
    assertEquals(5, tracker.commitPoint());
    assertEquals(1, tracker.ahead());
    assertEquals(2, tracker.unended());
    assertTrue(tracker.end(first, 0));
    assertEquals(9, tracker.commitPoint());
    assertEquals(0, tracker.ahead());
    assertTrue(tracker.end(third, 0));
    assertEquals(10, tracker.commitPoint());
    assertEquals(0, tracker.unended());
  }

  @Test
  void what_ended_cannot_end_again() {
    long first = deliver(0);
    long second = deliver(1);
    assertTrue(tracker.end(second, 0));
    long version = tracker.version();
    assertFalse(tracker.end(second, 0));
    assertTrue(tracker.end(first, 0));
    assertFalse(tracker.end(first, 0));
    assertEquals(version + 1, tracker.version());
  }

  @Test
  void what_had_ended_before_does_not_hold_the_commit_point() {
    tracker.deliver(3, null, 0);
    assertEquals(4, tracker.commitPoint());
    long fourth = deliver(4);
    tracker.deliver(5, null, 0);
    assertEquals(4, tracker.commitPoint());
    tracker.end(fourth, 0);
    assertEquals(6, tracker.commitPoint());
  }

  @Test
  void a_log_that_was_set_back_is_noticed() {
    assertTrue(tracker.follows(100));
    deliver(100);
    assertTrue(tracker.follows(101));
    assertTrue(tracker.follows(500));
    assertFalse(tracker.follows(100));
    assertFalse(tracker.follows(99));
    tracker.end(0, 0);
    assertTrue(tracker.follows(101));
    assertFalse(tracker.follows(100));
  }

  @Test
  void blocked_are_those_with_something_ended_behind_them() {
    List<Long> slots = new ArrayList<>();
    for (long offset = 0; offset < 6; offset++) {
      slots.add(deliver(offset));
    }
    assertEquals(List.of(), tracker.blocked(10));
    tracker.end(slots.get(1), 0);
    tracker.end(slots.get(3), 0);
    assertEquals(List.of(0L, 2L), tracker.blocked(10).stream().map(Held::offset).toList());
    assertEquals(1, tracker.blocked(1).size());
    assertEquals(0, tracker.blocker().offset());
  }

  @Test
  void runs_tell_what_is_open_and_what_has_ended_in_turns() {
    List<Long> slots = new ArrayList<>();
    for (long offset : new long[] {10, 11, 12, 15, 16, 20}) {
      slots.add(deliver(offset));
    }
    assertEquals(0, tracker.runs().length);
    tracker.end(slots.get(2), 0);
    tracker.end(slots.get(3), 0);
    tracker.end(slots.get(5), 0);
    // 10, 11 open; 12 with its hole and 15 ended; 16 with its hole open; 20 ended.
    assertEquals(List.of(2L, 4L, 4L, 1L), java.util.Arrays.stream(tracker.runs()).boxed().toList());
  }

  @Test
  void since_when_the_head_stands_is_known() {
    long first = tracker.deliver(0, held(0), 100);
    tracker.deliver(1, held(1), 200);
    assertEquals(100, tracker.headSinceNanos());
    tracker.end(first, 300);
    assertEquals(300, tracker.headSinceNanos());
  }

  @Test
  void room_that_is_never_needed_again_is_given_back() {
    for (int number = 0; number < 5_000; number++) {
      deliver(number);
    }
    assertEquals(8_192, tracker.room());
    for (int slot = 0; slot < 5_000; slot++) {
      tracker.end(slot, 0);
    }
    // It was needed until now.
    assertEquals(8_192, tracker.room());
    long next = 5_000;
    // A quarter is used at a time: that much room may be wanted again.
    long slot = next;
    for (int number = 0; number < 2_048; number++) {
      deliver(next++);
    }
    while (slot < next) {
      tracker.end(slot++, 0);
    }
    assertEquals(8_192, tracker.room());
    for (int round = 0; round < 20; round++) {
      tracker.end(deliver(next++), 0);
    }
    assertEquals(1_024, tracker.room());
    assertEquals(next, tracker.commitPoint());
  }

  @Test
  void room_grows_with_what_is_open_and_with_nothing_else() {
    for (long offset = 0; offset < 10_000; offset++) {
      tracker.end(deliver(offset), 0);
    }
    assertEquals(16, tracker.room());
    for (long offset = 10_000; offset < 10_016; offset++) {
      deliver(offset);
    }
    assertEquals(16, tracker.room());
    deliver(10_016);
    assertEquals(32, tracker.room());
    assertEquals(10_000, tracker.commitPoint());
    assertEquals(17, tracker.unended());
  }

  @Test
  void it_agrees_with_the_simplest_tracker_there_is() {
    for (long seed = 0; seed < 60; seed++) {
      var dice = new Dice(seed);
      var own = new Tracker(dice.chance(0.5) ? -1 : 0);
      var open = new TreeMap<Long, Long>();
      long offset = 0;
      for (int step = 0; step < 2_000; step++) {
        if (dice.chance(step % 400 < 200 ? 0.7 : 0.3)) {
          offset += 1 + (dice.chance(0.2) ? dice.below(5) : 0);
          boolean ended = dice.chance(0.05);
          long slot = own.deliver(offset, ended ? null : held(offset), step);
          if (!ended) {
            open.put(offset, slot);
          }
        } else if (!open.isEmpty()) {
          Long ending =
              dice.chance(0.5)
                  ? open.firstKey()
                  : open.ceilingKey(open.firstKey() + dice.below(40));
          if (ending != null) {
            assertTrue(own.end(open.remove(ending), step));
          }
        }
        assertEquals(open.size(), own.unended(), "seed " + seed);
        assertEquals(own.recounted().ahead(), own.ahead(), "seed " + seed);
        if (offset > 0) {
          assertEquals(
              open.isEmpty() ? offset + 1 : open.firstKey(), own.commitPoint(), "seed " + seed);
        }
      }
    }
  }
}
