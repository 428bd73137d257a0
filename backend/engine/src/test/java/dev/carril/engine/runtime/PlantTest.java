package dev.carril.engine.runtime;

import static dev.carril.engine.Waiting.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.check.Halt;
import dev.carril.engine.check.Session;
import dev.carril.engine.core.DeadLetterWrite;
import dev.carril.engine.core.Held;
import dev.carril.engine.core.Rules;
import dev.carril.engine.source.LogRecord;
import dev.carril.engine.source.Partition;
import dev.carril.engine.source.memory.MemoryLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What happens to the engine's own threads, which nobody outside can bring about.
@Timeout(60)
class PlantTest {
  private static final Partition P0 = new Partition("orders", 0);

  private final MemoryLog<String, String> log = new MemoryLog<String, String>().topic("orders", 1);
  private final CountDownLatch free = new CountDownLatch(1);
  private final List<String> closed = new CopyOnWriteArrayList<>();
  private final List<String> handled = new CopyOnWriteArrayList<>();

  private final Job job =
      new Job() {
        @Override
        public boolean handle(Held held, int attempt) throws InterruptedException {
          if (text(held).equals("hangs")) {
            free.await();
          }
          handled.add(text(held));
          return true;
        }

        @Override
        public boolean isTerminal(Throwable failure) {
          return false;
        }
      };

  private final DeadLetterSink desk =
      new DeadLetterSink() {
        @Override
        public CompletionStage<?> write(DeadLetterWrite write) {
          return CompletableFuture.completedStage(null);
        }

        @Override
        public List<Halt> halts() {
          return List.of();
        }

        @Override
        public void release(Session session) {}

        @Override
        public void close() {
          closed.add("the desk");
        }
      };

  private static String text(Held held) {
    return String.valueOf(((LogRecord<?, ?>) held.payload()).value());
  }

  private Plant plant(Duration stall, Threads threads) {
    var setup =
        new Setup(
            "test",
            List.of("orders"),
            Rules.STANDARD,
            1,
            1_000,
            50_000,
            64L << 20,
            Duration.ofSeconds(30),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            stall,
            null,
            Time.REAL,
            threads);
    return new Plant(setup, log.source("billing"), LogRecord::key, job, desk);
  }

  /// Real threads, but for some that do not begin.
  private abstract static class Some implements Threads {
    @Override
    public Thread poll(String name, Runnable work) {
      return REAL.poll(name, work);
    }

    @Override
    public Thread owner(String name, Runnable work) {
      return REAL.owner(name, work);
    }

    @Override
    public Thread lane(Runnable work) {
      return REAL.lane(work);
    }
  }

  @Test
  void a_handler_that_waits_for_a_processor_is_not_named() {
    List<Thread> waiting = new CopyOnWriteArrayList<>();
    var plant =
        plant(
            Duration.ofMillis(40),
            new Some() {
              @Override
              public Thread lane(Runnable work) {
                if (waiting.size() == 3) {
                  return super.lane(work);
                }
                var never =
                    new Thread(work) {
                      @Override
                      public void start() {}
                    };
                waiting.add(never);
                return never;
              }
            });
    for (String session : List.of("anna", "ben", "carl")) {
      log.append(P0, session, "waits", List.of());
    }
    log.append(P0, "dora", "hangs", List.of());
    plant.start();

    until("one is named", () -> !plant.stalls().isEmpty());
    assertEquals(
        List.of("the handler of session dora"),
        plant.stalls().named().stream().map(Stall::what).toList());
    assertEquals(0, plant.stalls().more());
    free.countDown();
    plant.close(Duration.ZERO);
  }

  @Test
  void what_fails_while_it_closes_is_not_waited_for_and_what_has_ended_is_committed() {
    log.append(P0, "anna", "first", List.of());
    log.append(P0, "ben", "hangs", List.of());
    var plant = plant(Duration.ofMinutes(1), Threads.REAL);
    plant.start();
    until("one is handled", () -> handled.size() == 1);
    var closing = Thread.ofVirtual().start(() -> plant.close(Duration.ofMinutes(1)));
    until("it closes", () -> plant.phase() == Plant.Phase.CLOSING);

    plant.fail("a part of it", new AssertionError("as it was told"));

    until("it has closed", () -> !closing.isAlive());
    assertEquals(Plant.Phase.CLOSED, plant.phase());
    assertEquals(1, log.saved("billing", P0).offset());
    free.countDown();
  }

  @Test
  void what_was_opened_is_closed_although_not_all_threads_could_be_started() {
    for (String part : List.of("intake", "dead letters", "worker 0", "watchdog", "poll")) {
      closed.clear();
      var plant =
          plant(
              Duration.ofMinutes(1),
              new Some() {
                @Override
                public Thread poll(String name, Runnable work) {
                  refuse(name);
                  return super.poll(name, work);
                }

                @Override
                public Thread owner(String name, Runnable work) {
                  refuse(name);
                  return super.owner(name, work);
                }

                private void refuse(String name) {
                  if (name.endsWith(part)) {
                    throw new OutOfMemoryError("unable to create native thread");
                  }
                }
              });

      assertThrows(OutOfMemoryError.class, plant::start);

      assertEquals(List.of("the desk"), closed, part);
      assertEquals(Plant.Phase.CLOSED, plant.phase());
      assertTrue(plant.close(Duration.ZERO));
    }
  }
}
