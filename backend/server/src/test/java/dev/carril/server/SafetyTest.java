package dev.carril.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Who may ask for what.
@Timeout(120)
class SafetyTest {
  @TempDir static Path data;
  private static RunningServer server;
  private static String sandbox;

  @BeforeAll
  static void start() throws Exception {
    server =
        RunningServer.on(
            data, Server.Limits.usual(), List.of("https://Carril.example", "http://lab:8080/"));
    sandbox = server.freshSandbox();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:1",
        "127.0.0.1",
        "[::1]:7070",
        "carril.example",
        "lab:8080"
      })
  void our_own_names_are_answered(String host) throws Exception {
    assertEquals(200, status("GET /health HTTP/1.1", "Host: " + host));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:7070",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.2",
        "carril.example.evil",
        "[::2]"
      })
  void any_other_name_is_not(String host) throws Exception {
    String answer = exchange("GET /health HTTP/1.1", "Host: " + host);

    assertTrue(answer.startsWith("HTTP/1.1 421"), answer);
    assertTrue(answer.contains("--origin"), answer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Host: a b", "Host: user@localhost", "Host: localhost/x"})
  void a_name_that_is_none_is_not_answered_either(String header) throws Exception {
    int status = status("GET /health HTTP/1.1", header);

    assertTrue(status == 400 || status == 421, "status " + status);
  }

  @Test
  void the_line_of_a_request_cannot_name_another_host_than_the_header() throws Exception {
    int status = status("GET http://evil.example/health HTTP/1.1", "Host: localhost");

    assertTrue(status == 400 || status == 421, "status " + status);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example",
        "http://127.0.0.1:1",
        "http://localhost",
        "null",
        "",
        "http://evil.example/http://127.0.0.1",
        "https://carril.example.evil"
      })
  void a_page_of_another_origin_can_neither_follow_nor_change(String origin) throws Exception {
    assertInstanceOf(
        WebSocketHandshakeException.class,
        assertThrows(
            Exception.class,
            () ->
                TestClient.open(server.address("/sandbox/" + sandbox + "/socket"), origin)
                    .close()));
    assertEquals(
        403, status("POST /sandbox/" + sandbox + "/share HTTP/1.1", host(), "Origin: " + origin));
  }

  @Test
  void without_an_origin_nothing_can_be_changed() throws Exception {
    assertThrows(
        WebSocketHandshakeException.class,
        () -> TestClient.open(server.address("/sandbox/" + sandbox + "/socket"), null));
    assertEquals(403, status("POST /sandbox/" + sandbox + "/share HTTP/1.1", host()));
  }

  @Test
  void a_handshake_is_one_however_it_is_spelt() throws Exception {
    assertEquals(
        403,
        status(
            "GET /sandbox/" + sandbox + "/socket HTTP/1.1",
            host(),
            "Upgrade: h2c, WebSocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Origin: https://evil.example"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://carril.example", "http://LAB:8080"})
  void a_page_of_an_origin_that_was_named_may(String origin) throws Exception {
    TestClient.open(server.address("/sandbox/" + sandbox + "/socket"), origin).subscribe().close();
  }

  @Test
  void a_proxy_that_passes_the_host_on_needs_no_port() throws Exception {
    assertEquals(
        201,
        status(
            "POST /sandbox/" + sandbox + "/share HTTP/1.1",
            "Host: carril.example",
            "Origin: https://carril.example"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/health", "/nothing", "/metrics", "/words/en.json", "/frontend/app/main.js"})
  void every_answer_has_the_safety_headers(String path) throws Exception {
    HttpResponse<String> answer = server.get(path);

    String policy = answer.headers().firstValue("Content-Security-Policy").orElseThrow();
    for (String part :
        List.of(
            "default-src 'none'",
            "script-src 'self';",
            "style-src 'self';",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
            "connect-src 'self' ws://" + server.authority())) {
      assertTrue(policy.contains(part), policy);
    }
    assertFalse(policy.contains("unsafe"), policy);
    assertEquals("nosniff", answer.headers().firstValue("X-Content-Type-Options").orElseThrow());
    assertEquals("no-referrer", answer.headers().firstValue("Referrer-Policy").orElseThrow());
    assertEquals(
        "same-origin", answer.headers().firstValue("Cross-Origin-Opener-Policy").orElseThrow());
    assertTrue(answer.headers().firstValue("Cache-Control").isPresent());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/frontend/../../../../../../etc/passwd",
        "/frontend/..%2f..%2fetc%2fpasswd",
        "/frontend/%2e%2e/Main.class",
        "/frontend/app/..;/main.js",
        "/frontend/app/.hidden.js",
        "/frontend//app/main.js",
        "/frontend/app\\main.js",
        "/frontend/words/en.properties",
        "/frontend/pages/sandbox.jte",
        "/frontend/app",
        "/frontend/",
        "/words/../../simplelogger.json",
        "/words/en.properties",
        "/words/xx.json",
        "/words/en.nothing.json"
      })
  void there_is_no_way_to_other_files(String path) throws Exception {
    int status = status("GET " + path + " HTTP/1.1", host());

    assertTrue(status == 400 || status == 404, path + ": " + status);
  }

  @Test
  void a_body_or_a_header_that_is_too_big_is_refused() throws Exception {
    assertEquals(431, status("GET /health HTTP/1.1", host(), "X-Long: " + "x".repeat(20_000)));
  }

  @Test
  void another_page_cannot_have_sandboxes_made_by_showing_a_picture() throws Exception {
    assertEquals(403, server.get("/sandbox", "Sec-Fetch-Mode", "no-cors").statusCode());
    assertEquals(302, server.get("/sandbox", "Sec-Fetch-Mode", "navigate").statusCode());
  }

  @Test
  void ids_cannot_be_guessed() throws Exception {
    String one = server.freshSandbox();
    String two = server.freshSandbox();

    assertTrue(one.matches("[A-Za-z0-9_-]{22}"), one);
    assertNotEquals(one, two);
  }

  private static String host() {
    return "Host: " + server.authority();
  }

  private static int status(String line, String... headers) throws Exception {
    String answer = exchange(line, headers);
    return Integer.parseInt(answer.substring("HTTP/1.1 ".length()).substring(0, 3));
  }

  /// A request by hand: Java's own client puts every path and header in order first.
  private static String exchange(String line, String... headers) throws Exception {
    try (Socket socket = new Socket("127.0.0.1", server.port())) {
      socket.setSoTimeout(20_000);
      StringBuilder request = new StringBuilder(line).append("\r\n");
      for (String header : headers) {
        request.append(header.isEmpty() ? "" : header + "\r\n");
      }
      request.append("Content-Length: 0\r\nConnection: close\r\n\r\n");
      socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.ISO_8859_1));
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
