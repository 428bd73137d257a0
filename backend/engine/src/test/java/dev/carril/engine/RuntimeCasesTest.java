package dev.carril.engine;

import static dev.carril.engine.Waiting.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.PartitionView;
import dev.carril.engine.check.Reason;
import dev.carril.engine.source.CommitFailed;
import dev.carril.engine.source.LogRecord;
import dev.carril.engine.source.Partition;
import dev.carril.engine.source.Saved;
import dev.carril.engine.source.Slice;
import dev.carril.engine.source.Source;
import dev.carril.engine.source.memory.MemoryLog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What broke others, case by case, where it takes threads or a log that misbehaves. The other
/// cases are in the core's `CasesTest`, `AheadTest` and `SendsTest`, and those of the producing
/// side in [OrderedProducerTest].
@Timeout(60)
class RuntimeCasesTest {
  private static final Partition P0 = new Partition("orders", 0);
  private static final Partition P1 = new Partition("orders", 1);
  private static final Retry QUICK =
      Retry.attempts(3).from(Duration.ofMillis(1)).upTo(Duration.ofMillis(4));

  private final MemoryLog<String, String> log = new MemoryLog<String, String>().topic("orders", 2);
  private final Letters letters = new Letters();
  private final List<String> handled = new CopyOnWriteArrayList<>();
  private final CountDownLatch free = new CountDownLatch(1);

  private EngineBuilder<String, String> on(Source<String, String> source) {
    return Engine.from(source)
        .topics("orders")
        .deadLetters(letters)
        .retry(QUICK)
        .commitEvery(Duration.ofMillis(10));
  }

  private EngineBuilder<String, String> noting(Source<String, String> source) {
    return on(source).handler(delivery -> handled.add(delivery.value()));
  }

  private WatchedSource watched() {
    return new WatchedSource(log.source("billing"));
  }

  private void append(Partition partition, String session, String value) {
    log.append(partition, session, value, List.of());
  }

  private long committed(Partition partition) {
    return log.saved("billing", partition).offset();
  }

  @Test
  void case_11_a_commit_that_waits_while_its_partition_goes_is_not_sent() {
    List<Map<Partition, Saved>> later = new CopyOnWriteArrayList<>();
    var source =
        new WatchedSource(log.source("billing")) {
          @Override
          public void commitLater(
              Map<Partition, Saved> offsets, Consumer<@Nullable CommitFailed> answer) {
            later.add(offsets);
            super.commitLater(offsets, answer);
          }
        };
    append(P0, "anna", "first");
    append(P0, "ben", "last");
    var draining = new CountDownLatch(1);
    var engine =
        on(source)
            .listener(event -> {
              if (event instanceof Event.Draining) {
                draining.countDown();
              } else if (event instanceof Event.CommitSent) {
                free.countDown();
              }
            })
            .handler(delivery -> {
              (delivery.value().equals("first") ? draining : free).await();
              handled.add(delivery.value());
            })
            .build()
            .start();
    until("both are held", () -> engine.snapshot().held() == 2);

    log.handOver("billing", P0);
    until("its last commit is safe", () -> committed(P0) == 2);
    append(P1, "carl", "after");
    until("what waited has been looked at", () -> committed(P1) == 1);
    engine.close();

    assertEquals(List.of("first", "last", "after"), handled);
    assertEquals(List.of(P1), later.stream().flatMap(some -> some.keySet().stream()).toList());
  }

  @Test
  void case_14_a_commit_that_is_never_answered_holds_up_no_hand_over() {
    var source =
        new WatchedSource(log.source("billing")) {
          @Override
          public void commitLater(
              Map<Partition, Saved> offsets, Consumer<@Nullable CommitFailed> answer) {
            calls.add("commit later");
          }
        };
    append(P0, "anna", "first");
    var engine = noting(source).build().start();
    until("a commit hangs", () -> source.calls.contains("commit later"));

    log.handOver("billing", P0);
    until("the last commit before it goes is safe", () -> committed(P0) == 1);
    append(P0, "anna", "second");
    until("it is ours again", () -> handled.contains("second"));
    assertTrue(engine.close(Duration.ofSeconds(5)));

    assertEquals(2, committed(P0));
    assertEquals(List.of("first", "second"), handled);
  }

