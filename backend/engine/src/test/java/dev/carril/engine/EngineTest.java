package dev.carril.engine;

import static dev.carril.engine.Waiting.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.check.Halt;
import dev.carril.engine.check.LaneState;
import dev.carril.engine.check.OrderChecker;
import dev.carril.engine.check.Reason;
import dev.carril.engine.check.Session;
import dev.carril.engine.core.Ring;
import dev.carril.engine.source.CommitFailed;
import dev.carril.engine.source.Header;
import dev.carril.engine.source.Partition;
import dev.carril.engine.source.Saved;
import dev.carril.engine.source.memory.MemoryLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.ThrowingSupplier;

/// The engine on real threads, from outside.
@Timeout(60)
class EngineTest {
  private static final Partition P0 = new Partition("orders", 0);
  private static final Retry QUICK =
      Retry.attempts(3).from(Duration.ofMillis(1)).upTo(Duration.ofMillis(4));

  private final MemoryLog<String, String> log = new MemoryLog<String, String>().topic("orders", 3);
  private final Letters letters = new Letters();
  private final List<String> handled = new CopyOnWriteArrayList<>();

  private EngineBuilder<String, String> engine() {
    return Engine.from(log.source("billing"))
        .topics("orders")
        .deadLetters(letters)
        .retry(QUICK)
        .commitEvery(Duration.ofMillis(10));
  }

  private EngineBuilder<String, String> noting() {
    return engine().handler(delivery -> handled.add(delivery.value()));
  }

  private void noteUnlessPoison(Delivery<String, String> delivery) {
    if (delivery.value().equals("poison")) {
      throw new PoisonedRecord("it is");
    }
    handled.add(delivery.value());
  }

  private long committed() {
    long sum = 0;
    for (int number = 0; number < 3; number++) {
      sum += Math.max(0, log.saved("billing", new Partition("orders", number)).offset());
    }
    return sum;
  }

  // --- order

  @Test
  void each_session_is_handled_in_order_while_others_run() {
    int sessions = 50;
    int each = 200;
    Map<String, List<Integer>> seen = new ConcurrentHashMap<>();
    Map<String, AtomicInteger> inside = new ConcurrentHashMap<>();
    for (int number = 0; number < each; number++) {
      for (int session = 0; session < sessions; session++) {
        log.append("orders", "session-" + session, Integer.toString(number));
      }
    }

    var engine =
        engine()
            .handler(delivery -> {
              var running = inside.computeIfAbsent(delivery.key(), _ -> new AtomicInteger());
              assertEquals(1, running.incrementAndGet());
              if (delivery.value().endsWith("7")) {
                LockSupport.parkNanos(200_000);
              }
              seen.computeIfAbsent(delivery.key(), _ -> new ArrayList<>())
                  .add(Integer.parseInt(delivery.value()));
              running.decrementAndGet();
            })
            .build()
            .start();
    until("all are committed", () -> committed() == sessions * each);
    engine.close();

    List<Integer> inOrder = java.util.stream.IntStream.range(0, each).boxed().toList();
    assertEquals(sessions, seen.size());
    seen.values().forEach(numbers -> assertEquals(inOrder, numbers));
  }

  @Test
  void the_order_checker_finds_nothing_whatever_fails() {
    var checker = new OrderChecker();
    for (int number = 0; number < 3_000; number++) {
      var appended = log.append("orders", "session-" + number % 40, Integer.toString(number));
      checker.appended(appended.partition(), appended.offset());
    }

    var engine =
        engine()
            .listener(checker.engine("one"))
            .handler(delivery -> {
              int number = Integer.parseInt(delivery.value());
              if (number % 10 == 3 && delivery.attempt() == 1 || number % 500 == 77) {
                throw new IOException("as it was told");
              }
            })
            .build()
            .start();
    until("all are committed", () -> committed() == 3_000);
    engine.close();

    var report = checker.report();
    assertTrue(report.isClean(), report::toString);
    assertEquals(3_000, report.checked());
    assertEquals(0, report.duplicates());
    assertEquals(6, letters.all.size());
  }

  @Test
  void a_slow_session_holds_up_nobody_else() {
    var free = new CountDownLatch(1);
    log.append(P0, "slow", "slow", List.of());
    for (int number = 0; number < 500; number++) {
      log.append(P0, "quick-" + number % 20, Integer.toString(number), List.of());
    }

    var engine =
        engine()
            .handler(delivery -> {
              if (delivery.key().equals("slow")) {
                free.await();
              }
              handled.add(delivery.value());
            })
            .build()
            .start();
    until(
        "the others have ended",
        () -> engine.snapshot().partitions().stream().anyMatch(it -> it.ahead() == 500));
    assertEquals(500, handled.size());
    Snapshot snapshot = engine.snapshot();
    assertEquals(1, snapshot.blocked().size());
    assertEquals(0, snapshot.blocked().getFirst().offset());
    assertEquals(Session.of("orders", "slow"), snapshot.blocked().getFirst().session());
    free.countDown();
    until("all are committed", () -> committed() == 501);
    engine.close();
  }

  @Test
  void records_without_a_key_are_one_session_of_their_partition() {
    for (int number = 0; number < 100; number++) {
      log.append(P0, null, Integer.toString(number), List.of());
    }
    var engine = noting().build().start();
    until("all are committed", () -> committed() == 100);
    engine.close();
    assertEquals(
        java.util.stream.IntStream.range(0, 100).mapToObj(Integer::toString).toList(), handled);
  }

  // --- failures

  @Test
  void a_record_that_fails_is_tried_again_before_its_session_goes_on() {
    log.append("orders", "anna", "first");
    log.append("orders", "anna", "second");
    var engine =
        engine()
            .handler(delivery -> {
              handled.add(delivery.value() + delivery.attempt());
              if (delivery.value().equals("first") && delivery.attempt() < 3) {
                throw new IOException("not yet");
              }
            })
            .build()
            .start();
    until("both are committed", () -> committed() == 2);
    engine.close();
    assertEquals(List.of("first1", "first2", "first3", "second1"), handled);
    assertEquals(List.of(), letters.all);
  }

