package dev.carril.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.carril.server.sandboxes.Bounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What is too much, and how that is said.
@Timeout(120)
class LimitsTest {
  @TempDir Path data;

  @Test
  void a_paste_waits_its_turn_and_loses_nothing() throws Exception {
    try (RunningServer server = RunningServer.on(data);
        TestClient anna = server.follow(server.freshSandbox())) {
      anna.run("create topic orders partitions 1");
      long beganNanos = System.nanoTime();

      int commands = 180;
      for (int i = 0; i < commands; i++) {
        anna.command("p" + i, "produce orders " + i);
      }
      for (int i = 0; i < commands; i++) {
        JsonNode reply = anna.await("reply");
        assertEquals("p" + i, reply.get("id").asText());
        assertEquals(i, reply.get("data").get("offset").asInt());
      }

      double seconds = (System.nanoTime() - beganNanos) / 1e9;
      assertTrue(seconds > 1.8, "180 commands within " + seconds + " s, though 60 a second may");
    }
  }

  @Test
  void state_is_merged_while_commands_come_faster_than_it_is_shown() throws Exception {
    try (RunningServer server = RunningServer.on(data, RunningServer.limits(Bounded.fast()));
        TestClient anna = server.follow(server.freshSandbox())) {
      anna.run("create topic orders partitions 1");
      int commands = 500;
      for (int i = 0; i < commands; i++) {
        anna.command("p" + i, "produce orders " + i);
      }
      JsonNode last = anna.await("reply", frame -> frame.get("id").asText().equals("p499"));
      anna.awaitRevision(last.get("revision").asLong());

      assertEquals(500, anna.facts().get("partition:orders:0").get("end").asInt());
    }
  }

  @Test
  void more_than_fits_into_changes_becomes_a_snapshot() throws Exception {
    try (RunningServer server = RunningServer.on(data, RunningServer.limits(Bounded.tight()));
        TestClient anna = server.follow(server.freshSandbox())) {
      anna.run("create topic orders partitions 64");

      JsonNode reply = anna.run("consume orders group billing");

      // 64 positions, member, group and log: more keys than may wait.
      anna.awaitRevision(reply.get("revision").asLong());
      assertTrue(anna.facts().containsKey("position:billing:orders:63"));
      reply = anna.run("start over");
      anna.awaitRevision(reply.get("revision").asLong());
      assertTrue(anna.facts().keySet().stream().noneMatch(key -> key.contains("orders")));
    }
  }

  @Test
  void too_many_sockets_are_told_so() throws Exception {
    try (RunningServer server = RunningServer.on(data, RunningServer.limits(Bounded.tight()))) {
      String one = server.freshSandbox();
      List<TestClient> open = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        open.add(server.follow(one));
      }
      assertEquals(4429, overTheBound(server, one));

      for (int i = 0; i < 4; i++) {
        open.add(server.follow(server.freshSandbox()));
      }
      assertEquals(4429, overTheBound(server, server.freshSandbox()));

      open.removeFirst().close();
      awaitRoom(server, one);
      open.forEach(TestClient::close);
    }
  }

  private static int overTheBound(RunningServer server, String sandbox) throws Exception {
    try (TestClient client = TestClient.open(server.address("/sandbox/" + sandbox + "/socket"))) {
      return client.awaitClosed().code();
    }
  }

  private static void awaitRoom(RunningServer server, String sandbox) throws Exception {
    long untilNanos = System.nanoTime() + 20_000_000_000L;
    while (true) {
      try (TestClient client = TestClient.open(server.address("/sandbox/" + sandbox + "/socket"))) {
        client.subscribe();
        return;
      } catch (AssertionError e) {
        assertTrue(System.nanoTime() - untilNanos < 0, "there is never room again");
      }
    }
  }

  @Test
  void more_sandboxes_in_use_than_there_is_room_for_are_asked_to_come_later() throws Exception {
    var limits =
        new Server.Limits(
            new Bounds(2, 1L << 30, 1L << 20, Duration.ofMinutes(1)),
            dev.carril.server.socket.Bounds.usual());
    try (RunningServer server = RunningServer.on(data, limits);
        TestClient anna = server.follow(server.freshSandbox());
        TestClient ben = server.follow(server.freshSandbox())) {
      assertEquals(1013, overTheBound(server, server.freshSandbox()));
      assertTrue(anna.run("topics").get("ok").asBoolean());
      assertTrue(ben.run("topics").get("ok").asBoolean());
    }
  }
}