  @Test
  void case_14_a_commit_that_is_never_answered_counts_as_failed_and_the_next_one_goes() {
    List<Consumer<@Nullable CommitFailed>> unanswered = new CopyOnWriteArrayList<>();
    var source =
        new WatchedSource(log.source("billing")) {
          @Override
          public void commitLater(
              Map<Partition, Saved> offsets, Consumer<@Nullable CommitFailed> answer) {
            if (unanswered.isEmpty()) {
              unanswered.add(answer);
            } else {
              super.commitLater(offsets, answer);
            }
          }

          @Override
          public List<Slice<String, String>> poll(Duration atMost) {
            if (committed(P0) == 2 && unanswered.size() == 1) {
              // What comes too late changes nothing.
              unanswered.getFirst().accept(new CommitFailed("too late", false));
              unanswered.add(why -> {});
            }
            return super.poll(atMost);
          }
        };
    append(P0, "anna", "first");
    var engine = noting(source).commitWithin(Duration.ofMillis(50)).build().start();
    until("it counts as failed", () -> engine.snapshot().commitsFailed() == 1);
    append(P0, "anna", "second");

    until("the next one goes, of itself", () -> committed(P0) == 2);
    until("the late answer is there", () -> unanswered.size() == 2);
    append(P0, "anna", "third");
    until("commits go on", () -> committed(P0) == 3);
    assertEquals(1, engine.snapshot().commitsFailed());
    engine.close();
  }

  @Test
  void case_14_an_answer_that_comes_too_late_still_stops_the_engine_if_it_has_to() {
    List<Consumer<@Nullable CommitFailed>> late = new CopyOnWriteArrayList<>();
    var source =
        new WatchedSource(log.source("billing")) {
          @Override
          public void commitLater(
              Map<Partition, Saved> offsets, Consumer<@Nullable CommitFailed> answer) {
            late.add(answer);
          }

          @Override
          public List<Slice<String, String>> poll(Duration atMost) {
            if (late.size() == 2) {
              late.getFirst().accept(new CommitFailed("another has our name", true));
            }
            return super.poll(atMost);
          }
        };
    append(P0, "anna", "first");
    var engine = noting(source).commitWithin(Duration.ofMillis(20)).build().start();

    until("it stops", () -> engine.health().state() == State.FAILED);
    assertTrue(engine.health().reason().contains("another has our name"), engine.health().reason());
    assertEquals(-1, committed(P0));
  }

  @Test
  void case_14_while_the_last_commit_of_one_partition_hangs_the_others_are_handled() {
    var source =
        new WatchedSource(log.source("billing")) {
          @Override
          public void commit(Map<Partition, Saved> offsets, Duration atMost) throws CommitFailed {
            calls.add("commit");
            if (offsets.containsKey(P0)) {
              until("the other partition goes on", () -> handled.size() == 101);
            }
            super.commit(offsets, atMost);
          }
        };
    append(P0, "anna", "first");
    for (int number = 0; number < 100; number++) {
      append(P1, "ben", Integer.toString(number));
    }
    var engine =
        on(source)
            .commitEvery(Duration.ofMinutes(10))
            .handler(delivery -> {
              if (delivery.key().equals("ben")) {
                free.await();
              }
              handled.add(delivery.value());
            })
            .build()
            .start();
    until("one is handled", () -> handled.size() == 1);
    until("the rest is held", () -> engine.snapshot().held() == 100);

    log.handOver("billing", P0);
    until("its last commit hangs", () -> source.calls.contains("commit"));
    free.countDown();

    until("it is safe", () -> committed(P0) == 1);
    engine.close();
    assertEquals(100, committed(P1));
  }