  @Test
  void whatever_a_handler_throws_is_classified_and_leaks_no_record() {
    List<Throwable> thrown =
        List.of(
            new IOException("checked"),
            new IllegalStateException("unchecked"),
            new StackOverflowError(),
            new InterruptedException(),
            new IllegalArgumentException("terminal"),
            new PoisonedRecord("terminal"),
            new ExceptionInInitializerError("terminal"));
    for (int number = 0; number < thrown.size(); number++) {
      log.append("orders", "session-" + number, Integer.toString(number));
    }
    var engine =
        engine()
            .handler(delivery -> {
              throw sneaky(thrown.get(Integer.parseInt(delivery.value())));
            })
            .build()
            .start();
    until("all are committed", () -> committed() == thrown.size());
    engine.close();

    assertEquals(thrown.size(), letters.all.size());
    for (DeadLetter<String, String> letter : letters.all) {
      int number = Integer.parseInt(letter.logRecord().value());
      assertEquals(number < 4 ? Reason.ATTEMPTS_SPENT : Reason.TERMINAL, letter.reason());
      assertEquals(number < 4 ? 3 : 1, letter.attempts());
      assertEquals(thrown.get(number), letter.failure());
    }
  }

  @Test
  void a_classifier_that_fails_says_nothing_and_leaks_no_record() {
    log.append("orders", "error", "error");
    log.append("orders", "rethrown", "rethrown");
    log.append("orders", "cause", "cause");
    var engine =
        engine()
            .failures(failure -> {
              switch (failure.getMessage()) {
                case "error" -> throw new AssertionError("in the classifier");
                case "rethrown" -> throw (IllegalStateException) failure;
                default -> throw new IllegalStateException("wrapped", failure);
              }
            })
            .handler(delivery -> {
              throw new IllegalStateException(delivery.value());
            })
            .build()
            .start();
    until("all are committed", () -> committed() == 3);
    until("none is held", () -> engine.snapshot().held() == 0);
    assertEquals(0, engine.snapshot().running());
    engine.close();

    assertEquals(Set.of("error", "rethrown", "cause"), Set.copyOf(letters.values()));
    for (DeadLetter<String, String> letter : letters.all) {
      assertEquals(Reason.ATTEMPTS_SPENT, letter.reason());
      assertEquals(letter.logRecord().value(), letter.failure().getMessage());
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> Exception sneaky(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @Test
  void a_dead_letter_says_where_the_record_was_and_what_it_died_of() {
    log.append("orders", "anna", "first", List.of(Header.of("own", "kept")));
    var engine =
        engine()
            .handler(_ -> {
              throw new PoisonedRecord("it is green");
            })
            .build()
            .start();
    until("it is committed", () -> committed() == 1);
    engine.close();

    Map<String, String> headers = new java.util.TreeMap<>();
    letters.all.getFirst().headers().forEach(header -> headers.put(header.name(), header.text()));
    assertEquals("kept", headers.get("own"));
    assertEquals("orders", headers.get("dead-letter-topic"));
    assertEquals("0", headers.get("dead-letter-offset"));
    assertEquals("anna", headers.get("dead-letter-session"));
    assertEquals("terminal", headers.get("dead-letter-reason"));
    assertEquals("1", headers.get("dead-letter-attempts"));
    assertTrue(headers.get("dead-letter-failure").contains("it is green"));
    assertTrue(headers.get("dead-letter-stack").contains("EngineTest"));
    assertTrue(letters.closed);
  }

  @Test
  void a_record_whose_session_nobody_can_tell_becomes_a_dead_letter() {
    log.append("orders", "anna", "good");
    log.append("orders", "bad", "bad");
    log.append("orders", "odd", "odd");
    log.append("orders", "deep", "deep");
    log.append("orders", "ben", "good too");
    var engine =
        noting()
            .sessionBy(logRecord ->
                switch (logRecord.key()) {
                  case "bad" -> throw new IllegalStateException("no session in it");
                  case "odd" -> new Object();
                  case "deep" -> throw new StackOverflowError();
                  default -> logRecord.key();
                })
            .build()
            .start();
    until("all are committed", () -> committed() == 5);
    engine.close();
    assertEquals(Set.of("good", "good too"), Set.copyOf(handled));
    assertEquals(Set.of("bad", "odd", "deep"), Set.copyOf(letters.values()));
    letters.all.forEach(letter -> assertEquals(Reason.NO_SESSION, letter.reason()));
  }

  /// Fails when it is asked what it is and where it comes from.
  private static final class Untellable extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw new NullPointerException("in getMessage");
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      throw new NullPointerException("in getStackTrace");
    }
  }

  @Test
  void a_failure_that_cannot_be_told_is_a_failure_like_others() {
    log.append("orders", "anna", "untellable");
    log.append("orders", "ben", "good");
    var listened = new AtomicInteger();
    var engine =
        engine()
            .listener(_ -> listened.incrementAndGet())
            .handler(delivery -> {
              if (delivery.value().equals("untellable")) {
                throw new Untellable();
              }
            })
            .build()
            .start();
    until("both are committed", () -> committed() == 2);
    assertEquals(State.RUNNING, engine.health().state());
    engine.close();
    assertTrue(listened.get() > 0);
    String failure = Letters.header(letters.all.getFirst(), "dead-letter-failure");
    assertTrue(failure.contains("Untellable"), failure);
  }

  @Test
  void a_listener_that_fails_changes_nothing() {
    for (int number = 0; number < 20; number++) {
      log.append("orders", "session-" + number % 4, Integer.toString(number));
    }
    var told = new AtomicInteger();
    var engine =
        noting()
            .listener(_ -> {
              Thread.currentThread().interrupt();
              if (told.incrementAndGet() % 2 == 0) {
                throw new Untellable();
              }
              throw new AssertionError("told");
            })
            .build()
            .start();
    until("all are committed", () -> committed() == 20);
    assertEquals(State.RUNNING, engine.health().state());
    assertTrue(engine.close(Duration.ofSeconds(5)));
    assertEquals(20, handled.size());
    assertTrue(told.get() > 60, told::toString);
  }

  /// A stage that nobody can wait for.
  private static CompletionStage<Void> noFuture() {
    return new CompletableFuture<>() {
      @Override
      public CompletableFuture<Void> toCompletableFuture() {
        throw new UnsupportedOperationException("it is none");
      }
    };
  }

  @Test
  void whatever_the_desk_and_the_halts_throw_the_letter_is_written_again() {
    log.append("orders", "anna", "poison");
    log.append("orders", "anna", "after");
    var writes = new AtomicInteger();
    DeadLetters<String, String> desk =
        letter ->
            switch (writes.incrementAndGet()) {
              case 1 -> throw new NoClassDefFoundError("the desk's client");
              case 2 -> null;
              case 3 -> CompletableFuture.failedStage(new Untellable());
              case 4 -> noFuture();
              default -> letters.write(letter);
            };
    var halting = new AtomicInteger();
    Halts halts =
        new Halts() {
          @Override
          public List<Halt> all() {
            return List.of();
          }

          @Override
          public void halt(Halt halt) {
            if (halting.incrementAndGet() == 1) {
              throw new StackOverflowError();
            }
          }

          @Override
          public void release(Session session) {
            throw new AssertionError("the store is away");
          }
        };
    var engine =
        engine()
            .deadLetters(desk)
            .haltSessions(halts)
            .handler(this::noteUnlessPoison)
            .build()
            .start();
    until("both are committed", () -> committed() == 2);
    assertEquals(List.of("poison", "after"), letters.values());

    engine.release(Session.of("orders", "anna"));
    log.append("orders", "anna", "again");
    until("it goes on", () -> handled.contains("again"));
    assertTrue(engine.close(Duration.ofSeconds(5)));
  }

  @Test
  void a_log_that_throws_stops_the_engine_loudly_whatever_it_is() {
    log.append("orders", "anna", "first");
    var source =
        new WatchedSource(log.source("billing")) {
          @Override
          public long end(Partition partition) {
            throw new Untellable();
          }
        };
    var engine =
        Engine.from(source).topics("orders").deadLetters(letters).handler(_ -> {}).build().start();
    until("it has failed", () -> engine.health().state() == State.FAILED);
    assertTrue(engine.health().reason().contains("Untellable"), engine.health()::reason);
    assertTrue(engine.close(Duration.ofSeconds(1)));
    assertTrue(source.calls.contains("close"));
    assertTrue(letters.closed);
  }

  @Test
  void a_dead_letter_that_cannot_be_written_holds_its_session_until_it_can() {
    letters.failures = 3;
    log.append("orders", "anna", "poison");
    log.append("orders", "anna", "after");
    var engine =
        engine()
            .handler(delivery -> {
              noteUnlessPoison(delivery);
              assertEquals(List.of("poison"), letters.values());
            })
            .build()
            .start();
    until("both are committed", () -> committed() == 2);
    engine.close();
    assertEquals(List.of("after"), handled);
  }

  @Test
  void a_halted_session_sends_its_records_to_the_dead_letters_until_it_is_released() {
    log.append("orders", "anna", "poison");
    log.append("orders", "anna", "after");
    log.append("orders", "ben", "other");
    Halts halts = Halts.inMemory();
    var engine = engine().haltSessions(halts).handler(this::noteUnlessPoison).build().start();
    until("all are committed", () -> committed() == 3);
    assertEquals(List.of("other"), handled);
    assertEquals(List.of("poison", "after"), letters.values());
    assertEquals(Reason.SESSION_HALTED, letters.all.get(1).reason());
    assertEquals(List.of(Session.of("orders", "anna")), engine.snapshot().halted());

    engine.release(Session.of("orders", "anna"));
    log.append("orders", "anna", "again");
    until("it is handled", () -> handled.contains("again"));
    engine.close();
    assertEquals(2, letters.all.size());
  }

  @Test
  void an_outage_does_not_flush_the_topic_into_the_dead_letters() {
    var down = new CountDownLatch(1);
    for (int number = 0; number < 200; number++) {
      log.append("orders", "session-" + number, Integer.toString(number));
    }
    var engine =
        engine()
            .deadLettersWithoutSuccess(10)
            .handler(delivery -> {
              if (down.getCount() > 0) {
                throw new IOException("everything is down");
              }
              handled.add(delivery.value());
            })
            .build()
            .start();
    until("the budget is spent", () -> engine.health().state() == State.DEAD_LETTER_BUDGET_SPENT);
    until("what it allowed is written", () -> letters.all.size() == 10);
    assertFalse(State.DEAD_LETTER_BUDGET_SPENT.isWell());
    // It does not blink: what was reprieved runs now and waits then, and its lane tells no more.
    for (int look = 0; look < 200; look++) {
      assertEquals(State.DEAD_LETTER_BUDGET_SPENT, engine.health().state());
    }
    down.countDown();
    until("all are committed", () -> committed() == 200);
    engine.close();
    assertEquals(200, handled.size() + letters.all.size());
    // What succeeds earns some more, for those whose last attempt had failed.
    assertTrue(letters.all.size() < 50, letters.all::toString);
  }

  // --- handlers of other kinds

  @Test
  void an_asynchronous_handler_holds_its_session_until_its_stage_completes() {
    var first = new CompletableFuture<Void>();
    log.append("orders", "anna", "first");
    log.append("orders", "anna", "second");
    var engine =
        engine()
            .asyncHandler(delivery -> {
              handled.add(delivery.value());
              return delivery.value().equals("first")
                  ? first
                  : CompletableFuture.completedStage(null);
            })
            .build()
            .start();
    until("the first has begun", () -> handled.size() == 1);
    assertEquals(LaneState.WORKING, engine.snapshot().lanes().getFirst().state());
    first.complete(null);
    until("both are committed", () -> committed() == 2);
    engine.close();
    assertEquals(List.of("first", "second"), handled);
  }

  @Test
  void an_asynchronous_handler_without_a_stage_has_failed() {
    log.append("orders", "anna", "no stage");
    log.append("orders", "ben", "no future");
    log.append("orders", "carl", "good");
    var engine =
        engine()
            .asyncHandler(delivery ->
                switch (delivery.value()) {
                  case "no stage" -> null;
                  case "no future" -> noFuture();
                  default -> CompletableFuture.completedStage(null);
                })
            .build()
            .start();
    until("all are committed", () -> committed() == 3);
    assertEquals(1, engine.snapshot().done());
    engine.close();
    assertEquals(Set.of("no stage", "no future"), Set.copyOf(letters.values()));
  }

  @Test
  void a_handler_that_takes_too_long_is_interrupted_and_tried_again() {
    log.append("orders", "anna", "first");
    var engine =
        engine()
            .timeLimit(Duration.ofMillis(30))
            .asyncHandler(delivery -> {
              handled.add(Integer.toString(delivery.attempt()));
              if (delivery.attempt() == 1) {
                new CountDownLatch(1).await();
              }
              return delivery.attempt() == 2
                  ? new CompletableFuture<Void>()
                  : CompletableFuture.completedStage(null);
            })
            .build()
            .start();
    until("it is committed", () -> committed() == 1);
    engine.close();
    assertEquals(List.of("1", "2", "3"), handled);
    assertEquals(List.of(), letters.all);
  }

  @Test
  void the_dead_letter_of_a_handler_that_took_too_long_tells_where_it_stood() {
    log.append("orders", "anna", "first");
    var engine =
        engine()
            .timeLimit(Duration.ofMillis(5))
            .retry(Retry.attempts(1))
            .handler(_ -> new CountDownLatch(1).await())
            .build()
            .start();
    until("it is given up", () -> committed() == 1);
    engine.close();
    String stack = Letters.header(letters.all.getFirst(), "dead-letter-stack");
    assertTrue(stack.contains(EngineTest.class.getName()), stack);
  }

  @Test
  void an_event_that_was_handled_before_is_dropped() {
    log.append("orders", "anna", "once", List.of(Header.of(Header.EVENT_ID, "e-1")));
    log.append("orders", "anna", "twice", List.of(Header.of(Header.EVENT_ID, "e-1")));
    log.append("orders", "anna", "other", List.of(Header.of(Header.EVENT_ID, "e-2")));
    var engine = noting().deduplicate(SeenEvents.inMemory(100)).build().start();
    until("all are committed", () -> committed() == 3);
    engine.close();
    assertEquals(List.of("once", "other"), handled);
  }

  @Test
  void an_event_that_cannot_be_remembered_was_handled_all_the_same() {
    log.append("orders", "anna", "once", List.of(Header.of(Header.EVENT_ID, "e-1")));
    SeenEvents forgetful =
        new SeenEvents() {
          @Override
          public boolean contains(String eventId) {
            return false;
          }

          @Override
          public void add(String eventId) {
            throw new IllegalStateException("the table is away");
          }
        };
    var engine = noting().deduplicate(forgetful).build().start();
    until("it is committed", () -> committed() == 1);
    engine.close();
    assertEquals(List.of("once"), handled);
    assertEquals(List.of(), letters.all);
  }

  // --- bounds

  @Test
  void no_more_handlers_run_at_once_than_may_and_the_bound_moves_live() {
    var running = new AtomicInteger();
    var most = new AtomicInteger();
    for (int number = 0; number < 400; number++) {
      log.append("orders", "session-" + number % 100, Integer.toString(number));
    }
    var engine =
        engine()
            .handlersMax(3)
            .handler(_ -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              LockSupport.parkNanos(500_000);
              running.decrementAndGet();
            })
            .build()
            .start();
    until("all are committed", () -> committed() == 400);
    assertEquals(3, most.get());

    engine.handlersMax(20);
    engine.workers(5);
    for (int number = 0; number < 2_000; number++) {
      log.append("orders", "session-" + number % 100, Integer.toString(number));
    }
    until("all are committed", () -> committed() == 2_400);
    engine.close();
    assertTrue(most.get() > 3 && most.get() <= 20, most::toString);
  }

