package dev.carril.benchmarks.engine;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// What the engine itself costs a message: its handler does nothing but note that it was called.
/// The loop without an engine, which knows neither sessions nor commit points, is the limit.
@Command(
    name = "synth",
    description = "What the engine costs a message: no broker, a handler that does nothing.",
    mixinStandardHelpOptions = true)
public final class Synth extends Bench {
  private static final int SESSIONS = 10_000;
  private static final String BARE = "bare: a loop without an engine";
  private static final String MAIN = "uniform keys, 3 partitions";

  @Option(
      names = "--messages",
      paramLabel = "N",
      description = "Messages of a pass (default: ${DEFAULT-VALUE}).",
      defaultValue = "1000000")
  private int count;

  /// Its subcommand of [dev.carril.benchmarks.Main].
  public Synth() {
    super("synth");
  }

  @Override
  void check() {
    atLeast(1, count, "--messages");
  }

  @Override
  void pass(Report report) throws InterruptedException {
    var uniform = Messages.uniform(count, SESSIONS);
    var zipf = Messages.zipf(count, SESSIONS);
    report.add(BARE, figures(new Pass(uniform, 3, 0).loop(_ -> {})));
    for (int partitions : new int[] {3, 12}) {
      engine(report, "uniform keys, " + partitions + " partitions", uniform, partitions);
      engine(report, "Zipf keys, " + partitions + " partitions", zipf, partitions);
    }
  }

  private void engine(Report report, String row, Messages messages, int partitions)
      throws InterruptedException {
    var pass = new Pass(messages, partitions, 0);
    report.add(row, figures(pass.engine(engine -> engine, (_, _, _) -> {})));
  }

  private Map<String, Double> figures(Cost cost) {
    var figures = new LinkedHashMap<String, Double>();
    figures.put("CPU µs/msg", cost.cpuMicrosEach(count));
    figures.put("bytes/msg", (double) cost.bytes() / count);
    figures.put("msg/s", cost.perSecond(count));
    return figures;
  }

  @Override
  void judge(Report report) {
    report.goal("at most 2 µs of CPU a message", report.median(MAIN, "CPU µs/msg") <= 2);
    report.goal("at most 500 bytes a message", report.median(MAIN, "bytes/msg") <= 500);
  }
}
