package dev.carril.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.check.Session;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Parts of the core that are small enough to share a file.
class SmallPartsTest {
  // --- the dead-letter budget

  @Test
  void successes_earn_dead_letters_and_an_outage_has_none() {
    var budget = new DeadLetterBudget(new Allowance(3, 100, 1_000), 0);
    for (int letter = 0; letter < 3; letter++) {
      assertTrue(budget.take(0));
    }
    assertFalse(budget.take(0));
    assertTrue(budget.isSpent(0));
    budget.earn(9);
    assertFalse(budget.take(0));
    budget.earn(1);
    assertTrue(budget.take(0));
    budget.earn(1_000_000);
    for (int letter = 0; letter < 3; letter++) {
      assertTrue(budget.take(0));
    }
    assertFalse(budget.take(0));
  }

  @Test
  void time_earns_dead_letters_too() {
    var budget = new DeadLetterBudget(new Allowance(4, 0, 1_000), 0);
    for (int letter = 0; letter < 4; letter++) {
      assertTrue(budget.take(0));
    }
    assertFalse(budget.take(249));
    assertTrue(budget.take(250));
    assertFalse(budget.take(260));
    assertTrue(budget.take(1_000_000));
  }

  // --- the gate

  @Test
  void the_gate_closes_while_there_is_room_for_one_poll() {
    var gate = new Gate(1_000, 1 << 20, 100);
    assertTrue(gate.isOpen(900, 0));
    assertFalse(gate.isOpen(901, 0));
    assertFalse(gate.isOpen(800, 0));
    assertTrue(gate.isOpen(750, 0));
    assertTrue(gate.isOpen(900, 0));
  }

  @Test
  void the_gate_has_room_for_the_bytes_of_a_whole_poll() {
    var gate = new Gate(1_000, 1_000, 10, 300);
    assertTrue(gate.isOpen(5, 700));
    assertFalse(gate.isOpen(5, 701));
    // A quarter is free, but less than a poll may bring.
    assertFalse(gate.isOpen(5, 750));
    assertFalse(gate.hasRoom(5, 701));
    assertTrue(gate.isOpen(5, 700));
    assertThrows(IllegalArgumentException.class, () -> new Gate(199, 1, 100));
    assertThrows(IllegalArgumentException.class, () -> new Gate(1_000, 599, 10, 300));
  }

  // --- routes

  @Test
  void routes_are_found_whatever_comes_and_goes() {
    var routes = new Routes();
    Map<Long, Route> there = new HashMap<>();
    var dice = new Dice(7);
    for (int step = 0; step < 50_000; step++) {
      long key = dice.below(3_000);
      long hash = Session.hash("t", key);
      Route found = routes.find("t", key, hash);
      assertSame(there.get(key), found);
      if (found == null) {
        var route = new Route(Session.of("t", key), 0);
        routes.add(route);
        routes.busy(route);
        route.out = 1;
        there.put(key, route);
      } else if (found.out == 1) {
        found.out = 0;
        routes.idle(found, step);
      } else {
        routes.busy(found);
        found.out = 1;
      }
      for (Route gone = routes.takeIdle(step - 400L, 200);
          gone != null;
          gone = routes.takeIdle(step - 400L, 200)) {
        assertSame(gone, there.remove((Long) gone.session.key()));
        assertTrue(gone.isIdle());
      }
      assertEquals(there.size(), routes.size());
      assertTrue(routes.idle() <= 200);
    }
    assertNull(routes.find("other", 1L, Session.hash("other", 1L)));
  }

  // --- alarms

  @Test
  void alarms_go_off_in_order_and_can_be_taken_back() {
    for (long seed = 0; seed < 50; seed++) {
      var dice = new Dice(seed);
      var alarms = new Alarms();
      var lanes = new ArrayList<Lane>();
      for (int number = 0; number < 60; number++) {
        lanes.add(new Lane(new Route(Session.of("t", number), 0), 0));
      }
      var set = new HashMap<Lane, Long>();
      for (int step = 0; step < 500; step++) {
        Lane lane = dice.pick(lanes);
        switch (dice.below(3)) {
          case 0 -> {
            alarms.clear(lane);
            set.remove(lane);
          }
          case 1 -> {
            long due = dice.below(1_000);
            alarms.set(lane, due);
            set.put(lane, due);
          }
          default -> {
            long now = dice.below(1_000);
            Lane taken = alarms.take(now);
            long least = set.values().stream().mapToLong(Long::longValue).min().orElse(2_000);
            assertEquals(least <= now, taken != null);
            if (taken != null) {
              assertEquals(least, set.remove(taken));
            }
          }
        }
        assertEquals(set.size(), alarms.size());
        assertEquals(
            set.values().stream().mapToLong(Long::longValue).min().orElse(Long.MAX_VALUE),
            alarms.dueNanos());
      }
    }
  }

  // --- rules

  @Test
  void rules_that_cannot_be_are_refused() {
    assertThrows(IllegalArgumentException.class, () -> new Bounds(0, 1, 1, 1, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new Bounds(1, 1, 1, 1, -1, 1));
    assertThrows(IllegalArgumentException.class, () -> new Times(-1, 0, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new Allowance(0, 1, 1));
  }
}