  private static void compute(long millis) {
    long from = System.nanoTime();
    while (System.nanoTime() - from < millis * 1_000_000) {
      Thread.onSpinWait();
    }
  }

  /// One worker waits for a handler, then another one, and what the first one wanted to start is
  /// taken out. The handler that is free then is for the second, though it is the first who hears
  /// of it.
  @Test
  void a_free_handler_reaches_who_waits_for_it_although_another_was_told() {
    String busy = keyOf(0, "");
    String taken = keyOf(0, busy);
    String waits = keyOf(1, "");
    var first = new Partition("orders", 1);
    var go = new CountDownLatch(1);
    var engine =
        engine()
            .workers(2)
            .handlersMax(1)
            // The watchdog asks everybody, and so wakes them.
            .stallAfter(Duration.ofMinutes(10))
            .handler(delivery -> {
              if (delivery.key().equals(busy)) {
                go.await();
              }
              handled.add(delivery.key());
            })
            .build()
            .start();
    log.append(P0, busy, "runs", List.of());
    until("it runs", () -> engine.snapshot().running() == 1);
    log.append(first, taken, "waits", List.of());
    until("the first waits", () -> engine.snapshot().lanes().size() == 2);
    log.append(new Partition("orders", 2), waits, "waits", List.of());
    until("the second waits", () -> engine.snapshot().lanes().size() == 3);
    engine.pause(List.of(first));
    log.lose("billing", first);
    until("it is taken out", () -> engine.snapshot().held() == 2);
    go.countDown();
    until("the second is handled", () -> handled.equals(List.of(busy, waits)));
    engine.close();
  }

