package dev.carril.benchmarks;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The trials of the page, each on a fresh profile with a sandbox of its own.
///
/// Script and layout times are the browser's own (`Performance.getMetrics` of the DevTools
/// protocol); frames are the distances of animation frames while something moves.
final class PageTrials {
  private static final String INPUT = "#console input, #console textarea";

  private final Browser browser;
  private final String address;
  private final List<Budget> budgets = new ArrayList<>();

  PageTrials(Browser browser, String address) {
    this.browser = browser;
    this.address = address;
  }

  List<Budget> all() {
    firstLoad();
    produceWithAThousandCells();
    fiveThousandRecords();
    fromEnterToPaint();
    tenIdleSeconds();
    manyGroups();
    anyMoment();
    return List.copyOf(budgets);
  }

  private void budget(String name, double measured, double most, String unit) {
    budgets.add(new Budget(name, measured, most, unit));
  }

  // ---- trials ----

  private void firstLoad() {
    try (BrowserContext context = browser.newContext()) {
      Page page = context.newPage();
      CDPSession devtools = context.newCDPSession(page);
      devtools.send("Network.enable");
      double[] bytes = {0};
      int[] requests = {0};
      devtools.on(
          "Network.loadingFinished",
          event -> {
            bytes[0] += event.get("encodedDataLength").getAsDouble();
            requests[0]++;
          });
      page.navigate(address);
      page.waitForSelector(INPUT);
      page.waitForTimeout(1_500);
      budget("first load, compressed", bytes[0] / 1_000, 100, "kB");
      budget("first load, requests", requests[0], 40, "");
    }
  }

  private void produceWithAThousandCells() {
    try (Visit visit = visit(2560, 1440)) {
      visit.paste("create topic cells partitions 40");
      StringBuilder records = new StringBuilder();
      for (int i = 0; i < 1_000; i++) {
        records.append("produce cells v").append(i).append('\n');
      }
      visit.paste(records.toString());
      visit.awaitRecords(1_000);
      visit.page.waitForTimeout(2_000);
      visit.forgetFrames();
      Map<String, Double> before = visit.metrics();
      int times = 30;
      for (int i = 0; i < times; i++) {
        visit.paste("produce cells key=k" + i + " x" + i);
        visit.page.waitForTimeout(700);
      }
      Map<String, Double> after = visit.metrics();
      double script = seconds("ScriptDuration", before, after);
      double layout =
          seconds("LayoutDuration", before, after) + seconds("RecalcStyleDuration", before, after);
      budget(
          "a produce with 1,000 cells, script and layout",
          (script + layout) * 1_000 / times,
          4,
          "ms");
      budget("a produce with 1,000 cells, longest frame", visit.longestFrame(), 50, "ms");
    }
  }

  private void fiveThousandRecords() {
    try (Visit visit = visit(1920, 1080)) {
      visit.paste("create topic many partitions 3");
      StringBuilder records = new StringBuilder();
      for (int i = 0; i < 5_000; i++) {
        records.append("produce many v").append(i).append('\n');
      }
      visit.paste(records.toString());
      visit.awaitRecords(5_000);
      visit.page.waitForTimeout(1_000);
      double elements = visit.number("document.querySelectorAll('*').length");
      budget("elements with 5,000 records", elements, 1_500, "");
    }
  }

