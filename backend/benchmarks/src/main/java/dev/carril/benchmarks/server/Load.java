package dev.carril.benchmarks.server;

import com.fasterxml.jackson.databind.ObjectMapper;
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

/// Many people at once: a sandbox and an open socket each, a command a second each, against a
/// server in a process of its own; and the same while some of them never read.
@Command(
    name = "server",
    description = "Many sandboxes, a command a second each: reply times, rate and memory.",
    mixinStandardHelpOptions = true)
public final class Load implements Callable<Integer> {
  private static final double P95_MILLIS = 100;
  private static final long MEMORY_BYTES = 1_000_000_000;

  /// Compilers, caches, the first transactions.
  private static final int WARM_UP_SECONDS = 10;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--sandboxes",
      paramLabel = "N",
      description = "Sandboxes with a socket each (default: ${DEFAULT-VALUE}).",
      defaultValue = "1000")
  private int sandboxes;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "How long is measured (default: ${DEFAULT-VALUE}).",
      defaultValue = "60")
  private int seconds;

  @Option(
      names = "--deaf",
      paramLabel = "N",
      description = "Clients that never read, in the second run (default: ${DEFAULT-VALUE}).",
      defaultValue = "50")
  private int deaf;

  /// Its subcommand of [dev.carril.benchmarks.Main].
  public Load() {}

  /// One run's figures.
  private record Figures(Histogram micros, long errors, double perSecond, long bytes) {
    boolean isWithinBudget() {
      return micros.getValueAtPercentile(95) / 1e3 <= P95_MILLIS
          && errors == 0
          && bytes <= MEMORY_BYTES;
    }
  }

  @Override
  public Integer call() throws Exception {
    if (sandboxes < 1 || seconds < 1 || deaf < 0) {
      throw new ParameterException(
          spec.commandLine(), "--sandboxes and --seconds take whole numbers from 1, --deaf from 0");
    }
    try (Scratch scratch = Scratch.make("server")) {
      Venue.writeCache(scratch.folder().resolve("cache"));
      Map<String, Figures> figures = new LinkedHashMap<>();
      figures.put("all read", run(scratch.folder().resolve("a"), 0));
      if (deaf > 0) {
        figures.put(deaf + " never read", run(scratch.folder().resolve("b"), deaf));
      }
      PrintWriter out = spec.commandLine().getOut();
      out.print(table(figures));
      out.println(json(figures));
      out.flush();
      return figures.values().stream().allMatch(Figures::isWithinBudget) ? 0 : 1;
    }
  }

  // Between quotes of JSON.
  private static String line(int number) {
    return number == 0
        ? "create topic orders partitions 3"
        : switch (number % 4) {
          case 1, 2 -> "produce orders key=customer-" + number + " {\\\"order\\\":" + number + "}";
          case 3 -> "consume orders group billing from-beginning";
          default -> "offsets orders";
        };
  }

  private Figures run(Path folder, int deafClients) throws Exception {
    List<String> ids = Venue.prepare(folder.resolve("data"), sandboxes);
    ServerProcess server = ServerProcess.start(folder);
    try {
      server.millisToFirstAnswer();
      List<Deaf> silent = new ArrayList<>();
      for (int i = 0; i < deafClients; i++) {
        silent.add(Deaf.subscribe(server.port(), ids.get(i % ids.size())));
      }
      try (Crowd crowd =
          Crowd.join(
              URI.create("ws://127.0.0.1:" + server.port()),
              ids,
              number -> Crowd.command(number, line(number)))) {
        crowd.speak(WARM_UP_SECONDS, 1);
        crowd.forget();
        crowd.speak(seconds, 1);
        return new Figures(
            crowd.micros(),
            crowd.errors(),
            crowd.micros().getTotalCount() / (double) seconds,
            server.residentBytesMost());
      } finally {
        silent.forEach(Deaf::close);
      }
    } finally {
      server.stop();
    }
  }

  private static String table(Map<String, Figures> figures) {
    StringBuilder told = new StringBuilder();
    told.append(
        String.format(
            "%-16s %9s %9s %9s %9s %8s %10s  %s%n",
            "server", "p50 ms", "p95 ms", "p99 ms", "replies/s", "errors", "memory MB", "budget"));
    figures.forEach((name, one) ->
        told.append(
            String.format(
                Locale.ROOT,
                "%-16s %9.1f %9.1f %9.1f %9.0f %8d %10.0f  %s%n",
                name,
                one.micros().getValueAtPercentile(50) / 1e3,
                one.micros().getValueAtPercentile(95) / 1e3,
                one.micros().getValueAtPercentile(99) / 1e3,
                one.perSecond(),
                one.errors(),
                one.bytes() / 1e6,
                one.isWithinBudget() ? "held" : "not held")));
    return told.toString();
  }

  private static String json(Map<String, Figures> figures) throws IOException {
    Map<String, Object> all = new LinkedHashMap<>();
    figures.forEach((name, one) ->
        all.put(
            name,
            Map.of(
                "p50Millis", one.micros().getValueAtPercentile(50) / 1e3,
                "p95Millis", one.micros().getValueAtPercentile(95) / 1e3,
                "p99Millis", one.micros().getValueAtPercentile(99) / 1e3,
                "repliesPerSecond", one.perSecond(),
                "errors", one.errors(),
                "memoryBytes", one.bytes(),
                "held", one.isWithinBudget())));
    return new ObjectMapper().writeValueAsString(Map.of("benchmark", "server", "runs", all));
  }
}
