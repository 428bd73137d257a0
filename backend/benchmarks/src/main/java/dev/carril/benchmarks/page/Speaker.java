package dev.carril.benchmarks.page;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Another client of a sandbox, which sends commands one after the other: what the page shows then
/// costs the page nothing but showing it.
final class Speaker implements WebSocket.Listener, AutoCloseable {
  private final HttpClient http = HttpClient.newHttpClient();
  private final BlockingQueue<String> replies = new ArrayBlockingQueue<>(16);
  private final StringBuilder text = new StringBuilder();
  private final WebSocket socket;
  private int said;

  /// @param page the sandbox's address in a browser
  Speaker(URI page) throws Exception {
    socket =
        http.newWebSocketBuilder()
            .header("Origin", "http://" + page.getAuthority())
            .buildAsync(
                URI.create("ws://" + page.getAuthority() + page.getPath() + "/socket"), this)
            .get(30, TimeUnit.SECONDS);
    socket.sendText("{\"type\":\"subscribe\",\"lang\":\"en\"}", true).get(30, TimeUnit.SECONDS);
  }

  /// Runs a line without quotes or backslashes in it, and waits for its reply.
  void run(String line) throws Exception {
    String id = "s" + said++;
    socket
        .sendText("{\"type\":\"command\",\"id\":\"" + id + "\",\"line\":\"" + line + "\"}", true)
        .get(30, TimeUnit.SECONDS);
    String reply = replies.poll(60, TimeUnit.SECONDS);
    if (reply == null || !reply.contains("\"ok\":true")) {
      throw new IllegalStateException(line + " → " + reply);
    }
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    text.append(data);
    if (last) {
      if (text.indexOf("{\"type\":\"reply\"") == 0) {
        replies.add(text.substring(0, Math.min(text.length(), 400)));
      }
      text.setLength(0);
    }
    from.request(1);
    return null;
  }

  @Override
  public void close() {
    socket.abort();
    http.shutdownNow();
  }
}
