package dev.carril.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.carril.server.sandboxes.Bounds;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What was acknowledged outlives the server, the memory, and a disk that fails.
@Timeout(120)
class RestartTest {
  @TempDir Path data;

  @Test
  void a_restart_shows_the_same_state() throws Exception {
    String sandbox;
    Map<String, JsonNode> before;
    try (RunningServer server = RunningServer.on(data)) {
      sandbox = server.freshSandbox();
      try (TestClient anna = server.follow(sandbox)) {
        play(anna);
        before = anna.facts();
      }
    }
    try (RunningServer server = RunningServer.on(data);
        TestClient anna = server.follow(sandbox)) {
      assertEquals(before, anna.facts());
      assertTrue(anna.run("redo").get("ok").asBoolean());
    }
  }

  @Test
  void a_run_that_became_longer_outlives_the_server_at_its_length() throws Exception {
    String sandbox;
    Map<String, JsonNode> before;
    try (RunningServer server = RunningServer.on(data)) {
      sandbox = server.freshSandbox();
      try (TestClient anna = server.follow(sandbox);
          TestClient ben = server.follow(sandbox)) {
        anna.run("create topic chat partitions 1");
        anna.run("start one on chat group sms");
        anna.run("traffic chat sessions 3 messages 20 rate 50/s");
        String entry = anna.run("run 200ms").get("id").asText();
        JsonNode reply = longer(anna, entry, 400);
        assertTrue(reply.get("ok").asBoolean());
        assertTrue(longer(anna, entry, 400).get("repeated").asBoolean());
        ben.awaitRevision(reply.get("revision").asLong());
        assertEquals("run 400ms", ben.facts().get("log").get("undo").asText());
        anna.awaitRevision(anna.run("produce chat key=ana hello").get("revision").asLong());
        assertEquals("not-the-last", longer(anna, entry, 600).get("error").get("code").asText());
        before = anna.facts();
      }
    }
    try (RunningServer server = RunningServer.on(data);
        TestClient anna = server.follow(sandbox)) {
      assertEquals(before, anna.facts());
    }
  }

  private static JsonNode longer(TestClient client, String entry, long millis) throws Exception {
    return client.ask(
        TestClient.message("lengthen").put("entry", entry).put("millis", millis), "reply");
  }

  @Test
  void an_open_socket_is_told_that_the_server_ends() throws Exception {
    TestClient anna;
    try (RunningServer server = RunningServer.on(data)) {
      anna = server.follow(server.freshSandbox());
    }
    assertEquals(1001, anna.awaitClosed().code());
  }

  @Test
  void a_sandbox_that_was_put_away_comes_back_as_it_was() throws Exception {
    var limits =
        new Server.Limits(
            new Bounds(10, 1L << 30, 1, Duration.ofMinutes(1)),
            dev.carril.server.socket.Bounds.usual());
    try (RunningServer server = RunningServer.on(data, limits)) {
      String sandbox = server.freshSandbox();
      Map<String, JsonNode> before;
      try (TestClient anna = server.follow(sandbox)) {
        play(anna);
        before = anna.facts();
      }
      // With room for nothing idle, another one's coming and going leaves this one on disk only.
      server.follow(server.freshSandbox()).close();

      try (TestClient anna = server.follow(sandbox)) {
        assertEquals(before, anna.facts());
      }
    }
  }

  @Test
  void when_an_entry_cannot_be_written_the_command_has_not_happened() throws Exception {
    try (RunningServer server = RunningServer.on(data)) {
      String sandbox = server.freshSandbox();
      try (TestClient anna = server.follow(sandbox);
          TestClient ben = server.follow(sandbox)) {
        anna.run("create topic orders partitions 1");
        anna.run("produce orders a");
        sql(
            "CREATE TRIGGER full BEFORE INSERT ON entry BEGIN SELECT raise(ABORT, 'disk full'); END");

        JsonNode reply = anna.run("kept", "produce orders b");

        assertEquals("not-stored", reply.get("error").get("code").asText());
        anna.await("snapshot");
        ben.await("snapshot");
        assertEquals(1, anna.facts().get("partition:orders:0").get("end").asInt());
        assertEquals(anna.facts(), ben.facts());
        assertEquals(503, server.get("/health").statusCode());

        sql("DROP TRIGGER full");
        assertTrue(anna.run("kept", "produce orders b").get("ok").asBoolean());
        assertEquals(200, server.get("/health").statusCode());
        JsonNode offsets = ben.run("offsets orders").get("data");
        assertEquals(2, offsets.get("partitions").get(0).get("end").asInt());
      }
    }
  }

  @Test
  void a_log_that_does_not_fit_is_left_as_it_is_and_said_so() throws Exception {
    String sandbox;
    try (RunningServer server = RunningServer.on(data)) {
      sandbox = server.freshSandbox();
      try (TestClient anna = server.follow(sandbox)) {
        anna.run("create topic orders partitions 1");
      }
    }
    sql("UPDATE entry SET line = 'dance'");
    try (RunningServer server = RunningServer.on(data);
        TestClient anna = TestClient.open(server.address("/sandbox/" + sandbox + "/socket"))) {
      anna.send(TestClient.message("subscribe").put("lang", "en"));

      assertEquals(1011, anna.awaitClosed().code());
      assertEquals(200, server.get("/health").statusCode());
    }
  }

  private static void play(TestClient anna) throws Exception {
    anna.run("create topic orders partitions 3");
    anna.run("produce orders key=customer-7 {\"order\":61,\"total\":12.40}");
    anna.run("consume orders group billing from-beginning");
    anna.run("sql CREATE TABLE invoices (id INTEGER PRIMARY KEY, at REAL DEFAULT (random()))");
    anna.run("sql INSERT INTO invoices (id) VALUES (1), (2)");
    anna.run("produce orders undone");
    long revision = anna.run("undo").get("revision").asLong();
    anna.awaitRevision(revision);
  }

  private void sql(String sql) throws Exception {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + data.resolve("carril.db"));
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