  @Test
  void case_17_what_the_user_paused_is_not_fetched_when_it_comes_and_when_it_comes_again() {
    List<Partition> fetched = new CopyOnWriteArrayList<>();
    var source =
        new WatchedSource(log.source("billing")) {
          @Override
          public List<Slice<String, String>> poll(Duration atMost) {
            List<Slice<String, String>> slices = super.poll(atMost);
            slices.forEach(slice -> fetched.add(slice.partition()));
            return slices;
          }
        };
    append(P0, "anna", "paused");
    append(P1, "ben", "other");
    var engine = noting(source).build();
    engine.pause(List.of(P0));
    engine.start();
    until("the other is handled", () -> handled.contains("other"));
    for (int time = 0; time < 3; time++) {
      long before = epoch(engine, P0);
      log.handOver("billing", P0);
      until("it is ours again", () -> epoch(engine, P0) > before);
      long polls = source.polls.get();
      until("it was polled", () -> source.polls.get() > polls + 1);
    }
    assertEquals(List.of(P1), fetched);

    engine.resume(List.of(P0));
    until("it is handled", () -> handled.contains("paused"));
    engine.close();
  }

  private static long epoch(Engine<String, String> engine, Partition partition) {
    return engine.snapshot().partitions().stream()
        .filter(view -> view.partition().equals(partition))
        .mapToLong(PartitionView::epoch)
        .findFirst()
        .orElse(-1);
  }

  @Test
  void case_20_a_last_commit_that_fails_is_survived() {
    log.failCommits("billing", 1, new CommitFailed("the group moves", false));
    append(P0, "anna", "first");
    var engine = noting(watched()).commitEvery(Duration.ofMinutes(10)).build().start();
    until("it is handled", () -> handled.size() == 1);

    log.handOver("billing", P0);

    // What was not committed comes again.
    until("it is handled again", () -> handled.size() == 2);
    engine.close();
    assertEquals(1, committed(P0));
    assertEquals(List.of("first", "first"), handled);
  }

  @Test
  void case_20_a_last_commit_that_can_never_succeed_stops_the_engine_loudly() {
    log.failCommits("billing", 100, new CommitFailed("somebody has our name", true));
    append(P0, "anna", "first");
    var engine = noting(watched()).commitEvery(Duration.ofMinutes(10)).build().start();
    until("it is handled", () -> handled.size() == 1);

    log.handOver("billing", P0);

    until("it has stopped", () -> engine.health().state() == State.FAILED);
    assertTrue(engine.close(Duration.ofSeconds(1)));
    assertEquals(-1, committed(P0));
  }

  @Test
  void case_23_what_is_full_is_still_polled_and_goes_on_when_there_is_room() {
    for (int number = 0; number < 1_000; number++) {
      append(P0, "session-" + number, Integer.toString(number));
    }
    var source = new WatchedSource(log.source("billing", 50));
    var engine =
        on(source)
            .heldMax(200)
            .storeMax(150)
            .handler(delivery -> {
              free.await();
              handled.add(delivery.value());
            })
            .build()
            .start();
    until("everything is paused", () -> source.paused.contains(P0));

    long before = source.polls.get();
    until("it is polled all the same", () -> source.polls.get() >= before + 3);
    assertEquals(0, handled.size());
    free.countDown();

    until("all are committed", () -> committed(P0) == 1_000);
    engine.close();
  }

  @Test
  void case_30_the_lag_of_what_is_paused_rises_while_the_producer_goes_on() {
    var source = watched();
    var engine = noting(source).build().start();
    append(P0, "anna", "before");
    until("it is committed", () -> committed(P0) == 1);
    engine.pause(List.of(P0));
    until("it is paused", () -> source.paused.contains(P0));

    for (long lag = 1; lag <= 60; lag++) {
      append(P0, "anna", "while-" + lag);
      long now = lag;
      until("it has risen", () -> engine.snapshot().lags().getOrDefault(P0, 0L) == now);
    }

    assertEquals(List.of("before"), handled);
    engine.resume(List.of(P0));
    until("it has fallen", () -> engine.snapshot().lags().getOrDefault(P0, 60L) == 0);
    engine.close();
  }

