package dev.carril.server.page;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// One Chromium for all tests of this process; each visitor gets a profile of their own in it.
final class Browser {
  /// A window's own parts that no test looks at. The two of the address bar are pages in processes
  /// of their own, which cost more than most tests; the others are what Playwright leaves out,
  /// whose list this one takes the place of.
  private static final List<String> NOT_LOOKED_AT =
      List.of(
          "WebUIOmniboxPopup",
          "WebUIOmniboxAimPopup",
          "AvoidUnnecessaryBeforeUnloadCheckSync",
          "BoundaryEventDispatchTracksNodeRemoval",
          "DestroyProfileOnBrowserClose",
          "DialMediaRouteProvider",
          "GlobalMediaControls",
          "HttpsUpgrades",
          "LensOverlay",
          "MediaRouter",
          "OptimizationHints",
          "PaintHolding",
          "ThirdPartyStoragePartitioning",
          "Translate");

  private static com.microsoft.playwright.Browser running;

  private Browser() {}

  /// A fresh profile. `CARRIL_BROWSER` names the browser; without it Playwright's own is used, and
  /// where there is none, that is a failure and never a skipped test.
  static synchronized BrowserContext visitor(
      com.microsoft.playwright.Browser.NewContextOptions options) {
    if (running == null) {
      running = launch();
    }
    return running.newContext(options);
  }

  private static com.microsoft.playwright.Browser launch() {
    var flags =
        new ArrayList<>(
            List.of(
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-features=" + String.join(",", NOT_LOOKED_AT)));
    if (System.getProperty("user.name").equals("root")) {
      flags.add("--no-sandbox"); // Chromium's sandbox refuses root.
    }
    var launch = new BrowserType.LaunchOptions().setArgs(flags);
    String path = System.getenv("CARRIL_BROWSER");
    var create = new Playwright.CreateOptions();
    if (path != null && !path.isEmpty()) {
      launch.setExecutablePath(Path.of(path));
      create.setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"));
    }
    Playwright playwright = Playwright.create(create);
    Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
    return playwright.chromium().launch(launch);
  }
}
