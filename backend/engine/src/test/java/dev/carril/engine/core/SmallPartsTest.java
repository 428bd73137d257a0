package dev.carril.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
    assertTrue(new Gate(200, 1, 100).isOpen(100, 0));
    assertTrue(new Gate(1_000, 600, 10, 300).isOpen(0, 300));
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

  @Test
  void routes_take_little_room_when_they_are_few() {
    var routes = new Routes();
    var all = new ArrayList<Route>();
    for (int number = 0; number < 32; number++) {
      var route = new Route(Session.of("t", number), 0);
      routes.add(route);
      all.add(route);
    }
    assertEquals(64, routes.room());
    assertEquals(32, routes.idle());
    for (int number = 32; number < 1_000; number++) {
      var route = new Route(Session.of("t", number), 0);
      routes.add(route);
      all.add(route);
    }
    assertEquals(2_048, routes.room());
    for (Route route : all) {
      assertSame(route, routes.find(route.session));
    }
    assertNull(routes.find(Session.of("t", 1_000)));
    assertNull(routes.find(Session.of("other", 1)));
    for (Route route : all) {
      routes.busy(route);
      route.out++;
    }
    assertEquals(0, routes.idle());
    assertEquals(Long.MAX_VALUE, routes.firstIdleNanos());
    for (Route route : all) {
      route.out--;
      routes.idle(route, 5);
    }
    assertEquals(5, routes.firstIdleNanos());
    assertNull(routes.takeIdle(4, 1_000));
    int left = 1_000;
    while (routes.takeIdle(5, 0) != null) {
      left--;
      assertEquals(left, routes.size());
      assertTrue(routes.room() <= Math.max(64, 16 * left), routes.room() + " for " + left);
    }
    assertEquals(0, left);
    assertEquals(64, routes.room());
    assertEquals(Long.MAX_VALUE, routes.firstIdleNanos());
  }

  @Test
  void of_more_idle_sessions_than_are_kept_those_go_that_have_been_idle_for_longest() {
    var routes = new Routes();
    var all = new ArrayList<Route>();
    for (int number = 0; number < 4; number++) {
      var route = new Route(Session.of("t", number), 0);
      routes.add(route);
      routes.busy(route);
      route.out = 1;
      all.add(route);
    }
    for (int number = 0; number < 4; number++) {
      all.get(number).out = 0;
      routes.idle(all.get(number), 10 + number);
    }
    // The first one works again, and has nothing to do again after the others.
    routes.busy(all.get(0));
    all.get(0).out = 1;
    all.get(0).out = 0;
    routes.idle(all.get(0), 20);

    assertSame(all.get(1), routes.takeIdle(0, 3));
    assertNull(routes.takeIdle(0, 3));
    assertSame(all.get(2), routes.takeIdle(12, 3));
    assertNull(routes.takeIdle(12, 3));
    assertSame(all.get(3), routes.takeIdle(13, 3));
    assertNull(routes.takeIdle(19, 3));
    assertSame(all.get(0), routes.takeIdle(20, 3));
    assertNull(routes.takeIdle(100, 0));
  }

  @Test
  void one_that_has_been_idle_for_long_enough_goes_although_it_worked_in_between() {
    var routes = new Routes();
    var all = new ArrayList<Route>();
    for (int number = 0; number < 2; number++) {
      var route = new Route(Session.of("t", number), 0);
      routes.add(route);
      routes.busy(route);
      routes.idle(route, 10);
      all.add(route);
    }
    routes.busy(all.getFirst());
    routes.idle(all.getFirst(), 20);
    assertSame(all.getFirst(), routes.takeIdle(20, 100));
    assertSame(all.getLast(), routes.takeIdle(20, 100));
  }

  // --- parking

  @Test
  void who_holds_a_store_is_who_has_half_of_it() {
    var epoch = new Epoch(new Partition("t", 0), 1, -1, Restored.NOTHING);
    var anna = new Route(Session.of("t", "anna"), 0);
    var ben = new Route(Session.of("t", "ben"), 0);
    var carla = new Route(Session.of("t", "carla"), 0);
    var parking = new Parking();
    parking.park(new Held(epoch, 0, anna, null, 1, 0, null));
    parking.park(new Held(epoch, 1, ben, null, 1, 0, null));
    assertSame(anna, parking.holder(epoch));
    parking.park(new Held(epoch, 2, carla, null, 1, 0, null));
    assertNull(parking.holder(epoch));

    // Who came back stands behind those that were there all the time.
    assertEquals(0, parking.unpark(anna).offset);
    parking.park(new Held(epoch, 3, anna, null, 1, 0, null));
    parking.unpark(carla);
    assertSame(ben, parking.holder(epoch));
    assertNull(parking.unpark(carla));
    assertEquals(2, parking.records());

    var taken = new ArrayList<Long>();
    parking.removeAll(epoch, held -> taken.add(held.offset));
    assertEquals(List.of(1L, 3L), taken);
    assertEquals(0, epoch.parked);
    assertEquals(0, epoch.parkedBytes);
    assertEquals(0, anna.parked);
  }

  // --- alarms

  @Test
  void of_two_alarms_at_one_time_the_one_whose_session_hashes_lower_is_first() {
    for (int round = 0; round < 2; round++) {
      var alarms = new Alarms();
      var lanes = new ArrayList<Lane>();
      for (int number = 0; number < 40; number++) {
        lanes.add(new Lane(new Route(Session.of("t", number), 0), 0));
      }
      for (int number = 0; number < 40; number++) {
        alarms.set(lanes.get(round == 0 ? number : 39 - number), 5);
      }
      long before = Long.MIN_VALUE;
      assertNull(alarms.take(4));
      for (Lane lane = alarms.take(5); lane != null; lane = alarms.take(5)) {
        assertTrue(lane.session().hash() > before);
        before = lane.session().hash();
      }
      assertEquals(0, alarms.size());
    }
  }

  // --- what had ended before a restart

  @Test
  void what_had_ended_is_known_by_its_edges() throws Exception {
    // 10, 11 open; 12, 13, 14 ended; 15 open; 16 ended.
    var restored = Restored.of(10, new long[] {2, 3, 1, 1});
    assertEquals(4, restored.count());
    assertFalse(restored.isBehind(16));
    assertTrue(restored.isBehind(17));
    assertFalse(restored.has(10));
    assertFalse(restored.has(11));
    assertTrue(restored.has(12));
    assertTrue(restored.has(14));
    assertFalse(restored.has(15));
    assertTrue(restored.has(16));
    assertFalse(restored.has(17));
    assertNull(restored.ignored());
    assertTrue(Restored.NOTHING.isBehind(0));
    assertFalse(Restored.NOTHING.has(0));
    assertEquals(0, Restored.NOTHING.count());
    assertEquals("why", Restored.ignored("why").ignored());
    assertThrows(BitText.Damage.class, () -> Restored.of(Long.MAX_VALUE, new long[] {1, 1}));
  }

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
