package dev.carril.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.check.Session;
import dev.carril.engine.core.RetrySchedule.Jitter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SendsTest implements SendsOut {
  private static final Session ANNA = Session.of("orders", "anna");
  private static final Session BEN = Session.of("orders", "ben");
  private final Sends sends = new Sends(new RetrySchedule(3, 10, 40, Jitter.NONE, 0), this);
  private final List<Send> out = new ArrayList<>();
  private final List<Object> givenUp = new ArrayList<>();

  @Override
  public void append(Send send) {
    out.add(send);
  }

  @Override
  public void givenUp(Send send, Throwable why) {
    givenUp.add(send.payload());
  }

  private Object next() {
    return out.getLast().payload();
  }

  @Test
  void case_34_what_comes_behind_a_send_that_is_tried_again_waits_for_its_final_end() {
    Send first = sends.take(ANNA, "A");
    sends.take(ANNA, "B");
    assertEquals(1, out.size());

    sends.failed(first, new IllegalStateException("away"), false, 100);
    assertEquals(110, sends.dueNanos());
    sends.tick(109);
    assertEquals(1, out.size());
    sends.tick(110);
    assertEquals("A", next());
    assertEquals(2, out.size());
    sends.done(first);
    assertEquals("B", next());
  }

  @Test
  void sessions_do_not_wait_for_each_other() {
    sends.take(ANNA, "A");
    Send other = sends.take(BEN, "C");
    assertEquals("C", next());
    sends.done(other);
    assertEquals(1, sends.held());
    assertEquals(1, sends.sessions());
  }

  @Test
  void what_is_given_up_lets_the_next_one_go() {
    Send first = sends.take(ANNA, "A");
    sends.take(ANNA, "B");
    sends.failed(first, new IllegalArgumentException("too large"), true, 0);
    assertEquals(List.of("A"), givenUp);
    assertEquals("B", next());
  }

  @Test
  void attempts_are_bounded() {
    Send first = sends.take(ANNA, "A");
    for (int attempt = 1; attempt <= 3; attempt++) {
      assertEquals(attempt, first.attempts());
      sends.failed(first, new IllegalStateException("away"), false, attempt * 1_000);
      sends.tick(attempt * 1_000 + 100);
    }
    assertEquals(List.of("A"), givenUp);
    assertEquals(0, sends.held());
    assertEquals(0, sends.sessions());
    assertEquals(Long.MAX_VALUE, sends.dueNanos());
  }

  @Test
  void what_is_due_first_is_tried_first_and_of_two_at_one_time_the_older() {
    Send anna = sends.take(ANNA, "A");
    Send ben = sends.take(BEN, "B");
    Send carla = sends.take(Session.of("orders", "carla"), "C");
    sends.failed(carla, new IllegalStateException("away"), false, 99);
    sends.failed(ben, new IllegalStateException("away"), false, 100);
    sends.failed(anna, new IllegalStateException("away"), false, 100);
    out.clear();
    assertEquals(109, sends.dueNanos());
    sends.tick(1_000);
    assertEquals(List.of(carla, anna, ben), out);
  }

  @Test
  void a_send_that_waits_to_be_tried_again_cannot_be_answered() {
    Send first = sends.take(ANNA, "A");
    sends.failed(first, new IllegalStateException("away"), false, 100);
    assertThrows(IllegalStateException.class, () -> sends.done(first));
    assertThrows(
        IllegalStateException.class,
        () -> sends.failed(first, new IllegalStateException("again"), false, 100));
    assertEquals(1, sends.held());
  }

  @Test
  void an_answer_that_nobody_waits_for_is_a_fault() {
    Send first = sends.take(ANNA, "A");
    sends.done(first);
    assertThrows(IllegalStateException.class, () -> sends.done(first));
  }

  @Test
  void whatever_fails_each_session_is_appended_in_order() {
    for (long seed = 0; seed < 60; seed++) {
      out.clear();
      givenUp.clear();
      var own = new Sends(new RetrySchedule(4, 5, 20, Jitter.FULL, seed), this);
      var dice = new Dice(seed);
      var flying = new ArrayList<Send>();
      Map<Session, List<Object>> appended = new HashMap<>();
      long now = 0;
      int sent = 0;
      while (sent < 300 || own.held() > 0) {
        if (sent < 300 && dice.chance(0.5)) {
          own.take(Session.of("orders", dice.below(5)), sent++);
        }
        flying.addAll(out);
        out.clear();
        if (!flying.isEmpty()) {
          Send send = flying.remove(dice.below(flying.size()));
          if (dice.chance(0.3)) {
            own.failed(send, new IllegalStateException(), dice.chance(0.1), now);
          } else {
            appended.computeIfAbsent(send.session(), _ -> new ArrayList<>()).add(send.payload());
            own.done(send);
          }
        }
        own.tick(now += dice.below(10));
      }
      int count = givenUp.size();
      for (List<Object> numbers : appended.values()) {
        count += numbers.size();
        assertTrue(
            numbers.equals(
                numbers.stream().map(n -> (Integer) n).sorted().map(n -> (Object) n).toList()));
      }
      assertEquals(300, count);
    }
  }
}
