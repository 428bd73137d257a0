package dev.carril.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Time on the page: what was is shown as such, nothing that was left is lost.
@Timeout(90)
class TimeIT {
  private static final String PICTURED =
      """
      [...document.querySelectorAll('#picture .partition')].map(row => row.innerText).join('|')
        + document.querySelector('#database').innerText\
      """;

  @RegisterExtension private static final House house = new House();

  /// Somebody with seven commands behind them: three records, a group that read two, and a table.
  private static Visitor visitor() {
    Visitor anna = Visitor.at(house.address());
    anna.run("create topic orders partitions 1");
    anna.page.locator("#time .speed").selectOption("0");
    anna.run("produce orders a");
    anna.run("produce orders b");
    anna.run("consume orders group billing from-beginning");
    anna.run("sql CREATE TABLE invoices (total)");
    anna.run("sql INSERT INTO invoices VALUES (12.40)");
    anna.run("produce orders c");
    anna.awaitRecords(3);
    return anna;
  }

  private static Locator slider(Visitor visitor) {
    return visitor.page.locator("#time [role=slider]");
  }

  private static void awaitStep(Visitor visitor, int step, String says) {
    visitor.awaitThat(
        "says => document.querySelector('#time [role=slider]').getAttribute('aria-valuetext').startsWith(says)",
        step + " of " + says);
    visitor.page.waitForTimeout(60);
  }

  private static void awaitPast(Visitor visitor, int step, int steps) {
    awaitStep(visitor, step, steps + ", the past");
  }

  private static void awaitNow(Visitor visitor, int steps) {
    awaitStep(visitor, steps, steps + ", now");
  }

  private static boolean isPast(Visitor visitor) {
    return visitor.page.locator(".bench.is-past").count() == 1;
  }

  private static String pictured(Visitor visitor) {
    return (String) visitor.page.evaluate(PICTURED);
  }

  @Test
  void a_step_back_shows_the_earlier_picture_and_database_and_says_that_it_is_the_past() {
    try (Visitor anna = visitor()) {
      assertFalse(isPast(anna));
      Locator table = anna.page.locator("#database");

      anna.button("Step back").click();
      awaitPast(anna, 6, 7);
      assertEquals(2, anna.records());
      assertTrue(isPast(anna));
      assertTrue(anna.page.locator(".notice").innerText().contains("INSERT INTO"));
      assertTrue(table.innerText().contains("12.4"), table.innerText());

      anna.button("Step back").click();
      awaitPast(anna, 5, 7);
      assertFalse(table.innerText().contains("12.4"), table.innerText());

      anna.button("Step back").click();
      awaitPast(anna, 4, 7);
      assertFalse(table.isVisible());
      assertTrue(anna.live().startsWith("4 of 7, the past"), anna.live());

      anna.button("Back to now").click();
      awaitNow(anna, 7);
      assertEquals(3, anna.records());
      assertFalse(isPast(anna));
      assertEquals(7, anna.turns());
    }
  }

  @Test
  void what_others_do_meanwhile_is_now_and_does_not_disturb_the_past() {
    try (Visitor anna = visitor();
        Visitor ben = anna.tab()) {
      ben.awaitRecords(3);
      anna.button("Step back").click();
      awaitPast(anna, 6, 7);
      String then = pictured(anna);

      ben.run("produce orders d");
      ben.run("undo");
      ben.run("produce orders e");
      awaitPast(anna, 6, 8);
      assertEquals(then, pictured(anna));
      assertEquals(4, ben.records());

      anna.button("Back to now").click();
      awaitNow(anna, 8);
      assertEquals(pictured(ben), pictured(anna));
    }
  }

