package dev.carril.benchmarks.page;

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

/// One page in a fresh profile, with probes in it that were there before its own scripts.
final class Visit implements AutoCloseable {
  static final String INPUT = "#console input, #console textarea";

  private final BrowserContext context;
  private final Page page;
  private final CDPSession devtools;

  /// What the page's main thread has done so far, in milliseconds of its own time.
  record Cost(double script, double layout, double style, double task) {
    Cost since(Cost before) {
      return new Cost(
          script - before.script, layout - before.layout, style - before.style, task - before.task);
    }

    double drawingMillis() {
      return script + layout + style;
    }

    double taskMillis() {
      return task;
    }
  }

  Visit(Browser browser, String address, int width, int height) {
    this(browser, address, width, height, 1);
  }

  /// @param width in CSS pixels, as is `height`
  /// @param zoom pixels of the screen for one of CSS, less than one where somebody has zoomed out
  Visit(Browser browser, String address, int width, int height, double zoom) {
    context =
        browser.newContext(
            new Browser.NewContextOptions()
                .setViewportSize(width, height)
                .setDeviceScaleFactor(zoom)
                .setLocale("en"));
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
        // Settles with the milliseconds from the next event of a kind to the paint that shows what it changed in the picture.
        window.paintAfter = kind => {
          let from = 0
          addEventListener(kind, event => { if (kind !== 'keydown' || event.key === 'Enter') from ||= event.timeStamp }, { capture: true })
          window.painted = new Promise(done => {
            const seen = new MutationObserver(() => {
              if (!from) return
              seen.disconnect()
              ask.call(window, () => setTimeout(() => done(performance.now() - from)))
            })
            seen.observe(document.querySelector('#picture'), { subtree: true, childList: true, attributes: true, characterData: true })
          })
        }
        // Where the browser does not tell of long frames, none can be ruled out.
        window.longest = PerformanceObserver.supportedEntryTypes.includes('long-animation-frame') ? 0 : Infinity
        if (window.longest === 0) new PerformanceObserver(list => {
          for (const one of list.getEntries()) window.longest = Math.max(window.longest, one.duration)
        }).observe({ type: 'long-animation-frame', buffered: false })
        """);
    devtools = context.newCDPSession(page);
    // What the thread itself was busy with, whatever else the machine does meanwhile.
    JsonObject byThread = new JsonObject();
    byThread.addProperty("timeDomain", "threadTicks");
    devtools.send("Performance.enable", byThread);
    page.navigate(address);
    page.waitForSelector(INPUT);
    rest(800);
  }

  Page page() {
    return page;
  }

  void type(String line) {
    page.locator(INPUT).first().fill(line);
    page.locator(INPUT).first().press("Enter");
  }

  void rest(int millis) {
    page.waitForTimeout(millis);
  }

  /// Waits until so many records at least are to be seen.
  void awaitCells(int cells) {
    page.waitForFunction(
        "n => [...document.querySelectorAll('#picture .cell:not(.next)')].length >= n",
        cells,
        new Page.WaitForFunctionOptions().setTimeout(10_000));
  }

  Cost cost() {
    Map<String, Double> metrics = new HashMap<>();
    for (JsonElement metric : devtools.send("Performance.getMetrics").getAsJsonArray("metrics")) {
      metrics.put(
          metric.getAsJsonObject().get("name").getAsString(),
          metric.getAsJsonObject().get("value").getAsDouble() * 1_000);
    }
    return new Cost(
        metrics.getOrDefault("ScriptDuration", Double.NaN),
        metrics.getOrDefault("LayoutDuration", Double.NaN),
        metrics.getOrDefault("RecalcStyleDuration", Double.NaN),
        metrics.getOrDefault("TaskDuration", Double.NaN));
  }

  /// Begins to wait for an event and the paint that shows what it changed in the picture.
  void awaitPaintAfter(String event) {
    page.evaluate("kind => window.paintAfter(kind)", event);
  }

  /// The milliseconds from that event to that paint.
  double painted() {
    return number("window.painted");
  }

  double number(String expression) {
    return ((Number) page.evaluate("async () => await (" + expression + ")")).doubleValue();
  }

  void watchFrames(boolean on) {
    page.evaluate("on => window.watchFrames(on)", on);
  }

  void forgetFrames() {
    page.evaluate(
        """
        () => {
          if (window.longest !== Infinity) window.longest = 0
          window.frames = []
          window.asked = 0
        }
        """);
  }

  double longestFrame() {
    return number("window.longest");
  }

  double framesAskedFor() {
    return number("window.asked");
  }

  List<Double> frames() {
    List<Double> numbers = new ArrayList<>();
    for (Object one : (List<?>) page.evaluate("() => window.frames")) {
      numbers.add(((Number) one).doubleValue());
    }
    return numbers;
  }

  @Override
  public void close() {
    context.close();
  }
}
