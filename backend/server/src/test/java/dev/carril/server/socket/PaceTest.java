package dev.carril.server.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void after_a_pause_so_many_may_come_at_once_and_then_one_by_one() {
    Pace pace = new Pace(10, 3);

    for (int i = 0; i < 3; i++) {
      assertTrue(pace.turnNanos(5 * SECOND) <= 0);
    }
    assertEquals(SECOND / 10, pace.turnNanos(5 * SECOND));
    assertEquals(SECOND / 5, pace.turnNanos(5 * SECOND));
  }

  @Test
  void in_the_long_run_no_more_get_through_than_may() {
    for (long seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      Pace pace = new Pace(60, 60);
      long nowNanos = random.nextLong();
      long beganNanos = nowNanos;
      int through = 0;
      while (nowNanos - beganNanos < 100 * SECOND) {
        long waitNanos = Math.max(0, pace.turnNanos(nowNanos));
        nowNanos += waitNanos + random.nextLong(SECOND / 100);
        through++;
      }
      assertTrue(through <= 60 * 100 + 62, "seed " + seed + ": " + through);
      assertTrue(through > 60 * 99, "seed " + seed + ": " + through);
    }
  }
}
