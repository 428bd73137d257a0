package dev.carril.engine;

import static dev.carril.engine.Waiting.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.check.Session;
import dev.carril.engine.source.Header;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OrderedProducerTest {
  private static final Retry QUICK =
      Retry.attempts(5).from(Duration.ofMillis(1)).upTo(Duration.ofMillis(4));

  private final List<String> log = new CopyOnWriteArrayList<>();

  private OrderedProducer<String, String> producer(Log<String, String> to, int most) {
    return new OrderedProducer<>(to, QUICK, Failures.STANDARD, 2, most);
  }

  private CompletionStage<?> append(
      String topic, @Nullable String key, @Nullable String value, List<Header> headers) {
    log.add(value);
    return CompletableFuture.completedStage(null);
  }

  @Test
  void case_34_a_send_that_fails_is_in_the_log_before_the_next_of_its_session() throws Exception {
    var answers = new ArrayList<CompletableFuture<Void>>();
    Log<String, String> byHand =
        (_, _, value, _) -> {
          synchronized (answers) {
            log.add(value);
            var answer = new CompletableFuture<Void>();
            answers.add(answer);
            return answer;
          }
        };
    try (var producer = producer(byHand, 10)) {
      var first = producer.send("orders", "anna", "A");
      var second = producer.send("orders", "anna", "B");
      producer.send("orders", "ben", "C");
      until("both sessions have one on its way", () -> log.size() == 2);
      assertEquals(List.of("A", "C"), log.stream().sorted().toList());

      answers.get(log.indexOf("A")).completeExceptionally(new IOException("away"));
      until("A goes again", () -> log.size() == 3);
      assertEquals("A", log.get(2));
      assertFalse(first.isDone());
      answers.get(2).complete(null);
      first.get();
      until("B goes", () -> log.size() == 4);
      assertEquals("B", log.get(3));
      answers.forEach(answer -> answer.complete(null));
      second.get();
    }
  }

  @Test
  void a_classifier_that_fails_says_nothing_and_ends_no_producer() {
    Log<String, String> away =
        (topic, key, value, headers) ->
            value.equals("good")
                ? append(topic, key, value, headers)
                : CompletableFuture.failedStage(new IllegalStateException(value));
    Failures failures =
        failure -> {
          if (failure.getMessage().equals("rethrown")) {
            throw (IllegalStateException) failure;
          }
          throw new AssertionError("in the classifier");
        };
    try (var producer = new OrderedProducer<>(away, QUICK, failures, 1, 10)) {
      for (String value : List.of("rethrown", "error")) {
        var ended = producer.send("orders", "anna", value);
        var why = assertThrows(CompletionException.class, ended::join);
        assertEquals(value, why.getCause().getMessage());
      }
      producer.send("orders", "anna", "good").join();
    }
    assertEquals(List.of("good"), log);
  }

  @Test
  void it_may_wait_for_its_end_for_any_time() {
    var producer = producer(this::append, 10);
    var sent = producer.send("orders", "anna", "A");
    assertTrue(producer.close(ChronoUnit.FOREVER.getDuration()));
    sent.join();
  }

  @Test
  void a_send_that_finds_no_room_on_a_sender_is_refused_and_not_waited_for() {
    var answers = new CopyOnWriteArrayList<CompletableFuture<Void>>();
    Log<String, String> byHand =
        (_, _, _, _) -> {
          var answer = new CompletableFuture<Void>();
          answers.add(answer);
          return answer;
        };
    var producer = producer(byHand, 1);
    // The first one's end makes room for the second; for the third there will be none.
    var third =
        producer
            .send("orders", "anna", "A")
            .thenApply(_ -> {
              producer.send("orders", "anna", "B");
              return assertThrows(
                  IllegalStateException.class, () -> producer.send("orders", "anna", "C"));
            });
    until("the first is on its way", () -> answers.size() == 1);
    answers.getFirst().complete(null);
    until("what follows is over", third::isDone);
    assertTrue(third.join().getMessage().contains("no room for more than 1"));
    until("the second is on its way", () -> answers.size() == 2);
    answers.getLast().complete(null);
    producer.close();
  }

  @Test
  void whatever_fails_each_session_is_in_the_log_in_order() {
    Map<String, List<Integer>> bySession = new HashMap<>();
    Map<String, Integer> tries = new ConcurrentHashMap<>();
    Log<String, String> shaky =
        (_, key, value, _) -> {
          // Three times at most, since the fifth attempt would be the last.
          boolean fails = tries.merge(value, 1, Integer::sum) <= Integer.parseInt(value) % 4;
          return CompletableFuture.runAsync(
              () -> {
                if (fails) {
                  throw new CompletionException(new IOException("away"));
                }
                synchronized (bySession) {
                  bySession
                      .computeIfAbsent(key, _ -> new ArrayList<>())
                      .add(Integer.parseInt(value));
                }
              },
              ForkJoinPool.commonPool());
        };
    var ended = new ArrayList<CompletableFuture<Void>>();
    try (var producer = producer(shaky, 100)) {
      for (int number = 0; number < 2_000; number++) {
        ended.add(producer.send("orders", "session-" + number % 20, Integer.toString(number)));
      }
    }
    ended.forEach(CompletableFuture::join);
    assertEquals(20, bySession.size());
    bySession.forEach(
        (session, numbers) -> assertEquals(numbers.stream().sorted().toList(), numbers, session));
    assertEquals(2_000, bySession.values().stream().mapToInt(List::size).sum());
  }

  @Test
  void what_is_given_up_says_so_and_lets_the_next_one_go() {
    Log<String, String> picky =
        (topic, key, value, headers) -> {
          if (value.equals("poison")) {
            throw new PoisonedRecord("it is");
          }
          return append(topic, key, value, headers);
        };
    try (var producer = producer(picky, 10)) {
      var poison = producer.send("orders", "anna", "poison");
      var after = producer.send("orders", "anna", "after");
      after.join();
      var thrown = assertThrows(CompletionException.class, poison::join);
      assertEquals(PoisonedRecord.class, thrown.getCause().getClass());
    }
    assertEquals(List.of("after"), log);
  }

  @Test
  void each_record_has_an_id_that_stays_when_it_is_sent_again() {
    List<String> ids = new CopyOnWriteArrayList<>();
    var fails = new AtomicInteger(1);
    Log<String, String> noting =
        (topic, key, value, headers) -> {
          headers.stream()
              .filter(header -> header.name().equals(Header.EVENT_ID))
              .forEach(header -> ids.add(header.text()));
          return fails.getAndDecrement() > 0
              ? CompletableFuture.failedStage(new IOException("away"))
              : append(topic, key, value, headers);
        };
    try (var producer = producer(noting, 10)) {
      producer.send("orders", "anna", "A").join();
      producer.send("orders", "anna", "B").join();
      var own = List.of(Header.of(Header.EVENT_ID, "mine"));
      var session = Session.of("orders", "anna");
      producer.send(session, "orders", "anna", "C", own).join();
    }
    assertEquals(4, ids.size());
    assertEquals(ids.get(0), ids.get(1));
    assertNotEquals(ids.get(1), ids.get(2));
    assertEquals("mine", ids.get(3));
  }

  @Test
  void who_sends_more_than_there_is_room_for_waits() {
    var answers = new CopyOnWriteArrayList<CompletableFuture<Void>>();
    Log<String, String> slow =
        (_, _, value, _) -> {
          log.add(value);
          var answer = new CompletableFuture<Void>();
          answers.add(answer);
          return answer;
        };
    try (var producer = producer(slow, 3)) {
      var sent = new AtomicInteger();
      Thread.ofVirtual()
          .start(() ->
              IntStream.range(0, 5)
                  .forEach(number -> {
                    producer.send("orders", "session-" + number, Integer.toString(number));
                    sent.incrementAndGet();
                  }));
      until("there is no more room", () -> answers.size() == 3);
      assertEquals(3, sent.get());
      answers.getFirst().complete(null);
      until("one more goes", () -> answers.size() == 4);
      answers.forEach(answer -> answer.complete(null));
      until("all are sent", () -> answers.size() == 5);
      answers.forEach(answer -> answer.complete(null));
    }
    assertEquals(5, log.size());
  }

  @Test
  void closing_waits_until_everything_is_safe_and_takes_nothing_more() {
    var free = new CountDownLatch(1);
    Log<String, String> slow =
        (topic, key, value, headers) ->
            CompletableFuture.runAsync(() -> {
              try {
                free.await();
              } catch (InterruptedException stop) {
                throw new CompletionException(stop);
              }
              log.add(value);
            });
    var producer = producer(slow, 10);
    var first = producer.send("orders", "anna", "A");
    producer.send("orders", "anna", "B");
    Thread.ofVirtual().start(free::countDown);
    assertTrue(producer.close(Duration.ofSeconds(20)));
    assertTrue(first.isDone());
    assertEquals(List.of("A", "B"), log);
    assertThrows(IllegalStateException.class, () -> producer.send("orders", "anna", "C"));
  }

  @Test
  void what_is_not_safe_when_it_closes_says_so() {
    Log<String, String> never = (_, _, _, _) -> new CompletableFuture<Void>();
    var producer = producer(never, 1);
    var first = producer.send("orders", "anna", "A");
    var second =
        CompletableFuture.supplyAsync(
            () -> producer.send("orders", "anna", "B"), Thread::startVirtualThread);
    assertFalse(producer.close(Duration.ofMillis(50)));
    var thrown = assertThrows(CompletionException.class, first::join);
    assertTrue(thrown.getCause().getMessage().contains("before this was safe"));
    assertThrows(CompletionException.class, second::join);
  }

  @Test
  void words_about_failures_that_fail_themselves_stop_nothing() {
    var fails = new AtomicInteger(1);
    Log<String, String> shaky =
        (topic, key, value, headers) ->
            fails.getAndDecrement() > 0
                ? CompletableFuture.failedStage(new IOException("away"))
                : append(topic, key, value, headers);
    Failures wrong =
        failure -> {
          throw new IllegalStateException("no idea what to make of " + failure);
        };
    try (var producer = new OrderedProducer<>(shaky, QUICK, wrong, 1, 10)) {
      producer.send("orders", "anna", "A").join();
    }
    assertEquals(List.of("A"), log);
  }

  @Test
  void a_log_that_answers_nothing_has_not_taken_it() {
    Log<String, String> silent = (_, _, _, _) -> null;
    try (var producer = producer(silent, 10)) {
      var sent = producer.send("orders", "anna", "A");
      assertThrows(CompletionException.class, sent::join);
    }
  }

  @Test
  void a_producer_without_room_is_refused() {
    assertThrows(IllegalArgumentException.class, () -> producer(this::append, 0));
  }
}
