package dev.carril.benchmarks.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/// That nothing is wrong is worth as much as what would be found.
class LedgerTest {
  private final Messages messages = Messages.inTurn(6, 2);
  private final Ledger ledger = new Ledger(messages);

  private void handle(int... some) {
    for (int message : some) {
      ledger.begins(message % 2);
      ledger.ends(message % 2, message);
    }
  }

  private void finds(String what) {
    assertTrue(ledger.wrong().toString().contains(what), ledger.wrong()::toString);
  }

  @Test
  void nothing_is_wrong_with_each_session_in_order() {
    handle(1, 3, 0, 5, 2, 4);
    assertEquals(List.of(), ledger.wrong());
    assertEquals(6, ledger.handled());
  }

  @Test
  void a_message_out_of_turn_is_found() {
    handle(0, 4, 2, 1, 3, 5);
    finds("session 0: message 4 came as number 1");
  }

  @Test
  void a_message_that_is_missing_is_found() {
    handle(0, 2, 1, 3, 5);
    finds("session 0: 2 of 3");
  }

  @Test
  void a_message_that_came_twice_is_found() {
    handle(0, 2, 4, 4, 1, 3, 5);
    finds("session 0: 1 more than it has");
  }

  @Test
  void two_at_once_are_found() {
    ledger.begins(0);
    ledger.begins(0);
    ledger.ends(0, 0);
    ledger.ends(0, 2);
    handle(4, 1, 3, 5);
    finds("session 0: two at once, 1 times");
  }

  @Test
  void what_failed_may_come_again() {
    ledger.begins(0);
    ledger.fails(0);
    handle(0, 2, 4, 1, 3, 5);
    assertEquals(List.of(), ledger.wrong());
  }
}
