package dev.carril.engine;

import static dev.carril.engine.Waiting.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.check.OrderChecker;
import dev.carril.engine.source.CommitFailed;
import dev.carril.engine.source.Partition;
import dev.carril.engine.source.Slice;
import dev.carril.engine.source.memory.MemoryLog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Real threads, and everything that can go wrong at any moment. What the schedules of the core
/// play one step after the other happens here at once.
@Timeout(120)
class StressTest {
  private static final int RECORDS = 20_000;
  private static final int PARTITIONS = 6;

  private final MemoryLog<String, String> log =
      new MemoryLog<String, String>().topic("orders", PARTITIONS);
  private final OrderChecker checker = new OrderChecker();
  private final Letters letters = new Letters();

  private Engine<String, String> member(String name) {
    return Engine.from(log.source("billing", 50))
        .name(name)
        .topics("orders")
        .deadLetters(letters)
        .deadLettersWithoutSuccess(10_000)
        .listener(checker.engine(name))
        .retry(Retry.attempts(4).from(Duration.ofMillis(1)).upTo(Duration.ofMillis(4)))
        .commitEvery(Duration.ofMillis(5))
        .idle(Duration.ofMillis(5), 20)
        .handlersMax(20)
        .heldMax(1_000)
        .storeMax(300)
        .laneCapacity(10)
        .handler(delivery -> handle(delivery.value(), delivery.attempt()))
        .build()
        .start();
  }

  private static void handle(String value, int attempt) throws IOException {
    int number = Integer.parseInt(value);
    if (ThreadLocalRandom.current().nextInt(100) < 3) {
      LockSupport.parkNanos(200_000);
    }
    if (number % 50 == 7 && attempt == 1 || number % 1_000 == 77) {
      throw new IOException("as it was told");
    }
    if (number % 1_000 == 78) {
      throw new PoisonedRecord("as it was told");
    }
  }

  private Partition any(Random dice) {
    return new Partition("orders", dice.nextInt(PARTITIONS));
  }

  private long committed() {
    long sum = 0;
    for (int number = 0; number < PARTITIONS; number++) {
      sum += Math.max(0, log.saved("billing", new Partition("orders", number)).offset());
    }
    return sum;
  }

  @Test
  void whatever_happens_at_once_order_is_kept_and_nothing_is_lost() {
    var dice = new Random(5);
    List<Engine<String, String>> members = new ArrayList<>();
    members.add(member("m0"));
    int names = 1;
    for (int number = 0; number < RECORDS; number++) {
      String key = dice.nextInt(20) == 0 ? "hot" : "session-" + dice.nextInt(300);
      var appended = log.append("orders", key, Integer.toString(number));
      checker.appended(appended.partition(), appended.offset());
      if (number % 500 == 0) {
        switch (dice.nextInt(7)) {
          case 0 -> log.handOver("billing", any(dice));
          case 1 -> log.lose("billing", any(dice));
          case 2 -> log.failCommits("billing", 3, new CommitFailed("the group moves", false));
          case 3 -> letters.failures = 5;
          case 4 -> members.add(member("m" + names++));
          case 5 -> {
            if (members.size() > 1) {
              members.remove(dice.nextInt(members.size())).close(Duration.ofMillis(500));
            }
          }
          default -> {
            members.getFirst().handlersMax(1 + dice.nextInt(50));
            members.getFirst().workers(1 + dice.nextInt(4));
          }
        }
        LockSupport.parkNanos(20_000_000);
      }
    }
    // A dead letter that has failed often waits ten seconds, and a hand-over waits for it.
    until("all are committed", Duration.ofSeconds(90), () -> committed() == RECORDS);
    members.forEach(Engine::close);

    var report = checker.report();
    assertTrue(report.isClean(), report::toString);
    assertEquals(RECORDS, report.checked());
  }

  @Test
  void a_thread_that_polls_and_does_not_move_is_named() {
    var source =
        new WatchedSource(log.source("billing")) {
          volatile boolean stuck;

          @Override
          public List<Slice<String, String>> poll(Duration atMost) {
            while (stuck) {
              LockSupport.parkNanos(1_000_000);
            }
            return super.poll(atMost);
          }
        };
    var engine =
        Engine.from(source)
            .topics("orders")
            .deadLetters(letters)
            .stallAfter(Duration.ofMillis(200))
            .handler(_ -> {})
            .build()
            .start();
    until("it runs", () -> engine.health().state() == State.RUNNING);
    source.stuck = true;
    until("it is named", () -> engine.health().reason().contains("the thread that polls"));
    assertEquals(State.STALLED, engine.health().state());
    source.stuck = false;
    until("it moves again", () -> engine.health().state() == State.RUNNING);
    engine.close();
  }
}
