package dev.carril.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Where other consoles and pictures fell, by the numbers of their cases. What has a test elsewhere
/// is not told again.
@Timeout(90)
class TrapsIT {
  @RegisterExtension private static final House house = new House();

  @Test
  @DisplayName(
      "5: back, step and speed for every animation; any key skips it; idle pages use no CPU")
  void case_5_back_step_speed_skip_and_idle() {
    try (Visitor anna = Visitor.at(house.address())) {
      anna.run("create topic orders partitions 2");
      anna.page.locator("#time .speed").selectOption("0.25");
      for (String line :
          List.of(
              "produce orders key=a v",
              "produce orders key=b v",
              "consume orders group billing from-beginning",
              "reset group billing to earliest",
              "undo",
              "consume orders group email from-beginning no-commit")) {
        anna.run(line);
        anna.awaitMoving("running");
        assertEquals(
            List.of(0.25),
            anna.page.evaluate(
                "[...new Set(document.getAnimations().filter(a => !(a instanceof CSSTransition)).map(a => a.playbackRate))]"),
            line);
        anna.press("Shift");
        assertEquals(0, anna.moving("running"), line);
      }
      // Each of them again, step by step, there and back.
      String now = anna.page.locator("#picture .topics").innerText();
      for (int step = 4; step >= 0; step--) {
        anna.press("Alt+,");
        anna.awaitThat(
            "at => document.querySelector('#time .place b').textContent.startsWith(at + ' ')",
            "" + step);
      }
      for (int step = 1; step <= 5; step++) {
        anna.press("Alt+.");
        anna.awaitThat(
            "at => document.querySelector('#time .place b').textContent.startsWith(at + ' ')",
            "" + step);
      }
      anna.press("Shift");
      anna.page.waitForTimeout(100);
      assertEquals(now, anna.page.locator("#picture .topics").innerText());

      anna.page.waitForTimeout(1_000);
      anna.page.evaluate(
          """
          (() => {
            window.frames_ = 0
            const ask = window.requestAnimationFrame
            window.requestAnimationFrame = then => { window.frames_++; return ask.call(window, then) }
          })()\
          """);
      var devTools = anna.page.context().newCDPSession(anna.page);
      devTools.send("Performance.enable");
      double before = busySeconds(devTools);
      anna.page.waitForTimeout(5_000);
      double busy = busySeconds(devTools) - before;
      assertEquals(0, anna.page.evaluate("window.frames_"), "no frame is asked for");
      assertTrue(busy < 0.1, busy + " s of five idle seconds");
    }
  }

  private static double busySeconds(com.microsoft.playwright.CDPSession devTools) {
    for (var metric : devTools.send("Performance.getMetrics").getAsJsonArray("metrics")) {
      if (metric.getAsJsonObject().get("name").getAsString().equals("TaskDuration")) {
        return metric.getAsJsonObject().get("value").getAsDouble();
      }
    }
    throw new AssertionError("no TaskDuration");
  }

  private static final List<String> EYES =
      List.of("deuteranopia", "protanopia", "tritanopia", "achromatopsia", "reducedContrast");

  @ParameterizedTest(name = "7: groups are told apart by every eye, in greyscale, projected: {0}")
  @ValueSource(strings = {"light", "dark", "projector"})
  void case_7_groups_are_told_apart_by_every_eye_in_greyscale_and_on_a_projector(String theme)
      throws Exception {
    List<String> groups = List.of("one", "two", "three", "four", "five", "six");
    try (Visitor anna = Visitor.at(house.address(), Visitor.usual().setViewportSize(1366, 1000))) {
      anna.run("create topic orders partitions 1");
      anna.page.locator("#time .speed").selectOption("0");
      for (int i = 0; i < 4; i++) {
        anna.run("produce orders v" + i);
      }
      for (String group : groups) {
        anna.run("consume orders group " + group + " from-beginning");
      }
      anna.awaitThat("document.querySelectorAll('#picture .reader').length === 6");
      if (theme.equals("projector")) {
        anna.page.locator("#project").click();
        anna.awaitThat("document.querySelector('.projecting .caption')");
      } else {
        anna.theme(theme);
      }
      anna.page.waitForTimeout(300);
      var devTools = anna.page.context().newCDPSession(anna.page);
      for (String eye : EYES) {
        var what = new com.google.gson.JsonObject();
        what.addProperty("type", eye);
        devTools.send("Emulation.setEmulatedVisionDeficiency", what);
        BufferedImage screen = ImageIO.read(new ByteArrayInputStream(anna.page.screenshot()));
        assertEquals(Map.of(), alike(screen, anna, eye.equals("reducedContrast") ? 6 : 18), eye);
      }
      // The sixth has no colour of its own but a sign, and each its name.
      assertEquals(1, anna.page.locator("#picture .legend li[class*='shape-'] .swatch").count());
      assertEquals(groups, anna.page.locator("#picture .legend .halves").allInnerTexts());
    }
  }