  @Test
  void case_31_closing_polls_on_takes_nothing_new_and_lets_what_runs_finish() {
    var source = watched();
    append(P0, "anna", "first");
    append(P0, "anna", "second");
    var begun = new CountDownLatch(1);
    var engine =
        on(source)
            .handler(delivery -> {
              begun.countDown();
              free.await();
              handled.add(delivery.value());
            })
            .build()
            .start();
    until("it runs", () -> begun.getCount() == 0);

    var closing = Thread.ofVirtual().start(engine::close);
    until("nothing is fetched", () -> source.paused.containsAll(List.of(P0, P1)));
    append(P1, "ben", "too late");
    long before = source.polls.get();
    until("it is polled all the same", () -> source.polls.get() >= before + 5);
    free.countDown();
    until("it has closed", () -> !closing.isAlive());

    assertEquals(List.of("first"), handled);
    assertEquals(1, committed(P0));
    assertTrue(committed(P1) <= 0);
  }

  @Test
  void case_31_closing_ends_in_time_although_the_broker_is_gone() {
    var gone = new AtomicBoolean();
    var patience = new ArrayList<Duration>();
    var source =
        new WatchedSource(log.source("billing")) {
          @Override
          public void commit(Map<Partition, Saved> offsets, Duration atMost) throws CommitFailed {
            if (gone.get()) {
              patience.add(atMost);
              LockSupport.parkNanos(100_000_000);
              throw new CommitFailed("no answer in " + atMost, false);
            }
            super.commit(offsets, atMost);
          }

          @Override
          public void commitLater(
              Map<Partition, Saved> offsets, Consumer<@Nullable CommitFailed> answer) {
            if (!gone.get()) {
              super.commitLater(offsets, answer);
            }
          }

          @Override
          public void close(Duration atMost) {
            patience.add(atMost);
            super.close(atMost);
          }
        };
    append(P0, "anna", "first");
    var engine =
        on(source)
            .handler(delivery -> {
              handled.add(delivery.value());
              if (delivery.value().equals("stuck")) {
                free.await();
              }
            })
            .build()
            .start();
    until("it is committed", () -> committed(P0) == 1);
    gone.set(true);
    append(P0, "ben", "unsaved");
    append(P0, "carl", "stuck");
    until("both have begun", () -> handled.size() == 3);

    long from = System.nanoTime();
    assertTrue(engine.close(Duration.ofMillis(200)));

    // The drain, and each wait for the broker, has its bound.
    assertTrue(System.nanoTime() - from < Duration.ofSeconds(5).toNanos());
    assertEquals(2, patience.size());
    patience.forEach(atMost -> assertTrue(atMost.compareTo(Duration.ofSeconds(5)) <= 0));
    assertEquals(1, committed(P0));
    free.countDown();
  }

  @Test
  void case_32_try_with_resources_drains_and_is_bounded() {
    append(P0, "anna", "quick");
    append(P0, "ben", "stuck");
    var begun = new CountDownLatch(2);
    long from;
    try (var engine =
        on(watched())
            .commitEvery(Duration.ofMinutes(10))
            .drain(Duration.ofMillis(300))
            .handler(delivery -> {
              begun.countDown();
              if (delivery.value().equals("stuck")) {
                free.await();
              }
              LockSupport.parkNanos(100_000_000);
              handled.add(delivery.value());
            })
            .build()) {
      engine.start();
      until("both run", () -> begun.getCount() == 0);
      from = System.nanoTime();
    }
    assertTrue(System.nanoTime() - from >= 300_000_000, "it waits for what runs");
    assertTrue(System.nanoTime() - from < 5_000_000_000L, "and not for ever");
    assertEquals(List.of("quick"), handled);
    assertEquals(1, committed(P0));
    free.countDown();
  }

