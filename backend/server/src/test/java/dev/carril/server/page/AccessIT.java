package dev.carril.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ForcedColors;
import com.microsoft.playwright.options.Media;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every hand, eye and ear: the page without a mouse, heard instead of seen, enlarged, in forced
/// colours and on paper.
@Tag("long")
@Timeout(120)
class AccessIT {
  /// What can be pressed or typed in, as it is called, unless it is not seen.
  private static final String CONTROLS =
      """
      [...document.querySelectorAll('button, a[href], input, select, textarea, [role=slider]')]
        .filter(part => part.checkVisibility({ visibilityProperty: true }))
        .map(part => (part.getAttribute('aria-label') ?? part.labels?.[0]?.textContent ?? part.textContent).replace(/\\s+/g, ' ').trim())\
      """;

  @RegisterExtension private static final House house = new House();

  private static Visitor visitor(int width, int height) {
    return Visitor.at(house.address(), Visitor.usual().setViewportSize(width, height));
  }

  /// Three records, two groups, a table, and a branch that was left.
  private static void fill(Visitor anna) {
    anna.run("create topic orders partitions 3");
    anna.page.locator("#time .speed").selectOption("0");
    anna.run("produce orders key=customer-7 {\"order\":61,\"total\":12.40}");
    anna.run("produce orders key=order-61 tombstone");
    anna.run("produce orders plain");
    anna.run("undo");
    anna.run("produce orders {\"order\":62}");
    anna.run("consume orders group billing from-beginning");
    anna.run("consume orders group email no-commit");
    anna.run("sql CREATE TABLE invoices (\"order\" UNIQUE, total)");
    anna.run("sql INSERT INTO invoices VALUES (61, '12.40')");
    anna.awaitThat("document.querySelector('#database table')");
    anna.awaitThat(
        "[...document.querySelectorAll('#time button')].some(button => button.textContent.startsWith('Branches (1)'))");
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark", "projector", "inverted"})
  void nothing_keeps_anybody_out_on_any_page_in_any_theme(String theme) {
    try (Visitor anna = visitor(1366, 768)) {
      boolean isProjected = theme.equals("projector") || theme.equals("inverted");
      if (!isProjected) {
        anna.theme(theme);
      }
      assertEquals(List.of(), anna.barriers(), "empty");
      fill(anna);
      if (isProjected) {
        anna.page.evaluate("document.activeElement.blur()");
        anna.press("p");
        anna.awaitThat("document.querySelector('.projecting .caption')");
        if (theme.equals("inverted")) {
          anna.press("i");
        }
      }
      assertEquals(List.of(), anna.barriers(), "the picture");
      anna.page.evaluate("document.activeElement.blur()");
      anna.press("?");
      anna.page.locator("dialog.keys[open]").waitFor();
      assertEquals(List.of(), anna.barriers(), "the keys");
      anna.press("Escape");
      anna.press("Alt+,");
      anna.awaitThat("document.querySelector('.bench.is-past')");
      assertEquals(List.of(), anna.barriers(), "the past");
      if (isProjected) {
        return; // What follows is not in that view, or has a test there.
      }
      anna.input().fill("produce orders d");
      anna.press("Enter");
      anna.button("At the end, now").waitFor();
      assertEquals(List.of(), anna.barriers(), "the question where it shall run");
      anna.button("Not at all").click();
      anna.press("Alt+End");
      view(anna, "Table");
      assertEquals(List.of(), anna.barriers(), "the table");
      anna.button("Branches").click();
      anna.button("Side by side").waitFor();
      assertEquals(List.of(), anna.barriers(), "the branches");
      anna.button("Side by side").click();
      anna.awaitThat("document.querySelectorAll('#beside .side table').length > 1");
      assertEquals(List.of(), anna.barriers(), "two tables side by side");
      view(anna, "Picture");
      assertEquals(List.of(), anna.barriers(), "two pictures side by side");
      anna.button("One picture again").click();
      anna.button("Share").click();
      anna.button("Copy").waitFor();
      assertEquals(List.of(), anna.barriers(), "sharing");
      anna.press("Escape");
      anna.button("in Kafka").last().click();
      anna.page.waitForTimeout(200);
      assertEquals(List.of(), anna.barriers(), "the real tool's command");
      Page error = anna.page.context().newPage();
      error.navigate(house.address() + "/sandbox/nothing-is-here");
      assertEquals(List.of(), Visitor.barriers(error), "the page of an error");
      error.close();
    }
  }

  private static void view(Visitor visitor, String name) {
    visitor.page.locator("#time .switch label").getByText(name).click();
    // Tables are fetched when somebody turns to them for the first time.
    visitor.awaitThat(
        "document.querySelector('#table').hidden || document.querySelector('#table table, #table p')");
    visitor.page.waitForTimeout(100);
  }

  /// 200 % of 1366 by 768, 400 % of 1280 by 1024, and the smallest phone.
  @ParameterizedTest
  @CsvSource({"683, 384, 2", "320, 256, 4", "320, 568, 2"})
  void enlarged_and_on_the_smallest_screen_nothing_is_lost(int width, int height, int scale) {
    var options = Visitor.usual().setViewportSize(1366, 768).setDeviceScaleFactor(scale);
    try (Visitor anna = Visitor.at(house.address(), options)) {
      fill(anna);
      var controls = new TreeSet<>(names(anna));
      Object cells = texts(anna, "#picture .cell");
      anna.page.setViewportSize(width, height);
      anna.page.waitForTimeout(400);
      assertEquals(0, anna.sideways());
      var lost = new TreeSet<>(controls);
      lost.removeAll(names(anna));
      assertEquals(new TreeSet<String>(), lost, "controls that are gone");
      assertEquals(((List<?>) cells).size(), ((List<?>) texts(anna, "#picture .cell")).size());
      assertEquals(List.of(), cutOff(anna));

      // The line that one types in is in sight, wherever the page is, and covers no focus.
      for (String where : List.of("0", "document.body.scrollHeight / 2", "1e6")) {
        anna.page.evaluate("scrollTo(0, " + where + ")");
        anna.page.waitForTimeout(50);
        var prompt = anna.page.locator("#console .prompt").boundingBox();
        assertTrue(
            prompt.y >= 0 && prompt.y + prompt.height <= height + 1, where + ": " + prompt.y);
      }
      assertEquals(List.of(), coveredOnTheWay(anna, 80));
      assertEquals(0, anna.sideways());
      view(anna, "Table");
      assertEquals(0, anna.sideways());
      anna.press("Alt+,");
      anna.awaitThat("document.querySelector('.bench.is-past')");
      assertEquals(0, anna.sideways());
    }
  }

  @SuppressWarnings("unchecked")
  private static List<String> names(Visitor visitor) {
    return (List<String>) visitor.page.evaluate(CONTROLS);
  }

  private static Object texts(Visitor visitor, String selector) {
    return visitor.page.evaluate(
        "selector => [...document.querySelectorAll(selector)].map(part => part.textContent)",
        selector);
  }

  /// Buttons and headings whose words do not fit into them.
  private static Object cutOff(Visitor visitor) {
    return visitor.page.evaluate(
        """
        [...document.querySelectorAll('.button, h2, .switch label, .switch a')]
          .filter(part => part.checkVisibility() && !part.closest('.hidden') && part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible')
          .map(part => part.textContent)\
        """);
  }

  /// Goes through the page by Tab. Answers with what had the focus and could not be seen.
  private static List<String> coveredOnTheWay(Visitor visitor, int most) {
    visitor.page.evaluate("document.activeElement.blur(); scrollTo(0, 0)");
    List<String> covered = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      visitor.press("Tab");
      visitor.page.waitForTimeout(30);
      Object said = visitor.page.evaluate(COVERED);
      if (said.equals("end")) {
        break;
      }
      if (!said.equals("seen")) {
        covered.add(said.toString());
      }
    }
    return covered;
  }

