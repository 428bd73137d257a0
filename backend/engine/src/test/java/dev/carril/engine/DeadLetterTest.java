package dev.carril.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.check.Reason;
import dev.carril.engine.check.Session;
import dev.carril.engine.source.LogRecord;
import dev.carril.engine.source.Partition;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeadLetterTest {
  private static String header(Throwable failure, String name) {
    var dead = new LogRecord<>(new Partition("orders", 0), 7, 0, "anna", "v", List.of(), 8);
    var letter = new DeadLetter<>(dead, Session.of("orders", "anna"), Reason.TERMINAL, 1, failure);
    return Letters.header(letter, name);
  }

  @Test
  void a_message_without_end_makes_a_header_that_a_log_takes() {
    String told = header(new IllegalStateException("x".repeat(5_000_000)), "dead-letter-failure");
    assertTrue(told.length() < 3_000, () -> "letters: " + told.length());
    assertTrue(told.startsWith("java.lang.IllegalStateException: xxx"), told);
    assertTrue(told.endsWith("… (5000033 letters)"), told);
  }

  @Test
  void a_message_of_some_length_is_told_whole() {
    String message = "an order of " + "many ".repeat(100) + "lines";
    assertEquals(
        "java.lang.IllegalStateException: " + message,
        header(new IllegalStateException(message), "dead-letter-failure"));
  }
}
