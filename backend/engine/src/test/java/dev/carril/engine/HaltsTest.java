package dev.carril.engine;

import static dev.carril.engine.Waiting.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.carril.engine.check.Halt;
import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import dev.carril.engine.source.memory.MemoryLog;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Engines of one group that keep in one place which sessions are halted.
@Timeout(60)
class HaltsTest {
  private static final Partition P0 = new Partition("orders", 0);
  private static final Partition P1 = new Partition("orders", 1);
  private static final Session ANNA = Session.of("orders", "anna");

  private final MemoryLog<String, String> log = new MemoryLog<String, String>().topic("orders", 2);
  private final Letters letters = new Letters();
  private final Store store = new Store();
  private final List<String> handled = new CopyOnWriteArrayList<>();

  /// As a database would: all engines share it, it outlives them, and it may be away or slow.
  private static final class Store implements Halts {
    private final Halts kept = Halts.inMemory();
    volatile boolean away;
    volatile CountDownLatch reading = new CountDownLatch(0);
    volatile CountDownLatch mayAnswer = new CountDownLatch(0);

    @Override
    public Collection<Halt> all() throws Exception {
      if (away) {
        throw new IOException("the store is away");
      }
      Collection<Halt> all = kept.all();
      reading.countDown();
      mayAnswer.await();
      return all;
    }

    @Override
    public void halt(Halt halt) throws Exception {
      kept.halt(halt);
    }

    @Override
    public void release(Session session) throws Exception {
      kept.release(session);
    }
  }

  private Engine<String, String> start(String name) {
    return Engine.from(log.source("billing"))
        .name(name)
        .topics("orders")
        .deadLetters(letters)
        .haltSessions(store)
        .commitEvery(Duration.ofMillis(10))
        .handler(delivery -> {
          if (delivery.value().equals("poison")) {
            throw new PoisonedRecord("it is");
          }
          handled.add(delivery.value());
        })
        .build()
        .start();
  }

  private void append(Partition partition, String value) {
    log.append(partition, "anna", value, List.of());
  }

  private static boolean has(Engine<String, String> engine, Partition partition) {
    return engine.snapshot().partitions().stream()
        .anyMatch(view -> view.partition().equals(partition));
  }

  private void annaIsHalted() {
    append(P1, "poison");
    until("anna is halted", () -> letters.all.size() == 1);
  }

  private long committed(Partition partition) {
    return log.saved("billing", partition).offset();
  }

  @Test
  void a_session_stays_halted_when_another_engine_takes_its_partition_over() {
    try (var one = start("one")) {
      annaIsHalted();
      until("its end is committed", () -> committed(P1) == 1);
      try (var two = start("two")) {
        until("the partition is handed over", () -> has(two, P1));
        append(P1, "held");
        until("it is a dead letter", () -> letters.all.size() == 2);
        assertEquals(List.of(ANNA), two.snapshot().halted());

        two.release(ANNA);
        append(P1, "again");
        until("the session goes on", () -> handled.contains("again"));
      }
      // It remembers a halt that was released elsewhere.
      until("the partition is back", () -> has(one, P1));
      append(P1, "more");
      until("the session goes on here too", () -> handled.contains("more"));
    }
    assertEquals(List.of("again", "more"), handled);
  }

  @Test
  void a_session_stays_halted_when_its_engine_starts_again() {
    try (var _ = start("one")) {
      annaIsHalted();
      until("its end is committed", () -> committed(P1) == 1);
    }
    append(P1, "held");
    try (var _ = start("again")) {
      until("it is a dead letter", () -> letters.all.size() == 2);
    }
    assertEquals(List.of(), handled);
  }

  @Test
  void a_partition_is_not_fetched_while_nobody_can_say_which_sessions_are_halted() {
    try (var one = start("one")) {
      annaIsHalted();
      until("its end is committed", () -> committed(P1) == 1);
      try (var two = start("two")) {
        until("each has a partition", () -> has(one, P0) && has(two, P1));
        store.away = true;
      }
      append(P1, "held");
      until("that is told", () -> one.health().state() == State.HALTS_UNKNOWN);
      assertFalse(one.health().state().isWell());
      assertEquals(1, letters.all.size());
      store.away = false;
      until("it is a dead letter", () -> letters.all.size() == 2);
    }
    assertEquals(List.of(), handled);
  }

  @Test
  void what_is_released_while_the_halts_are_read_stays_released() throws InterruptedException {
    try (var one = start("one")) {
      until("it has all", () -> has(one, P0) && has(one, P1));
      try (var two = start("two")) {
        until("each has a partition", () -> has(one, P0) && has(two, P1));
        log.append(P0, "anna", "poison", List.of());
        until("anna is halted", () -> one.snapshot().halted().equals(List.of(ANNA)));
        store.reading = new CountDownLatch(1);
        store.mayAnswer = new CountDownLatch(1);
      }
      // It gets the other partition, and asks for that.
      store.reading.await();
      one.release(ANNA);
      until("she is released", () -> one.snapshot().halted().isEmpty());
      store.mayAnswer.countDown();
      log.append(P0, "anna", "goes on", List.of());
      until("she goes on", () -> handled.contains("goes on"));
    }
  }

  @Test
  void halts_that_cannot_be_read_at_the_start_are_said_then() {
    store.away = true;
    assertThrows(IllegalStateException.class, () -> start("one"));
  }
}
