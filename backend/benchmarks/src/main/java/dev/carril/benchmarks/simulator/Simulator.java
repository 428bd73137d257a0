package dev.carril.benchmarks.simulator;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.carril.benchmarks.figures.Figures;
import dev.carril.benchmarks.server.Crowd;
import dev.carril.benchmarks.server.Venue;
import dev.carril.benchmarks.start.Scratch;
import dev.carril.benchmarks.start.ServerProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Engine instances in sandboxes: how fast their world goes on, how soon any moment of a long
/// history is there, and how a server bears many sandboxes that play.
@Command(
    name = "simulator",
    description = "Engine instances in sandboxes: steps, moments, and many that play at once.",
    mixinStandardHelpOptions = true)
public final class Simulator implements Callable<Integer> {
  private static final double STEPS_PER_SECOND = 500_000;
  private static final double MOMENT_MILLIS = 100;
  private static final double REPLY_MILLIS = 100;
  private static final double MEMORY_MEGABYTES = 2_000;

  /// As often as a page that plays lets its clock go on.
  private static final int COMMANDS_PER_SECOND = 5;

  private static final int WARM_UP_SECONDS = 10;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--only",
      paramLabel = "PART",
      description = "steps, moments or playing; all of them where it is left out.")
  private String only = "";

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "How long steps and playing are measured (default: ${DEFAULT-VALUE}).",
      defaultValue = "20")
  private int seconds;

  @Option(
      names = "--events",
      paramLabel = "N",
      description = "Steps in the history for moments (default: ${DEFAULT-VALUE}).",
      defaultValue = "100000")
  private int events;

  @Option(
      names = "--moments",
      paramLabel = "N",
      description = "How many moments are asked for (default: ${DEFAULT-VALUE}).",
      defaultValue = "200")
  private int moments;

  @Option(
      names = "--sandboxes",
      paramLabel = "N",
      description = "Sandboxes that play at once (default: ${DEFAULT-VALUE}).",
      defaultValue = "300")
  private int sandboxes;

  /// Its subcommand of [dev.carril.benchmarks.Main].
  public Simulator() {}

  /// One thing that was measured, and what it may be.
  private record Row(String what, double value, String unit, Budget budget) {
    boolean isHeld() {
      return switch (budget) {
        case Budget.None() -> true;
        case Budget.AtMost(var limit) -> value <= limit;
        case Budget.AtLeast(var limit) -> value >= limit;
      };
    }
  }

  private sealed interface Budget {
    record None() implements Budget {}

    record AtMost(double limit) implements Budget {}

    record AtLeast(double limit) implements Budget {}
  }

  @Override
  public Integer call() throws Exception {
    check();
    var rows = new ArrayList<Row>();
    if (isAsked("steps")) {
      steps(rows);
    }
    if (isAsked("moments")) {
      moments(rows);
    }
    if (isAsked("playing")) {
      playing(rows);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(table(rows));
    out.println(json(rows));
    out.flush();
    return rows.stream().allMatch(Row::isHeld) ? 0 : 1;
  }

  private void check() {
    if (!List.of("", "steps", "moments", "playing").contains(only)) {
      throw new ParameterException(
          spec.commandLine(), "--only takes steps, moments or playing, not '" + only + "'");
    }
    if (seconds < 1 || events < 1 || moments < 1 || sandboxes < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--seconds, --events, --moments and --sandboxes take whole numbers from 1");
    }
  }

  private boolean isAsked(String part) {
    return only.isEmpty() || only.equals(part);
  }

  private void steps(List<Row> rows) {
    Figures perSecond = new Stepping().measure(WARM_UP_SECONDS, seconds);
    rows.add(
        new Row(
            "steps a second, 3 instances, 1,000 sessions, median",
            perSecond.median(),
            "",
            new Budget.AtLeast(STEPS_PER_SECOND)));
    rows.add(new Row("steps a second, slowest second", perSecond.least(), "", new Budget.None()));
  }

  private void moments(List<Row> rows) {
    try (var history = new Moments(events)) {
      // Whoever has looked once has compiled code, as a server has that runs.
      history.measure(Math.min(moments, 20));
      Figures millis = history.measure(moments);
      String of = "a moment of " + String.format(Locale.ROOT, "%,d", events) + " events, ";
      rows.add(new Row(of + "median", millis.median(), "ms", new Budget.None()));
      rows.add(new Row(of + "p95", millis.percentile(95), "ms", new Budget.AtMost(MOMENT_MILLIS)));
      rows.add(new Row(of + "longest", millis.most(), "ms", new Budget.None()));
    }
  }

  private void playing(List<Row> rows) throws Exception {
    try (Scratch scratch = Scratch.make("simulator")) {
      Path folder = scratch.folder();
      Venue.writeCache(folder.resolve("cache"));
      List<String> ids = Venue.prepare(folder.resolve("data"), sandboxes);
      ServerProcess server = ServerProcess.start(folder);
      try {
        server.millisToFirstAnswer();
        URI address = URI.create("ws://127.0.0.1:" + server.port());
        try (Crowd crowd = Crowd.join(address, ids, Simulator::message)) {
          crowd.speak(WARM_UP_SECONDS, COMMANDS_PER_SECOND);
          crowd.forget();
          crowd.speak(seconds, COMMANDS_PER_SECOND);
          told(rows, crowd, server.residentBytesMost() / 1e6);
        }
      } finally {
        server.stop();
      }
    }
  }

  /// Two records a second, of ten steps each, on one instance; and a `run` that becomes longer, as
  /// the page lets it.
  private static String message(int number) {
    return switch (number) {
      case 0 -> Crowd.command(number, "create topic orders partitions 3");
      case 1 -> Crowd.command(number, "start anna on orders group billing from-beginning");
      case 2 -> Crowd.command(number, "traffic orders sessions 10 messages 9000 rate 2/s");
      case 3 -> Crowd.command(number, "run 200ms");
      default ->
          String.format(
              "{\"type\":\"lengthen\",\"id\":\"c%d\",\"entry\":\"c3\",\"millis\":%d}",
              number, 200L * (number - 2));
    };
  }

  private void told(List<Row> rows, Crowd crowd, double megabytes) {
    String of = sandboxes + " sandboxes play, ";
    Histogram micros = crowd.micros();
    rows.add(
        new Row(of + "reply p50", micros.getValueAtPercentile(50) / 1e3, "ms", new Budget.None()));
    rows.add(
        new Row(
            of + "reply p95",
            micros.getValueAtPercentile(95) / 1e3,
            "ms",
            new Budget.AtMost(REPLY_MILLIS)));
    rows.add(
        new Row(of + "reply p99", micros.getValueAtPercentile(99) / 1e3, "ms", new Budget.None()));
    rows.add(
        new Row(
            of + "replies a second",
            micros.getTotalCount() / (double) seconds,
            "",
            new Budget.None()));
    rows.add(new Row(of + "errors", crowd.errors(), "", new Budget.AtMost(0)));
    rows.add(new Row(of + "memory at most", megabytes, "MB", new Budget.AtMost(MEMORY_MEGABYTES)));
  }

  private static String table(List<Row> rows) {
    var told = new StringBuilder();
    told.append(String.format("%-55s %12s %12s  %s%n", "simulator", "measured", "budget", ""));
    for (Row row : rows) {
      told.append(
          String.format(
              "%-55s %12s %12s  %s%n",
              row.what,
              figure(row.value, row.unit),
              switch (row.budget) {
                case Budget.None() -> "";
                case Budget.AtMost(var limit) -> "≤ " + figure(limit, row.unit);
                case Budget.AtLeast(var limit) -> "≥ " + figure(limit, row.unit);
              },
              row.budget instanceof Budget.None ? "" : row.isHeld() ? "held" : "not held"));
    }
    return told.toString();
  }

  private static String figure(double value, String unit) {
    String number = String.format(Locale.ROOT, value < 100 ? "%,.1f" : "%,.0f", value);
    return unit.isEmpty() ? number : number + " " + unit;
  }

  private static String json(List<Row> rows) throws IOException {
    Map<String, Object> all = new LinkedHashMap<>();
    for (Row row : rows) {
      all.put(row.what, Map.of("value", row.value, "unit", row.unit, "held", row.isHeld()));
    }
    return new ObjectMapper().writeValueAsString(Map.of("benchmark", "simulator", "rows", all));
  }
}