  // A key whose session one of two workers gets, other than that one.
  private static String keyOf(int worker, String other) {
    for (int number = 0; ; number++) {
      String key = "session-" + number;
      if (!key.equals(other) && Ring.of(2).workerOf(Session.of("orders", key).hash()) == worker) {
        return key;
      }
    }
  }

  @Test
  void handlers_that_compute_and_are_bounded_hold_up_neither_health_nor_the_end() {
    for (int number = 0; number < 1_000; number++) {
      log.append(P0, "session-" + number, Integer.toString(number), List.of());
    }
    var engine =
        engine()
            .handlersMax(1)
            .workers(1)
            .commitEvery(Duration.ofMinutes(10))
            .handler(delivery -> {
              compute(5);
              handled.add(delivery.value());
            })
            .build()
            .start();
    until("some are handled", () -> handled.size() > 5);
    assertEquals(State.RUNNING, engine.health().state());
    assertTrue(engine.close(Duration.ofSeconds(2)));
    assertTrue(handled.size() < 1_000);
    assertEquals(handled.size(), committed());
  }

  @Test
  void handlers_that_compute_and_take_all_processors_are_told_of() {
    for (int number = 0; number < 2 * Runtime.getRuntime().availableProcessors(); number++) {
      log.append(P0, "session-" + number, Integer.toString(number), List.of());
    }
    String logged =
        logged(() -> {
          var engine =
              engine().stallAfter(Duration.ofMillis(40)).handler(_ -> compute(150)).build().start();
          until("all are committed", () -> committed() == log.records(P0).size());
          engine.close();
        });
    assertTrue(logged.contains("set handlersMax, which is 10000"), logged);
  }

