package dev.carril.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The page shows what is, whoever changed it and whatever happened to the line in between.
@Timeout(90)
class FollowingIT {
  @RegisterExtension private static final House house = new House();

  @Test
  void a_second_tab_follows_live_and_a_reload_shows_the_same() {
    try (Visitor anna = Visitor.at(house.address());
        Visitor tab = anna.tab()) {
      anna.run("create topic orders partitions 3");
      anna.run("produce orders key=customer-7 {\"order\":61,\"total\":12.40}");
      anna.run("consume orders group billing from-beginning");
      tab.awaitRecords(1);
      tab.awaitThat("document.querySelectorAll('#picture .reader').length === 3");
      anna.page.waitForTimeout(1_000);

      awaitSame(anna, tab);
      assertEquals(0, tab.turns());
      String picture = log(anna);
      assertTrue(picture.contains("1 record"), picture);

      anna.page.reload();
      anna.settled();
      anna.awaitRecords(1);
      awaitSame(anna, tab);
      assertEquals(picture, log(anna));
    }
  }

  /// Waits until nothing moves any more and both show the same.
  private static void awaitSame(Visitor one, Visitor other) {
    for (int i = 0; i < 50 && !log(one).equals(log(other)); i++) {
      one.page.waitForTimeout(200);
    }
    assertEquals(log(one), log(other));
  }

  /// What the picture shows, without what points to it.
  private static String log(Visitor visitor) {
    return visitor.page.locator("#picture .topics").innerText();
  }

  @Test
  void after_a_restart_the_page_is_right_within_five_seconds_and_nothing_ran_twice()
      throws Exception {
    try (Visitor anna = Visitor.at(house.address())) {
      anna.run("create topic orders partitions 1");
      anna.run("produce orders before");
      Locator banner = anna.page.locator("#banner");

      house.end();
      anna.input().fill("produce orders meanwhile");
      anna.press("Enter");
      banner.waitFor(new Locator.WaitForOptions().setTimeout(5_000));
      assertTrue(anna.answer().contains("connection"), anna.answer());

      house.startAgain();
      banner.waitFor(
          new Locator.WaitForOptions().setState(WaitForSelectorState.HIDDEN).setTimeout(5_000));
      anna.awaitRecords(2);
      assertTrue(anna.run("topics").contains("2"), anna.answer());
      assertEquals(1, anna.page.getByText("p0:1").count());
    }
  }

  @Test
  void a_paste_that_meets_a_restart_runs_each_line_once() throws Exception {
    try (Visitor anna = Visitor.at(house.address())) {
      anna.run("create topic orders partitions 1");
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i < 150; i++) {
        lines.append("produce orders v").append(i).append('\n');
      }
      anna.paste(lines.toString());
      anna.awaitThat("document.querySelectorAll('#console .turn').length > 20");
      house.end();
      house.startAgain();

      anna.awaitThat(
          "document.querySelector('#live').textContent.startsWith('150 ')",
          null,
          Duration.ofSeconds(45));
      assertTrue(anna.run("topics").contains("150"), anna.answer());
      assertTrue(anna.run("read orders from 149").contains("v149"), anna.answer());
    }
  }

  @Test
  void a_hidden_tab_that_comes_back_jumps_to_now() {
    try (Visitor anna = Visitor.at(house.address());
        Visitor tab = anna.tab()) {
      anna.run("create topic orders partitions 1");
      tab.awaitThat("document.querySelectorAll('#picture .partition').length === 1");
      hide(tab.page, true);
      for (int i = 0; i < 20; i++) {
        anna.run("produce orders v" + i);
      }
      anna.run("consume orders group billing from-beginning");

      hide(tab.page, false);
      tab.awaitThat("document.querySelectorAll('#picture .reader').length === 1");
      assertEquals(0, tab.moving("running"));
      assertTrue(tab.picture().contains("20 records"), tab.picture());
    }
  }

  private static void hide(Page page, boolean hidden) {
    page.evaluate(
        """
        hidden => {
          Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true })
          Object.defineProperty(document, 'visibilityState', { get: () => hidden ? 'hidden' : 'visible', configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
        }\
        """,
        hidden);
  }

  @Test
  void a_group_without_a_position_is_marked_so_and_not_with_a_lag_of_nothing() {
    try (Visitor anna = Visitor.at(house.address())) {
      anna.run("create topic orders partitions 1");
      anna.run("produce orders a");
      anna.run("consume orders group billing from-beginning no-commit");
      anna.page.locator("#picture .reader").waitFor();

      assertTrue(anna.picture().contains("nothing saved yet"), anna.picture());
      assertFalse(anna.picture().matches("(?s).*lag\\s+0.*"), anna.picture());

      anna.run("create topic empty partitions 1");
      anna.run("consume empty group email no-commit");
      anna.awaitThat("document.querySelectorAll('#picture .reader').length === 2");
      assertTrue(anna.picture().contains("no position yet"), anna.picture());
    }
  }

  @Test
  void a_typed_reset_shows_ghosts_where_positions_would_go() {
    try (Visitor anna = Visitor.at(house.address())) {
      anna.run("create topic orders partitions 3");
      anna.run("produce orders key=customer-7 a");
      anna.run("consume orders group billing from-beginning");
      Locator ghosts = anna.page.locator("#picture .point.ghost");

      anna.page.keyboard().type("reset group billing to earliest");
      anna.awaitThat("document.querySelectorAll('#picture .point.ghost').length === 1");
      assertEquals(1, ghosts.count());
      assertEquals(3, anna.turns());

      anna.input().fill("");
      anna.awaitThat("!document.querySelector('#picture .point.ghost')");
    }
  }
}