  /// Which of the five bars that have a colour look alike, and how much.
  private static Map<String, Double> alike(BufferedImage screen, Visitor visitor, double least) {
    List<int[]> bars = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      bars.add(patch(screen, visitor, i));
    }
    Map<String, Double> alike = new HashMap<>();
    for (int i = 0; i < bars.size(); i++) {
      for (int j = i + 1; j < bars.size(); j++) {
        double apart = apart(bars.get(i), bars.get(j));
        if (apart < least) {
          alike.put((i + 1) + " and " + (j + 1), apart);
        }
      }
    }
    return alike;
  }

  /// The colours along the middle of a group's bar.
  private static int[] patch(BufferedImage screen, Visitor visitor, int group) {
    var box = visitor.page.locator("#picture .reader .bars").nth(group).boundingBox();
    int y = (int) Math.round(box.y + box.height / 2);
    int[] found = new int[90];
    for (int x = 0; x < found.length; x++) {
      found[x] = screen.getRGB((int) box.x + 4 + x, y);
    }
    return found;
  }

  /// How far two stretches of colour are apart: the mean difference of red, green and blue.
  private static double apart(int[] one, int[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      for (int shift : new int[] {0, 8, 16}) {
        sum += Math.abs((one[i] >> shift & 255) - (other[i] >> shift & 255));
      }
    }
    return sum / one.length / 3;
  }

  @Test
  @DisplayName("16: permalinks are short: a list of commands, or a stored id")
  void case_16_permalinks_are_short() {
    try (Visitor anna = Visitor.at(house.address())) {
      anna.run("create topic orders partitions 3");
      anna.page.locator("#time .speed").selectOption("0");
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i < 60; i++) {
        lines
            .append("produce orders key=k")
            .append(i)
            .append(" ")
            .append("x".repeat(300))
            .append('\n');
      }
      anna.paste(lines.toString());
      anna.awaitLive("60 ");
      anna.awaitThat(
          "document.querySelector('#picture .topics').textContent.includes('60 records')");
      assertTrue(anna.page.url().length() < 80, anna.page.url());
      anna.page.locator("#share").click();
      anna.page.locator("dialog .button.main").waitFor();
      String address = anna.page.locator("dialog input.field").inputValue();
      assertTrue(address.length() < 80, address);
      assertNotEquals(anna.page.url(), address);
      String shown = anna.page.locator("#picture .topics").innerText();
      try (Visitor ben = Visitor.at(address)) {
        ben.awaitThat("document.querySelectorAll('#picture .partition').length === 3");
        ben.page.waitForTimeout(300);
        assertEquals(shown, ben.page.locator("#picture .topics").innerText());
      }
    }
  }

  @Test
  @DisplayName(
      "23: in the projector view page keys and Escape act while one types, printable keys do not,"
          + " and after Enter the console gives the focus back")
  void case_23_a_remote_works_whoever_has_the_focus() {
    try (Visitor anna = Visitor.at(house.address())) {
      anna.run("create topic orders partitions 1");
      anna.run("produce orders a");
      anna.run("produce orders b");
      anna.page.locator("#project").click();
      anna.awaitThat("document.querySelector('.projecting .caption')");

      anna.press("t");
      assertTrue(anna.isTyping());
      anna.press("PageUp");
      anna.awaitThat("document.querySelector('.track-bar .num').textContent === '2 of 3'");
      anna.press("PageDown");
      anna.awaitThat("document.querySelector('.track-bar .num').textContent === '3 of 3'");
      assertTrue(anna.isTyping());
      anna.page.keyboard().type(".b?pi0 ");
      assertEquals(".b?pi0 ", anna.line());
      assertFalse(anna.page.locator(".blank").isVisible());
      assertFalse(anna.page.locator(".track-bar .held").isVisible());
      anna.input().fill("");

      anna.page.keyboard().type("produce orders c");
      anna.press("Enter");
      anna.awaitThat("document.querySelector('.track-bar .num').textContent === '4 of 4'");
      assertFalse(anna.isTyping(), "the console gives the focus back");
      anna.press(".");
      assertTrue(anna.page.locator(".track-bar .held").isVisible(), "so that a remote's keys act");
      anna.press(".");
      anna.press("b");
      assertTrue(anna.page.locator(".blank").isVisible());
      anna.press("b");
      anna.press("PageUp");
      anna.awaitThat("document.querySelector('.track-bar .num').textContent === '3 of 4'");

      anna.press("t");
      anna.press("Escape");
      anna.awaitThat("!document.querySelector('.projecting')");
    }
  }
}
