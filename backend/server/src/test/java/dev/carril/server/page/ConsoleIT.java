package dev.carril.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.Position;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The console as somebody uses it who types.
@Timeout(200)
class ConsoleIT {
  @RegisterExtension private static final House house = new House();

  private static Visitor visitor() {
    return Visitor.at(house.address());
  }

  @Test
  void the_welcome_types_a_command_and_shows_the_next_when_it_is_done() {
    try (Visitor anna = visitor()) {
      Locator next = anna.page.locator("#welcome .button.main:visible");
      assertEquals(3, anna.page.locator("#welcome .button:visible").count());

      next.click();
      assertEquals("create topic orders partitions 3", anna.line());
      assertEquals(0, anna.turns());
      assertTrue(anna.isTyping());
      anna.press("Enter");

      anna.awaitThat("document.querySelector('#welcome .under-way:not([hidden])')");
      next.click();
      assertTrue(anna.line().startsWith("produce orders key=customer-7 "), anna.line());
      anna.press("Enter");
      anna.awaitRecords(1);

      next.click();
      assertEquals("consume orders group billing from-beginning", anna.line());
      anna.press("Enter");
      anna.page.locator("#welcome").waitFor(hidden());
    }
  }

  @Test
  void a_click_anywhere_in_the_console_goes_to_the_line_unless_text_is_selected() {
    try (Visitor anna = visitor()) {
      anna.run("topics");
      Locator screen = anna.page.locator("#console .history");
      anna.page.locator("#share").focus();
      assertFalse(anna.isTyping());

      screen.click(new Locator.ClickOptions().setPosition(new Position(600, 20)));
      assertTrue(anna.isTyping());

      anna.page
          .locator("#console .said")
          .last()
          .dblclick(new Locator.DblclickOptions().setPosition(20, 10));
      assertEquals("topics", anna.page.evaluate("getSelection().toString().trim()"));
    }
  }

  @Test
  void focus_and_the_half_typed_line_survive_fifty_commands_and_fifty_pushes() {
    try (Visitor anna = visitor();
        Visitor tab = anna.tab()) {
      tab.run("create topic orders partitions 3");
      for (int i = 0; i < 50; i++) {
        anna.run("topics");
        assertTrue(anna.isTyping(), "after command " + i);
      }

      anna.page.keyboard().type("produce orders half");
      anna.press("Escape");
      String fifty =
          IntStream.range(0, 50)
              .mapToObj(i -> "produce orders v" + i)
              .collect(Collectors.joining("\n"));
      tab.paste(fifty);
      tab.awaitLive("50 ");
      anna.awaitThat(
          "document.querySelector('#picture .topics').textContent.includes('50 records')");

      assertTrue(anna.isTyping());
      assertEquals("produce orders half", anna.line());
    }
  }

  @Test
  void up_and_down_walk_the_history_and_keep_the_half_typed_line() {
    try (Visitor anna = visitor()) {
      anna.run("topics");
      anna.run("groups");
      anna.page.keyboard().type("produce ha");
      anna.press("Escape");

      anna.press("ArrowUp");
      assertEquals("groups", anna.line());
      anna.press("ArrowUp");
      assertEquals("topics", anna.line());
      anna.press("ArrowDown");
      anna.press("ArrowDown");
      assertEquals("produce ha", anna.line());

      anna.page.reload();
      anna.settled();
      assertEquals(2, anna.turns(), "what was answered is there again");
      anna.input().focus();
      anna.press("ArrowUp");
      assertEquals("groups", anna.line());
    }
  }

  @Test
  void completion_lists_and_never_runs_and_tab_leaves_when_nothing_is_chosen() {
    try (Visitor anna = visitor()) {
      anna.run("create topic orders partitions 3");
      int turns = anna.turns();
      anna.page.keyboard().type("of");
      anna.awaitOffers();
      assertEquals(List.of("offsets"), anna.offers());
      assertEquals("true", anna.input().getAttribute("aria-expanded"));

      anna.press("Tab");
      assertFalse(anna.isTyping());
      assertEquals("of", anna.line());
      anna.page.locator("#offers").waitFor(hidden());

      anna.input().focus();
      anna.page.keyboard().type("f");
      anna.awaitOffers();
      anna.press("ArrowDown");
      assertEquals("offers-0", anna.input().getAttribute("aria-activedescendant"));
      anna.press("Enter");
      assertEquals("offsets ", anna.line());
      assertEquals(turns, anna.turns());

      anna.awaitOffers();
      anna.press("ArrowDown");
      anna.press("Tab");
      assertTrue(anna.isTyping());
      assertEquals("offsets orders", anna.line().strip());
      assertEquals(turns, anna.turns());

      anna.press("Escape");
      anna.press("Enter");
      anna.awaitThat("n => document.querySelectorAll('#console .turn').length > n", turns);
    }
  }

