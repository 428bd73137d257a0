package dev.carril.benchmarks.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/// The simulator's benchmark on a short history: it runs through, and tells what it measured.
@Timeout(60)
class SimulatorTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int bench(String... words) {
    return new CommandLine(new Simulator())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(words);
  }

  @Test
  void moments_of_a_short_history_are_soon_there() throws Exception {
    assertEquals(0, bench("--only", "moments", "--events", "500", "--moments", "5"), err::toString);
    JsonNode rows = new ObjectMapper().readTree(out.toString().lines().toList().getLast());
    JsonNode p95 = rows.get("rows").get("a moment of 500 events, p95");
    assertTrue(p95.get("value").asDouble() > 0);
    assertTrue(out.toString().contains("held"), out::toString);
  }

  @Test
  void a_part_that_is_not_there_is_wrong_usage() {
    assertEquals(2, bench("--only", "lanes"));
    assertTrue(err.toString().contains("steps, moments or playing"), err::toString);
  }
}
