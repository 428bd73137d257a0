package dev.carril.benchmarks.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// What the engine's benchmarks have in common: a pass to warm up, then several that count, told as
/// a table and as JSON.
abstract class Bench implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--passes",
      paramLabel = "N",
      description = "Passes that count, after one that does not (default: ${DEFAULT-VALUE}).",
      defaultValue = "3")
  private int passes;

  private final String name;

  Bench(String name) {
    this.name = name;
  }

  /// One pass through everything there is to measure.
  abstract void pass(Report report) throws InterruptedException;

  /// What is to be reached, once all passes are through.
  abstract void judge(Report report);

  @Override
  public Integer call() throws InterruptedException, JsonProcessingException {
    atLeast(1, passes, "--passes");
    check();
    pass(new Report(name));
    var report = new Report(name);
    for (int pass = 0; pass < passes; pass++) {
      pass(report);
    }
    judge(report);
    PrintWriter out = spec.commandLine().getOut();
    out.print(report.table());
    out.println(report.json());
    out.flush();
    return 0;
  }

  /// Refuses what cannot be measured.
  void check() {}

  final void atLeast(int least, int value, String option) {
    if (value < least) {
      throw new ParameterException(
          spec.commandLine(), option + " takes a whole number from " + least);
    }
  }
}
