package dev.carril.benchmarks.engine;

import dev.carril.benchmarks.figures.Figures;
import dev.carril.engine.Retry;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// One session fails for a while: what do the others notice? The time of a message runs from when
/// it was due, whether it was read then or later. Bare is a loop that reads the same messages and
/// handles each at once: what this machine's timers cost.
@Command(
    name = "hot",
    description = "What the others notice while one session of a thousand fails.",
    mixinStandardHelpOptions = true)
public final class Hot extends Bench {
  private static final int SESSIONS = 1_000;
  private static final int AFTER_SECONDS = 1;
  private static final Retry RETRY =
      Retry.attempts(10_000).from(Duration.ofMillis(20)).upTo(Duration.ofMillis(200));

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "For how long the session fails (default: ${DEFAULT-VALUE}).",
      defaultValue = "5")
  private int seconds;

  @Option(
      names = "--before",
      paramLabel = "N",
      description = "For how long nothing fails before that (default: ${DEFAULT-VALUE}).",
      defaultValue = "3")
  private int secondsBefore;

  /// A kind of load.
  ///
  /// @param others messages a second, of all sessions in turn
  /// @param own messages a second that the failing session gets on top of its turns
  /// @param goalMillis what the others' p99 may be meanwhile
  private record Kind(String name, int others, int own, int goalMillis) {
    int eachSecond() {
      return others + own;
    }

    /// The failing session has its own messages spread evenly among the others'.
    int sessionOf(int message) {
      long othersBefore = (long) message * others / eachSecond();
      boolean isOwn = (message + 1L) * others / eachSecond() == othersBefore;
      return isOwn ? 0 : (int) (othersBefore % SESSIONS);
    }
  }

  private static final List<Kind> KINDS =
      List.of(
          new Kind("5,000 a second", 5_000, 0, 20),
          new Kind("15,000 a second", 15_000, 0, 20),
          new Kind("5,000 and 4,000 for the one that fails", 5_000, 4_000, 50));

  /// Its subcommand of [dev.carril.benchmarks.Main].
  public Hot() {
    super("hot");
  }

  @Override
  void check() {
    atLeast(1, seconds, "--seconds");
    atLeast(1, secondsBefore, "--before");
  }

  @Override
  void pass(Report report) throws InterruptedException {
    for (Kind kind : KINDS) {
      int all = (secondsBefore + seconds + AFTER_SECONDS) * kind.eachSecond();
      var messages = Messages.of(all, SESSIONS, kind::sessionOf);
      var figures = new LinkedHashMap<String, Double>();
      Times bare = bare(kind, Messages.of(2 * kind.eachSecond(), SESSIONS, kind::sessionOf));
      int from = secondsBefore * kind.eachSecond();
      int to = from + seconds * kind.eachSecond();
      Times times = engine(kind, messages, from, to);
      double before = times.others(from / 3, from).percentile(99);
      Figures meanwhile = times.others(from, to);
      figures.put(
          "bare p99 ms", bare.others(kind.eachSecond(), 2 * kind.eachSecond()).percentile(99));
      figures.put("before p99 ms", before);
      figures.put("meanwhile p99 ms", meanwhile.percentile(99));
      figures.put("meanwhile max ms", meanwhile.most());
      figures.put("times before", meanwhile.percentile(99) / before);
      report.add(kind.name, figures);
    }
  }

  /// From when each message was due until it was done.
  private record Times(Messages messages, long[] nanos) {
    /// In milliseconds, of the sessions that do not fail, among these messages.
    Figures others(int from, int to) {
      return new Figures(
          IntStream.range(from, to)
              .filter(message -> messages.session(message) != 0)
              .mapToObj(message -> nanos[message] / 1e6)
              .toList());
    }
  }

  private static Times bare(Kind kind, Messages messages) throws InterruptedException {
    var pass = new Pass(messages, 3, 1_000_000_000 / kind.eachSecond());
    long[] nanos = new long[messages.count()];
    pass.loop(message -> nanos[message] = System.nanoTime() - pass.source().arrivedNanos(message));
    return new Times(messages, nanos);
  }

  // The one session fails from when one message is due until another one is.
  private static Times engine(Kind kind, Messages messages, int from, int to)
      throws InterruptedException {
    var pass = new Pass(messages, 3, 1_000_000_000 / kind.eachSecond());
    long[] nanos = new long[messages.count()];
    pass.engine(
        engine -> engine.retry(RETRY),
        (session, message, _) -> {
          if (session == 0 && message >= from && !pass.source().isDue(to)) {
            throw new IOException("as it was told");
          }
          nanos[message] = System.nanoTime() - pass.source().arrivedNanos(message);
        });
    return new Times(messages, nanos);
  }

  @Override
  void judge(Report report) {
    for (Kind kind : KINDS) {
      report.goal(
          kind.name + ": p99 of the others of at most " + kind.goalMillis + " ms",
          report.median(kind.name, "meanwhile p99 ms") <= kind.goalMillis);
      if (kind.own == 0) {
        report.goal(
            kind.name + ": at most 1.5 times what it was before",
            report.median(kind.name, "times before") <= 1.5);
      }
    }
  }
}
