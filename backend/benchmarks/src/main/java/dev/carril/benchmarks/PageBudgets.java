package dev.carril.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// What the page costs a browser, against its budgets: a real server and a real Chromium, in
/// processes of their own on this machine.
@Command(
    name = "page",
    description = "What the page costs in a real browser, against its budgets.",
    mixinStandardHelpOptions = true)
final class PageBudgets implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  /// Its subcommand of [Main].
  PageBudgets() {}

  @Override
  public Integer call() throws Exception {
    Path home = Path.of(System.getProperty("carril.home", "."));
    Path scratch = Files.createTempDirectory("carril-bench-page");
    int port = ServerProcess.freePort();
    ServerProcess server =
        ServerProcess.start(
            List.of(
                home.resolve("carril").toAbsolutePath().toString(),
                "serve",
                "--port",
                Integer.toString(port),
                "--data",
                scratch.resolve("data").toString()),
            port,
            Files.createTempFile("carril-bench-page", ".txt"));
    try (Playwright playwright = Playwright.create(environment());
        Browser browser = playwright.chromium().launch(launch())) {
      server.millisToFirstAnswer();
      List<Budget> budgets = new PageTrials(browser, "http://127.0.0.1:" + port).all();
      PrintWriter out = spec.commandLine().getOut();
      out.print(table(budgets));
      out.println(json(budgets));
      out.flush();
      return budgets.stream().allMatch(Budget::isHeld) ? 0 : 1;
    } finally {
      server.stop();
      Start.delete(scratch);
    }
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

  private static String table(List<Budget> budgets) {
    StringBuilder told = new StringBuilder();
    told.append(
        String.format("%-58s %10s %10s  %-8s %s%n", "page", "measured", "at most", "", "budget"));
    for (Budget budget : budgets) {
      told.append(
          String.format(
              Locale.ROOT,
              "%-58s %10.1f %10.1f  %-8s %s%n",
              budget.name(),
              budget.measured(),
              budget.most(),
              budget.unit(),
              budget.isHeld() ? "held" : "not held"));
    }
    return told.toString();
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
