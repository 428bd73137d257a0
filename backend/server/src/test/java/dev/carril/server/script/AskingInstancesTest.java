package dev.carril.server.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// What programs are told that ask how instances are doing.
class AskingInstancesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String START =
      """
      create topic orders partitions 1
      start anna on orders group billing workers 2 from-beginning
      fail orders p0:2
      fail orders p0:4 always
      slow orders p0:0 2s
      traffic orders sessions 4 messages 12 rate 100/s seed 3
      """;

  @TempDir Path folder;

  /// What the last command of a script tells.
  private JsonNode last(String script) throws IOException {
    StringWriter out = new StringWriter();
    Path file = Files.writeString(folder.resolve("script"), START + script);
    int status =
        new CommandLine(new RunScript())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(out))
            .execute("--json", "--seed", "1", file.toString());
    assertEquals(0, status, out::toString);
    return JSON.readTree(out.toString().lines().toList().getLast()).get("data");
  }

  private static List<String> fields(JsonNode node) {
    var names = new ArrayList<String>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static JsonNode only(JsonNode rows) {
    assertEquals(1, rows.size(), rows::toString);
    return rows.get(0);
  }

  @Test
  void instances() throws Exception {
    assertEquals(
        "{'name':'anna','topic':'orders','group':'billing','design':'lanes','state':'running','owned':[0],'paused':[]}"
            .replace('\'', '"'),
        only(last("run 150ms\ninstances").get("instances")).toString());
  }

  @Test
  void lanes() throws Exception {
    JsonNode lanes = last("run 150ms\nlanes anna").get("lanes");

    assertEquals(
        List.of("session", "worker", "state", "attempt", "queued", "backoffMillis"),
        fields(lanes.get(0)));
    assertEquals(4, lanes.size());
    assertTrue(lanes.get(1).get("backoffMillis").isNull());
  }

  @Test
  void a_session_that_is_halted_and_has_no_lane_any_more() throws Exception {
    String halting =
        """
        start ben on orders group mail after-dead-letter halt idle 1s from-beginning
        run 20s
        lanes ben
        """;

    assertEquals(
        "{'session':'s-3','worker':null,'state':'halted','attempt':0,'queued':0,'backoffMillis':null}"
            .replace('\'', '"'),
        only(last(halting).get("lanes")).toString());
  }

  @Test
  void commit_points() throws Exception {
    JsonNode partition =
        only(last("run 150ms\ncommit-point orders group billing").get("partitions"));

    assertEquals(
        "{'partition':0,'committed':null,'commitPoint':0,'doneAhead':3,'end':12,'lag':null}"
            .replace('\'', '"'),
        partition.toString());
  }

  @Test
  void blocked_records() throws Exception {
    JsonNode blocked = only(last("run 150ms\nblocked group billing").get("blocked"));

    assertEquals(
        List.of("topic", "partition", "offset", "session", "ageMillis", "attempt", "state"),
        fields(blocked));
    assertEquals("working", blocked.get("state").asText());
  }

  @Test
  void dead_letters_and_how_they_are_redriven() throws Exception {
    assertEquals(
        ("{'topic':'orders','partition':0,'offset':4,'session':'s-3',"
                + "'reason':'attempts-spent','attempts':3}")
            .replace('\'', '"'),
        only(last("run 5s\ndead-letters group billing").get("records")).toString());

    assertEquals(
        "{'records':[{'topic':'orders','partition':0,'offset':12,'of':4}],'released':[]}"
            .replace('\'', '"'),
        last("run 5s\nredrive group billing").toString());
  }

  @Test
  void metrics() throws Exception {
    JsonNode metrics = last("run 5s\nmetrics anna");

    assertEquals(
        List.of(
            "throughput",
            "p50Millis",
            "p99Millis",
            "inFlight",
            "parked",
            "lag",
            "retries",
            "deadLetters"),
        fields(metrics));
    assertEquals(1, metrics.get("deadLetters").asInt());
  }

  @Test
  void the_way_of_a_record() throws Exception {
    JsonNode spans = last("run 5s\ntrace orders p0:2").get("spans");

    assertEquals(
        List.of("produced", "delivered", "queued", "attempt", "back-off", "attempt", "committed"),
        spans.findValuesAsText("name"));
    assertEquals(
        List.of("name", "instance", "group", "attempt", "start", "end", "outcome"),
        fields(spans.get(0)));
  }

  @Test
  void designs_side_by_side() throws Exception {
    JsonNode rows = last("compare lanes pool on orders work 20ms").get("rows");

    assertEquals(
        List.of(
            "design", "throughput", "p50Millis", "p99Millis", "violations", "lost", "duplicates"),
        fields(rows.get(0)));
    assertEquals(0, rows.get(0).get("violations").asInt());
    assertTrue(rows.get(1).get("violations").asInt() > 0);
  }

  @Test
  void what_is_left_out_of_a_design_and_what_does_not_come_to_rest() throws Exception {
    String failing =
        """
        fail orders 100% always
        traffic orders sessions 4 messages 1000 rate 100/s seed 3
        compare lanes pool on orders budget 5
        """;
    JsonNode rows = last(failing).get("rows");

    assertEquals("time", rows.get(0).get("stopped").asText());
    assertFalse(rows.get(0).has("without"));
    assertFalse(rows.get(1).has("stopped"));
    assertEquals("[\"budget\"]", rows.get(1).get("without").toString());
  }

  @Test
  void moments_and_how_fast_they_pass() throws Exception {
    assertEquals("2026-01-01T09:00:03Z", last("goto 3s").get("now").asText());
    assertEquals("2026-01-01T09:00:02Z", last("run 9s\ngoto 2s").get("now").asText());
    assertEquals("2026-01-01T09:00:01Z", last("run 9s\ngoto 1s").get("now").asText());
    assertEquals("{\"playing\":true,\"speed\":0.5}", last("play 0.5").toString());
    assertEquals("{\"playing\":false}", last("pause").toString());
  }
}