  @Test
  void every_step_and_then_the_end_shows_what_was_shown_before() {
    try (Visitor anna = visitor()) {
      anna.page.waitForTimeout(200);
      String now = pictured(anna);
      slider(anna).focus();
      for (int step = 6; step >= 0; step--) {
        anna.press("ArrowLeft");
        awaitPast(anna, step, 7);
      }
      assertEquals(0, anna.records());
      String[] forward = new String[8];
      for (int step = 1; step <= 6; step++) {
        anna.press("ArrowRight");
        awaitPast(anna, step, 7);
        forward[step] = pictured(anna);
      }
      anna.press("Home");
      awaitPast(anna, 0, 7);
      anna.press("PageUp");
      awaitNow(anna, 7);
      assertEquals(now, pictured(anna));

      anna.press("ArrowDown");
      awaitPast(anna, 6, 7);
      assertEquals(forward[6], pictured(anna));
      anna.press("End");
      awaitNow(anna, 7);
      assertEquals(now, pictured(anna));
      assertTrue((boolean) slider(anna).evaluate("slider => slider === document.activeElement"));
      assertFalse(anna.isTyping());
    }
  }

  @Test
  void a_drag_along_the_slider_shows_the_steps_that_it_passes_and_the_last_one_stays() {
    try (Visitor anna = visitor()) {
      var track = slider(anna).boundingBox();
      double y = track.y + track.height / 2;
      anna.page.mouse().move(track.x + track.width - 2, y);
      anna.page.mouse().down();
      for (int step = 6; step >= 2; step--) {
        anna.page.mouse().move(track.x + track.width * step / 7, y);
        awaitPast(anna, step, 7);
      }
      assertEquals(1, anna.records());
      // Beyond its ends there is nothing more, and back at the end is now.
      anna.page.mouse().move(track.x - 200, y + 60);
      awaitPast(anna, 0, 7);
      anna.page.mouse().move(track.x + track.width * 3 / 7 + 4, y);
      awaitPast(anna, 3, 7);
      anna.page.mouse().up();
      anna.page.mouse().move(track.x + track.width, y);
      anna.page.waitForTimeout(200);
      awaitPast(anna, 3, 7);
      assertEquals(2, anna.records());
      anna.page.mouse().click(track.x + track.width - 2, y);
      awaitNow(anna, 7);
      assertEquals(7, anna.turns(), "looking ran nothing");
    }
  }

  @Test
  void from_here_makes_a_branch_of_the_past_and_keeps_what_came_after() {
    try (Visitor anna = visitor()) {
      for (int step = 6; step >= 3; step--) {
        anna.press("Alt+,");
        awaitPast(anna, step, 7);
      }
      anna.input().fill("produce orders instead");
      anna.press("Enter");
      anna.button("From here").waitFor();
      anna.enter(() -> anna.button("From here").click());
      awaitNow(anna, 4);
      assertEquals(3, anna.records());
      assertTrue(anna.picture().contains("instead"), anna.picture());
      assertFalse(anna.page.locator("#database").isVisible());
      anna.button("Branches \\(1\\)").click();
      assertTrue(
          anna.page.locator("#branches").innerText().contains("After step 3: 4 commands"),
          anna.page.locator("#branches").innerText());
      // The sign on the slider leads to it as well.
      anna.page.locator("#time .fork").click();
      anna.awaitThat("document.querySelector('.notice').innerText.startsWith('A branch')");
      anna.awaitThat("document.querySelector('#database table')?.checkVisibility()");
    }
  }

  @Test
  void a_commit_before_and_one_after_the_work_can_be_laid_side_by_side() {
    try (Visitor anna = Visitor.at(house.address())) {
      anna.run("create topic orders partitions 1");
      anna.page.locator("#time .speed").selectOption("0");
      for (int i = 0; i < 3; i++) {
        anna.run("produce orders {\"order\":" + i + "}");
      }
      anna.run("sql CREATE TABLE invoices (\"order\")");
      anna.run(
          "consume orders group billing from-beginning commit-first fall-over after 1 then sql INSERT INTO invoices VALUES (:order)");
      slider(anna).focus();
      anna.press("ArrowLeft");
      awaitPast(anna, 5, 6);
      anna.button("Go on from here").click();
      awaitStep(anna, 5, "6, now");
      anna.run(
          "consume orders group billing from-beginning max 1 no-commit then sql INSERT INTO invoices VALUES (:order)");
      anna.run(
          "consume orders group billing from-beginning then sql INSERT INTO invoices VALUES (:order)");
      anna.button("Branches \\(1\\)").click();
      anna.button("Side by side").click();
      anna.awaitThat("document.querySelectorAll('#beside .differences li').length > 0");
      String told = anna.page.locator("#beside .differences").innerText();
      assertTrue(told.contains("table invoices: 4 rows in A, 1 in B"), told);
      assertEquals(
          2, anna.page.locator("#beside .sql-table.differs").count(), "both tables are marked");
      assertEquals(
          0,
          anna.page.locator("#beside .reader.differs").count(),
          "both have saved the same, and only one has done the work");
    }
  }

