package dev.carril.benchmarks.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import dev.carril.benchmarks.start.Scratch;
import dev.carril.benchmarks.start.ServerProcess;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// What the page costs a browser, against its budgets: a real server and a real Chromium, in
/// processes of their own on this machine.
@Command(
    name = "page",
    description = "What the page costs in a real browser, against its budgets.",
    mixinStandardHelpOptions = true)
public final class Page implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--only",
      paramLabel = "TRIAL",
      split = ",",
      description = "Only these trials: ${COMPLETION-CANDIDATES}.",
      completionCandidates = Trials.Names.class)
  private List<String> only = List.of();

  /// Its subcommand of [dev.carril.benchmarks.Main].
  public Page() {}

  @Override
  public Integer call() throws Exception {
    for (String name : only) {
      if (!Trials.names().contains(name)) {
        throw new ParameterException(
            spec.commandLine(),
            "there is no trial '" + name + "'; there are " + String.join(", ", Trials.names()));
      }
    }
    try (Scratch scratch = Scratch.make("page")) {
      ServerProcess server = ServerProcess.start(scratch.folder());
      try (Playwright playwright = Playwright.create(environment());
          Browser browser = playwright.chromium().launch(launch())) {
        server.millisToFirstAnswer();
        return measure(browser, "http://127.0.0.1:" + server.port());
      } finally {
        server.stop();
      }
    }
  }

  private int measure(Browser browser, String server) throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    out.printf("%-62s %10s %10s  %-4s %s%n", "page", "measured", "at most", "", "budget");
    Trials trials =
        new Trials(
            browser,
            server,
            budget -> {
              out.print(line(budget));
              out.flush();
            });
    List<Budget> budgets = trials.run(only);
    out.println(json(budgets));
    out.flush();
    return budgets.stream().allMatch(Budget::isHeld) ? 0 : 1;
  }

  private static Playwright.CreateOptions environment() {
    var options = new Playwright.CreateOptions();
    return System.getenv("CARRIL_BROWSER") == null
        ? options
        : options.setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"));
  }

  private static BrowserType.LaunchOptions launch() {
    List<String> flags =
        new ArrayList<>(
            List.of(
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync"));
    if (System.getProperty("user.name").equals("root")) {
      flags.add("--no-sandbox"); // Chromium's sandbox refuses root.
    }
    var launch = new BrowserType.LaunchOptions().setArgs(flags);
    String path = System.getenv("CARRIL_BROWSER");
    return path == null || path.isEmpty() ? launch : launch.setExecutablePath(Path.of(path));
  }

  private static String line(Budget budget) {
    return String.format(
        Locale.ROOT,
        "%-62s %10.1f %10.1f  %-4s %s%n",
        budget.name(),
        budget.measured(),
        budget.most(),
        budget.unit(),
        budget.isHeld() ? "held" : "not held");
  }

  private static String json(List<Budget> budgets) throws java.io.IOException {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Budget budget : budgets) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", budget.name());
      one.put("measured", budget.measured());
      one.put("most", budget.most());
      one.put("unit", budget.unit());
      one.put("held", budget.isHeld());
      all.add(one);
    }
    Map<String, Object> whole = new LinkedHashMap<>();
    whole.put("benchmark", "page");
    whole.put("cores", Runtime.getRuntime().availableProcessors());
    whole.put("budgets", all);
    return new ObjectMapper().writeValueAsString(whole);
  }
}