  /// Whether the middle of what has the focus lies open, and whether the focus is marked.
  private static final String COVERED =
      """
      (() => {
        let at = document.activeElement
        if (!at || at === document.body) return 'end'
        const name = `${at.tagName} ${at.className} ${(at.getAttribute('aria-label') ?? at.textContent).slice(0, 40)}`
        // A radio is drawn by its label.
        if (at.matches('input[type=radio]')) at = at.closest('label')
        const box = at.getBoundingClientRect()
        const x = Math.min(innerWidth - 1, Math.max(0, box.left + Math.min(box.width, innerWidth) / 2))
        const y = box.top + Math.min(box.height / 2, 12)
        if (y < 0 || y > innerHeight || x < 0) return `${name}: out of sight at ${Math.round(x)},${Math.round(y)}`
        const top = document.elementFromPoint(x, y)
        if (!top || !(at.contains(top) || top.contains(at))) return `${name}: covered by ${top?.className}`
        const marks = [at, at.closest('.prompt')].filter(Boolean)
        if (!marks.some(part => getComputedStyle(part).outlineStyle !== 'none' && parseFloat(getComputedStyle(part).outlineWidth) > 0)) return `${name}: not marked`
        return 'seen'
      })()\
      """;

  @ParameterizedTest
  @CsvSource({"1366, 768", "390, 844"})
  void tab_leads_through_everything_in_sight_and_out_again(int width, int height) {
    try (Visitor anna = visitor(width, height)) {
      fill(anna);
      assertEquals(List.of(), coveredOnTheWay(anna, 120));
      assertEquals("end", anna.page.evaluate(COVERED), "the focus leaves the page");
    }
  }

