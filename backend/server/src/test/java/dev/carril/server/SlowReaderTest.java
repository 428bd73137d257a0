package dev.carril.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A client that does not read slows nobody and grows nothing.
@Timeout(120)
class SlowReaderTest {
  private static final String SUBSCRIBE = "{\"type\":\"subscribe\",\"lang\":\"en\"}";

  @TempDir Path data;

  @Test
  void who_never_reads_costs_its_bound_and_is_cut_off_in_the_end() throws Exception {
    var bounds = Bounded.tight();
    try (RunningServer server = RunningServer.on(data, RunningServer.limits(bounds))) {
      String sandbox = server.freshSandbox();
      try (TestClient ben = server.follow(sandbox);
          RawClient anna = new RawClient(server.address("/sandbox/" + sandbox + "/socket"))) {
        ben.run("sql CREATE TABLE notes (id INTEGER, a TEXT, b TEXT, c TEXT)");
        ben.run(
            "sql WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)"
                + " INSERT INTO notes SELECT i, '', '', '' FROM n");
        anna.send(SUBSCRIBE);
        ben.run("topics");

        // Each of these changes a fact of some 30 kB, so a few hundred fill every buffer there is.
        double pendingMost = 0;
        JsonNode reply = null;
        for (int i = 0; i < 300; i++) {
          String cell = "printf('%%200d', %d)".formatted(i);
          reply = ben.run("sql UPDATE notes SET a = %1$s, b = %1$s, c = %1$s".formatted(cell));
          assertTrue(reply.get("ok").asBoolean(), reply::toString);
          if (i % 20 == 0) {
            pendingMost = Math.max(pendingMost, metric(server, "carril_pending_units"));
          }
        }

        assertTrue(pendingMost < 3 * bounds.stateUnits(), "pending: " + pendingMost);
        ben.awaitRevision(reply.get("revision").asLong());
        awaitSockets(server, 1);
        assertTrue(ben.run("topics").get("ok").asBoolean());
      }
    }
  }

  @Test
  void who_asks_and_does_not_read_is_told_by_a_code() throws Exception {
    // A slow machine must not take the silence for the reason.
    var bounds = Bounded.tight(Duration.ofSeconds(30));
    try (RunningServer server = RunningServer.on(data, RunningServer.limits(bounds))) {
      String sandbox = server.freshSandbox();
      try (TestClient ben = server.follow(sandbox);
          RawClient anna = new RawClient(server.address("/sandbox/" + sandbox + "/socket"))) {
        ben.run("create topic orders partitions 1");
        for (int i = 0; i < 10; i++) {
          ben.run("produce orders " + "x".repeat(40_000));
        }
        anna.send(SUBSCRIBE);
        for (int i = 0; i < 60; i++) {
          anna.send("{\"type\":\"command\",\"id\":\"a%d\",\"line\":\"read orders\"}".formatted(i));
        }
        awaitMetric(server, "carril_commands_total{outcome=\"done\"}", 60);

        assertEquals(4508, anna.readUntilClosed());
        assertTrue(ben.run("topics").get("ok").asBoolean());
      }
    }
  }

  @Test
  void who_is_not_there_any_more_is_found_out() throws Exception {
    try (RunningServer server = RunningServer.on(data, RunningServer.limits(Bounded.tight()))) {
      String sandbox = server.freshSandbox();
      try (TestClient ben = server.follow(sandbox);
          RawClient anna = new RawClient(server.address("/sandbox/" + sandbox + "/socket"))) {
        anna.send(SUBSCRIBE);
        awaitSockets(server, 2);

        // It answers no ping; the other one does.
        awaitSockets(server, 1);
        assertTrue(ben.run("topics").get("ok").asBoolean());
      }
    }
  }

  private static void awaitSockets(RunningServer server, int wanted) throws Exception {
    awaitMetric(server, "carril_sockets", wanted);
  }

  private static void awaitMetric(RunningServer server, String name, double wanted)
      throws Exception {
    long untilNanos = System.nanoTime() + 30_000_000_000L;
    double seen = metric(server, name);
    while (name.endsWith("sockets") ? seen != wanted : seen < wanted) {
      assertTrue(System.nanoTime() - untilNanos < 0, name + " stays at " + seen);
      LockSupport.parkNanos(20_000_000);
      seen = metric(server, name);
    }
  }

  private static double metric(RunningServer server, String name) throws Exception {
    return server
        .get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .findFirst()
        .orElseThrow();
  }
}
