package dev.carril.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.core.RetrySchedule.Jitter;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RetryScheduleTest {
  @Test
  void the_wait_doubles_up_to_the_ceiling() {
    var schedule = new RetrySchedule(9, 100, 1_000, Jitter.NONE, 0);
    long[] waits = {100, 200, 400, 800, 1_000, 1_000};
    for (int attempt = 1; attempt <= waits.length; attempt++) {
      assertEquals(waits[attempt - 1], schedule.waitNanos(1, 2, attempt));
    }
    assertEquals(1_000, schedule.waitNanos(1, 2, 1_000_000));
    assertEquals(1_000, schedule.ceilingNanos(1, 2, 7));
  }

  @Test
  void the_longest_waits_do_not_overflow() {
    var schedule = new RetrySchedule(99, 3_000_000_000L, Long.MAX_VALUE / 4, Jitter.NONE, 0);
    for (int attempt = 1; attempt < 99; attempt++) {
      assertTrue(schedule.waitNanos(1, 2, attempt) > 0);
    }
    assertEquals(0, new RetrySchedule(3, 0, 0, Jitter.FULL, 0).waitNanos(1, 2, 1));
  }

  @Test
  void jitter_spreads_the_wait_over_all_of_it() {
    var schedule = new RetrySchedule(9, 1_000, 1_000, Jitter.FULL, 7);
    int[] tenths = new int[11];
    for (long offset = 0; offset < 10_000; offset++) {
      long wait = schedule.waitNanos(42, offset, 1);
      assertTrue(wait >= 0 && wait <= 1_000);
      tenths[(int) (wait / 100)]++;
      long ceiling = schedule.ceilingNanos(42, offset, 1);
      assertTrue(ceiling >= 500 && ceiling <= 1_000);
    }
    for (int tenth = 0; tenth < 10; tenth++) {
      assertTrue(tenths[tenth] > 800 && tenths[tenth] < 1_200, tenth + ": " + tenths[tenth]);
    }
  }

  @Test
  void both_ends_of_the_jitter_are_drawn() {
    var schedule = new RetrySchedule(9, 2, 2, Jitter.FULL, 7);
    var waits = new TreeSet<Long>();
    var ceilings = new TreeSet<Long>();
    for (long offset = 0; offset < 1_000; offset++) {
      waits.add(schedule.waitNanos(42, offset, 1));
      ceilings.add(schedule.ceilingNanos(42, offset, 1));
    }
    assertEquals(Set.of(0L, 1L, 2L), waits);
    assertEquals(Set.of(1L, 2L), ceilings);
  }

  @Test
  void the_jitter_hangs_on_session_offset_and_attempt() {
    var schedule = new RetrySchedule(9, 1_000_000, 1_000_000, Jitter.FULL, 7);
    var waits = new TreeSet<Long>();
    var ceilings = new TreeSet<Long>();
    for (long hash = 100; hash < 110; hash++) {
      for (long offset = 0; offset < 10; offset++) {
        for (int attempt = 1; attempt <= 9; attempt++) {
          waits.add(schedule.waitNanos(hash, offset, attempt));
          ceilings.add(schedule.ceilingNanos(hash, offset, attempt));
        }
      }
    }
    // Session and attempt may stand for each other: eighteen sums of the two, for each offset.
    assertEquals(180, waits.size());
    assertEquals(180, ceilings.size());
    assertNotEquals(
        schedule.ceilingNanos(1, 2, 3),
        new RetrySchedule(9, 1_000_000, 1_000_000, Jitter.FULL, 8).ceilingNanos(1, 2, 3));
  }

  @Test
  void the_same_place_and_seed_give_the_same_wait() {
    var one = new RetrySchedule(9, 1_000, 1_000, Jitter.FULL, 7);
    var same = new RetrySchedule(9, 1_000, 1_000, Jitter.FULL, 7);
    var other = new RetrySchedule(9, 1_000, 1_000, Jitter.FULL, 8);
    int different = 0;
    for (long offset = 0; offset < 100; offset++) {
      assertEquals(one.waitNanos(1, offset, 1), same.waitNanos(1, offset, 1));
      different += one.waitNanos(1, offset, 1) == other.waitNanos(1, offset, 1) ? 0 : 1;
    }
    assertTrue(different > 90);
  }

  @Test
  void attempts_are_bounded() {
    var schedule = new RetrySchedule(3, 1, 1, Jitter.NONE, 0);
    assertTrue(schedule.allowsAnother(1));
    assertTrue(schedule.allowsAnother(2));
    assertFalse(schedule.allowsAnother(3));
    assertFalse(schedule.allowsAnother(4));
  }

  @Test
  void what_cannot_be_is_refused() {
    assertThrows(IllegalArgumentException.class, () -> new RetrySchedule(0, 1, 1, Jitter.NONE, 0));
    assertThrows(IllegalArgumentException.class, () -> new RetrySchedule(1, 2, 1, Jitter.NONE, 0));
    assertThrows(IllegalArgumentException.class, () -> new RetrySchedule(1, -1, 1, Jitter.NONE, 0));
  }
}
