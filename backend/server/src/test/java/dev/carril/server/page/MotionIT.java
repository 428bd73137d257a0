package dev.carril.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.options.ReducedMotion;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What moves can be held, taken on, ended, made slower and faster, and done without.
@Timeout(90)
class MotionIT {
  @RegisterExtension private static final House house = new House();

  /// Somebody with a topic of six records that nobody has read, at the slowest speed.
  private static Visitor visitor() {
    Visitor anna = Visitor.at(house.address());
    anna.run("create topic orders partitions 1");
    anna.page.locator("#time .speed").selectOption("0");
    for (int i = 0; i < 6; i++) {
      anna.run("produce orders key=order-" + i + " v");
    }
    // The reply to a command can be there before its state is.
    anna.awaitRecords(6);
    anna.page.locator("#time .speed").selectOption("0.25");
    return anna;
  }

  /// That an end is reached is told with the next frame.
  private static void awaitLag(Visitor visitor, String lag) {
    visitor.awaitThat(
        "lag => document.querySelector('#picture .reader .lag b').textContent === lag", lag);
  }

  /// What is left to read, as the row of the only group says it.
  private static String lag(Visitor visitor) {
    return visitor.page.locator("#picture .reader .lag b").innerText();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "Escape", "ArrowUp", "Shift", "F2"})
  void any_key_ends_what_moves_and_still_does_what_it_does(String key) {
    try (Visitor anna = visitor()) {
      anna.run("consume orders group billing from-beginning");
      anna.awaitMoving("running");
      anna.press(key);
      assertEquals(
          List.of(),
          anna.page.evaluate(
              "document.getAnimations().filter(a => !(a instanceof CSSTransition)).map(a => `${a.effect.target.className} ${a.effect.pseudoElement} ${a.playState} ${a.pending} ${a.currentTime} ${JSON.stringify(a.effect.getTiming())}`)"));
      awaitLag(anna, "0");
      assertEquals(
          switch (key) {
            case "x" -> "x";
            case "ArrowUp" -> "consume orders group billing from-beginning";
            default -> "";
          },
          anna.line());
    }
  }

  @Test
  void what_moves_can_be_held_and_taken_on_beat_by_beat() {
    try (Visitor anna = visitor()) {
      anna.press("Alt+m");
      assertEquals("true", anna.button("Hold motion").getAttribute("aria-pressed"));
      anna.run("consume orders group billing from-beginning");
      anna.awaitMoving("paused");
      assertEquals(0, anna.moving("running"));
      Object then = times(anna);
      anna.page.waitForTimeout(400);
      assertEquals(then, times(anna), "what is held stands still");
      assertEquals("6", lag(anna));

      int beats = 0;
      while (anna.moving("paused") > 0 && beats < 60) {
        int before = anna.moving("paused");
        Object at = times(anna);
        anna.press("Alt+.");
        assertTrue(anna.moving("paused") < before || !at.equals(times(anna)), "beat " + beats);
        beats++;
      }
      assertTrue(beats > 3 && beats < 60, beats + " beats");
      awaitLag(anna, "0");
      assertEquals("8 of 8", place(anna), "no step was taken meanwhile");

      anna.press("Alt+,");
      anna.awaitThat("document.querySelector('#time .place b').textContent === '7 of 8'");
      anna.press("Alt+m");
      assertEquals("false", anna.button("Hold motion").getAttribute("aria-pressed"));
    }
  }

  private static Object times(Visitor visitor) {
    return visitor.page.evaluate("document.getAnimations().map(a => Math.round(a.currentTime))");
  }

  private static String place(Visitor visitor) {
    return visitor.page.locator("#time .place b").innerText();
  }

  @Test
  void the_button_that_holds_can_be_reached_and_pressed_by_keys_without_ending_what_it_holds() {
    try (Visitor anna = visitor()) {
      anna.button("Hold motion").focus();
      anna.press("Space");
      anna.run("produce orders key=order-6 v");
      anna.awaitMoving("paused");
      anna.button("Hold motion").focus();
      anna.press("Tab");
      anna.press("Shift+Tab");
      assertTrue(anna.moving("paused") > 0);
      anna.button("Step on").focus();
      Object then = times(anna);
      anna.press("Enter");
      assertFalse(then.equals(times(anna)));
      anna.button("Hold motion").focus();
      anna.press("Space");
      anna.awaitMoving("running");
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.25, 0.5, 1, 2, 4})
  void the_speed_is_that_of_what_moves(double speed) {
    try (Visitor anna = visitor()) {
      String chosen = speed == (long) speed ? "" + (long) speed : "" + speed;
      anna.page.locator("#time .speed").selectOption(chosen);
      anna.press("Alt+m"); // so that it is still there when it is looked at
      anna.run("consume orders group billing from-beginning");
      anna.awaitMoving("paused");
      assertEquals(
          List.of(chosen),
          anna.page.evaluate(
              "[...new Set(document.getAnimations().map(a => String(a.playbackRate)))]"));
      anna.page.reload();
      anna.settled();
      assertEquals(chosen, anna.page.locator("#time .speed").inputValue(), "it is remembered");
    }
  }

  @Test
  void without_motion_everything_is_where_it_belongs_at_once() {
    try (Visitor anna = visitor()) {
      anna.page.locator("#time .speed").selectOption("0");
      anna.page.evaluate(RECORD_MOTION);
      anna.run("produce orders key=order-7 v");
      anna.run("consume orders group billing from-beginning");
      anna.press("Alt+,");
      anna.awaitThat("document.querySelector('.bench.is-past')");
      assertEquals(List.of(), anna.page.evaluate("window.moved"));
    }
  }

  /// Keeps what is animated, by property.
  private static final String RECORD_MOTION =
      """
      (() => {
        window.moved = []
        const animate = Element.prototype.animate
        Element.prototype.animate = function (frames, options) {
          window.moved.push(...new Set([frames].flat().flatMap(frame => Object.keys(frame)).filter(name => !['offset', 'easing', 'composite'].includes(name))))
          return animate.call(this, frames, options)
        }
      })()\
      """;

  @Test
  void under_reduced_motion_nothing_travels_and_what_changed_is_framed() {
    var still = Visitor.usual().setReducedMotion(ReducedMotion.REDUCE);
    try (Visitor anna = Visitor.at(house.address(), still)) {
      anna.run("create topic orders partitions 2");
      anna.page.evaluate(RECORD_MOTION);
      for (int i = 0; i < 5; i++) {
        anna.run("produce orders v" + i);
      }
      anna.page.locator("#picture .lit").first().waitFor();
      anna.run("consume orders group billing from-beginning");
      anna.run("reset group billing to earliest");
      anna.run("undo");

      // Steps through time, by keys, by the slider and by playing.
      anna.press("Alt+,");
      anna.awaitThat("document.querySelector('#time .place b').textContent.startsWith('6 of ')");
      anna.page.locator("#time [role=slider]").focus();
      anna.press("ArrowLeft");
      anna.press("ArrowLeft");
      anna.awaitThat("document.querySelector('#time .place b').textContent.startsWith('4 of ')");
      anna.press("ArrowRight");
      anna.awaitThat("document.querySelector('#time .place b').textContent.startsWith('5 of ')");
      anna.button("Play").click();
      anna.awaitThat("!document.querySelector('.bench.is-past')");
      assertEquals(
          List.of("opacity"), anna.page.evaluate("[...new Set(window.moved)]"), "nothing travels");
    }
  }
}