  @Test
  void everything_can_be_done_by_keys_alone() {
    try (Visitor anna = visitor(1366, 768)) {
      // Type, complete, run.
      assertTrue(anna.isTyping());
      anna.page.keyboard().type("create topic orders partitions 3");
      anna.press("Enter");
      anna.awaitThat("document.querySelectorAll('#picture .partition').length === 3");
      for (int i = 0; i < 4; i++) {
        anna.page.keyboard().type("produce orders key=order-" + (60 + i) + " {\"n\":" + i + "}");
        anna.press("Enter");
        anna.awaitRecords(i + 1);
      }
      anna.page.keyboard().type("consume orders group billing from-beginning max 2");
      anna.press("Enter");
      anna.awaitThat("document.querySelectorAll('#picture .reader').length === 3");

      // Cells: along the offsets, across the partitions, to the ends; the details follow.
      anna.tabTo("#picture .cell");
      anna.press("Control+Home");
      anna.press("Home");
      assertEquals("p0:0", cell(anna));
      assertTrue(
          anna.page.locator("#picture .detail").innerText().contains("order-60"),
          anna.page.locator("#picture .detail").innerText());
      anna.press("ArrowRight");
      assertEquals("p0:1", cell(anna));
      anna.press("End");
      assertEquals("p0:1", cell(anna));
      anna.press("ArrowRight");
      assertEquals("p0:2", cell(anna), "where the next record goes");
      anna.press("Home");
      anna.press("ArrowDown");
      assertEquals("p1:0", cell(anna));
      anna.press("ArrowDown");
      assertEquals("p2:0", cell(anna));
      anna.press("ArrowUp");
      assertEquals("p1:0", cell(anna));
      anna.press("Enter");
      assertEquals(1, anna.page.locator("#picture .cell.picked").count());

      // The lags are the next stop.
      anna.tabTo("#picture .lag");
      anna.press("ArrowDown");
      assertTrue(
          focused(anna).startsWith("lag 1, billing, p1: end 1 − position 0 = 1")
              || focused(anna).contains("end "),
          focused(anna));

      // Back in time and on from there.
      anna.tabTo("[role=slider]");
      anna.press("ArrowLeft");
      anna.press("ArrowLeft");
      anna.awaitThat("document.querySelector('#time .place b').textContent === '4 of 6'");
      anna.tabTo(".notice button[title]");
      assertEquals("Go on from here", focused(anna));
      anna.press("Enter");
      anna.awaitThat("!document.querySelector('.bench.is-past')");
      anna.input().focus();
      anna.page.keyboard().type("produce orders other");
      anna.press("Enter");
      anna.awaitThat("document.querySelector('#time .place b').textContent === '5 of 5'");

      // The branch that was left: found, laid beside, closed, taken up again.
      anna.tabTo("#time .tools button[aria-expanded]");
      anna.press("Enter");
      anna.page.locator("#branches h2").waitFor();
      anna.tabTo("#branches .acts button:nth-child(2)");
      anna.press("Enter");
      anna.awaitThat("document.querySelectorAll('#beside .side .cell').length > 4");
      anna.tabTo("#beside select");
      anna.press("ArrowDown");
      anna.tabTo("#beside header button");
      anna.press("Enter");
      anna.awaitThat("!document.querySelector('.is-beside')");
      assertTrue(focused(anna).startsWith("Branches"), focused(anna));
      anna.press("Enter");
      anna.tabTo("#branches .acts button:nth-child(3)");
      anna.press("Enter");
      anna.awaitThat("document.querySelector('#time .place b').textContent === '6 of 6'");
      anna.press("Escape");
      assertFalse(anna.page.locator("#branches").isVisible());

      // Picture and table, motion, speed.
      anna.tabTo("#time .switch input");
      anna.press("ArrowRight");
      anna.page.locator("#table table").first().waitFor();
      anna.press("ArrowLeft");
      anna.page.locator("#picture .cell").first().waitFor();

      // Dialogs open, hold the focus and give it back.
      anna.tabTo("#share");
      anna.press("Enter");
      anna.page.locator("dialog .button.main").waitFor();
      for (int i = 0; i < 12; i++) {
        anna.press("Tab");
        assertTrue(
            (boolean)
                anna.page.evaluate(
                    "document.activeElement === document.body || document.activeElement.closest('dialog[open]') !== null"),
            focused(anna));
      }
      anna.press("Escape");
      anna.awaitThat("document.activeElement.id === 'share'");

      // The projector and back.
      anna.tabTo("#project");
      anna.press("Enter");
      anna.awaitThat("document.querySelector('.projecting .caption')");
      anna.press("PageUp");
      anna.awaitThat("document.querySelector('.track-bar .num').textContent === '5 of 6'");
      anna.press("Escape");
      anna.awaitThat("!document.querySelector('.projecting')");
      assertEquals("project", anna.page.evaluate("document.activeElement.id"));
    }
  }

