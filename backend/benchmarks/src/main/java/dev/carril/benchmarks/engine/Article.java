package dev.carril.benchmarks.engine;

import dev.carril.engine.Retry;
import dev.carril.engine.check.Session;
import dev.carril.engine.core.RetrySchedule;
import dev.carril.engine.core.RetrySchedule.Jitter;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.function.IntToLongFunction;
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
      double bare = bare(messages, new MadeSource(messages, PARTITIONS, 0), jitter);
      pass(report, jitter ? JITTER : FIXED, messages, jitter, 0, bare);
    }
    pass(report, PACED, messages, false, 1_000_000_000 / PACED_EACH_SECOND, Double.NaN);
  }

  private static boolean fails(Messages messages, int message) {
    return messages.number(message) % 10 == 7;
  }

  // Ten threads that do nothing but wait, each as long as the engine makes its session wait.
  private double bare(Messages messages, MadeSource source, boolean jitter)
      throws InterruptedException {
    var schedule =
        new RetrySchedule(
            2, BACK_OFF.toNanos(), BACK_OFF.toNanos(), jitter ? Jitter.FULL : Jitter.NONE, SEED);
    var ledger = new Ledger(messages);
    Cost cost =
        Cost.of(() -> {
          var threads = new Thread[SESSIONS];
          for (int session = 0; session < SESSIONS; session++) {
            long hash = Session.of(MadeSource.TOPIC, "session-" + session).hash();
            int first = session;
            threads[session] =
                Thread.startVirtualThread(() ->
                    waitOnly(
                        messages,
                        ledger,
                        first,
                        message -> schedule.waitNanos(hash, source.offset(message), 1)));
          }
          for (Thread thread : threads) {
            thread.join();
          }
        });
    Pass.check(ledger);
    return count * 1e9 / cost.nanos();
  }

  private static void waitOnly(
      Messages messages, Ledger ledger, int session, IntToLongFunction waitNanos) {
    for (int message = session; message < messages.count(); message += SESSIONS) {
      ledger.begins(session);
      if (fails(messages, message)) {
        try {
          Thread.sleep(Duration.ofNanos(waitNanos.applyAsLong(message)));
        } catch (InterruptedException stop) {
          return;
        }
      }
      ledger.ends(session, message);
    }
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
            delivery -> {
              int session = Messages.session(delivery.value());
              int message = Messages.message(delivery.value());
              pass.ledger().begins(session);
              if (delivery.attempt() == 1 && fails(messages, message)) {
                pass.ledger().fails(session);
                throw new IOException("as it was told");
              }
              nanos[message] = System.nanoTime() - pass.source().arrivedNanos(message);
              pass.ledger().ends(session, message);
            });
    double rate = count * 1e9 / cost.nanos();
    Arrays.sort(nanos);
    var figures = new LinkedHashMap<String, Double>();
    figures.put("msg/s", rate);
    figures.put("bare msg/s", bare);
    figures.put("% of bare", rate * 100 / bare);
    figures.put("p50 ms", Percentiles.millis(nanos, 50));
    figures.put("p99 ms", Percentiles.millis(nanos, 99));
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