  private static String logged(Runnable work) {
    PrintStream before = System.err;
    var logged = new ByteArrayOutputStream();
    System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
    try {
      work.run();
    } finally {
      System.setErr(before);
    }
    return logged.toString(StandardCharsets.UTF_8);
  }

  @Test
  void what_is_held_stays_below_its_bound() {
    var free = new CountDownLatch(1);
    for (int number = 0; number < 5_000; number++) {
      log.append("orders", "session-" + number % 1_000, Integer.toString(number));
    }
    var engine =
        Engine.from(log.source("billing", 50))
            .topics("orders")
            .deadLetters(letters)
            .heldMax(200)
            .storeMax(150)
            .handler(_ -> free.await())
            .commitEvery(Duration.ofMillis(10))
            .build()
            .start();
    until("it is full", () -> engine.snapshot().held() >= 150);
    for (int look = 0; look < 50; look++) {
      assertTrue(engine.snapshot().held() <= 200);
    }
    free.countDown();
    until("all are committed", () -> committed() == 5_000);
    engine.close();
  }

  @Test
  void the_bytes_that_are_held_stay_below_their_bound() {
    var free = new CountDownLatch(1);
    String kilobyte = "x".repeat(470);
    for (int number = 0; number < 2_000; number++) {
      log.append("orders", "session-" + number, kilobyte);
    }
    var engine =
        Engine.from(log.source("billing", 500, 50_000))
            .topics("orders")
            .deadLetters(letters)
            .heldBytesMax(200_000)
            .handler(_ -> free.await())
            .commitEvery(Duration.ofMillis(10))
            .build()
            .start();
    until("it is full", () -> engine.snapshot().heldBytes() > 150_000 - 50_000);
    for (int look = 0; look < 50; look++) {
      assertTrue(engine.snapshot().heldBytes() <= 200_000);
    }
    free.countDown();
    until("all are committed", () -> committed() == 2_000);
    engine.close();
  }

  @Test
  void a_record_that_is_larger_than_a_poll_may_be_comes_alone() {
    log.append(P0, "anna", "small", List.of());
    log.append(P0, "anna", "x".repeat(50_000), List.of());
    log.append(P0, "anna", "small", List.of());
    var engine =
        Engine.from(log.source("billing", 500, 10_000))
            .topics("orders")
            .deadLetters(letters)
            .heldBytesMax(20_000)
            .handler(delivery -> handled.add(delivery.value()))
            .commitEvery(Duration.ofMillis(10))
            .build()
            .start();
    until("all are committed", () -> committed() == 3);
    engine.close();
    assertEquals(3, handled.size());
  }

  @Test
  void one_session_that_fills_the_store_holds_its_partition_only_and_is_named() {
    var free = new CountDownLatch(1);
    for (int number = 0; number < 300; number++) {
      log.append(P0, "hot", Integer.toString(number), List.of());
      log.append(new Partition("orders", 1), "cold-" + number, "x", List.of());
    }
    var engine =
        engine()
            .laneCapacity(10)
            .storeMax(50)
            .handler(delivery -> {
              if (delivery.key().equals("hot")) {
                free.await();
              }
              handled.add(delivery.value());
            })
            .build()
            .start();
    until("the others are handled", () -> handled.size() >= 300);
    until("it is named", () -> engine.health().state() == State.HELD_BY_SESSION);
    assertTrue(engine.health().reason().contains("hot"), engine.health()::reason);
    free.countDown();
    until("all are committed", () -> committed() == 600);
    engine.close();
    assertEquals(600, handled.size());
  }

  @Test
  void lanes_go_when_they_have_nothing_to_do() {
    for (int number = 0; number < 1_000; number++) {
      log.append("orders", "session-" + number, "x");
    }
    var engine = noting().idle(Duration.ofMillis(20), 100).build().start();
    until("all are committed", () -> committed() == 1_000);
    until("the lanes have gone", () -> engine.snapshot().lanes().isEmpty());
    engine.close();
  }

  // --- pausing, looking

  @Test
  void what_the_user_pauses_is_not_fetched_until_it_is_resumed() {
    var engine = noting().build().start();
    log.append(P0, "anna", "before", List.of());
    until("it is committed", () -> committed() == 1);
    engine.pause(List.of(P0));
    until(
        "it is paused",
        () -> engine.snapshot().partitions().stream().anyMatch(view -> !view.pauses().isEmpty()));
    // The second of these comes by a poll that began after the log was told to pause.
    for (String beside : List.of("one", "two")) {
      log.append(new Partition("orders", 1), "ben", beside, List.of());
      until("the other partition goes on", () -> handled.contains(beside));
    }
    log.append(P0, "anna", "while", List.of());
    until("its lag is told", () -> engine.snapshot().lags().getOrDefault(P0, 0L) == 1);
    assertFalse(handled.contains("while"));
    engine.resume(List.of(P0));
    until("all are committed", () -> committed() == 4);
    engine.close();
  }

  @Test
  void a_snapshot_is_there_at_any_time() {
    var engine = noting().build();
    assertEquals(State.NEW, engine.health().state());
    engine.start();
    until("it runs", () -> engine.health().state() == State.RUNNING);
    engine.close();
    assertEquals(State.CLOSED, engine.health().state());
    assertEquals(0, engine.snapshot().held());
  }

  @Test
  void a_handler_that_does_not_move_is_named() {
    var free = new CountDownLatch(1);
    log.append("orders", "anna", "stuck");
    var engine =
        engine().stallAfter(Duration.ofMillis(200)).handler(_ -> free.await()).build().start();
    until("it is named", () -> engine.health().reason().contains("session anna"));
    assertEquals(State.STALLED, engine.health().state());
    free.countDown();
    until("it moves again", () -> engine.health().state() != State.STALLED);
    engine.close();
  }

