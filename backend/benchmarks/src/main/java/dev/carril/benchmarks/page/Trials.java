package dev.carril.benchmarks.page;

import com.google.gson.JsonObject;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.BoundingBox;
import dev.carril.benchmarks.figures.Figures;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/// The trials of the page, each on a fresh profile with a sandbox of its own.
///
/// Script and layout times are the browser's own (`Performance.getMetrics` of the DevTools
/// protocol); frames are the distances of animation frames while something moves.
final class Trials {
  private final Browser browser;
  private final String server;
  private final Consumer<Budget> told;
  private final List<Budget> budgets = new ArrayList<>();

  /// @param told hears of each figure as soon as it is known
  Trials(Browser browser, String server, Consumer<Budget> told) {
    this.browser = browser;
    this.server = server;
    this.told = told;
  }

  /// For the command line's help.
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return names().iterator();
    }
  }

  private interface Trial {
    void run(Trials with) throws Exception;
  }

  private static Map<String, Trial> all() {
    Map<String, Trial> all = new LinkedHashMap<>();
    all.put("first-load", Trials::firstLoad);
    all.put("elements", Trials::fiveThousandRecords);
    all.put("cells", Trials::aThousandCells);
    all.put("enter", Trials::fromEnterToPaint);
    all.put("idle", Trials::tenIdleSeconds);
    all.put("groups", Trials::manyGroups);
    all.put("instances", Trials::instancesAtWork);
    all.put("moments", Trials::anyMoment);
    return all;
  }

  static List<String> names() {
    return List.copyOf(all().keySet());
  }

  /// @param only the names of those to run; none means all
  List<Budget> run(List<String> only) throws Exception {
    for (Map.Entry<String, Trial> trial : all().entrySet()) {
      if (only.isEmpty() || only.contains(trial.getKey())) {
        trial.getValue().run(this);
      }
    }
    return List.copyOf(budgets);
  }

  private void budget(String name, double measured, double most, String unit) {
    Budget budget = new Budget(name, measured, most, unit);
    budgets.add(budget);
    told.accept(budget);
  }

  // ---- trials ----

  /// The pages that people come in by, and something that is there once each is ready.
  private static Map<String, String> doors() {
    Map<String, String> doors = new LinkedHashMap<>();
    doors.put("/", ".track");
    doors.put("/sandbox", Visit.INPUT);
    doors.put("/lesson/event-streams/keys", Visit.INPUT);
    return doors;
  }

  private void firstLoad() {
    doors().forEach(this::firstLoad);
  }

  /// Everything until the page is ready, redirects, headers and the socket's handshake too.
  private void firstLoad(String path, String ready) {
    try (BrowserContext context = browser.newContext()) {
      com.microsoft.playwright.Page page = context.newPage();
      CDPSession devtools = context.newCDPSession(page);
      devtools.send("Network.enable");
      double[] bytes = {0};
      int[] requests = {0};
      devtools.on("Network.webSocketCreated", _ -> requests[0]++);
      devtools.on(
          "Network.requestWillBeSent",
          event -> {
            requests[0]++;
            JsonObject redirect = event.getAsJsonObject("redirectResponse");
            bytes[0] += redirect == null ? 0 : redirect.get("encodedDataLength").getAsDouble();
          });
      devtools.on(
          "Network.loadingFinished",
          event -> bytes[0] += event.get("encodedDataLength").getAsDouble());
      page.navigate(server + path);
      page.waitForSelector(ready);
      page.waitForTimeout(1_500);
      budget("first load of " + path + ", compressed", bytes[0] / 1_000, 100, "kB");
      budget("first load of " + path + ", requests", requests[0], 40, "");
    }
  }

  /// On a screen of the usual size.
  private void fiveThousandRecords() throws Exception {
    List<String> reads = new ArrayList<>();
    for (int group = 1; group <= 6; group++) {
      reads.add("consume many group g" + group + " from-beginning max " + group * 100);
    }
    String address = Script.records("many", 20, 250).and(reads).send(server);
    try (Visit visit = new Visit(browser, address, 1920, 1080)) {
      visit.awaitCells(80);
      visit.rest(500);
      double elements = visit.number("document.querySelectorAll('*').length");
      budget("5,000 records, elements", elements, 1_500, "");
    }
  }

  /// In a window so high that a thousand cells are in sight: rows out of sight have no cells. No
  /// screen shows so much at its usual size, so it is painted as a browser zoomed to 50 % paints
  /// it, on 1,280 × 2,200 pixels.
  private void aThousandCells() throws Exception {
    String address = Script.records("cells", 44, 100).send(server);
    try (Visit visit = new Visit(browser, address, 2560, 4400, .5);
        Speaker speaker = new Speaker(java.net.URI.create(address))) {
      visit.awaitCells(1_000);
      visit.rest(2_000);
      visit.forgetFrames();
      int times = 15;
      Visit.Cost before = visit.cost();
      for (int i = 0; i < times; i++) {
        speaker.run("produce cells key=k" + i + " x" + i);
        visit.rest(900);
      }
      Visit.Cost cost = visit.cost().since(before);
      budget(
          "a produce with 1,000 cells, script and layout", cost.drawingMillis() / times, 4, "ms");
      budget("a produce with 1,000 cells, longest frame", visit.longestFrame(), 50, "ms");
    }
  }

  private void fromEnterToPaint() throws Exception {
    try (Visit visit = new Visit(browser, Script.records("orders", 3, 4).send(server), 1366, 768)) {
      List<Double> millis = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        visit.awaitPaintAfter("keydown");
        visit.type("produce orders key=k" + i % 5 + " v" + i);
        millis.add(visit.painted());
        visit.rest(100);
      }
      budget("from Enter to the painted change, p95", new Figures(millis).percentile(95), 50, "ms");
    }
  }

  private void tenIdleSeconds() throws Exception {
    Script script =
        Script.records("orders", 3, 4).and(List.of("consume orders group billing from-beginning"));
    try (Visit visit = new Visit(browser, script.send(server), 1366, 768)) {
      visit.type("produce orders a");
      visit.rest(5_000);
      visit.forgetFrames();
      Visit.Cost before = visit.cost();
      visit.rest(10_000);
      Visit.Cost cost = visit.cost().since(before);
      budget("ten idle seconds, task time", cost.taskMillis(), 20, "ms");
      budget("ten idle seconds, animation frames asked for", visit.framesAskedFor(), 0, "");
    }
  }

  private void manyGroups() throws Exception {
    List<String> reads = new ArrayList<>();
    for (int group = 1; group <= 20; group++) {
      reads.add("consume wide group g" + group + " from-beginning max " + group * 20);
    }
    String address = Script.records("wide", 12, 40).and(reads).send(server);
    for (boolean unfolded : List.of(false, true)) {
      try (Visit visit = new Visit(browser, address, 1920, 1080)) {
        // Rows far from the screen have none: so many groups would take too many elements.
        visit.awaitCells(60);
        if (unfolded) {
          visit.page().locator("#picture .more").first().click();
        }
        visit.rest(2_000);
        visit.forgetFrames();
        visit.watchFrames(true);
        for (int group = 1; group <= 3; group++) {
          visit.type("consume wide group g" + group + " max 20");
          visit.rest(2_200);
        }
        visit.watchFrames(false);
        budget(
            "20 groups on 12 partitions"
                + (unfolded ? ", all unfolded" : "")
                + ", frame p95 in motion",
            new Figures(visit.frames()).percentile(95),
            17.5,
            "ms");
      }
    }
  }

  /// While the page plays as fast as a clock on the wall goes, with a lane for each of 200
  /// sessions. Fifteen records a second make about a hundred events: each is delivered, queued,
  /// worked on and ended, and commit points follow.
  private void instancesAtWork() throws Exception {
    List<String> lines = new ArrayList<>();
    lines.add("create topic wide partitions 12");
    for (int instance = 1; instance <= 3; instance++) {
      lines.add("start i" + instance + " on wide group g idle 10m");
    }
    lines.add("traffic wide sessions 200 messages 2000 rate 200/s");
    lines.add("run 12s");
    lines.add("traffic wide sessions 200 messages 1000 rate 15/s");
    try (Visit visit = new Visit(browser, new Script(lines).send(server), 1366, 768)) {
      visit.page().waitForSelector("[data-lane]");
      visit.type("play 1");
      visit.rest(3_000);
      visit.forgetFrames();
      visit.watchFrames(true);
      visit.rest(20_000);
      visit.watchFrames(false);
      List<Double> frames = visit.frames();
      long slow = frames.stream().filter(frame -> frame > 33).count();
      budget("3 instances play, frames above 33 ms", 100.0 * slow / frames.size(), 1, "%");
    }
  }

  /// Any moment of a long log, from the press on the slider to the painted picture.
  private void anyMoment() throws Exception {
    List<String> lines = new ArrayList<>();
    lines.add("create topic many partitions 3");
    for (int i = 1; i < 5_000; i++) {
      lines.add(
          i % 50 == 49
              ? "consume many group g" + i % 3 + " from-beginning"
              : "produce many key=k" + i % 7 + " {\"order\":" + i + ",\"event\":\"placed\"}");
    }
    try (Visit visit = new Visit(browser, new Script(lines).send(server), 1366, 768)) {
      visit.awaitCells(30);
      Locator slider = visit.page().locator("#time [role=slider]");
      BoundingBox box = slider.boundingBox();
      List<Double> millis = new ArrayList<>();
      Random random = new Random(7);
      double last = -1;
      for (int i = 0; i < 60; i++) {
        double x = box.x + 1 + random.nextInt((int) box.width - 2);
        if (Math.abs(x - last) < 2) {
          continue; // The same moment again changes nothing that could be waited for.
        }
        last = x;
        visit.awaitPaintAfter("pointerdown");
        visit.page().mouse().click(x, box.y + box.height / 2);
        millis.add(visit.painted());
        visit.rest(150);
      }
      budget("any moment of 5,000 commands, p95", new Figures(millis).percentile(95), 100, "ms");
    }
  }
}
