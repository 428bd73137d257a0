package dev.carril.benchmarks.start;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.carril.benchmarks.figures.Figures;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// How long a person waits for the server: from the start of its process to the first answer of
/// /health, and from there on to the whole of the first page, on an empty data folder each time.
@Command(
    name = "start",
    description = "The time from the start of the server to its first answer and first page.",
    mixinStandardHelpOptions = true)
public final class Start implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Starts of each kind (default: ${DEFAULT-VALUE}).",
      defaultValue = "7")
  private int runs;

  /// Its subcommand of [dev.carril.benchmarks.Main].
  public Start() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (runs < 1) {
      throw new ParameterException(spec.commandLine(), "--runs takes a whole number from 1");
    }
    Path home = Path.of(System.getProperty("carril.home", "."));
    try (Scratch scratch = Scratch.make("start")) {
      Map<String, Figures> figures = measure(home, scratch.folder());
      PrintWriter out = spec.commandLine().getOut();
      out.print(table(figures));
      out.println(json(figures));
      out.flush();
    }
    return 0;
  }

  private Map<String, Figures> measure(Path home, Path scratch)
      throws IOException, InterruptedException {
    Path jar = home.resolve("backend/server/target/carril-server.jar").toAbsolutePath();
    Path cache = scratch.resolve("server.aot");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String launcher = home.resolve("carril").toAbsolutePath().toString();
    List<String> jarAlone =
        List.of(java, "--enable-native-access=ALL-UNNAMED", "-jar", jar.toString());
    List<String> writing = with("-XX:AOTCacheOutput=" + cache, jarAlone);
    List<String> reading = with("-XX:AOTCache=" + cache, jarAlone);

    Map<String, Figures> figures = new LinkedHashMap<>();
    measure("no cache", jarAlone, scratch, figures);
    times(writing, 1, scratch);
    measure("AOT cache", reading, scratch, figures);
    // The launcher's first start after a build writes its cache; the ones after it are measured.
    times(List.of(launcher), 1, scratch);
    measure("./carril", List.of(launcher), scratch, figures);
    return figures;
  }

  private void measure(String kind, List<String> command, Path scratch, Map<String, Figures> into)
      throws IOException, InterruptedException {
    List<Waited> times = times(command, runs, scratch);
    into.put(kind + ", /health", new Figures(times.stream().map(Waited::forHealth).toList()));
    into.put(kind + ", page /", new Figures(times.stream().map(Waited::forPage).toList()));
  }

  /// Milliseconds from the start of the process.
  private record Waited(double forHealth, double forPage) {}

  /// The command with a flag before the rest of what Java is told.
  private static List<String> with(String flag, List<String> command) {
    List<String> flagged = new ArrayList<>(command);
    flagged.add(1, flag);
    return List.copyOf(flagged);
  }

  private static List<Waited> times(List<String> command, int runs, Path scratch)
      throws IOException, InterruptedException {
    List<Waited> waited = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      int port = ServerProcess.freePort();
      List<String> whole = new ArrayList<>(command);
      Path data = Files.createTempDirectory(scratch, "data");
      whole.addAll(List.of("serve", "--port", Integer.toString(port), "--data", data.toString()));
      ServerProcess server =
          ServerProcess.start(whole, port, Files.createTempFile(scratch, "said", ".txt"));
      try {
        waited.add(new Waited(server.millisToFirstAnswer(), server.millisTo("/")));
      } finally {
        server.stop();
      }
    }
    return waited;
  }

  private static String table(Map<String, Figures> figures) {
    StringBuilder told = new StringBuilder();
    told.append(
        String.format("%-20s %10s %10s %10s%n", "start", "least ms", "median ms", "most ms"));
    figures.forEach((name, one) ->
        told.append(
            String.format(
                "%-20s %10.0f %10.0f %10.0f%n", name, one.least(), one.median(), one.most())));
    return told.toString();
  }

  private String json(Map<String, Figures> figures) throws IOException {
    Map<String, Object> kinds = new LinkedHashMap<>();
    figures.forEach((name, one) -> kinds.put(name, Map.of("millis", one.sorted())));
    Map<String, Object> whole = new LinkedHashMap<>();
    whole.put("benchmark", "start");
    whole.put("java", System.getProperty("java.version"));
    whole.put("cores", Runtime.getRuntime().availableProcessors());
    whole.put("runs", runs);
    whole.put("kinds", kinds);
    return new ObjectMapper().writeValueAsString(whole);
  }
}
