package dev.carril.benchmarks.engine;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Many sessions whose handlers wait, as for a database: how many messages a second get through
/// when waiting is all that there is to do. Bare are as many virtual threads that sleep as often.
@Command(
    name = "sleep",
    description = "Ten thousand sessions whose handlers sleep 10 ms.",
    mixinStandardHelpOptions = true)
public final class Sleep extends Bench {
  private static final int SESSIONS = 10_000;
  private static final Duration NAP = Duration.ofMillis(10);
  private static final String ENGINE = "engine";
  private static final String BARE = "bare: as many threads";

  @Option(
      names = "--messages",
      paramLabel = "N",
      description = "Messages of a pass (default: ${DEFAULT-VALUE}).",
      defaultValue = "100000")
  private int count;

  /// Its subcommand of [dev.carril.benchmarks.Main].
  public Sleep() {
    super("sleep");
  }

  @Override
  void check() {
    atLeast(1, count, "--messages");
  }

  @Override
  void pass(Report report) throws InterruptedException {
    var messages = Messages.inTurn(count, SESSIONS);
    report.add(BARE, figures(pass(messages).threads((_, _) -> NAP.toNanos())));
    report.add(
        ENGINE, figures(pass(messages).engine(engine -> engine, (_, _, _) -> Thread.sleep(NAP))));
  }

  private static Pass pass(Messages messages) {
    return new Pass(messages, 3, 0);
  }

  private Map<String, Double> figures(Cost cost) {
    var figures = new LinkedHashMap<String, Double>();
    figures.put("msg/s", cost.perSecond(count));
    figures.put("CPU µs/msg", cost.cpuMicrosEach(count));
    return figures;
  }

  @Override
  void judge(Report report) {
    report.goal("at least 150,000 messages a second", report.median(ENGINE, "msg/s") >= 150_000);
  }
}
