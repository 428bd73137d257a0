package dev.carril.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A hall full of people, a projector, and a remote with four keys.
@Timeout(120)
class ProjectorIT {
  private static final int DEMONSTRATION = 24;

  @RegisterExtension private static final House house = new House();

  private static Visitor at(int width, int height) {
    return Visitor.at(house.address(), Visitor.usual().setViewportSize(width, height));
  }

  private static void project(Visitor anna) {
    anna.page.locator("#project").click();
    anna.awaitThat("document.querySelector('.projecting')?.querySelector('.caption') != null");
  }

  private static String caption(Visitor anna) {
    return anna.page.locator("p.caption").innerText().replaceFirst("^Earlier\\s*", "");
  }

  private static void awaitCaption(Visitor anna, String part) {
    anna.awaitThat("part => document.querySelector('.caption')?.textContent.includes(part)", part);
  }

  /// Where the bar says that we are, such as `3 of 24`.
  private static String place(Visitor anna) {
    return anna.page.locator(".track-bar .num").innerText();
  }

  private static void step(Visitor anna, String key, int to) {
    anna.press(key);
    anna.awaitThat(
        "to => document.querySelector('.track-bar .num').textContent.startsWith(to + ' ')",
        "" + to);
  }

  private static String focus(Visitor anna) {
    return anna.page.evaluate("document.activeElement.id").toString();
  }

  private static boolean isProjecting(Visitor anna) {
    return anna.page.locator(".projecting").count() == 1;
  }