  @Test
  void where_thousands_hang_a_few_are_named_and_the_others_are_counted() {
    var free = new CountDownLatch(1);
    for (int number = 0; number < 1_000; number++) {
      log.append("orders", "session-" + number, "stuck");
    }
    var engine =
        engine().stallAfter(Duration.ofMillis(40)).handler(_ -> free.await()).build().start();
    until("they are counted", () -> engine.health().reason().endsWith(", and 999 more"));
    assertTrue(engine.health().reason().startsWith("the handler of session session-"));
    free.countDown();
    until("all are committed", () -> committed() == 1_000);
    engine.close();
  }

  @Test
  void one_session_that_stands_still_is_seen_in_the_health_even_if_it_is_alone() {
    var free = new CountDownLatch(1);
    log.append("orders", "anna", "stuck");
    log.append("orders", "anna", "behind");
    var engine = engine().handler(_ -> free.await()).build().start();
    Duration some = Duration.ofMillis(20);
    until("its age is told", () -> engine.health().oldestBlocked().compareTo(some) > 0);
    assertEquals(List.of(), engine.snapshot().blocked());
    free.countDown();
    until("both are committed", () -> committed() == 2);
    assertEquals(Duration.ZERO, engine.health().oldestBlocked());
    engine.close();
  }

  @Test
  void a_desk_that_does_not_come_back_is_named() {
    var free = new CountDownLatch(1);
    log.append("orders", "anna", "poison");
    var engine =
        engine()
            .stallAfter(Duration.ofMillis(40))
            .deadLetters(letter -> {
              free.await();
              return letters.write(letter);
            })
            .handler(_ -> {
              throw new PoisonedRecord("it is");
            })
            .build()
            .start();
    until("it is named", () -> engine.health().reason().startsWith("the dead letters' writer"));
    assertEquals(State.STALLED, engine.health().state());
    free.countDown();
    until("it is committed", () -> committed() == 1);
    until("it moves again", () -> engine.health().state() != State.STALLED);
    engine.close();
  }

  @Test
  void a_dead_letter_that_nobody_acknowledges_is_named_and_written_again_in_time() {
    log.append("orders", "anna", "poison");
    var first = new CompletableFuture<Void>();
    var writes = new AtomicInteger();
    var engine =
        engine()
            .stallAfter(Duration.ofMillis(40))
            .deadLetterWithin(Duration.ofMillis(400))
            .deadLetters(letter -> writes.incrementAndGet() == 1 ? first : letters.write(letter))
            .handler(_ -> {
              throw new PoisonedRecord("it is");
            })
            .build()
            .start();
    until("it is named", () -> engine.health().reason().contains("dead letter of session anna"));
    assertEquals(State.STALLED, engine.health().state());
    until("it is committed", () -> committed() == 1);
    until("that is over", () -> engine.health().state() != State.STALLED);
    engine.close();
    assertEquals(2, writes.get());
  }

  // --- hand-overs and ends

  @Test
  void a_planned_hand_over_handles_nothing_twice_and_loses_nothing() {
    var checker = new OrderChecker();
    for (int number = 0; number < 2_000; number++) {
      var appended = log.append("orders", "session-" + number % 50, Integer.toString(number));
      checker.appended(appended.partition(), appended.offset());
    }
    var first = slow(checker, "first").build().start();
    until("it has begun", () -> handled.size() > 100);
    var second = slow(checker, "second").build().start();
    until("both own something", () -> second.snapshot().partitions().size() == 1);
    for (int number = 0; number < 1_000; number++) {
      var appended = log.append("orders", "session-" + number % 50, Integer.toString(number));
      checker.appended(appended.partition(), appended.offset());
    }
    until("most are handled", () -> handled.size() > 2_000);
    first.close();
    until("all are committed", () -> committed() == 3_000);
    second.close();

    var report = checker.report();
    assertTrue(report.isClean(), report::toString);
    assertEquals(0, report.duplicates(), report::toString);
    assertEquals(3_000, handled.size());
  }

  private EngineBuilder<String, String> slow(OrderChecker checker, String name) {
    return engine()
        .name(name)
        .listener(checker.engine(name))
        .handler(delivery -> {
          LockSupport.parkNanos(1_000_000);
          handled.add(delivery.value());
        });
  }

  @Test
  void what_was_lost_is_not_committed_and_is_handled_by_the_next_owner() {
    var free = new CountDownLatch(1);
    log.append(P0, "anna", "first", List.of());
    var engine =
        engine()
            .handler(delivery -> {
              handled.add(delivery.value());
              if (handled.size() == 1) {
                free.await();
              }
            })
            .build()
            .start();
    until("it runs", () -> handled.size() == 1);
    log.lose("billing", P0);
    until(
        "it came again and waits for its first flight",
        () ->
            engine.snapshot().partitions().stream()
                .anyMatch(view -> view.partition().equals(P0) && view.epoch() > 3));
    assertEquals(1, handled.size());
    assertEquals(-1, log.saved("billing", P0).offset());
    free.countDown();
    until("it is committed", () -> committed() == 1);
    engine.close();
    assertEquals(List.of("first", "first"), handled);
  }

  @Test
  void a_crash_handles_again_what_was_unfinished_and_nothing_else() {
    var stuck = new CountDownLatch(1);
    for (int number = 0; number < 1_000; number++) {
      log.append(P0, "session-" + number % 100, Integer.toString(number), List.of());
    }
    var first =
        engine()
            .handler(delivery -> {
              if (delivery.key().equals("session-7")) {
                stuck.await();
              }
              handled.add(delivery.value());
            })
            .build()
            .start();
    until("all others are handled", () -> handled.size() == 990);
    until("and told so", () -> first.snapshot().partitions().getFirst().ahead() == 983);
    // One commit may be under way that knows less; the second one from here on knows of all.
    for (String late : List.of("after", "later")) {
      String before = log.saved("billing", P0).metadata();
      log.append(P0, "late", late, List.of());
      until("it is handled", () -> handled.contains(late));
      until("there was a commit", () -> !log.saved("billing", P0).metadata().equals(before));
    }

    log.crash("billing");
    Saved saved = log.saved("billing", P0);
    stuck.countDown();
    until("the dead one goes on, and nobody hears of it", () -> handled.size() == 1_002);
    first.close(Duration.ofMillis(50));
    assertEquals(saved, log.saved("billing", P0));

    handled.clear();
    var second = noting().build().start();
    until("all are committed", () -> committed() == 1_002);
    second.close();
    var again = new ArrayList<>(handled);
    // What ended after the last commit may come again.
    again.removeAll(List.of("after", "later"));
    List<String> unfinished =
        java.util.stream.IntStream.range(0, 10)
            .mapToObj(it -> Integer.toString(it * 100 + 7))
            .toList();
    assertEquals(unfinished, again);
  }