  @Tag("long")
  @Test
  void what_differs_is_marked_where_it_is_folded_too() {
    try (Visitor anna = Visitor.at(house.address())) {
      anna.run("create topic orders partitions 1");
      anna.page.locator("#time .speed").selectOption("0");
      anna.run("produce orders one");
      for (int i = 0; i < 40; i++) {
        anna.run("produce orders v" + i);
        if (i == 2) {
          for (int group = 0; group < 9; group++) {
            anna.run("consume orders group group-" + group + " from-beginning max 1");
          }
        }
      }
      // The other line has another first record, and its last group has read more.
      slider(anna).focus();
      anna.press("Home");
      anna.press("ArrowRight");
      awaitPast(anna, 1, 51);
      anna.button("Go on from here").click();
      awaitStep(anna, 1, "51, now");
      anna.run("produce orders two");
      for (int i = 0; i < 40; i++) {
        anna.run("produce orders v" + i);
        if (i == 2) {
          for (int group = 0; group < 9; group++) {
            anna.run(
                "consume orders group group-"
                    + group
                    + " from-beginning max "
                    + (group == 8 ? 2 : 1));
          }
        }
      }
      anna.button("Branches \\(1\\)").click();
      anna.button("Side by side").click();
      anna.awaitThat("document.querySelectorAll('#beside .fold.differs').length === 2");
      assertEquals(0, anna.page.locator("#beside .cell.differs").count(), "it is folded");
      assertEquals(2, anna.page.locator("#beside .reader.rest.differs").count());
      assertTrue(
          anna.page
              .locator("#beside .reader.rest.differs .lag")
              .first()
              .getAttribute("aria-label")
              .endsWith("differs from the other side"));
      assertEquals(
          0,
          anna.page.evaluate(
              "[...document.querySelectorAll('#beside .lag:not(.blank)')].filter(lag => lag.getBoundingClientRect().right > lag.parentElement.getBoundingClientRect().right + 1).length"),
          "a lag stands within its side");
      assertEquals(List.of(), anna.barriers());
    }
  }

  @Test
  void a_long_record_that_is_only_in_the_past_can_be_read_whole() {
    try (Visitor anna = Visitor.at(house.address())) {
      anna.run("create topic orders partitions 1");
      anna.page.locator("#time .speed").selectOption("0");
      anna.run("produce orders key=long " + "x".repeat(600) + "END");
      anna.run("start over");
      anna.run("create topic orders partitions 1");
      anna.run("produce orders key=other short");
      anna.press("Alt+,");
      anna.press("Alt+,");
      anna.press("Alt+,");
      anna.awaitThat(
          "document.querySelector('#picture .cell:not(.next)')?.textContent.includes('long')");
      anna.page.locator("#picture .cell:not(.next)").click();
      anna.awaitThat("document.querySelector('#picture .detail').textContent.includes('xEND')");
      assertTrue(isPast(anna));
    }
  }

  @Test
  void keys_with_alt_step_while_one_types() {
    try (Visitor anna = visitor()) {
      anna.input().fill("produce orders half");
      anna.press("Alt+,");
      awaitPast(anna, 6, 7);
      anna.press("Alt+.");
      awaitNow(anna, 7);
      assertEquals("produce orders half", anna.line());
      assertTrue(anna.isTyping());
      assertEquals(7, anna.turns());
    }
  }