  private static void playDemonstration(Visitor anna) {
    project(anna);
    anna.press("s");
    anna.button("Use the built-in one").click();
    anna.awaitThat("document.querySelector('#script-text').value.length > 100");
    anna.button("Play from the start").click();
    awaitCaption(anna, "Keys and partitions");
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"1920, 1080", "1024, 768"})
  void a_remote_and_two_commands_typed_live_give_the_demonstration_from_start_to_end_and_back(
      int width, int height) {
    try (Visitor anna = at(width, height)) {
      playDemonstration(anna);
      assertEquals("1 of " + DEMONSTRATION, place(anna));
      var captions = new ArrayList<String>(List.of(caption(anna)));
      int place = 1;
      while (place < 14) {
        step(anna, "PageDown", ++place);
        captions.add(caption(anna));
        assertFits(anna);
      }
      // Two commands, typed with the remote in the other hand.
      anna.page.locator("#console input").click();
      anna.page.keyboard().type("produce orders key=order-64 {\"order\":64,\"status\":\"paid\"}");
      anna.press("Enter");
      anna.awaitThat("document.querySelector('.track-bar .num').textContent === '15 of 25'");
      assertTrue(caption(anna).startsWith("produce orders key=order-64"), caption(anna));
      assertEquals("stage", focus(anna));
      anna.press("t");
      anna.page.keyboard().type("offsets orders");
      anna.press("Enter");
      awaitCaption(anna, "offsets orders");
      assertTrue(anna.page.locator(".projected-answer table").isVisible());
      place = 15;
      while (place < DEMONSTRATION + 1) {
        step(anna, "PageDown", ++place);
        captions.add(caption(anna));
        assertFits(anna);
      }
      assertTrue(caption(anna).startsWith("Three things to take home"), caption(anna));
      anna.press("PageDown");
      assertEquals("25 of 25", place(anna), "nothing lies beyond the end");
      assertEquals(0, anna.page.locator(".projected-answer .wrong").count());
      long ran = logged(anna);

      // Pause and blank, and a key that only brings the picture back.
      anna.press(".");
      assertTrue(anna.page.locator(".track-bar .held").isVisible());
      anna.press(".");
      assertFalse(anna.page.locator(".track-bar .held").isVisible());
      anna.press("b");
      assertTrue(anna.page.locator(".blank").isVisible());
      anna.press("PageUp");
      assertFalse(anna.page.locator(".blank").isVisible());
      assertEquals("25 of 25", place(anna));

      // Back to the beginning, and the moments are those that were shown.
      for (int at = captions.size() - 2; place > 1; ) {
        step(anna, "PageUp", --place);
        if (place == 15) {
          assertTrue(caption(anna).startsWith("produce orders key=order-64"), caption(anna));
        } else {
          assertEquals(captions.get(at--), caption(anna));
        }
      }
      anna.awaitThat("document.querySelectorAll('#picture .cells > .cell').length === 0");
      step(anna, "PageDown", 2);
      anna.awaitThat("document.querySelectorAll('#picture .cells > .cell.next').length === 3");
      anna.press("End");
      anna.awaitThat("document.querySelector('.track-bar .num').textContent === '25 of 25'");
      anna.awaitThat(
          "document.querySelectorAll('#picture .cells > .cell:not(.next)').length === 12");
      assertEquals(ran, logged(anna), "looking back runs and undoes nothing");
    }
  }

  /// A hall does not scroll: all of the stage is seen at once, unless a long answer stands below
  /// it.
  private static void assertFits(Visitor anna) {
    anna.page.waitForTimeout(80);
    assertEquals(
        List.of(0, 0, 0),
        anna.page.evaluate(
            """
            (() => {
              const stage = document.querySelector('#stage')
              const isLong = document.querySelectorAll('.projected-answer table tr').length > 4
              return [isLong ? 0 : Math.max(0, stage.scrollHeight - stage.clientHeight), stage.scrollWidth - stage.clientWidth,
                document.documentElement.scrollHeight - innerHeight]
            })()\
            """),
        () -> place(anna) + ": " + caption(anna));
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"1024, 768", "1366, 768", "1920, 1080"})
  void twelve_partitions_and_a_table_are_seen_at_once(int width, int height) {
    try (Visitor anna = at(width, height)) {
      anna.run("create topic wide partitions 12");
      anna.page.locator("#time .speed").selectOption("0");
      for (int i = 0; i < 30; i++) {
        anna.run("produce wide key=order-" + i + " {\"order\":" + i + "}");
      }
      project(anna);
      assertFits(anna);
      for (String line :
          List.of(
              "consume wide group billing from-beginning max 9",
              "consume wide group email from-beginning max 20",
              "sql CREATE TABLE invoices (\"order\", customer, total)",
              "sql INSERT INTO invoices VALUES (61, 'customer-7', '12.40')",
              "consume wide group audit from-beginning")) {
        anna.press("t");
        anna.page.keyboard().type(line);
        anna.press("Enter");
        awaitCaption(anna, line);
        assertFits(anna);
        assertEquals(12, anna.page.locator("#picture .partition > .line").count());
      }
      assertEquals(List.of(), unreadable(anna, width == 1920 ? 28 : 20));
      assertEquals(List.of(), anna.barriers());
      anna.press("Escape");
      anna.awaitThat("!document.querySelector('.projecting')");
      assertEquals("picture", anna.page.locator("#picture .picture").getAttribute("class"));
    }
  }

  @Test
  void next_goes_on_in_an_answer_that_is_longer_than_its_room_and_back_goes_back_in_it() {
    try (Visitor anna = at(1024, 768)) {
      anna.run("create topic wide partitions 12");
      anna.run("produce wide key=a v");
      project(anna);
      anna.press("t");
      anna.page.keyboard().type("offsets wide");
      anna.press("Enter");
      anna.awaitThat("document.querySelectorAll('.projected-answer tbody tr').length >= 12");
      String place = place(anna);
      Locator rest = anna.page.locator(".projected-answer .rest");
      assertTrue(rest.isVisible());
      int pressed = 0;
      while (rest.isVisible() && pressed++ < 12) {
        anna.press("PageDown");
        anna.page.waitForTimeout(60);
      }
      assertTrue(pressed < 12, "it has an end");
      assertEquals(place, place(anna), "no step was taken meanwhile");
      anna.press("PageUp");
      anna.page.waitForTimeout(60);
      assertTrue(rest.isVisible());
      assertEquals(place, place(anna), "nor back");
    }
  }

  @Test
  void a_script_is_kept_with_the_sandbox_and_is_there_in_another_browser_in_copies_and_in_files() {
    try (Visitor anna = at(1366, 768)) {
      project(anna);
      anna.press("s");
      anna.page
          .locator("#script-text")
          .fill("# First\ncreate topic orders partitions 1\n\n# Second\nproduce orders b\n");
      anna.button("Play from the start").click();
      awaitCaption(anna, "Next begins");
      step(anna, "PageDown", 2);
      // The hall's own computer: nothing was run there, and the script is there.
      try (Visitor hall = Visitor.at(anna.page.url(), Visitor.usual().setViewportSize(1024, 768))) {
        project(hall);
        hall.awaitThat("document.querySelector('.track-bar .num').textContent.endsWith(' of 3')");
        hall.press("s");
        hall.page.locator("dialog.script[open]").waitFor();
        assertTrue(hall.page.locator("#script-text").inputValue().startsWith("# First"));
      }
      String copy =
          anna.page
              .evaluate(
                  "fetch(location.pathname + '/share', { method: 'POST' }).then(answer => answer.json()).then(json => json.address)")
              .toString();
      String file =
          anna.page
              .evaluate("fetch(location.pathname + '/export').then(answer => answer.text())")
              .toString();
      assertTrue(file.contains("\"script\":\"# First"), file);
      Object again =
          anna.page.evaluate(
              "file => fetch('/import', { method: 'POST', body: file }).then(answer => answer.json()).then(json => json.address)",
              file);
      for (Object address : List.of(copy, again)) {
        assertEquals(
            true,
            anna.page.evaluate(
                "address => fetch(address + '/script').then(answer => answer.text()).then(text => text.startsWith('# First'))",
                address));
      }
      var tooLong =
          com.microsoft.playwright.options.RequestOptions.create()
              .setHeader("Origin", house.home())
              .setData("x".repeat(100_001));
      assertEquals(413, anna.page.request().put(anna.page.url() + "/script", tooLong).status());

      anna.press("s");
      anna.button("Remove").click();
      anna.awaitThat("document.querySelector('.track-bar .num').textContent === '1 of 1'");
      assertEquals(
          204,
          anna.page.evaluate("fetch(location.pathname + '/script').then(answer => answer.status)"));
    }
  }

  @Test
  void arrows_step_unless_the_picture_has_the_focus() {
    try (Visitor anna = at(1366, 768)) {
      anna.run("create topic orders partitions 1");
      anna.run("produce orders a");
      anna.run("produce orders b");
      project(anna);
      step(anna, "ArrowLeft", 2);
      step(anna, "ArrowRight", 3);
      anna.page.locator("#picture .cell").first().click();
      anna.press("ArrowRight");
      assertEquals("3 of 3", place(anna));
      assertTrue(
          anna.page.evaluate("document.activeElement.textContent").toString().startsWith("1"));
      step(anna, "PageUp", 2);
    }
  }

  @Test
  void the_screen_is_kept_awake_and_an_idle_cursor_is_hidden() {
    try (Visitor anna = at(1366, 768)) {
      anna.page.evaluate(
          """
          (() => {
            window.locks = []
            const lock = { released: false, release() { this.released = true; window.locks.push('released') } }
            Object.defineProperty(navigator, 'wakeLock', { value: { request: async kind => { window.locks.push(kind); lock.released = false; return lock } }, configurable: true })
          })()\
          """);
      project(anna);
      anna.awaitThat("window.locks.length === 1");
      assertEquals(List.of("screen"), anna.page.evaluate("window.locks"));
      anna.page.mouse().move(300, 300);
      assertNotEquals("none", cursor(anna));
      anna.page.waitForTimeout(3_300);
      assertEquals("none", cursor(anna));
      anna.page.mouse().move(310, 300);
      assertNotEquals("none", cursor(anna));
      anna.press("Escape");
      anna.awaitThat("window.locks.length === 2");
      assertEquals(List.of("screen", "released"), anna.page.evaluate("window.locks"));
    }
  }

  private static String cursor(Visitor anna) {
    return anna.page
        .evaluate("getComputedStyle(document.querySelector('#stage')).cursor")
        .toString();
  }

  /// How many turns the console has had.
  private static long logged(Visitor anna) {
    return anna.page.locator("#console .turn").count();
  }

  @Test
  void without_a_script_next_and_back_go_along_the_log() {
    try (Visitor anna = at(1366, 768)) {
      anna.run("create topic orders partitions 2");
      anna.run("produce orders a");
      anna.run("produce orders b");
      project(anna);
      assertEquals("3 of 3", place(anna));
      assertEquals("produce orders b", caption(anna));
      step(anna, "ArrowLeft", 2);
      awaitCaption(anna, "produce orders a");
      anna.awaitRecords(1);
      assertTrue(anna.page.locator(".caption .earlier").isVisible());
      step(anna, "PageUp", 1);
      step(anna, "Shift+Space", 0);
      awaitCaption(anna, "The beginning");
      anna.press("PageUp");
      assertEquals("0 of 3", place(anna));
      step(anna, "Space", 1);
      step(anna, "ArrowRight", 2);
      step(anna, "PageDown", 3);
      anna.awaitRecords(2);
      assertFalse(anna.page.locator(".caption .earlier").isVisible());

      // Typed while looking back: it runs now, and now is shown.
      step(anna, "Home", 0);
      anna.press("t");
      anna.page.keyboard().type("produce orders c");
      anna.press("Enter");
      anna.awaitThat("document.querySelector('.track-bar .num').textContent === '4 of 4'");
      anna.awaitRecords(3);
    }
  }

  @Test
  void page_keys_and_escape_act_while_one_types_and_printable_keys_only_type() {
    try (Visitor anna = at(1366, 768)) {
      anna.run("create topic orders partitions 1");
      anna.input().click();
      anna.page.keyboard().type("p?");
      assertEquals("p?", anna.line());
      assertFalse(isProjecting(anna));
      assertEquals(0, anna.page.locator("dialog[open]").count());
      anna.input().fill("");

      project(anna);
      anna.press("/");
      assertTrue(anna.isTyping());
      anna.page.keyboard().type("b.pixs ?+-0");
      assertEquals("b.pixs ?+-0", anna.line());
      assertFalse(anna.page.locator(".blank").isVisible());
      step(anna, "PageUp", 0);
      step(anna, "PageDown", 1);
      assertTrue(anna.isTyping());
      anna.input().fill("");
      anna.page.keyboard().type("cre");
      anna.awaitOffers();
      anna.press("Escape");
      assertTrue(anna.page.locator("#offers").isHidden());
      assertTrue(isProjecting(anna));
      anna.press("Escape");
      anna.awaitThat("!document.querySelector('.projecting')");
    }
  }

  @Test
  void escape_closes_what_is_open_before_it_leaves() {
    try (Visitor anna = at(1366, 768)) {
      anna.page.locator("#stage").click();
      anna.page.evaluate("document.activeElement.blur()");
      anna.press("p");
      anna.awaitThat("!!document.querySelector('.projecting')");
      anna.press("?");
      anna.page.locator("dialog.keys[open]").waitFor();
      anna.press("Escape");
      anna.awaitThat("!document.querySelector('dialog[open]')");
      assertTrue(isProjecting(anna));
      anna.press("s");
      anna.page.locator("dialog.script[open]").waitFor();
      anna.press("Escape");
      anna.awaitThat("!document.querySelector('dialog[open]')");
      assertTrue(isProjecting(anna));
      anna.press("b");
      anna.press("Escape");
      assertFalse(anna.page.locator(".blank").isVisible());
      assertTrue(isProjecting(anna));
      anna.press("F5");
      assertTrue(isProjecting(anna), "a remote's start key does not begin anew");
      anna.press("Escape");
      anna.awaitThat("!document.querySelector('.projecting')");
      assertNotEquals("projector", anna.page.locator("html").getAttribute("data-theme"));
    }
  }

  @ParameterizedTest
  @CsvSource({"en-GB, Keys, Next", "es-ES, Teclas, Siguiente"})
  void a_question_mark_lists_the_keys_in_each_language(String locale, String title, String next) {
    try (Visitor anna = Visitor.at(house.address(), Visitor.usual().setLocale(locale))) {
      anna.page.evaluate("document.activeElement.blur()");
      anna.press("?");
      anna.page.locator("dialog.keys[open]").waitFor();
      String list = anna.page.locator("dialog.keys").innerText();
      assertTrue(list.startsWith(title), list);
      assertTrue(list.contains(next), list);
      assertFalse(list.contains("page."), list);
      assertEquals(List.of(), anna.barriers());
    }
  }

  private static void fill(Visitor anna) {
    anna.run("create topic orders partitions 3");
    for (int i = 0; i < 8; i++) {
      anna.run("produce orders key=order-" + i + " {\"order\":" + i + "}");
    }
    anna.run("consume orders group billing from-beginning max 5");
    anna.run("consume orders group email from-beginning max 3 no-commit");
    anna.run("consume orders group audit");
    anna.run("sql CREATE TABLE invoices (\"order\" UNIQUE, total)");
    anna.run("sql INSERT INTO invoices VALUES (61, '12.40')");
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"1920,1080,28", "1366,768,20", "1024,768,20"})
  void letters_can_be_read_from_the_last_row(int width, int height, int least) {
    try (Visitor anna = at(width, height)) {
      fill(anna);
      project(anna);
      anna.press("t");
      anna.page.keyboard().type("offsets orders");
      anna.press("Enter");
      awaitCaption(anna, "offsets orders");
      assertEquals(List.of(), unreadable(anna, least), "an answer");
      anna.press("i");
      assertEquals(List.of(), unreadable(anna, least), "inverted");
      anna.press("t");
      anna.page.keyboard().type("o");
      anna.awaitOffers();
      assertEquals(List.of(), unreadable(anna, least), "an offer");
      anna.page.keyboard().type("ffsets ordres");
      anna.press("Enter");
      anna.page.locator(".projected-answer .wrong").waitFor();
      assertEquals(List.of(), unreadable(anna, least), "an error");
      assertEquals(0, anna.sideways());
      assertEquals(0, anna.page.evaluate("document.documentElement.scrollHeight - innerHeight"));
      anna.press("i");
      anna.press("?");
      anna.page.locator("dialog.keys[open]").waitFor();
      assertEquals(List.of(), unreadable(anna, least), "the keys");
      anna.press("Escape");
      anna.press("s");
      anna.page.locator("dialog.script[open]").waitFor();
      assertEquals(List.of(), unreadable(anna, least), "the script");
    }
  }

  /// Text that is seen and is smaller than it may be, or has less than 12:1 on what lies behind it.
  private static Object unreadable(Visitor anna, int least) {
    return anna.page.evaluate(
        """
        least => {
          const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
          const rgba = color => {
            canvas.clearRect(0, 0, 1, 1)
            canvas.fillStyle = color
            canvas.fillRect(0, 0, 1, 1)
            return [...canvas.getImageData(0, 0, 1, 1).data]
          }
          const light = ([r, g, b]) => [r, g, b].map(c => c / 255).map(c => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)
            .reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0)
          const behind = element => {
            for (let at = element; at; at = at.parentElement) {
              const color = rgba(getComputedStyle(at).backgroundColor)
              if (color[3] > 250) return color
            }
            return [255, 255, 255]
          }
          const found = []
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
          while (walker.nextNode()) {
            const element = walker.currentNode.parentElement
            if (!walker.currentNode.textContent.trim() || !element.checkVisibility({ visibilityProperty: true })) continue
            const box = element.getBoundingClientRect()
            if (box.width <= 1 || box.height <= 1 || element.closest('.hidden, .told, .probe')) continue
            const style = getComputedStyle(element)
            const a = light(rgba(style.color)), b = light(behind(element))
            const contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05)
            const size = parseFloat(style.fontSize)
            if (size < least - .01 || contrast < 12) found.push(`${element.className} ${walker.currentNode.textContent.trim().slice(0, 30)}: ${size.toFixed(1)} px, ${contrast.toFixed(1)}:1`)
          }
          return found
        }\
        """,
        least);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void marks_have_seven_to_one_and_lines_three_pixels(boolean inverted) {
    try (Visitor anna = at(1024, 768)) {
      fill(anna);
      project(anna);
      if (inverted) {
        anna.press("i");
      }
      assertEquals(
          List.of(),
          anna.page.evaluate(
              """
              () => {
                const style = getComputedStyle(document.querySelector('.scale'))
                const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
                const probe = document.querySelector('.picture').appendChild(document.createElement('i'))
                const light = name => {
                  probe.style.color = `var(${name})`
                  canvas.fillStyle = getComputedStyle(probe).color
                  canvas.fillRect(0, 0, 1, 1)
                  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map(c => c / 255)
                    .map(c => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)
                    .reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0)
                }
                const paper = light('--paper')
                const weak = ['--rail', '--edge', '--hair', '--focus', '--group-1', '--group-2', '--group-3', '--group-4', '--group-5']
                  .map(name => [name, light(name)]).map(([name, mark]) => [name, (Math.max(mark, paper) + .05) / (Math.min(mark, paper) + .05)])
                  .filter(([, contrast]) => contrast < 7).map(([name, contrast]) => `${name} ${contrast.toFixed(1)}:1`)
                probe.remove()
                const thin = [...document.querySelectorAll('.picture .cell, .prompt, .track-bar .steps > i')]
                  .map(part => [part.className, parseFloat(getComputedStyle(part).borderBlockStartWidth)])
                  .filter(([, wide]) => wide < 3).map(([name, wide]) => `${name} ${wide} px`)
                return [...weak, ...new Set(thin)]
              }\
              """));
    }
  }

  @Test
  void how_it_looks_is_remembered_and_so_is_the_view() {
    try (Visitor anna = at(1366, 768)) {
      project(anna);
      String light = background(anna);
      anna.press("i");
      String dark = background(anna);
      assertNotEquals(light, dark);
      anna.press("+");
      Object size = bodySize(anna);
      anna.page.reload();
      anna.awaitThat("!!document.querySelector('.projecting .caption')");
      assertEquals(dark, background(anna));
      assertEquals(size, bodySize(anna));
      anna.press("0");
      assertEquals(light, background(anna));
      anna.press("Escape");
      anna.awaitThat("!document.querySelector('.projecting')");
      anna.page.reload();
      anna.settled();
      assertFalse(isProjecting(anna));
    }
  }

  private static String background(Visitor anna) {
    return anna.page.evaluate("getComputedStyle(document.body).backgroundColor").toString();
  }

  @Test
  void a_remote_that_has_only_next_gets_past_a_step_that_is_refused_twice() {
    try (Visitor anna = at(1366, 768)) {
      project(anna);
      anna.press("s");
      anna.page
          .locator("#script-text")
          .fill("# One\nproduce nowhere x\n# Two\ncreate topic orders partitions 1\n");
      anna.button("Play from the start").click();
      awaitCaption(anna, "Next begins");
      anna.press("PageDown");
      anna.page.locator(".projected-answer .wrong").waitFor();
      anna.press("PageDown");
      anna.page.waitForTimeout(300);
      anna.press("PageDown");
      anna.awaitThat("!document.querySelector('.projected-answer .wrong')");
      anna.press("PageDown");
      awaitCaption(anna, "Two");
    }
  }

  private static Object bodySize(Visitor anna) {
    return anna.page.evaluate("getComputedStyle(document.querySelector('.scale')).fontSize");
  }

  @Test
  void an_error_is_shown_and_the_script_stays_there_until_it_is_skipped_and_a_reload_goes_on() {
    try (Visitor anna = at(1366, 768)) {
      project(anna);
      anna.press("s");
      anna.page
          .locator("#script-text")
          .fill(
              "# One\ncreate topic orders partitions 1\n# Two\nproduce ordres {\n  \"a\": 1\n}\n# Three\nproduce orders b\n");
      anna.button("Play from the start").click();
      awaitCaption(anna, "Next begins");
      step(anna, "PageDown", 2);
      anna.awaitThat("document.querySelector('.projected-answer .reply').textContent !== ''");
      anna.press("PageDown");
      anna.page.locator(".projected-answer .wrong").waitFor();
      assertEquals("Two", caption(anna));
      assertEquals("2 of 4", place(anna));
      anna.press("PageDown");
      anna.page.waitForTimeout(300);
      assertEquals("2 of 4", place(anna), "it is tried again");
      anna.press("x");
      step(anna, "PageDown", 4);
      assertEquals("Three", caption(anna));
      anna.awaitRecords(1);

      anna.page.reload();
      awaitCaption(anna, "Three");
      assertEquals("4 of 4", place(anna));
      step(anna, "PageUp", 3);
      step(anna, "PageUp", 2);
      awaitCaption(anna, "One");

      anna.press("s");
      anna.button("Remove").click();
      anna.awaitThat("document.querySelector('.track-bar .num').textContent === '2 of 2'");
    }
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothing_keeps_anybody_from_using_the_view(boolean inverted) {
    try (Visitor anna = at(1366, 768)) {
      fill(anna);
      project(anna);
      if (inverted) {
        anna.press("i");
      }
      assertEquals(List.of(), anna.barriers(), "the log");
      anna.press("PageUp");
      awaitCaption(anna, "CREATE TABLE");
      assertEquals(List.of(), anna.barriers(), "the past");
      anna.press("s");
      anna.page.locator("dialog.script[open]").waitFor();
      assertEquals(List.of(), anna.barriers(), "the script");
      anna.press("Escape");
      anna.press("b");
      assertEquals(List.of(), anna.barriers(), "blank");
    }
  }
}