  @Test
  void metadata_of_somebody_else_is_ignored_and_counted() {
    log.append(P0, "anna", "first", List.of());
    log.append(P0, "anna", "second", List.of());
    log.save("billing", P0, new Saved(1, "by the tool of an operator"));
    String warning =
        logged(() -> {
          try (var engine = noting().build().start()) {
            until("it is committed", () -> committed() == 2);
            assertEquals(1, engine.snapshot().metadataIgnored());
          }
        });
    assertTrue(warning.contains("WARN"), warning);
    assertTrue(warning.contains("is ignored: it was written by something else"), warning);
    assertEquals(List.of("second"), handled);
  }

  @Test
  void commits_that_fail_are_made_good_later() {
    log.failCommits("billing", 3, new CommitFailed("the group moves", false));
    log.append("orders", "anna", "first");
    var engine = noting().build().start();
    until("it is committed", () -> committed() == 1);
    assertEquals(3, engine.snapshot().commitsFailed());
    engine.close();
  }

  @Test
  void commits_that_fail_again_and_again_are_named_and_logged_once() {
    log.failCommits("billing", 30, new CommitFailed("the group moves", false));
    log.append("orders", "anna", "first");
    String logged =
        logged(() -> {
          var engine = noting().build().start();
          until("it is named", () -> engine.health().state() == State.COMMITS_FAIL);
          assertTrue(engine.health().reason().contains("the group moves"));
          assertFalse(engine.health().isWell());
          until("it is committed", () -> committed() == 1);
          until("that is over", () -> engine.health().state() == State.RUNNING);
          engine.close();
        });
    assertEquals(2, logged.split("no commit is taken any more", -1).length, logged);
  }

  @Test
  void a_commit_that_can_never_succeed_stops_the_engine_loudly() {
    log.failCommits("billing", 1_000, new CommitFailed("somebody has our name", true));
    log.append("orders", "anna", "first");
    var engine = noting().build().start();
    until("it has failed", () -> engine.health().state() == State.FAILED);
    assertTrue(engine.health().reason().contains("somebody has our name"));
    assertTrue(engine.close(Duration.ofSeconds(1)));
    assertEquals(0, committed());
  }

  @Test
  void closing_commits_what_has_ended_and_leaves_what_has_not() {
    var never = new CountDownLatch(1);
    log.append(P0, "anna", "first", List.of());
    log.append(P0, "ben", "stuck", List.of());
    var engine =
        engine()
            .commitEvery(Duration.ofMinutes(10))
            .handler(delivery -> {
              if (delivery.key().equals("ben")) {
                never.await();
              }
              handled.add(delivery.value());
            })
            .build()
            .start();
    until(
        "one is handled and one runs",
        () -> handled.size() == 1 && engine.snapshot().running() == 1);
    assertTrue(engine.close(Duration.ofMillis(100)));
    assertEquals(1, committed());
    assertTrue(letters.closed);
  }

  @Test
  void closing_waits_for_what_runs() {
    log.append("orders", "anna", "first");
    var begun = new CountDownLatch(1);
    try (var engine =
        engine()
            .commitEvery(Duration.ofMinutes(10))
            .handler(delivery -> {
              begun.countDown();
              LockSupport.parkNanos(100_000_000);
              handled.add(delivery.value());
            })
            .build()) {
      engine.start();
      until("it has begun", () -> begun.getCount() == 0);
    }
    assertEquals(List.of("first"), handled);
    assertEquals(1, committed());
  }

  @Test
  void a_handler_may_close_the_engine_it_runs_in() {
    log.append("orders", "anna", "last");
    var built = new CompletableFuture<Engine<String, String>>();
    var engine =
        engine()
            .handler(delivery -> {
              built.join().close();
              handled.add(delivery.value());
            })
            .build();
    built.complete(engine);
    engine.start();
    until("it is closed", () -> engine.health().state() == State.CLOSED);
    assertEquals(1, committed());
  }

  @Test
  @SuppressWarnings("NullAway") // What a caller may do nevertheless.
  void closing_takes_any_time_and_without_one_changes_nothing() {
    var engine = noting().build().start();
    until("it runs", () -> engine.health().state() == State.RUNNING);
    assertThrows(NullPointerException.class, () -> engine.close(null));
    assertEquals(State.RUNNING, engine.health().state());
    assertTrue(engine.close(ChronoUnit.FOREVER.getDuration()));
    assertTrue(noting().build().start().close(Duration.ofSeconds(-1)));
  }

  @Test
  void whoever_waits_for_the_end_waits_until_it_is_closed_or_has_failed() throws Exception {
    log.append("orders", "anna", "first");
    var built = new CompletableFuture<Engine<String, String>>();
    var refused = new CompletableFuture<Throwable>();
    var engine =
        engine()
            .handler(_ ->
                refused.complete(
                    assertThrows(IllegalStateException.class, () -> built.join().awaitClosed())))
            .build();
    built.complete(engine);
    var waiting =
        Thread.ofVirtual()
            .start(() -> assertThrows(InterruptedException.class, engine::awaitClosed));
    engine.start();
    until("it is committed", () -> committed() == 1);
    assertTrue(refused.get().getMessage().contains("its own end"));
    assertTrue(waiting.isAlive());
    waiting.interrupt();
    waiting.join();
    engine.close();
    engine.awaitClosed();

    log.failCommits("billing", 1_000, new CommitFailed("somebody has our name", true));
    log.append("orders", "anna", "second");
    var failing = noting().build().start();
    failing.awaitClosed();
    assertEquals(State.FAILED, failing.health().state());
  }