  @Test
  void escape_closes_the_list_and_keeps_the_line_and_a_click_takes_an_option() {
    try (Visitor anna = visitor()) {
      anna.input().focus();
      anna.page.keyboard().type("c");
      anna.awaitOffers();
      anna.press("Escape");
      anna.page.locator("#offers").waitFor(hidden());
      assertEquals("c", anna.line());

      anna.page.keyboard().type("o");
      anna.awaitOffers();
      anna.page.locator("#offers [role=option]").first().click();
      assertTrue(anna.line().startsWith("co"), anna.line());
      assertTrue(anna.line().endsWith(" "), anna.line());
      assertTrue(anna.isTyping());
      assertEquals(0, anna.turns());
    }
  }

  @Test
  void neither_a_list_nor_an_error_moves_the_prompt_or_the_picture() {
    try (Visitor anna = visitor()) {
      anna.run("create topic orders partitions 3");
      anna.picture();
      String before = places(anna);

      anna.page.keyboard().type("co");
      anna.awaitOffers();
      assertEquals(before, places(anna));

      anna.press("Escape");
      anna.run("consume ordres group email");
      assertEquals(before, places(anna));
    }
  }

  @Test
  void the_newest_answer_stays_in_sight_unless_somebody_scrolled_up() {
    try (Visitor anna = visitor()) {
      anna.run("create topic orders partitions 3");
      for (int i = 0; i < 12; i++) {
        anna.run("topics");
      }
      anna.run("consume ordres group email");
      anna.page.keyboard().type("co");
      anna.awaitOffers();
      anna.awaitThat(BELOW + " < 2");

      anna.press("Escape");
      anna.page.locator("#console .history").hover();
      anna.page.mouse().wheel(0, -200);
      anna.awaitThat(BELOW + " > 100");
      anna.input().focus();
      anna.page.keyboard().type("n");
      anna.awaitOffers();
      anna.press("Escape");
      assertEquals(true, anna.page.evaluate(BELOW + " > 100"));

      anna.run("topics");
      anna.awaitThat(BELOW + " < 2");
    }
  }

  /// How much of what was said lies below what is seen of it.
  private static final String BELOW =
      "(s => s.scrollHeight - s.scrollTop - s.clientHeight)(document.querySelector('#console .history'))";

  private static String places(Visitor visitor) {
    return visitor
        .page
        .evaluate(
            "['#console .prompt', '#time', '#picture'].map(part =>"
                + " { const box = document.querySelector(part).getBoundingClientRect();"
                + " return [box.x, box.y, box.width, box.height].map(Math.round).join() }).join(' ')")
        .toString();
  }

  @Test
  void an_error_marks_its_place_and_its_button_mends_the_line() {
    try (Visitor anna = visitor()) {
      anna.run("create topic orders partitions 3");
      String answer = anna.run("consume ordres group email from-beginning");

      assertTrue(answer.contains("ordres"), answer);
      assertEquals("ordres", anna.page.locator("#console .wrong-at").innerText());
      anna.button("Use orders").click();
      assertEquals("consume orders group email from-beginning", anna.line());
      assertTrue(anna.isTyping());
    }
  }

  @Test
  void three_pasted_lines_run_as_three_commands_in_order() {
    try (Visitor anna = visitor()) {
      anna.paste(
          "create topic orders partitions 1\r\n# a comment\r\n\r\nproduce orders a\nproduce orders b\n");
      anna.awaitLive("3 ");
      anna.awaitRecords(2);

      assertEquals(3, anna.turns());
      assertTrue(
          anna.saidSoFar().get(1).startsWith("produce orders a"), anna.saidSoFar().toString());
      assertTrue(anna.run("read orders").contains("p0:1"), anna.answer());
    }
  }

