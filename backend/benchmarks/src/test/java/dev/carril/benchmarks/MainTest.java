package dev.carril.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// The command line of the benchmarks.
class MainTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int bench(String... words) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(words);
  }

  @Test
  void list_names_each_benchmark_and_what_it_measures() {
    assertEquals(0, bench("list"));
    assertTrue(out.toString().startsWith("  start "), out.toString());
    assertTrue(out.toString().contains("first answer"), out.toString());
  }

  @Test
  void a_name_that_is_none_is_wrong_usage_and_the_names_are_told() {
    assertEquals(2, bench("sart"));
    assertTrue(err.toString().contains("there is no benchmark 'sart'"), err.toString());
    assertTrue(err.toString().contains("  start "), err.toString());
  }

  @Test
  void no_name_is_wrong_usage_too() {
    assertEquals(2, bench());
    assertTrue(err.toString().contains("  start "), err.toString());
  }

  @Test
  void a_wrong_option_of_a_benchmark_is_wrong_usage() {
    assertEquals(2, bench("start", "--runs", "0"));
    assertTrue(err.toString().contains("--runs takes a whole number from 1"), err.toString());
    assertEquals(2, bench("start", "--walks", "3"));
    assertTrue(err.toString().contains("--walks"), err.toString());
  }
}