  private static String focused(Visitor visitor) {
    return visitor
        .page
        .evaluate(
            "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()")
        .toString();
  }

  /// Partition and offset of the cell that has the focus.
  private static String cell(Visitor visitor) {
    return visitor
        .page
        .evaluate(
            """
            (() => {
              const cell = document.activeElement
              const row = cell.closest('.partition')?.querySelector('.name')?.textContent
              return `${row}:${cell.textContent.split('\\n')[0]}`
            })()\
            """)
        .toString();
  }

  // ---- heard instead of seen

  /// What the browser tells a screen reader: role and name of each thing, in reading order.
  private static List<Map.Entry<String, String>> heard(Visitor visitor) {
    var devTools = visitor.page.context().newCDPSession(visitor.page);
    devTools.send("Accessibility.enable");
    var nodes = new LinkedHashMap<String, JsonObject>();
    for (var node : devTools.send("Accessibility.getFullAXTree").getAsJsonArray("nodes")) {
      nodes.put(node.getAsJsonObject().get("nodeId").getAsString(), node.getAsJsonObject());
    }
    List<Map.Entry<String, String>> heard = new ArrayList<>();
    collect(nodes, nodes.keySet().iterator().next(), heard);
    devTools.detach();
    return heard;
  }

  private static void collect(
      Map<String, JsonObject> nodes, String id, List<Map.Entry<String, String>> into) {
    JsonObject node = nodes.get(id);
    if (node == null) {
      return;
    }
    if (!node.get("ignored").getAsBoolean()) {
      into.add(Map.entry(value(node, "role"), value(node, "name")));
    }
    if (node.has("childIds")) {
      node.getAsJsonArray("childIds").forEach(child -> collect(nodes, child.getAsString(), into));
    }
  }

  private static String value(JsonObject node, String field) {
    if (!node.has(field) || !node.getAsJsonObject(field).has("value")) {
      return "";
    }
    return node.getAsJsonObject(field).get("value").getAsString();
  }