  @Test
  void a_paste_stops_at_its_first_error_and_says_how_much_did_not_run() {
    try (Visitor anna = visitor()) {
      anna.paste(
          "create topic orders partitions 1\nprodoce orders a\nproduce orders b\nproduce orders c");
      anna.awaitLive("Line 2 ");

      assertEquals(2, anna.turns());
      String screen = anna.page.locator("#console .history").innerText();
      assertTrue(screen.contains("2 lines of the paste were not run."), screen);
      assertEquals(0, anna.records());
    }
  }

  @Test
  void json_goes_on_over_lines_and_one_that_is_never_closed_is_an_error() {
    try (Visitor anna = visitor()) {
      anna.run("create topic orders partitions 1");
      anna.paste("produce orders {\n  \"order\": 61,\n  \"total\": 12.40\n}\nproduce orders b");
      anna.awaitLive("2 ");
      anna.awaitRecords(2);
      assertTrue(anna.run("read orders").contains("12.40"), anna.answer());

      anna.paste("produce orders {\n  \"order\": 62,\nproduce orders c");
      anna.awaitLive("Line 1 ");
      assertEquals(2, anna.records());
      assertTrue(anna.run("topics").contains("2"), anna.answer());
    }
  }

  @Tag("long")
  @Test
  void five_hundred_pasted_lines_run_and_the_older_ones_are_folded() {
    try (Visitor anna = visitor()) {
      anna.run("create topic orders partitions 3");
      anna.paste(
          IntStream.range(0, 500)
              .mapToObj(i -> "produce orders v" + i)
              .collect(Collectors.joining("\n")));
      anna.awaitThat(
          "document.querySelector('#live').textContent.startsWith('500 ')",
          null,
          Duration.ofSeconds(150));

      assertEquals(200, anna.turns());
      assertEquals(
          "… 301 older commands", anna.page.locator("#console .older").first().innerText());
      assertTrue(anna.run("topics").contains("500"), anna.answer());
    }
  }

  @Test
  void a_line_of_a_hundred_kilobytes_is_answered_in_words_and_the_page_goes_on() {
    try (Visitor anna = visitor()) {
      anna.run("create topic orders partitions 1");
      anna.run("produce orders " + "x".repeat(120_000));

      assertEquals(1, anna.page.locator("#console .fault").count());
      assertTrue(anna.saidSoFar().getLast().length() < 3_000);
      assertTrue(anna.run("topics").contains("orders"), anna.answer());
      assertEquals(0, anna.sideways());
    }
  }

  @Test
  void keys_and_values_of_every_kind_come_back_as_they_were_typed() {
    try (Visitor anna = visitor()) {
      anna.run("create topic orders partitions 1");
      List<String> keys =
          List.of(
              "\"customer 7\"",
              "\"\"",
              "\"say \\\"hi\\\"\"",
              "a=b",
              "🛒",
              "שלום",
              "<b>bold</b>",
              "k".repeat(249));
      for (String key : keys) {
        String answer = anna.run("produce orders key=" + key + " {\"note\": \"  # <i>max</i> \"}");
        assertTrue(answer.contains("p0:"), answer);
      }
      anna.run("produce orders key=gone tombstone");
      anna.run("produce orders -- partition 3 is down");

      String read = anna.run("read orders");
      for (String value :
          List.of(
              "customer 7",
              "say \\\"hi\\\"",
              "a=b",
              "🛒",
              "שלום",
              "<b>bold</b>",
              "  # <i>max</i> ",
              "partition 3 is down")) {
        assertTrue(
            anna.page
                .locator("#console .turn")
                .last()
                .evaluate("turn => turn.textContent")
                .toString()
                .contains(value),
            value + " in " + read);
      }
      assertEquals(
          0, anna.page.locator("#console .turn b b, #console .turn i, #picture b b").count());
      assertEquals(0, anna.sideways());
    }
  }

