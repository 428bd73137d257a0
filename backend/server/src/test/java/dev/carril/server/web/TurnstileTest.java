package dev.carril.server.web;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TurnstileTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void turns_come_back_within_a_minute() {
    Turnstile turnstile = new Turnstile(3, 2);

    assertTrue(turnstile.pass("anna", 0));
    assertTrue(turnstile.pass("anna", 0));
    assertFalse(turnstile.pass("anna", 0), "anna has had hers");
    assertTrue(turnstile.pass("ben", 0));
    assertFalse(turnstile.pass("ben", 0), "all have had theirs");
    assertFalse(turnstile.pass("ben", 10 * SECOND));
    assertTrue(turnstile.pass("ben", 21 * SECOND));
    assertTrue(turnstile.pass("anna", 42 * SECOND));
  }

  @Test
  void this_machine_is_bounded_with_all_others_only() {
    Turnstile turnstile = new Turnstile(3, 1);

    for (int i = 0; i < 3; i++) {
      assertTrue(turnstile.pass("", 0));
    }
    assertFalse(turnstile.pass("", 0));
  }
}