  private static final List<String> MUST_HAVE_NAMES =
      List.of(
          "button",
          "link",
          "textbox",
          "slider",
          "radio",
          "combobox",
          "grid",
          "dialog",
          "region",
          "gridcell",
          "rowheader",
          "columnheader",
          "group",
          "radiogroup",
          "table",
          "navigation",
          "complementary",
          "listbox",
          "option",
          "heading",
          "image",
          "img");

  private static void allNamed(Visitor visitor, String when) {
    List<String> nameless =
        heard(visitor).stream()
            .filter(one -> MUST_HAVE_NAMES.contains(one.getKey()) && one.getValue().isBlank())
            .map(Map.Entry::getKey)
            // A gap between records and the cell of an empty table are blank to the eye as well.
            .toList();
    assertEquals(List.of(), nameless, when);
  }

  private static List<String> named(Visitor visitor, String role) {
    return heard(visitor).stream()
        .filter(one -> one.getKey().equals(role))
        .map(Map.Entry::getValue)
        .toList();
  }

  @Test
  void who_hears_the_page_hears_what_others_see() {
    try (Visitor anna = visitor(1366, 768)) {
      allNamed(anna, "empty");
      fill(anna);
      anna.page.waitForTimeout(500); // the picture in sentences waits for a moment of rest
      allNamed(anna, "the picture");
      assertTrue(
          named(anna, "region").containsAll(List.of("Log", "Database", "Time", "Console")),
          named(anna, "region").toString());
      assertEquals(List.of("Records of orders"), named(anna, "grid"));
      List<String> cells = named(anna, "gridcell");
      assertTrue(
          cells.stream()
              .anyMatch(name ->
                  name.contains("customer-7") && name.contains("p1") && name.contains("12.40")),
          cells.toString());
      assertTrue(cells.stream().anyMatch(name -> name.contains("tombstone")), cells.toString());
      assertTrue(
          cells.stream().anyMatch(name -> name.matches("lag \\d+, billing, p\\d: end .*")),
          cells.toString());
      assertTrue(
          cells.stream().anyMatch(name -> name.contains("where the next record goes")),
          cells.toString());
      assertTrue(
          named(anna, "rowheader").contains("Partition 1, from 0, end 2"),
          named(anna, "rowheader").toString());
      String told = anna.page.locator("#picture .told").textContent();
      assertTrue(told.startsWith("Topic orders: 3 partitions, 3 records."), told);
      assertTrue(told.contains("billing-1 owns p0, p1 and p2"), told);
      assertTrue(told.contains("Table invoices: 1 row."), told);
      assertTrue(
          named(anna, "slider").contains("Step of the sandbox"), named(anna, "slider").toString());
      assertEquals(
          "8 of 8, now, 09:00:08",
          anna.page.locator("#time [role=slider]").getAttribute("aria-valuetext"));

      // One polite sentence for each thing that one does.
      anna.run("produce orders key=order-62 x");
      anna.awaitLive("p2:");
      anna.press("Alt+,");
      anna.awaitLive("8 of 9, the past, ");
      allNamed(anna, "the past");
      anna.press("Alt+End");
      anna.awaitLive("9 of 9, now, ");
      anna.input().fill("produce ordres x");
      anna.press("Enter");
      anna.awaitThat("document.querySelector('#live').textContent.includes('ordres')");

      // The table says the same, with captions and headers.
      view(anna, "Table");
      allNamed(anna, "the table");
      assertTrue(
          named(anna, "table")
              .containsAll(
                  List.of("Partitions of orders", "Groups that read orders", "Records of orders")),
          named(anna, "table").toString());
      view(anna, "Picture");

      // Two pictures on one page are told apart by their names.
      anna.button("Branches").click();
      anna.button("Side by side").click();
      anna.awaitThat("document.querySelectorAll('#beside .side .cell').length > 4");
      allNamed(anna, "side by side");
      assertEquals(
          List.of("Records of orders, Side A", "Records of orders, Side B"), named(anna, "grid"));
      anna.button("One picture again").click();

      anna.button("Share").click();
      anna.button("Copy").waitFor();
      allNamed(anna, "sharing");
      assertEquals(List.of("Give a copy away"), named(anna, "dialog"));
      anna.press("Escape");

      anna.page.evaluate("document.activeElement.blur()");
      anna.press("p");
      anna.awaitThat("document.querySelector('.projecting .caption')");
      allNamed(anna, "the projector");
      assertEquals("status", anna.page.locator("p.caption").getAttribute("role"));
      anna.press("?");
      anna.page.locator("dialog.keys[open]").waitFor();
      assertEquals(List.of("Keys"), named(anna, "dialog"));
    }
  }