  @Test
  void what_was_opened_is_closed_although_it_never_started() {
    var source = new WatchedSource(log.source("billing"));
    Halts away =
        new Halts() {
          @Override
          public List<Halt> all() {
            throw new AssertionError("the store is away");
          }

          @Override
          public void halt(Halt halt) {}

          @Override
          public void release(Session session) {}
        };
    var engine =
        Engine.from(source)
            .topics("orders")
            .deadLetters(letters)
            .haltSessions(away)
            .handler(_ -> {})
            .build();
    try (engine) {
      assertThrows(IllegalStateException.class, engine::start);
    }
    assertEquals(List.of("close"), source.calls);
    assertTrue(letters.closed);
    assertEquals(State.CLOSED, engine.health().state());
  }

  @Test
  void closing_twice_and_before_starting_does_no_harm() {
    var never = noting().build();
    assertTrue(never.close(Duration.ZERO));
    assertThrows(IllegalStateException.class, never::start);
    var engine = noting().build().start();
    engine.close();
    engine.close();
    assertEquals(State.CLOSED, engine.health().state());
  }

  @Test
  void a_log_that_was_set_back_is_read_again() {
    for (int number = 0; number < 10; number++) {
      log.append(P0, "anna", Integer.toString(number), List.of());
    }
    var engine = noting().build().start();
    until("all are committed", () -> committed() == 10);
    log.truncate(P0, 5);
    for (int number = 0; number < 3; number++) {
      log.append(P0, "anna", "new-" + number, List.of());
    }
    until("the new ones are handled", () -> handled.size() == 13);
    until("and committed", () -> committed() == 8);
    engine.close();
  }

  // --- building

  @Test
  void what_would_not_be_safe_is_refused_with_the_reason() {
    refused("handler", Engine.from(log.source("g")).topics("orders").deadLetters(letters));
    refused("dead letters", Engine.from(log.source("g")).topics("orders").handler(_ -> {}));
    refused("topics", noting().topics());
    refused("away from polling", noting().drain(Duration.ofMinutes(5)));
    refused("two polls", noting().heldMax(700).storeMax(600));
    refused("polls of 8388608 bytes", noting().heldBytesMax(1_000_000));
    refused("one session could stop all", noting().storeMax(60_000));
    refused("handlersMax is 0: at least 1", noting().handlersMax(0));
    refused("handlersMax is 1000001: at most", noting().handlersMax(1_000_001));
    refused("workers is 0: at least 1", noting().workers(0));
    refused("workers is 5000: at most", noting().workers(5_000));
    refused("laneCapacity is 0: at least 1", noting().laneCapacity(0));
    refused("doneAheadMax is 0: at least 1", noting().doneAheadMax(0));
    refused("idle lanes is -1: at least 0", noting().idle(Duration.ofSeconds(1), -1));
    refused("deadLettersWithoutSuccess is 0", noting().deadLettersWithoutSuccess(0));
    refused("topics []: each needs a name", noting().topics(""));
    refused("topics [t, t]: each is named once", noting().topics("t", "t"));
    refused("each needs a name", noting().topics((String) null));
    refused("commitEvery is PT0S: at least PT0.001S", noting().commitEvery(Duration.ZERO));
    refused("commitWithin is PT0S", noting().commitWithin(Duration.ZERO));
    refused("drain is PT-1S: at least PT0S", noting().drain(Duration.ofSeconds(-1)));
    refused("stallAfter is PT0S", noting().stallAfter(Duration.ZERO));
    refused("idle is PT-1S", noting().idle(Duration.ofSeconds(-1), 1));
    refused("timeLimit is PT-1S", noting().timeLimit(Duration.ofSeconds(-1)));
    Duration forever = Duration.ofSeconds(Long.MAX_VALUE);
    refused("commitEvery is " + forever + ": at most", noting().commitEvery(forever));
    refused("gapTimeout is " + forever + ": at most", noting().gapTimeout(forever));
    refused("next attempt", noting().gapTimeout(Duration.ofNanos(1)));
    refused("up to PT0.002S", noting().gapTimeout(Duration.ofMillis(2)));
    refused("deadLetterWithin is PT0S", noting().deadLetterWithin(Duration.ZERO));
    refused(
        "still take", noting().gapTimeout(Duration.ofSeconds(1)).timeLimit(Duration.ofSeconds(2)));
    assertThrows(IllegalStateException.class, () -> noting().handler(_ -> {}));
    assertNotEquals(null, noting().gapTimeout(Duration.ofMillis(3)).build());
  }

  @Test
  void what_is_null_is_refused_at_once_and_named() {
    Map<String, ThrowingSupplier<?>> nulls = new LinkedHashMap<>();
    nulls.put("source", () -> Engine.from(null));
    nulls.put("name", () -> engine().name(null));
    nulls.put("topics", () -> engine().topics((String[]) null));
    nulls.put("handler", () -> engine().handler(null));
    nulls.put("asyncHandler", () -> engine().asyncHandler(null));
    nulls.put("deadLetters", () -> engine().deadLetters(null));
    nulls.put("sessionBy", () -> engine().sessionBy(null));
    nulls.put("retry", () -> engine().retry(null));
    nulls.put("failures", () -> engine().failures(null));
    nulls.put("halts", () -> engine().haltSessions(null));
    nulls.put("listener", () -> engine().listener(null));
    nulls.put("deduplicate", () -> engine().deduplicate(null));
    nulls.put("idle", () -> engine().idle(null, 1));
    nulls.put("drain", () -> engine().drain(null));
    nulls.put("stallAfter", () -> engine().stallAfter(null));
    nulls.put("commitEvery", () -> engine().commitEvery(null));
    nulls.put("commitWithin", () -> engine().commitWithin(null));
    nulls.put("timeLimit", () -> engine().timeLimit(null));
    nulls.put("gapTimeout", () -> engine().gapTimeout(null));
    nulls.put("the longest back-off", () -> Retry.attempts(2).upTo(null));
    nulls.forEach((what, giving) -> {
      var thrown = assertThrows(IllegalArgumentException.class, giving::get, what);
      assertTrue(thrown.getMessage().startsWith(what + " is null: give "), thrown::getMessage);
    });
  }

  @Test
  void a_builder_makes_one_engine_since_the_engine_owns_its_source() {
    var builder = noting().workers(0);
    refused("workers", builder);
    builder.workers(1).build();
    refused("another one needs its own", builder);
  }

  private static void refused(String why, EngineBuilder<String, String> builder) {
    var thrown = assertThrows(IllegalStateException.class, builder::build);
    assertTrue(thrown.getMessage().contains(why), thrown::getMessage);
  }
}