  @Test
  void a_command_in_the_past_asks_where_it_shall_run() {
    try (Visitor anna = visitor()) {
      anna.button("Step back").click();
      awaitPast(anna, 6, 7);
      anna.input().fill("produce orders d");
      anna.input().press("Enter");
      Locator question =
          anna.page.getByText("Where shall it run?", new Page.GetByTextOptions().setExact(true));
      question.waitFor();
      assertEquals(7, anna.turns());

      anna.button("Not at all").click();
      assertEquals("produce orders d", anna.line());
      assertTrue(anna.isTyping());
      assertTrue(isPast(anna));

      anna.input().press("Enter");
      question.waitFor();
      anna.enter(() -> anna.button("At the end, now").click());
      awaitNow(anna, 8);
      assertEquals(4, anna.records());

      // Before a hall keys are the view's, also when it leaves the past and takes the question
      // back.
      anna.button("Step back").click();
      awaitPast(anna, 7, 8);
      anna.input().fill("produce orders e");
      anna.input().press("Enter");
      question.waitFor();
      anna.press("p");
      anna.awaitThat("() => document.querySelector('.projecting #stage:focus') !== null");
      anna.press("End");
      awaitNote(anna, "Not run: produce orders e");
      anna.press("p");
      anna.awaitThat("() => document.querySelector('.projecting') === null");
      assertEquals("produce orders e", anna.line());
    }
  }

  @Test
  void what_only_asks_is_told_about_now_and_no_line_that_waits_is_lost_without_a_word() {
    try (Visitor anna = visitor()) {
      anna.button("Step back").click();
      awaitPast(anna, 6, 7);

      anna.run("offsets orders");
      assertTrue(isPast(anna));
      assertEquals(8, anna.turns());

      anna.input().fill("produce orders d");
      anna.input().press("Enter");
      awaitNote(anna, "It waits to be told above where it shall run: produce orders d");
      anna.run("groups");
      assertTrue(isPast(anna));
      anna.input().fill("produce orders e");
      anna.input().press("Enter");
      awaitNote(anna, "Not run: produce orders d");
      awaitNote(anna, "It waits to be told above where it shall run: produce orders e");

      anna.enter(() -> anna.button("At the end, now").click());
      awaitNow(anna, 8);
      assertEquals(4, anna.records());
    }
  }

  private static void awaitNote(Visitor visitor, String sentence) {
    visitor.awaitThat(
        "sentence => [...document.querySelectorAll('.console .older')].some(it => it.textContent === sentence)",
        sentence);
  }

  @Test
  void going_on_from_the_past_makes_a_branch_and_the_one_left_can_be_taken_up_again() {
    try (Visitor anna = visitor()) {
      String left = pictured(anna);
      slider(anna).focus();
      for (int i = 0; i < 4; i++) {
        anna.press("ArrowLeft");
      }
      awaitPast(anna, 3, 7);
      anna.button("Go on from here").click();
      awaitStep(anna, 3, "7, now");
      assertFalse(isPast(anna));
      assertEquals(2, anna.records());

      anna.run("produce orders other");
      awaitNow(anna, 4);
      Locator branches = anna.button("Branches \\(1\\)");
      branches.click();
      Locator list = anna.page.locator("#branches");
      assertTrue(list.innerText().contains("After step 3: 4 commands"), list.innerText());
      assertTrue(list.innerText().contains("consume orders group billing"), list.innerText());

      anna.button("Look").click();
      anna.awaitThat("document.querySelector('.notice').innerText.startsWith('A branch')");
      anna.page.waitForTimeout(60);
      assertEquals(left, pictured(anna));
      anna.button("Back to now").click();
      awaitNow(anna, 4);
      assertNotEquals(left, pictured(anna));

      anna.button("Take it up again").click();
      awaitNow(anna, 7);
      assertEquals(left, pictured(anna));
      anna.awaitThat(
          "document.querySelector('#branches').innerText.includes('After step 3: 1 command')");
    }
  }