  // ---- colours that somebody else chose, and paper

  @ParameterizedTest
  @ValueSource(strings = {"LIGHT", "DARK"})
  void in_forced_colours_no_mark_is_lost(String scheme) {
    var options =
        Visitor.usual()
            .setForcedColors(ForcedColors.ACTIVE)
            .setColorScheme(com.microsoft.playwright.options.ColorScheme.valueOf(scheme));
    try (Visitor anna = Visitor.at(house.address(), options)) {
      fill(anna);
      anna.page.locator("#picture .cell").first().click();
      anna.button("Hold motion").click();
      anna.press("Alt+,");
      anna.awaitThat("document.querySelector('.bench.is-past')");
      assertEquals(
          List.of(),
          anna.page.evaluate(
              """
              (() => {
                const probe = document.createElement('p')
                document.body.append(probe)
                probe.style.backgroundColor = 'Canvas'
                const canvas = getComputedStyle(probe).backgroundColor
                probe.remove()
                const lost = []
                const mark = (selector, pseudo = null) => {
                  const part = document.querySelector(selector)
                  if (!part) return lost.push(`${selector} is not there`)
                  const style = getComputedStyle(part, pseudo)
                  if (style.backgroundImage === 'none' && (style.backgroundColor === canvas || style.backgroundColor === 'rgba(0, 0, 0, 0)')) lost.push(`${selector} ${pseudo ?? ''} ${style.backgroundColor}`)
                }
                mark('#picture .swatch')
                mark('#picture .bar')
                mark('#picture .point', '::before')
                mark('#picture .cell.tombstone', '::after')
                mark('#time [aria-pressed=true]')
                mark('#time .slider .did')
                mark('#time .slider .head', '::after')
                const ends = [...document.querySelectorAll('#time .switch label')].map(label => [label.querySelector('input').checked, getComputedStyle(label).borderBlockEndColor])
                if (ends.find(([checked]) => checked)[1] === ends.find(([checked]) => !checked)[1]) lost.push('which view is chosen')
                if (getComputedStyle(document.querySelector('#picture .cell.picked')).outlineStyle === 'none') lost.push('which cell is picked')
                return lost
              })()\
              """));
      assertEquals(List.of(), anna.barriers());
    }
  }

  @Test
  void on_paper_stands_what_is_shown_and_what_was_said_and_nothing_to_press() {
    try (Visitor anna = visitor(1366, 768)) {
      anna.theme("dark");
      fill(anna);
      for (int i = 0; i < 12; i++) {
        anna.run("produce orders key=more-" + i + " v");
      }
      anna.page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
      anna.page.waitForTimeout(200);
      for (String shown : List.of("#picture .topics", "#database table", "#console .turns")) {
        assertTrue(anna.page.locator(shown).isVisible(), shown);
      }
      for (String gone :
          List.of(
              "#console .prompt", "#console .templates", "#time .transport", ".masthead .tools")) {
        assertFalse(anna.page.locator(gone).isVisible(), gone);
      }
      assertEquals(
          "visible",
          anna.page.evaluate("getComputedStyle(document.querySelector('#stage')).overflowY"));
      assertEquals(
          true,
          anna.page.evaluate(
              "document.querySelector('#console .turns').getBoundingClientRect().height < document.documentElement.scrollHeight"));
      assertEquals(
          "rgb(251, 251, 248)",
          anna.page.evaluate("getComputedStyle(document.body).backgroundColor"),
          "there is no night on paper");
      byte[] paper = anna.page.pdf();
      assertTrue(paper.length > 20_000, paper.length + " bytes");

      anna.page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.SCREEN));
      anna.press("Alt+,");
      anna.awaitThat("document.querySelector('.bench.is-past')");
      anna.page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
      assertTrue(anna.page.locator(".notice .says").isVisible(), "that it is the past");
      assertFalse(anna.page.locator(".notice .button").first().isVisible());
    }
  }
}
