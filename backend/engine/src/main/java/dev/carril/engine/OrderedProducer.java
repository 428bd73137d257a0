package dev.carril.engine;

import dev.carril.engine.check.Session;
import dev.carril.engine.core.Ring;
import dev.carril.engine.runtime.SendLoop;
import dev.carril.engine.runtime.Threads;
import dev.carril.engine.runtime.Time;
import dev.carril.engine.runtime.UserCode;
import dev.carril.engine.source.Header;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Appends records in the background and keeps each session's in the order in which they were sent,
/// retries included. Sessions do not wait for each other.
///
/// Each record gets an id in the header `event-id` unless it brings one, so that whoever handles it
/// can tell when it comes twice. Sends by several threads for one session are ordered as these
/// threads are.
///
/// The futures complete on the threads that send, so what follows at once from one must not wait:
/// in particular a send that finds no room there is refused, since waiting would keep the room from
/// ever coming. Use `thenRunAsync`, or send from a thread of your own. An append that the log never
/// answers holds its session up without end: give the log a time limit of its own.
public final class OrderedProducer<K, V> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OrderedProducer.class);

  private final Log<K, V> log;
  private final Failures failures;
  private final Ring ring;
  private final List<SendLoop> loops = new ArrayList<>();
  private final Set<Thread> senders = ConcurrentHashMap.newKeySet();
  private final Semaphore room;
  private final int most;

  // What was sent and has not come to its end, so that nobody waits in vain when this ends first.
  private final Set<Wanted<K, V>> unended = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;
  private volatile @Nullable Throwable broken;

  /// @param workers who share the sessions out
  /// @param most records that wait to be appended; who sends more waits for room
  public OrderedProducer(Log<K, V> log, Retry retry, Failures failures, int workers, int most) {
    EngineBuilder.given(log, "log", "where records are appended");
    EngineBuilder.given(retry, "retry", "how often an append is tried");
    EngineBuilder.given(failures, "failures", "which failures are final");
    EngineBuilder.atLeastOne(workers, EngineBuilder.WORKERS_MAX, "workers");
    if (most < 1) {
      throw new IllegalArgumentException("a producer with room for " + most + " sends nothing");
    }
    this.log = log;
    this.failures = failures;
    this.ring = Ring.of(workers);
    this.most = most;
    this.room = new Semaphore(most);
    var schedule = retry.schedule(0);
    for (int number = 0; number < workers; number++) {
      var loop = new SendLoop("sender " + number, schedule, new ToLog(), Time.REAL, this::broke);
      loops.add(loop);
      Thread sender = Threads.REAL.owner("sender " + number, loop);
      senders.add(sender);
      sender.start();
    }
  }

  /// Sends a record for the session of its key. The future completes once it is safe, and
  /// exceptionally if it was given up; what was sent behind it goes on either way.
  public CompletableFuture<Void> send(String topic, K key, @Nullable V value) {
    return send(Session.of(topic, key), topic, key, value, List.of());
  }

  /// Sends a record for any session.
  public CompletableFuture<Void> send(
      Session session, String topic, @Nullable K key, @Nullable V value, List<Header> headers) {
    refuseWhenOver();
    if (!room.tryAcquire()) {
      if (senders.contains(Thread.currentThread())) {
        throw new IllegalStateException(
            "there is no room for more than "
                + most
                + ", and this thread makes it: send elsewhere");
      }
      room.acquireUninterruptibly();
    }
    var wanted = new Wanted<>(topic, key, value, withId(headers));
    unended.add(wanted);
    try {
      // It may have come to its end while we waited for room.
      refuseWhenOver();
    } catch (IllegalStateException over) {
      end(wanted, over);
      throw over;
    }
    loops.get(ring.workerOf(session.hash())).send(session, wanted);
    return wanted.ended;
  }

  private void end(Wanted<K, V> wanted, @Nullable Throwable why) {
    if (!unended.remove(wanted)) {
      return;
    }
    room.release();
    if (why == null) {
      wanted.ended.complete(null);
    } else {
      wanted.ended.completeExceptionally(why);
    }
  }

  private void endAll(String why, @Nullable Throwable cause) {
    for (Wanted<K, V> wanted : unended) {
      end(wanted, new IllegalStateException(why, cause));
    }
  }

  private void refuseWhenOver() {
    Throwable why = broken;
    if (why != null) {
      throw new IllegalStateException("the producer has failed", why);
    }
    if (closed) {
      throw new IllegalStateException("the producer is closed");
    }
  }

  private static List<Header> withId(List<Header> headers) {
    for (Header header : headers) {
      if (header.name().equals(Header.EVENT_ID)) {
        return headers;
      }
    }
    var more = new ArrayList<>(headers);
    more.add(Header.of(Header.EVENT_ID, UUID.randomUUID().toString()));
    return List.copyOf(more);
  }

  /// Waits until everything has come to its end, for at most thirty seconds. What has not by then
  /// may be in the log or not, and its future says so.
  @Override
  public void close() {
    close(Duration.ofSeconds(30));
  }

  /// @return whether everything has come to its end
  public boolean close(Duration atMost) {
    long patienceNanos = Time.nanosOf(atMost);
    closed = true;
    boolean all = false;
    try {
      all = room.tryAcquire(most, patienceNanos, TimeUnit.NANOSECONDS);
      if (all) {
        room.release(most);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
    loops.forEach(SendLoop::end);
    endAll("the producer was closed before this was safe", null);
    return all;
  }

  private void broke(String where, Throwable why) {
    broken = why;
    endAll("the producer has failed", why);
    LOG.error("{} failed: nothing more is sent", where, UserCode.printable(why));
  }

  /// A record on its way to the log. Two that say the same are two.
  private static final class Wanted<K, V> {
    final String topic;
    final @Nullable K key;
    final @Nullable V value;
    final List<Header> headers;
    final CompletableFuture<Void> ended = new CompletableFuture<>();

    Wanted(String topic, @Nullable K key, @Nullable V value, List<Header> headers) {
      this.topic = topic;
      this.key = key;
      this.value = value;
      this.headers = headers;
    }
  }

  private final class ToLog implements SendLoop.Appender {
    @Override
    @SuppressWarnings("unchecked") // What send() put in.
    public CompletionStage<?> append(Object payload) throws Exception {
      var wanted = (Wanted<K, V>) payload;
      return log.append(wanted.topic, wanted.key, wanted.value, wanted.headers);
    }

    @Override
    public boolean isTerminal(Throwable failure) {
      Throwable cause = failure.getCause();
      return failures.isTerminal(
          failure instanceof CompletionException && cause != null ? cause : failure);
    }

    @Override
    @SuppressWarnings("unchecked") // What send() put in.
    public void ended(Object payload, @Nullable Throwable why) {
      end((Wanted<K, V>) payload, why);
    }
  }
}
