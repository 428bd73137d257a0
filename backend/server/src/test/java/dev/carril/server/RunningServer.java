package dev.carril.server;

import dev.carril.server.sandboxes.Bounds;
import dev.carril.server.web.Settings;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A server in this process, on a port of its own.
public final class RunningServer implements AutoCloseable {
  private final Server server;
  private final HttpClient http = HttpClient.newHttpClient();

  private RunningServer(Server server) {
    this.server = server;
  }

  public static RunningServer on(Path data) throws Exception {
    return on(data, Server.Limits.usual());
  }

  public static RunningServer on(Path data, Server.Limits limits) throws Exception {
    return on(data, limits, List.of());
  }

  public static RunningServer on(Path data, Server.Limits limits, List<String> origins)
      throws Exception {
    return new RunningServer(
        Server.start(data, new Settings("127.0.0.1", 0, origins, Optional.empty()), limits));
  }

  /// Limits with other bounds for sockets.
  public static Server.Limits limits(dev.carril.server.socket.Bounds sockets) {
    return new Server.Limits(Bounds.usual(), sockets);
  }

  public int port() {
    return server.port();
  }

  public String authority() {
    return "127.0.0.1:" + port();
  }

  public URI address(String path) {
    return URI.create("http://" + authority() + path);
  }

  /// A request with what browsers send besides.
  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(address(path))
        .header("Origin", "http://" + authority())
        .timeout(Duration.ofSeconds(20));
  }

  public HttpResponse<String> get(String path, String... headers) throws Exception {
    HttpRequest.Builder request = request(path);
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return send(request.build());
  }

  public HttpResponse<String> post(String path) throws Exception {
    return send(request(path).POST(HttpRequest.BodyPublishers.noBody()).build());
  }

  public HttpResponse<String> send(HttpRequest request) throws Exception {
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }

  /// A sandbox's id, new and empty.
  public String freshSandbox() throws Exception {
    String location = get("/sandbox").headers().firstValue("Location").orElseThrow();
    return location.substring("/sandbox/".length());
  }

  /// A socket on the sandbox that has subscribed.
  public TestClient follow(String sandbox) throws Exception {
    TestClient client = TestClient.open(address("/sandbox/" + sandbox + "/socket"));
    client.subscribe();
    return client;
  }

  /// A browser: it keeps cookies and goes where it is sent.
  public HttpClient browser() {
    return HttpClient.newBuilder()
        .cookieHandler(new CookieManager())
        .followRedirects(HttpClient.Redirect.NORMAL)
        .build();
  }

  @Override
  public void close() {
    http.close();
    server.close();
  }
}