  @Test
  void undo_and_redo_are_seen_say_what_they_take_back_and_keep_the_focus() {
    try (Visitor anna = visitor()) {
      assertEquals("true", anna.button("Undo").getAttribute("aria-disabled"));
      anna.run("create topic orders partitions 1");
      anna.run("produce orders a");
      anna.run("topics");
      anna.awaitRecords(1);
      assertEquals("Undo: produce orders a", anna.button("Undo").getAttribute("aria-label"));

      anna.button("Undo").click();
      anna.awaitRecords(0);
      anna.awaitThat(
          "document.querySelector('#time .changes button:nth-of-type(2)').getAttribute('aria-label') === 'Redo: produce orders a'");
      assertEquals(
          "Undo: create topic orders partitions 1", anna.button("Undo").getAttribute("aria-label"));
      assertTrue(
          (boolean) anna.button("Undo").evaluate("button => button === document.activeElement"));

      anna.button("Redo").click();
      anna.awaitRecords(1);
      assertTrue(anna.saidSoFar().getLast().startsWith("redo"), anna.saidSoFar().toString());
    }
  }

  @Test
  void start_over_empties_and_can_be_undone() {
    try (Visitor anna = visitor()) {
      anna.run("create topic orders partitions 1");
      anna.run("produce orders a");
      anna.awaitRecords(1);

      assertTrue(anna.page.getByText("can be undone").isVisible());
      anna.button("Start over").click();
      anna.awaitThat("document.querySelectorAll('#picture .partition').length === 0");
      anna.button("Undo").click();
      anna.awaitRecords(1);
    }
  }

  @Test
  void each_command_is_told_in_one_polite_sentence() {
    try (Visitor anna = visitor()) {
      anna.page.evaluate(
          """
          window.told = []
          new MutationObserver(() => window.told.push(document.querySelector('#live').textContent.trim()))
            .observe(document.querySelector('#live'), { childList: true, characterData: true, subtree: true })\
          """);
      anna.run("create topic orders partitions 3");
      anna.run("topics");
      anna.run("topics");
      anna.run("nonsense");

      @SuppressWarnings("unchecked")
      List<String> told = (List<String>) anna.page.evaluate("window.told");
      assertEquals(4, told.size(), told.toString());
      assertTrue(told.get(0).contains("orders"), told.toString());
      assertEquals("A table of 1 row.", told.get(1));
      assertEquals(told.get(1), told.get(2));
      assertTrue(told.get(3).startsWith("Error: "), told.toString());
      assertEquals("status", anna.page.locator("#live").getAttribute("role"));
      assertEquals(0, anna.page.locator("#console [role=log], #console [aria-live]").count());
    }
  }

  @Test
  void clear_empties_the_screen_only() {
    try (Visitor anna = visitor()) {
      anna.run("create topic orders partitions 1");
      anna.input().fill("clear");
      anna.press("Enter");
      anna.awaitThat("document.querySelectorAll('#console .turn').length === 0");

      assertTrue(anna.run("topics").contains("orders"), anna.answer());
      assertEquals(
          "Undo: create topic orders partitions 1", anna.button("Undo").getAttribute("aria-label"));
    }
  }

  private static final List<String> FOR_INSTANCES =
      List.of(
          "Start$",
          "Traffic",
          "Let time pass",
          "Fail",
          "Lanes",
          "Commit point",
          "Dead letters",
          "Check order",
          "Crash");

  @Test
  void the_buttons_make_whole_lines_and_ask_for_no_typing() {
    try (Visitor anna = visitor()) {
      for (String button : List.of("Create topic", "Produce", "Consume", "Offsets", "Reset")) {
        anna.button(button).click();
        assertTrue(anna.isTyping());
        assertFalse(anna.line().isEmpty());
        anna.enter(() -> anna.button("Run").click());
      }
      assertEquals(5, anna.turns());
      anna.button("For instances").click();
      for (String button : FOR_INSTANCES) {
        anna.button(button).click();
        assertFalse(anna.line().isEmpty());
        anna.enter(() -> anna.button("Run").click());
      }
      assertEquals(5 + FOR_INSTANCES.size(), anna.turns());
      assertEquals(0, anna.page.locator("#console .fault").count());
    }
  }

  private static Locator.WaitForOptions hidden() {
    return new Locator.WaitForOptions()
        .setState(com.microsoft.playwright.options.WaitForSelectorState.HIDDEN);
  }
}
