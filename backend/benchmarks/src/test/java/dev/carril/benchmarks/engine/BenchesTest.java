package dev.carril.benchmarks.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/// The engine's benchmarks, with few messages: they run through, and tell what they measured.
@Timeout(60)
class BenchesTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int bench(Bench bench, String... words) {
    return new CommandLine(bench)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(words);
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(out.toString().lines().toList().getLast());
  }

  @Test
  void synth_tells_what_a_message_costs() throws Exception {
    assertEquals(0, bench(new Synth(), "--passes", "2", "--messages", "3000"), err::toString);
    JsonNode passes = json().get("rows").get("uniform keys, 3 partitions");
    assertEquals(2, passes.size());
    assertTrue(passes.get(0).get("bytes/msg").asDouble() > 0);
    assertEquals(5, json().get("rows").size());
    assertTrue(out.toString().contains("at most 2 µs"), out::toString);
  }

  @Test
  void article_is_told_beside_threads_that_only_wait() throws Exception {
    assertEquals(0, bench(new Article(), "--passes", "1", "--messages", "2000"), err::toString);
    JsonNode fixed = json().get("rows").get("fixed back-off").get(0);
    assertTrue(fixed.get("bare msg/s").asDouble() > 0);
    assertTrue(fixed.get("p99 ms").asDouble() >= fixed.get("p50 ms").asDouble());
    // Nobody only waits in a row that is paced.
    assertEquals(
        null, json().get("rows").get("fixed back-off, 14,000 a second").get(0).get("bare msg/s"));
  }

  @Test
  void sleep_tells_how_many_get_through() throws Exception {
    assertEquals(0, bench(new Sleep(), "--passes", "1", "--messages", "20000"), err::toString);
    assertTrue(json().get("rows").get("engine").get(0).get("msg/s").asDouble() > 0);
  }

  @Tag("long")
  @Test
  void hot_tells_what_the_others_notice() throws Exception {
    assertEquals(
        0, bench(new Hot(), "--passes", "1", "--seconds", "1", "--before", "1"), err::toString);
    JsonNode row = json().get("rows").get("5,000 a second").get(0);
    assertTrue(row.get("meanwhile p99 ms").asDouble() > 0);
  }

  @Test
  void what_cannot_be_measured_is_wrong_usage() {
    assertEquals(2, bench(new Synth(), "--passes", "0"));
    assertTrue(err.toString().contains("--passes takes a whole number from 1"), err::toString);
    assertEquals(2, bench(new Hot(), "--seconds", "0"));
    assertEquals(2, bench(new Article(), "--messages", "9"));
  }
}
