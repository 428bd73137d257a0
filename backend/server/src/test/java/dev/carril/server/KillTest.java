package dev.carril.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A server that is killed at any moment has lost nothing that it acknowledged, and runs nothing
/// twice when clients send again what was not answered.
class KillTest {
  private static final int SANDBOXES = 3;
  private static final int ON_THE_WAY = 12;

  @TempDir Path data;

  /// What one client has sent, and what was answered. It outlives its socket, as a page does.
  private static final class Writer {
    private final String sandbox;
    private final Map<String, String> open = new LinkedHashMap<>();
    private final Set<String> acknowledged = new HashSet<>();
    private int made;

    Writer(String sandbox) {
      this.sandbox = sandbox;
    }

    void sendNext(TestClient client) throws Exception {
      String id = sandbox.substring(0, 4) + "-" + made++;
      String line = "produce orders " + id;
      open.put(id, line);
      client.command(id, line);
    }

    void sendAgain(TestClient client) throws Exception {
      for (Map.Entry<String, String> command : Map.copyOf(open).entrySet()) {
        client.command(command.getKey(), command.getValue());
      }
    }

    void hear(JsonNode reply) {
      assertTrue(reply.get("ok").asBoolean(), reply::toString);
      String id = reply.get("id").asText();
      open.remove(id);
      acknowledged.add(id);
    }
  }

  @Test
  @Timeout(120)
  void three_kills_under_load_lose_nothing_and_repeat_nothing() throws Exception {
    play(3, 42);
  }

  @Test
  @Tag("long")
  @Timeout(600)
  void thirty_kills_under_load_lose_nothing_and_repeat_nothing() throws Exception {
    play(30, System.nanoTime());
  }

  private void play(int kills, long seed) throws Exception {
    Random random = new Random(seed);
    List<Writer> writers = new ArrayList<>();
    for (int round = 0; round <= kills; round++) {
      String where = "round " + round + ", seed " + seed;
      try (ServerProcess server = ServerProcess.start(data)) {
        if (writers.isEmpty()) {
          for (int i = 0; i < SANDBOXES; i++) {
            writers.add(begin(server));
          }
        }
        try {
          playRound(server, writers, round == kills ? 0 : 5 + random.nextInt(60), where);
        } catch (AssertionError e) {
          System.err.println(server.threads());
          throw e;
        }
      }
    }
  }

  /// @param replies after which the server is killed, or 0 to end well
  private static void playRound(
      ServerProcess server, List<Writer> writers, int replies, String where) throws Exception {
    List<TestClient> clients = new ArrayList<>();
    for (Writer writer : writers) {
      TestClient client = open(server, writer);
      check(writer, client, where);
      writer.sendAgain(client);
      clients.add(client);
    }
    if (replies > 0) {
      load(writers, clients, replies);
      server.kill();
    } else {
      finish(writers, clients);
      assertTrue(server.end() == 0 || server.end() == 143, where);
    }
  }

  private static Writer begin(ServerProcess server) throws Exception {
    HttpResponse<Void> home =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(server.address("/sandbox")).build(),
                HttpResponse.BodyHandlers.discarding());
    String path = home.headers().firstValue("Location").orElseThrow();
    Writer writer = new Writer(path.substring(path.lastIndexOf('/') + 1));
    try (TestClient client = open(server, writer)) {
      client.run("create topic orders partitions 1");
    }
    return writer;
  }

  private static TestClient open(ServerProcess server, Writer writer) throws Exception {
    return TestClient.open(server.address("/sandbox/" + writer.sandbox + "/socket")).subscribe();
  }

  /// Everything acknowledged is there, and nothing is there twice.
  private static void check(Writer writer, TestClient client, String where) {
    List<String> values =
        client.facts().entrySet().stream()
            .filter(fact -> fact.getKey().startsWith("record:"))
            .map(fact -> fact.getValue().get("value").asText())
            .toList();
    Set<String> once = new HashSet<>(values);
    assertEquals(values.size(), once.size(), where + ": something is there twice");
    assertTrue(
        once.containsAll(writer.acknowledged), where + ": something acknowledged is missing");
  }

  private static void load(List<Writer> writers, List<TestClient> clients, int replies)
      throws Exception {
    for (int i = 0; i < writers.size(); i++) {
      while (writers.get(i).open.size() < ON_THE_WAY) {
        writers.get(i).sendNext(clients.get(i));
      }
    }
    for (int heard = 0; heard < replies; heard++) {
      int i = heard % writers.size();
      writers.get(i).hear(clients.get(i).await("reply"));
      writers.get(i).sendNext(clients.get(i));
    }
  }

  private static void finish(List<Writer> writers, List<TestClient> clients) throws Exception {
    for (int i = 0; i < writers.size(); i++) {
      Writer writer = writers.get(i);
      TestClient client = clients.get(i);
      long revision = 0;
      while (!writer.open.isEmpty()) {
        JsonNode reply = client.await("reply");
        revision = Math.max(revision, reply.get("revision").asLong());
        writer.hear(reply);
      }
      client.awaitRevision(revision);
      check(writer, client, "in the end");
      assertEquals(
          writer.made, client.facts().get("partition:orders:0").get("end").asInt(), "in the end");
      client.close();
    }
  }
}
