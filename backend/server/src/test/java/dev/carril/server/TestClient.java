package dev.carril.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A browser's end of the protocol: it follows the state as the page does.
public final class TestClient implements WebSocket.Listener, AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final long PATIENCE_SECONDS = 60;
  private static final AtomicInteger IDS = new AtomicInteger();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /// Why and how a socket ended.
  public record Closed(int code, String reason) {}

  private final LinkedBlockingQueue<JsonNode> frames = new LinkedBlockingQueue<>();
  private final List<JsonNode> passed = new ArrayList<>();
  private final CompletableFuture<Closed> closed = new CompletableFuture<>();
  private final StringBuilder text = new StringBuilder();
  private @Nullable WebSocket socket;

  private long revision = -1;
  private Map<String, JsonNode> facts = new HashMap<>();

  private TestClient() {}

  /// Opens a socket as a page of that server would.
  public static TestClient open(URI address) throws Exception {
    return open(address, "http://" + address.getAuthority());
  }

  public static TestClient open(URI address, @Nullable String origin) throws Exception {
    TestClient client = new TestClient();
    WebSocket.Builder builder = HTTP.newWebSocketBuilder();
    if (origin != null) {
      builder.header("Origin", origin);
    }
    URI ws = URI.create(address.toString().replaceFirst("^http", "ws"));
    try {
      client.socket = builder.buildAsync(ws, client).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
    return client;
  }

  @Override
  public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
    text.append(data);
    if (last) {
      frames.add(read(text.toString()));
      text.setLength(0);
    }
    socket.request(1);
    return CompletableFuture.completedStage(null);
  }

  @Override
  public CompletionStage<?> onClose(WebSocket socket, int statusCode, String reason) {
    closed.complete(new Closed(statusCode, reason));
    return CompletableFuture.completedStage(null);
  }

  @Override
  public void onError(WebSocket socket, Throwable error) {
    closed.complete(new Closed(1006, String.valueOf(error)));
  }

  // ---- saying ----

  public void send(String text) throws Exception {
    socket().sendText(text, true).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  public void send(ObjectNode message) throws Exception {
    send(message.toString());
  }

  public static ObjectNode message(String type) {
    return JSON.createObjectNode().put("type", type);
  }

  public static String freshId() {
    return "test-" + IDS.incrementAndGet();
  }

  /// Subscribes and waits for the snapshot.
  public TestClient subscribe() throws Exception {
    send(message("subscribe").put("lang", "en"));
    await("snapshot");
    return this;
  }

  /// Sends a command without waiting for its reply.
  public void command(String id, String line) throws Exception {
    send(message("command").put("id", id).put("line", line));
  }

  /// Runs a command and gives its reply.
  public JsonNode run(String line) throws Exception {
    return run(freshId(), line);
  }

  public JsonNode run(String id, String line) throws Exception {
    command(id, line);
    return await("reply", frame -> frame.path("id").asText().equals(id));
  }

  /// Asks something that is no command.
  public JsonNode ask(ObjectNode message, String answer) throws Exception {
    String id = freshId();
    send(message.put("id", id));
    return await(answer, frame -> frame.path("id").asText().equals(id));
  }

  // ---- hearing ----

  public JsonNode await(String type) throws Exception {
    return await(type, frame -> true);
  }

  /// The next frame of a type, after having followed all state on the way.
  public JsonNode await(String type, Predicate<JsonNode> wanted) throws Exception {
    long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    for (JsonNode frame : List.copyOf(passed)) {
      if (frame.path("type").asText().equals(type) && wanted.test(frame)) {
        passed.remove(frame);
        return frame;
      }
    }
    while (true) {
      JsonNode frame = next(untilNanos);
      follow(frame);
      if (frame.path("type").asText().equals(type) && wanted.test(frame)) {
        return frame;
      }
      passed.add(frame);
    }
  }

  /// Waits until the state is at least this far.
  public void awaitRevision(long wanted) throws Exception {
    long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (revision < wanted) {
      JsonNode frame = next(untilNanos);
      follow(frame);
      passed.add(frame);
    }
  }

  private JsonNode next(long untilNanos) throws InterruptedException {
    while (System.nanoTime() - untilNanos < 0) {
      JsonNode frame = frames.poll(50, TimeUnit.MILLISECONDS);
      if (frame != null) {
        return frame;
      }
      if (closed.isDone()) {
        throw new AssertionError("the socket was closed: " + closed.join());
      }
    }
    throw new AssertionError("nothing more came; at revision " + revision + " after " + passed);
  }

  private void follow(JsonNode frame) {
    switch (frame.path("type").asText()) {
      case "snapshot" -> {
        facts = new HashMap<>();
        frame.get("facts").forEachEntry(facts::put);
        revision = frame.get("revision").asLong();
      }
      case "changes" -> {
        if (frame.get("after").asLong() != revision) {
          throw new AssertionError("a hole: at " + revision + " came " + frame);
        }
        frame.get("gone").forEach(key -> facts.remove(key.asText()));
        frame.get("set").forEachEntry(facts::put);
        revision = frame.get("revision").asLong();
      }
      default -> {}
    }
  }

  public Map<String, JsonNode> facts() {
    return facts;
  }

  public long revision() {
    return revision;
  }

  public Closed awaitClosed() throws Exception {
    return closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private WebSocket socket() {
    if (socket == null) {
      throw new IllegalStateException("not open");
    }
    return socket;
  }

  private static JsonNode read(String json) {
    try {
      return JSON.readTree(json);
    } catch (com.fasterxml.jackson.core.JacksonException e) {
      throw new AssertionError("not JSON: " + json, e);
    }
  }

  /// Goes without a word, as when the line breaks.
  @Override
  public void close() {
    if (socket != null) {
      socket.abort();
    }
  }
}