  private void fromEnterToPaint() {
    try (Visit visit = visit(1366, 768)) {
      visit.type("create topic orders partitions 3");
      visit.page.waitForTimeout(1_000);
      List<Double> millis = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        visit.page.evaluate(
            """
            () => {
              const from = { at: 0 }
              addEventListener('keydown', e => { if (e.key === 'Enter') from.at = performance.now() },
                { capture: true, once: true })
              window.painted = new Promise(done => {
                const seen = new MutationObserver(() => {
                  if (!from.at) return
                  seen.disconnect()
                  requestAnimationFrame(() => setTimeout(() => done(performance.now() - from.at)))
                })
                seen.observe(document.querySelector('#picture'), { subtree: true, childList: true, attributes: true })
              })
            }\
            """);
        visit.type("produce orders key=k" + i % 5 + " v" + i);
        millis.add(visit.number("window.painted"));
        visit.page.waitForTimeout(100);
      }
      budget("from Enter to the painted change, p95", percentile(millis, 95), 50, "ms");
    }
  }

  private static double seconds(
      String metric, Map<String, Double> before, Map<String, Double> after) {
    return Objects.requireNonNull(after.get(metric), metric)
        - Objects.requireNonNull(before.get(metric), metric);
  }

  private void tenIdleSeconds() {
    try (Visit visit = visit(1366, 768)) {
      visit.type("create topic orders partitions 3");
      visit.type("produce orders a");
      visit.type("consume orders group billing from-beginning");
      visit.page.waitForTimeout(5_000);
      visit.page.evaluate("() => { window.asked = 0 }");
      Map<String, Double> before = visit.metrics();
      visit.page.waitForTimeout(10_000);
      Map<String, Double> after = visit.metrics();
      double task = seconds("TaskDuration", before, after) * 1_000;
      budget("ten idle seconds, task time", task, 20, "ms");
      budget("ten idle seconds, animation frames asked for", visit.number("window.asked"), 0, "");
    }
  }

  private void manyGroups() {
    try (Visit visit = visit(1920, 1080)) {
      StringBuilder lines = new StringBuilder("create topic wide partitions 12\n");
      for (int i = 0; i < 480; i++) {
        lines.append("produce wide v").append(i).append('\n');
      }
      for (int group = 1; group <= 20; group++) {
        lines.append("consume wide group g").append(group).append(" from-beginning max ");
        lines.append(group * 20).append('\n');
      }
      visit.paste(lines.toString());
      visit.awaitRecords(480);
      visit.page.waitForTimeout(12_000);
      visit.forgetFrames();
      visit.page.evaluate("() => window.watchFrames(true)");
      for (int group = 1; group <= 5; group++) {
        visit.type("consume wide group g" + group + " max 100");
        visit.page.waitForTimeout(2_500);
      }
      visit.page.evaluate("() => window.watchFrames(false)");
      List<Double> frames = visit.numbers("window.frames");
      budget("20 groups on 12 partitions, frame p95 in motion", percentile(frames, 95), 17.5, "ms");
    }
  }

  /// Any moment of a long log, from the key that asks for it to the painted picture.
  private void anyMoment() {
    try (Visit visit = visit(1366, 768)) {
      visit.paste("create topic many partitions 3");
      StringBuilder records = new StringBuilder();
      for (int i = 0; i < 4_999; i++) {
        records.append(
            i % 50 == 49
                ? "consume many group g" + i % 3 + " from-beginning\n"
                : "produce many key=k" + i % 7 + " v" + i + "\n");
      }
      visit.paste(records.toString());
      visit.awaitCommands(5_000);
      visit.page.waitForTimeout(1_000);
      List<Double> millis = new ArrayList<>();
      java.util.Random random = new java.util.Random(7);
      for (int i = 0; i < 60; i++) {
        int at = random.nextInt(5_001);
        millis.add(
            visit.number(
                """
                new Promise(done => {
                  const slider = document.querySelector('[role=slider], input[type=range]')
                  const begun = performance.now()
                  const seen = new MutationObserver(() => {
                    seen.disconnect()
                    requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)))
                  })
                  seen.observe(document.querySelector('#picture'), { subtree: true, childList: true, attributes: true })
                  slider.dispatchEvent(new CustomEvent('moment-wanted', { bubbles: true, detail: { at: %d } }))
                })
                """
                    .formatted(at)));
        visit.page.waitForTimeout(150);
      }
      budget("any moment of 5,000 commands, p95", percentile(millis, 95), 100, "ms");
    }
  }

  private static double percentile(List<Double> values, double percent) {
    List<Double> sorted = values.stream().sorted().toList();
    int at = (int) Math.ceil(percent / 100 * sorted.size()) - 1;
    return sorted.get(Math.clamp(at, 0, sorted.size() - 1));
  }

  // ---- a visit ----

  private Visit visit(int width, int height) {
    return new Visit(width, height);
  }

  private final class Visit implements AutoCloseable {
    private final BrowserContext context;
    private final Page page;
    private final CDPSession devtools;

    Visit(int width, int height) {
      context =
          browser.newContext(
              new Browser.NewContextOptions().setViewportSize(width, height).setLocale("en"));
      page = context.newPage();
      page.addInitScript(
          """
          window.asked = 0
          window.frames = []
          const ask = window.requestAnimationFrame
          window.requestAnimationFrame = then => { window.asked++; return ask.call(window, then) }
          let watching = false
          window.watchFrames = on => {
            watching = on
            let last = 0
            const frame = now => {
              if (!watching) return
              if (last) window.frames.push(now - last)
              last = now
              ask.call(window, frame)
            }
            if (on) ask.call(window, frame)
          }
          window.longest = 0
          try {
            new PerformanceObserver(list => {
              for (const one of list.getEntries()) window.longest = Math.max(window.longest, one.duration)
            }).observe({ type: 'long-animation-frame', buffered: false })
          } catch { window.longest = Infinity }
          """);
      devtools = context.newCDPSession(page);
      devtools.send("Performance.enable");
      page.navigate(address);
      page.waitForSelector(INPUT);
      page.waitForTimeout(800);
    }

    void type(String line) {
      page.locator(INPUT).first().fill(line);
      page.locator(INPUT).first().press("Enter");
    }

    /// Runs many lines as another client of this sandbox would.
    void paste(String lines) {
      try (Speaker speaker = new Speaker(java.net.URI.create(page.url()))) {
        for (String line : lines.split("\n")) {
          speaker.run(line);
        }
      } catch (Exception e) {
        throw new IllegalStateException("a line could not be run", e);
      }
    }

    void awaitRecords(int records) {
      page.waitForFunction(
          "n => document.querySelector('#picture').textContent.replace(/[,.]/g, '').includes(n + ' record')",
          records,
          new Page.WaitForFunctionOptions().setTimeout(180_000));
    }

    void awaitCommands(int commands) {
      page.waitForFunction(
          "n => document.body.textContent.replace(/[,.]/g, '').includes(String(n))",
          commands,
          new Page.WaitForFunctionOptions().setTimeout(180_000));
    }

    Map<String, Double> metrics() {
      JsonObject answer = devtools.send("Performance.getMetrics");
      Map<String, Double> metrics = new HashMap<>();
      for (JsonElement metric : answer.getAsJsonArray("metrics")) {
        JsonObject one = metric.getAsJsonObject();
        metrics.put(one.get("name").getAsString(), one.get("value").getAsDouble());
      }
      return metrics;
    }

    double number(String expression) {
      return ((Number) page.evaluate("async () => await (" + expression + ")")).doubleValue();
    }

    List<Double> numbers(String expression) {
      List<Double> numbers = new ArrayList<>();
      for (Object one : (List<?>) page.evaluate("() => " + expression)) {
        numbers.add(((Number) one).doubleValue());
      }
      return numbers;
    }

    void forgetFrames() {
      page.evaluate("() => { window.longest = 0; window.frames = [] }");
    }

    double longestFrame() {
      return number("window.longest");
    }

    @Override
    public void close() {
      context.close();
    }
  }
}