  @Test
  void with_a_key_and_without_can_be_laid_side_by_side() {
    try (Visitor anna = Visitor.at(house.address())) {
      anna.run("create topic orders partitions 3");
      anna.run("produce orders placed");
      anna.run("produce orders paid");
      slider(anna).focus();
      anna.press("Home");
      anna.press("ArrowRight");
      awaitPast(anna, 1, 3);
      anna.button("Go on from here").click();
      awaitStep(anna, 1, "3, now");
      anna.run("produce orders key=order-61 placed");
      anna.run("produce orders key=order-61 paid");
      anna.button("Branches \\(1\\)").click();
      anna.button("Side by side").click();

      anna.awaitThat("document.querySelectorAll('#beside .side').length === 2");
      anna.awaitThat("document.querySelectorAll('#beside .cell.differs').length === 4");
      Locator sides = anna.page.locator("#beside .side");
      assertEquals(2, sides.nth(0).locator(".cell:not(.next)").count());
      assertEquals(2, sides.nth(1).locator(".cell:not(.next)").count());
      List<String> told = anna.page.locator("#beside .differences li").allInnerTexts();
      assertTrue(told.stream().anyMatch(text -> text.contains("only in A")), told.toString());
      assertTrue(told.stream().anyMatch(text -> text.contains("only in B")), told.toString());
      assertFalse(anna.page.locator("#picture").isVisible());
      assertEquals(List.of(), anna.barriers());

      sides.nth(1).locator("select").selectOption("now");
      anna.awaitThat("document.querySelectorAll('#beside .differs').length === 0");
      anna.button("One picture again").click();
      assertTrue(anna.page.locator("#picture").isVisible());
    }
  }

  @Test
  void the_table_says_what_the_picture_shows_then_and_now() {
    try (Visitor anna = visitor()) {
      for (int step = 7; step >= 2; step--) {
        List<String> cells =
            anna.page.locator("#picture .cell:not(.next)").allTextContents().stream()
                .map(text -> text.lines().findFirst().orElseThrow())
                .toList();
        String lag = String.join(" ", anna.page.locator("#picture .lag b").allInnerTexts());
        view(anna, "Table");
        assertEquals(
            cells,
            anna.page
                .locator("#table .scroll:last-child tbody tr td:nth-child(2)")
                .allInnerTexts());
        assertEquals(
            lag,
            String.join(
                " ",
                anna.page
                    .locator("#table tr:has(td:nth-child(7)) td:nth-child(7)")
                    .allInnerTexts()));
        view(anna, "Picture");
        anna.press("Alt+,");
        awaitPast(anna, step - 1, 7);
      }
      view(anna, "Table");
      anna.page.reload();
      anna.settled();
      anna.page.locator("#table table").first().waitFor();
      assertFalse(anna.page.locator("#picture").isVisible());
    }
  }

  /// What the table says otherwise than the picture, or says and the picture does not: records with
  /// key and value, owners, positions and lags.
  private static final String OTHERWISE =
      """
      () => {
        const texts = row => [...row.children].map(cell => cell.textContent)
        const rows = column => [...document.querySelectorAll('#table .scroll:not([hidden]) table')]
          .filter(table => [...table.querySelectorAll('thead th')].some(head => head.textContent === column))
          .flatMap(table => [...table.querySelectorAll('tbody tr')].map(texts))
        const otherwise = []
        const cells = [...document.querySelectorAll('#picture .cell:not(.next)')].map(cell => cell.getAttribute('aria-label'))
        const records = rows('offset')
        if (cells.length !== records.length) otherwise.push(`${records.length} records and ${cells.length} cells`)
        records.forEach(([partition, offset, key, value], i) => {
          const label = cells[i] ?? ''
          const same = key === 'no key' ? label.endsWith(`, ${partition}, no key: ${value}`)
            : label.endsWith(`, ${partition}, key ${key}: ${value}`) || label === `${offset} ${key}, ${partition}: ${value}`
          if (!same || !label.startsWith(`${offset} `)) otherwise.push(`${[partition, offset, key, value]} and ${label}`)
        })
        const readers = new Map([...document.querySelectorAll('#picture .reader')].map(reader => {
          const lag = reader.querySelector('.lag').getAttribute('aria-label')
          return [lag.replace(/^lag [^,]*, /, '').replace(/:.*/, ''), { lag, who: reader.querySelector('.who').title }]
        }))
        const positions = rows('position')
        if (readers.size !== positions.length) otherwise.push(`${positions.length} positions and ${readers.size} readers`)
        for (const [group, partition, member, position, , , lag] of positions) {
          const reader = readers.get(`${group}, ${partition}`)
          const who = member === 'nobody' ? `${group}: none` : member.startsWith(group) ? member : `${group}: ${member}`
          const same = position === 'no position yet' ? reader?.lag.endsWith(`: ${position}`)
            : reader?.lag.startsWith(`lag ${lag}, `) && reader.lag.includes(`position ${position} `)
          if (!same || reader.who !== who) otherwise.push(`${[group, partition, member, position, lag]} and ${JSON.stringify(reader)}`)
        }
        return otherwise
      }\
      """;

