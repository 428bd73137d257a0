package dev.carril.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Somebody in front of the page: what they do, and what they see.
final class Visitor implements AutoCloseable {
  private static final String AXE = read("/axe.min.js");

  private static final String MOVING =
      "state => document.getAnimations().filter(a => !(a instanceof CSSTransition) && a.playState === state)";

  private final BrowserContext context;
  private final List<String> complaints = new ArrayList<>();
  final Page page;

  private Visitor(BrowserContext context, String address) {
    this.context = context;
    page = context.newPage();
    watch(page);
    page.navigate(address);
    settled();
  }

  /// Somebody with a browser of their own, and so with a sandbox of their own if the address is
  /// that of the server.
  static Visitor at(String address) {
    return at(address, usual());
  }

  static Visitor at(String address, com.microsoft.playwright.Browser.NewContextOptions options) {
    return new Visitor(Browser.visitor(options), address);
  }

  static com.microsoft.playwright.Browser.NewContextOptions usual() {
    return new com.microsoft.playwright.Browser.NewContextOptions()
        .setViewportSize(1366, 768)
        .setLocale("en-GB")
        .setColorScheme(ColorScheme.LIGHT)
        .setPermissions(List.of("clipboard-read", "clipboard-write"));
  }

  /// The library's own Java classes want another Playwright; its script is all that is needed.
  private static String read(String resource) {
    try (InputStream in = Visitor.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void watch(Page page) {
    page.onPageError(complaints::add);
    page.onConsoleMessage(this::heard);
  }

  private void heard(ConsoleMessage message) {
    // That a server which is not there cannot be reached is what some tests are about.
    if (message.type().equals("error") && !message.text().contains("net::ERR_")) {
      complaints.add(message.text());
    }
  }

  /// Waits until the page shows the state of its sandbox; a lesson, what stands on its stage; the
  /// home page has nothing to wait for.
  void settled() {
    awaitThat(
        """
        !document.querySelector('#time')
          || location.pathname === document.querySelector('#lesson')?.dataset.arrived
          || document.querySelector('#time .num')?.textContent.includes(':')\
        """);
  }

  /// Waits until something is so. Playwright's own wait evaluates in the page, which the page's
  /// policy forbids.
  ///
  /// @param condition an expression, or a function of one argument
  void awaitThat(String condition, @Nullable Object argument, Duration patience) {
    Instant end = Instant.now().plus(patience);
    while (!isSo(asked(condition, argument))) {
      assertTrue(
          Instant.now().isBefore(end),
          () ->
              "never so: %s %s%n%s"
                  .formatted(condition, argument, page.locator("body").innerText()));
      page.waitForTimeout(20);
    }
  }

  void awaitThat(String condition, @Nullable Object argument) {
    awaitThat(condition, argument, Duration.ofSeconds(20));
  }

  void awaitThat(String condition) {
    awaitThat(condition, null);
  }

  /// What the page says, or null while it is just giving way to another.
  private @Nullable Object asked(String condition, @Nullable Object argument) {
    try {
      return page.evaluate(condition, argument);
    } catch (PlaywrightException e) {
      if (String.valueOf(e.getMessage()).contains("context was destroyed")) {
        return null;
      }
      throw e;
    }
  }

  private static boolean isSo(@Nullable Object value) {
    return value != null && !value.equals(false);
  }

  // ---- what one does

  Locator input() {
    return page.locator("#console input");
  }

  /// Types a line and presses Enter, by keyboard only. Returns what the console answered.
  String run(String line) {
    input().fill(line);
    return enter(() -> input().press("Enter"));
  }

  /// Does something that runs one line, and waits for its answer.
  String enter(Runnable act) {
    page.evaluate("window.turnBefore = [...document.querySelectorAll('#console .turn')].at(-1)");
    act.run();
    awaitThat(
        """
        (() => {
          const last = [...document.querySelectorAll('#console .turn')].at(-1)
          return last && last !== window.turnBefore && last.lastElementChild.childElementCount > 0
        })()\
        """);
    return answer();
  }

  void paste(String text) {
    input()
        .evaluate(
            """
            (input, text) => {
              const data = new DataTransfer()
              data.setData('text/plain', text)
              input.focus()
              const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
              if (input.dispatchEvent(event)) document.execCommand('insertText', false, text)
            }\
            """,
            text);
  }

  void press(String key) {
    page.keyboard().press(key);
  }

  /// Presses Tab until something of this kind has the focus.
  void tabTo(String selector) {
    for (int i = 0; i < 120; i++) {
      if ((boolean)
          page.evaluate("selector => document.activeElement.matches(selector)", selector)) {
        return;
      }
      press("Tab");
    }
    throw new AssertionError("Tab does not lead to " + selector);
  }

  /// Chooses among light, dark and the system's.
  void theme(String name) {
    // The radio itself is not seen, its label is.
    page.locator("#theme input[value=" + name + "]")
        .check(new Locator.CheckOptions().setForce(true));
  }

  Locator button(String name) {
    return page.getByRole(
        com.microsoft.playwright.options.AriaRole.BUTTON,
        new Page.GetByRoleOptions().setName(Pattern.compile("^" + name)));
  }

  // ---- what one sees

  int turns() {
    return page.locator("#console .turn").count();
  }

  String answer() {
    return page.locator("#console .turn").last().locator(":scope > :last-child").innerText();
  }

  List<String> saidSoFar() {
    return page.locator("#console .said").allInnerTexts();
  }

  String line() {
    return input().inputValue();
  }

  boolean isTyping() {
    return (boolean) input().evaluate("input => input === document.activeElement");
  }

  List<String> offers() {
    return page.locator("#offers [role=option] .mono").allInnerTexts();
  }

  /// Waits until completions are offered.
  void awaitOffers() {
    page.locator("#offers [role=option]").first().waitFor();
  }

  String live() {
    return page.locator("#live").innerText().strip();
  }

  void awaitLive(String start) {
    awaitThat("start => document.querySelector('#live').textContent.startsWith(start)", start);
  }

  /// The picture's text, once it is drawn.
  String picture() {
    page.waitForTimeout(60);
    return page.locator("#picture").innerText();
  }

  int records() {
    return page.locator("#picture .cells > .cell:not(.next)").count();
  }

  void awaitRecords(int count) {
    awaitThat(
        "n => document.querySelectorAll('#picture .cells > .cell:not(.next)').length === n", count);
  }

  /// How much moves, or is held in its motion: `running` or `paused`.
  int moving(String state) {
    return ((Number) page.evaluate(MOVING + ".length", state)).intValue();
  }

  void awaitMoving(String state) {
    awaitThat(MOVING + ".length > 0", state);
  }

  /// What keeps somebody from using the page, as far as a machine can tell.
  List<String> barriers() {
    return barriers(page);
  }

  @SuppressWarnings("unchecked")
  static List<String> barriers(Page page) {
    page.evaluate(AXE);
    return (List<String>)
        page.evaluate(
            """
            async () => (await axe.run()).violations.map(({ id, nodes }) =>
              `${id}: ${nodes.map(node => node.html.slice(0, 200)).join(' ')}`)\
            """);
  }

  /// How far the page could be scrolled sideways.
  int sideways() {
    return ((Number)
            page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"))
        .intValue();
  }

  String sandbox() {
    return page.url().replaceAll(".*/sandbox/", "");
  }

  /// Another tab of the same browser.
  Visitor tab() {
    return new Visitor(context, page.url());
  }

  @Override
  public void close() {
    try {
      assertEquals(List.of(), complaints, "the browser's console");
    } finally {
      // A page that is closed while another comes never tells that it is.
      page.waitForLoadState();
      page.close();
      if (context.pages().isEmpty()) {
        context.close();
      }
    }
  }
}
