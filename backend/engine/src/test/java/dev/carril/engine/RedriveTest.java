package dev.carril.engine;

import static dev.carril.engine.Waiting.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.check.OrderChecker;
import dev.carril.engine.check.Reason;
import dev.carril.engine.check.Session;
import dev.carril.engine.source.Header;
import dev.carril.engine.source.LogRecord;
import dev.carril.engine.source.Partition;
import dev.carril.engine.source.memory.MemoryLog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RedriveTest {
  private static final Partition P0 = new Partition("orders", 0);
  private static final Session ANNA = Session.of("orders", "anna");

  private final MemoryLog<String, String> log = new MemoryLog<String, String>().topic("orders", 1);
  private final Letters letters = new Letters();
  private final List<String> handled = new CopyOnWriteArrayList<>();
  private final List<Session> released = new ArrayList<>();

  private CompletableFuture<LogRecord<String, String>> append(
      String topic, String key, String value, List<Header> headers) {
    return CompletableFuture.completedFuture(log.append(topic, key, value, headers));
  }

  private Engine<String, String> start(OrderChecker checker, Predicate<String> isPoison) {
    return Engine.from(log.source("billing"))
        .topics("orders")
        .deadLetters(letters)
        .haltSessions(Halts.inMemory())
        .commitEvery(Duration.ofMillis(10))
        .listener(checker.engine("one"))
        .handler(delivery -> {
          if (isPoison.test(delivery.value())) {
            throw new PoisonedRecord("it is");
          }
          handled.add(delivery.value());
        })
        .build()
        .start();
  }

  private long committed() {
    return log.saved("billing", P0).offset();
  }

  @Test
  void a_halted_session_goes_on_with_its_dead_letters_in_order_and_then_with_what_came_later()
      throws InterruptedException {
    var mended = new AtomicBoolean();
    var checker = new OrderChecker();
    for (String value : List.of("poison", "second", "third")) {
      log.append("orders", "anna", value);
    }
    log.append("orders", "ben", "other");
    try (var engine = start(checker, value -> value.equals("poison") && !mended.get())) {
      until("the session is halted", () -> committed() == 4);
      assertEquals(List.of("poison", "second", "third"), letters.values());
      mended.set(true);

      assertEquals(3, new Redrive<>(this::append, engine::release).run(letters.all));
      log.append("orders", "anna", "later");

      until("all are handled", () -> committed() == 8);
    }
    assertEquals(List.of("other", "poison", "second", "third", "later"), handled);
    var report = checker.report();
    assertTrue(report.isClean(), report::toString);
    assertEquals(3, report.redriven());
    assertEquals(3, letters.all.size());
  }

  @Test
  void a_session_that_halts_again_is_redriven_in_order_all_the_same() throws InterruptedException {
    var poisoned = new AtomicInteger();
    var checker = new OrderChecker();
    for (String value : List.of("first", "second", "third")) {
      log.append("orders", "anna", value);
    }
    try (var engine =
        start(checker, value -> value.equals("first") && poisoned.getAndIncrement() < 2)) {
      var redrive = new Redrive<>(this::append, engine::release);
      until("the session is halted", () -> committed() == 3);
      redrive.run(letters.takeAll());
      until("it is halted again", () -> committed() == 6);
      assertEquals(List.of("first", "second", "third"), letters.values());
      log.append("orders", "anna", "later");
      until("what came later is a dead letter too", () -> committed() == 7);

      redrive.run(letters.takeAll());
      until("all are handled", () -> committed() == 11);
    }
    assertEquals(List.of("first", "second", "third", "later"), handled);
    assertTrue(checker.report().isClean(), checker.report()::toString);
  }

  @Test
  void a_record_that_became_a_dead_letter_again_is_appended_once_where_it_was_written_last()
      throws Exception {
    var first = new DeadLetter<>(log.append("orders", "anna", "1"), ANNA, Reason.TERMINAL, 1, null);
    var second =
        new DeadLetter<>(log.append("orders", "anna", "2"), ANNA, Reason.SESSION_HALTED, 0, null);
    // The second was let go by hand once, and then a crash brought both again.
    var redrive = new Redrive<String, String>(this::append, released::add);
    assertEquals(2, redrive.run(List.of(second, first, second)));

    List<LogRecord<String, String>> again = log.records(P0).subList(2, 4);
    assertEquals(List.of("1", "2"), again.stream().map(LogRecord::value).toList());
  }

  @Test
  void dead_letters_that_a_release_left_say_after_which_halt_they_are_redriven() throws Exception {
    var some = new ArrayList<DeadLetter<String, String>>();
    Reason[] reasons = {Reason.TERMINAL, Reason.SESSION_HALTED, Reason.TERMINAL};
    for (Reason reason : reasons) {
      some.add(new DeadLetter<>(log.append("orders", "anna", "it"), ANNA, reason, 1, null));
    }
    new Redrive<String, String>(this::append, released::add).run(some);

    List<LogRecord<String, String>> again = log.records(P0).subList(3, 6);
    assertEquals("orders/0/2", again.get(0).header(Header.REDRIVE_AFTER));
    assertEquals("orders/0/2", again.get(1).header(Header.REDRIVE_AFTER));
    assertNull(again.get(2).header(Header.REDRIVE_AFTER));

    var next = new DeadLetter<>(again.getFirst(), ANNA, Reason.TERMINAL, 1, null);
    new Redrive<String, String>(this::append, released::add).run(List.of(next));
    assertNull(log.records(P0).getLast().header(Header.REDRIVE_AFTER));
  }

  @Test
  void a_redriven_record_says_where_it_was_and_keeps_its_own_headers() throws Exception {
    var record =
        log.append(
            "orders",
            "anna",
            "first",
            List.of(Header.of("own", "kept"), Header.of(Header.REDRIVE_OF, "an older place")));
    var letter = new DeadLetter<>(record, ANNA, Reason.TERMINAL, 1, null);

    new Redrive<String, String>(this::append, released::add).run(List.of(letter));

    LogRecord<String, String> again = log.records(P0).getLast();
    assertEquals("first", again.value());
    assertEquals("kept", again.header("own"));
    assertEquals(letter.place(), again.header(Header.REDRIVE_OF));
    assertEquals(2, again.headers().size());
    assertEquals(List.of(ANNA), released);
  }

  @Test
  void what_cannot_be_appended_holds_back_what_comes_behind_it_and_releases_nobody()
      throws Exception {
    var some = new ArrayList<DeadLetter<String, String>>();
    for (String value : List.of("first", "second", "third")) {
      var record = log.append("orders", "anna", value);
      some.add(new DeadLetter<>(record, ANNA, Reason.TERMINAL, 1, null));
    }
    Log<String, String> shaky =
        (topic, key, value, headers) ->
            value.equals("second")
                ? CompletableFuture.failedStage(new IOException("away"))
                : append(topic, key, value, headers);

    assertEquals(1, new Redrive<>(shaky, released::add).run(some));

    assertEquals(4, log.records(P0).size());
    assertEquals(List.of(), released);
  }
}
