package dev.carril.benchmarks.server;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// People with a sandbox each, who send commands at a steady pace, spread over the time between two
/// of them.
///
/// The time of a reply counts from the moment at which its command was due, so a client that is
/// late cannot make the server look quick (coordinated omission, after Gil Tene).
public final class Crowd implements AutoCloseable {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final int AT_ONCE = 50;
  private static final int HEAD = 80;

  private final HttpClient http = HttpClient.newHttpClient();
  private final List<Person> people = new ArrayList<>();
  private final Histogram micros = new ConcurrentHistogram(3);
  private final AtomicLong errors = new AtomicLong();
  private final IntFunction<String> messages;

  private Crowd(IntFunction<String> messages) {
    this.messages = messages;
  }

  /// @param messages what each of them says: the message of this number, from 0, with an id of its
  ///   own
  public static Crowd join(URI server, List<String> sandboxes, IntFunction<String> messages)
      throws Exception {
    Crowd crowd = new Crowd(messages);
    for (int i = 0; i < sandboxes.size(); i += AT_ONCE) {
      List<Person> some = new ArrayList<>();
      for (String id : sandboxes.subList(i, Math.min(i + AT_ONCE, sandboxes.size()))) {
        some.add(crowd.new Person(server.resolve("/sandbox/" + id + "/socket"), server));
      }
      for (Person person : some) {
        person.awaitSnapshot();
      }
      crowd.people.addAll(some);
    }
    return crowd;
  }

  /// A command as a message.
  ///
  /// @param line between quotes of JSON
  public static String command(int number, String line) {
    return "{\"type\":\"command\",\"id\":\"c" + number + "\",\"line\":\"" + line + "\"}";
  }

  /// Everybody sends so many commands a second for so long, then waits for the last replies.
  public void speak(int seconds, int perSecond) throws InterruptedException {
    long began = System.nanoTime();
    long apart = SECOND / perSecond;
    for (int round = 0; round < seconds * perSecond; round++) {
      for (int i = 0; i < people.size(); i++) {
        long due = began + round * apart + i * apart / people.size();
        while (System.nanoTime() < due) {
          LockSupport.parkNanos(Math.max(50_000, due - System.nanoTime()));
        }
        people.get(i).say(due);
      }
    }
    Thread.sleep(1_000);
    for (Person person : people) {
      if (person.isWaiting()) {
        errors.incrementAndGet();
      }
    }
  }

  public void forget() {
    micros.reset();
    errors.set(0);
  }

  public Histogram micros() {
    return micros;
  }

  public long errors() {
    return errors.get();
  }

  @Override
  public void close() {
    people.forEach(Person::leave);
    http.shutdownNow();
  }

  private final class Person implements WebSocket.Listener {
    private final WebSocket socket;
    private final CountDownLatch shown = new CountDownLatch(1);
    private final AtomicLong dueNanos = new AtomicLong();
    private final AtomicBoolean leaving = new AtomicBoolean();
    private int said;

    // Only the beginning of a message is looked at.
    private final StringBuilder head = new StringBuilder();
    private boolean looked;

    Person(URI address, URI server) throws Exception {
      socket =
          http.newWebSocketBuilder()
              .header("Origin", server.toString().replace("ws://", "http://"))
              .buildAsync(address, this)
              .get(30, TimeUnit.SECONDS);
      socket.sendText("{\"type\":\"subscribe\",\"lang\":\"en\"}", true).get(30, TimeUnit.SECONDS);
    }

    void awaitSnapshot() throws InterruptedException {
      if (!shown.await(60, TimeUnit.SECONDS)) {
        throw new IllegalStateException("no snapshot within a minute");
      }
    }

    boolean isWaiting() {
      return dueNanos.get() != 0;
    }

    void say(long due) {
      if (!dueNanos.compareAndSet(0, due)) {
        late(due);
        return;
      }
      int number = said++;
      // A socket that has failed is told to the listener.
      var _ = socket.sendText(messages.apply(number), true);
    }

    // The reply to the last one has not come by now. The turn that is missed has waited as long,
    // and more than a second is an error.
    private void late(long due) {
      long waited = due - dueNanos.get();
      micros.recordValue(Math.max(0, waited / 1_000));
      if (waited >= SECOND) {
        errors.incrementAndGet();
      }
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      // A message comes in pieces, and the first may be shorter than what tells its kind.
      head.append(data, 0, Math.min(HEAD - head.length(), data.length()));
      if (!looked && (last || head.length() == HEAD)) {
        looked = true;
        lookAt(head.toString());
      }
      if (last) {
        head.setLength(0);
        looked = false;
      }
      from.request(1);
      return null;
    }

    private void lookAt(String beginning) {
      if (beginning.startsWith("{\"type\":\"reply\"")) {
        long due = dueNanos.getAndSet(0);
        micros.recordValue(Math.max(0, (System.nanoTime() - due) / 1_000));
        if (!beginning.contains("\"ok\":true")) {
          errors.incrementAndGet();
        }
      } else if (beginning.startsWith("{\"type\":\"snapshot\"")) {
        shown.countDown();
      }
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
      if (!leaving.get()) {
        errors.incrementAndGet();
      }
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
      if (!leaving.get()) {
        errors.incrementAndGet();
      }
    }

    void leave() {
      leaving.set(true);
      socket.abort();
    }
  }
}