  @Test
  void keys_values_owners_and_positions_are_the_same_in_the_table_and_the_picture() {
    try (Visitor anna = Visitor.at(house.address())) {
      anna.run("create topic orders partitions 2");
      anna.page.locator("#time .speed").selectOption("0");
      anna.run("produce orders key=ana {\"order\":61,\"event\":\"placed\"}");
      anna.run("produce orders key=order-61-of-a-very-long-name paid");
      anna.run("produce orders no key here");
      anna.run("consume orders group billing from-beginning max 2");
      anna.run("consume orders group email as luis from-beginning");
      anna.run("consume orders group email as zoe");
      anna.run("produce orders key=ana tombstone");
      anna.awaitRecords(4);
      for (int step = 8; step >= 2; step--) {
        view(anna, "Table");
        assertEquals(List.of(), anna.page.evaluate(OTHERWISE), "after " + step);
        view(anna, "Picture");
        anna.press("Alt+,");
        awaitPast(anna, step - 1, 8);
      }
    }
  }

  @Test
  void the_bar_keeps_its_place_where_there_is_less_to_see() {
    try (Visitor anna = visitor()) {
      for (int i = 0; i < 3; i++) {
        anna.run("create topic more-" + i + " partitions 3");
      }
      anna.page.waitForTimeout(300);
      double place = barTop(anna);
      anna.run("undo");
      assertEquals(place, barTop(anna), 1);
      anna.button("Start over").click();
      anna.awaitThat("document.querySelectorAll('#picture .partition').length === 0");
      anna.page.waitForTimeout(300);
      assertEquals(place, barTop(anna), 1);
    }
  }

  private static double barTop(Visitor visitor) {
    return visitor.page.locator("#time").boundingBox().y;
  }

  private static void view(Visitor visitor, String name) {
    visitor.page.locator("#time .switch label").getByText(name).click();
    // Tables are fetched when somebody turns to them for the first time.
    visitor.awaitThat(
        "document.querySelector('#table').hidden || document.querySelector('#table table, #table p')");
    visitor.page.waitForTimeout(60);
  }

  @Test
  void playing_goes_on_to_now() {
    try (Visitor anna = visitor()) {
      slider(anna).focus();
      anna.press("ArrowLeft");
      anna.press("ArrowLeft");
      awaitPast(anna, 5, 7);
      anna.button("Play").click();
      awaitNow(anna, 7);
      assertFalse(isPast(anna));
      assertEquals(1, anna.button("Play").count());
    }
  }

  @Test
  void the_past_and_the_list_of_branches_keep_nobody_out() {
    try (Visitor anna = visitor()) {
      anna.button("Step back").click();
      awaitPast(anna, 6, 7);
      anna.button("Go on from here").click();
      awaitStep(anna, 6, "7, now");
      anna.run("produce orders other");
      anna.button("Branches").click();
      anna.button("Step back").click();
      awaitPast(anna, 6, 7);
      assertEquals(List.of(), anna.barriers());
      assertEquals(0, anna.sideways());
      anna.page.setViewportSize(320, 568);
      anna.page.waitForTimeout(300);
      assertEquals(0, anna.sideways());
    }
  }
}