  @Test
  void case_33_the_order_at_close() {
    List<String> order = new CopyOnWriteArrayList<>();
    var source =
        new WatchedSource(log.source("billing")) {
          @Override
          public void commit(Map<Partition, Saved> offsets, Duration atMost) throws CommitFailed {
            order.add("commits");
            super.commit(offsets, atMost);
          }

          @Override
          public void close(Duration atMost) {
            order.add("leaves the group");
            super.close(atMost);
          }
        };
    DeadLetters<String, String> slow =
        new DeadLetters<>() {
          @Override
          public CompletionStage<?> write(DeadLetter<String, String> letter) {
            return CompletableFuture.runAsync(() -> {
              LockSupport.parkNanos(50_000_000);
              order.add("the dead letter is safe");
            });
          }

          @Override
          public void close() {
            order.add("closes the dead letters' writer");
          }
        };
    append(P0, "anna", "poison");
    var begun = new CountDownLatch(1);
    var engine =
        on(source)
            .deadLetters(slow)
            .commitEvery(Duration.ofMinutes(10))
            .listener(event -> {
              if (event instanceof Event.Draining draining && draining.partition().equals(P0)) {
                order.add("takes nothing new");
                free.countDown();
              }
            })
            .handler(delivery -> {
              begun.countDown();
              free.await();
              order.add("the handler ends");
              throw new PoisonedRecord("it is");
            })
            .build()
            .start();
    until("it runs", () -> begun.getCount() == 0);
    engine.close();

    assertEquals(
        List.of(
            "takes nothing new",
            "the handler ends",
            "the dead letter is safe",
            "commits",
            "closes the dead letters' writer",
            "leaves the group"),
        order.subList(0, 6));
    assertEquals(1, committed(P0));
  }

  // More than there are threads to carry them, so that one that does not wait is noticed.
  private static List<String> sessions() {
    return IntStream.range(0, 2 * Runtime.getRuntime().availableProcessors() + 2)
        .mapToObj(number -> "session-" + number)
        .toList();
  }

  @Test
  void case_37_whatever_a_handler_does_to_its_thread_no_record_is_leaked() {
    List<String> interrupted = new CopyOnWriteArrayList<>();
    List<String> sessions = sessions();
    for (String value : List.of("error", "interrupts itself", "checked", "interrupted", "after")) {
      sessions.forEach(session -> append(P0, session, value));
    }
    var engine =
        on(watched())
            .handler(delivery -> {
              if (Thread.currentThread().isInterrupted()) {
                interrupted.add(delivery.value());
              }
              switch (delivery.value()) {
                case "error" -> throw new AssertionError("an error");
                case "checked" -> throw new IOException("checked");
                case "interrupted" -> throw new InterruptedException("from elsewhere");
                case "interrupts itself", "after" -> Thread.currentThread().interrupt();
                default -> {}
              }
              handled.add(delivery.key() + " " + delivery.value());
            })
            .build()
            .start();
    until("all are committed", () -> committed(P0) == 5L * sessions.size());
    until("none is held", () -> engine.snapshot().held() == 0);
    assertTrue(engine.close(Duration.ofSeconds(5)));

    assertEquals(2 * sessions.size(), handled.size());
    assertEquals(List.of(), interrupted);
    assertEquals(3 * sessions.size(), letters.all.size());
    for (String session : sessions) {
      assertEquals(List.of("interrupts itself", "after"), handledOf(session));
      assertEquals(List.of("error", "checked", "interrupted"), lettersOf(session));
    }
    for (DeadLetter<String, String> letter : letters.all) {
      assertEquals(Reason.ATTEMPTS_SPENT, letter.reason());
      assertEquals(3, letter.attempts());
    }
  }

  private List<String> handledOf(String session) {
    return handled.stream()
        .filter(text -> text.startsWith(session + " "))
        .map(text -> text.substring(session.length() + 1))
        .toList();
  }

  private List<String> lettersOf(String session) {
    return letters.all.stream()
        .map(DeadLetter::logRecord)
        .filter(logRecord -> logRecord.key().equals(session))
        .map(LogRecord::value)
        .toList();
  }

  @Test
  void case_37_a_handler_that_hands_on_its_interruption_waits_for_its_next_attempt_like_others() {
    List<String> sessions = sessions();
    sessions.forEach(session -> append(P0, session, "slow at first"));
    var engine =
        on(watched())
            .timeLimit(Duration.ofMillis(20))
            .handler(delivery -> {
              try {
                if (delivery.attempt() == 1) {
                  free.await();
                }
              } catch (InterruptedException tooLate) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(tooLate);
              }
              handled.add(delivery.key());
            })
            .build()
            .start();
    until("all are committed", () -> committed(P0) == sessions.size());
    assertTrue(engine.close(Duration.ofSeconds(5)));
    assertEquals(sessions.size(), handled.size());
    assertEquals(List.of(), letters.all);
  }
}
