package dev.carril.benchmarks.engine;

import dev.carril.benchmarks.figures.Figures;
import dev.carril.engine.Retry;
import dev.carril.engine.check.Session;
import dev.carril.engine.core.RetrySchedule;
import dev.carril.engine.core.RetrySchedule.Jitter;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// The load of the published design: ten sessions, and one message in ten fails once and waits
/// before it is tried again. Nothing can be quicker than ten threads that only wait as long.
@Command(
    name = "article",
    description = "Ten sessions, one message in ten fails once and waits 5 ms.",
    mixinStandardHelpOptions = true)
public final class Article extends Bench {
  private static final int SESSIONS = 10;
  private static final int PARTITIONS = 3;
  private static final int PACED_EACH_SECOND = 14_000;
  private static final Duration BACK_OFF = Duration.ofMillis(5);
  private static final String FIXED = "fixed back-off";
  private static final String JITTER = "full jitter";
  private static final String PACED = "fixed back-off, 14,000 a second";

  // What the engine draws its jitter from: its name.
  private static final long SEED = Pass.NAME.hashCode();

  @Option(
      names = "--messages",
      paramLabel = "N",
      description = "Messages of a pass (default: ${DEFAULT-VALUE}).",
      defaultValue = "50000")
  private int count;

  /// Its subcommand of [dev.carril.benchmarks.Main].
  public Article() {
    super("article");
  }

  @Override
  void check() {
    atLeast(SESSIONS, count, "--messages");
  }

  @Override
  void pass(Report report) throws InterruptedException {
    var messages = Messages.inTurn(count, SESSIONS);
    for (boolean jitter : new boolean[] {false, true}) {
      pass(report, jitter ? JITTER : FIXED, messages, jitter, 0, bare(messages, jitter));
    }
    pass(report, PACED, messages, false, 1_000_000_000 / PACED_EACH_SECOND, Double.NaN);
  }

  private static boolean fails(Messages messages, int message) {
    return messages.number(message) % 10 == 7;
  }

  // Each thread waits as long as the engine makes its session wait.
  private double bare(Messages messages, boolean jitter) throws InterruptedException {
    var schedule =
        new RetrySchedule(
            2, BACK_OFF.toNanos(), BACK_OFF.toNanos(), jitter ? Jitter.FULL : Jitter.NONE, SEED);
    long[] hashes = new long[SESSIONS];
    Arrays.setAll(hashes, session -> Session.of(MadeSource.TOPIC, messages.key(session)).hash());
    var pass = new Pass(messages, PARTITIONS, 0);
    Cost cost =
        pass.threads((session, message) ->
            fails(messages, message)
                ? schedule.waitNanos(hashes[session], pass.source().offset(message), 1)
                : 0);
    return cost.perSecond(count);
  }

  private void pass(
      Report report, String row, Messages messages, boolean jitter, long everyNanos, double bare)
      throws InterruptedException {
    var pass = new Pass(messages, PARTITIONS, everyNanos);
    var retry = Retry.attempts(2).from(BACK_OFF).upTo(BACK_OFF);
    long[] nanos = new long[messages.count()];
    Cost cost =
        pass.engine(
            engine -> engine.retry(jitter ? retry : retry.withoutJitter()),
            (_, message, attempt) -> {
              if (attempt == 1 && fails(messages, message)) {
                throw new IOException("as it was told");
              }
              nanos[message] = System.nanoTime() - pass.source().arrivedNanos(message);
            });
    double rate = cost.perSecond(count);
    var millis = new Figures(Arrays.stream(nanos).mapToObj(one -> one / 1e6).toList());
    var figures = new LinkedHashMap<String, Double>();
    figures.put("msg/s", rate);
    figures.put("bare msg/s", bare);
    figures.put("% of bare", rate * 100 / bare);
    figures.put("p50 ms", millis.percentile(50));
    figures.put("p99 ms", millis.percentile(99));
    report.add(row, figures);
  }

  @Override
  void judge(Report report) {
    report.goal("fixed back-off: at least 97 % of bare", report.median(FIXED, "% of bare") >= 97);
    report.goal("full jitter: at least 97 % of bare", report.median(JITTER, "% of bare") >= 97);
    report.goal(
        "paced at 14,000 a second: p50 of at most 12 ms", report.median(PACED, "p50 ms") <= 12);
  }
}
