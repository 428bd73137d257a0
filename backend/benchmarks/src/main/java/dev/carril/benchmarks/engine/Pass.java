package dev.carril.benchmarks.engine;

import dev.carril.engine.Delivery;
import dev.carril.engine.Engine;
import dev.carril.engine.EngineBuilder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;

/// One pass through all messages: the clock stops when the last of them has been handled, and then
/// every one of them is looked at.
final class Pass {
  static final String NAME = "bench";
  private static final long STALL_NANOS = 30_000_000_000L;

  private final Messages messages;
  private final MadeSource source;
  private final Ledger ledger;

  /// @param everyNanos between two messages, or 0: then all are there from the start
  Pass(Messages messages, int partitions, long everyNanos) {
    this.messages = messages;
    this.source = new MadeSource(messages, partitions, everyNanos);
    this.ledger = new Ledger(messages);
  }

  /// What is done with a message. What it throws makes the message fail.
  interface Handling {
    void of(int session, int message, int attempt) throws Exception;
  }

  /// How long a message is waited for.
  interface Wait {
    long nanos(int session, int message);
  }

  MadeSource source() {
    return source;
  }

  /// Lets an engine handle all messages.
  ///
  /// @throws IllegalStateException if one of them was not handled as it should
  Cost engine(UnaryOperator<EngineBuilder<String, byte[]>> settings, Handling handling)
      throws InterruptedException {
    var builder =
        Engine.from(source)
            .name(NAME)
            .topics(MadeSource.TOPIC)
            .deadLetters(letter -> CompletableFuture.failedStage(letter.failure()))
            .handler(delivery -> handle(delivery, handling));
    Engine<String, byte[]> engine = settings.apply(builder).build();
    Cost cost;
    try {
      cost =
          Cost.of(() -> {
            engine.start();
            awaitAll();
          });
    } finally {
      engine.close();
    }
    check();
    if (!source.isCommitted()) {
      throw new IllegalStateException("handled, but not committed");
    }
    return cost;
  }

  private void handle(Delivery<String, byte[]> delivery, Handling handling) throws Exception {
    byte[] value = delivery.value();
    int session = Messages.session(value);
    int message = Messages.message(value);
    ledger.begins(session);
    try {
      handling.of(session, message, delivery.attempt());
    } catch (Exception failed) {
      ledger.fails(session);
      throw failed;
    }
    ledger.ends(session, message);
  }

  /// The same without an engine: a loop that handles each message as soon as it has it.
  Cost loop(IntConsumer handler) throws InterruptedException {
    source.subscribe(List.of(MadeSource.TOPIC), new Nobody());
    Cost cost =
        Cost.of(() -> {
          for (int done = 0; done < messages.count(); ) {
            for (var slice : source.poll(Duration.ofMillis(100))) {
              for (var logRecord : slice.records()) {
                byte[] value = logRecord.value();
                int session = Messages.session(value);
                int message = Messages.message(value);
                ledger.begins(session);
                handler.accept(message);
                ledger.ends(session, message);
                done++;
              }
            }
          }
        });
    check();
    return cost;
  }

  /// The same without an engine: as many virtual threads as sessions, which do nothing but wait.
  /// The sessions must take turns.
  Cost threads(Wait wait) throws InterruptedException {
    Cost cost =
        Cost.of(() -> {
          var threads = new Thread[messages.sessions()];
          for (int session = 0; session < threads.length; session++) {
            int own = session;
            threads[session] = Thread.startVirtualThread(() -> waitForAll(own, wait));
          }
          for (Thread thread : threads) {
            thread.join();
          }
        });
    check();
    return cost;
  }

  private void waitForAll(int session, Wait wait) {
    try {
      for (int message = session; message < messages.count(); message += messages.sessions()) {
        ledger.begins(session);
        long nanos = wait.nanos(session, message);
        if (nanos > 0) {
          Thread.sleep(Duration.ofNanos(nanos));
        }
        ledger.ends(session, message);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitAll() throws InterruptedException {
    long movedNanos = System.nanoTime();
    int before = 0;
    for (int handled = 0; handled < messages.count(); handled = ledger.handled()) {
      if (handled != before) {
        before = handled;
        movedNanos = System.nanoTime();
      } else if (System.nanoTime() - movedNanos > STALL_NANOS) {
        throw new IllegalStateException("it stands still at " + handled + " messages");
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(500_000);
    }
  }

  private void check() {
    List<String> wrong = ledger.wrong();
    if (!wrong.isEmpty()) {
      throw new IllegalStateException("not as it should be: " + String.join("; ", wrong));
    }
  }
}
