package dev.carril.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What stands around the log and the console: sizes, themes, languages, sharing.
@Timeout(90)
class ShellIT {
  @RegisterExtension private static final House house = new House();

  private static void play(Visitor visitor) {
    visitor.run("create topic orders partitions 3");
    visitor.run("produce orders key=customer-7 {\"order\":61,\"total\":12.40}");
    visitor.run("produce orders {\"order\":62,\"total\":5.20}");
    visitor.run("consume orders group billing from-beginning");
    visitor.run("consume orders group email no-commit");
    visitor.run("sql CREATE TABLE invoices (\"order\" UNIQUE, total)");
    visitor.run("sql INSERT INTO invoices VALUES (61, '12.40')");
    visitor.run("offsets orders");
    visitor.run("consume ordres group email");
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void nothing_keeps_anybody_from_using_the_page(String theme) {
    try (Visitor anna = Visitor.at(house.address())) {
      anna.theme(theme);
      assertEquals(List.of(), anna.barriers(), "empty");

      play(anna);
      anna.page.keyboard().type("consume orders ");
      anna.awaitOffers();
      anna.press("ArrowDown");
      assertEquals(List.of(), anna.barriers(), "in use");

      anna.press("Escape");
      anna.button("Share").click();
      anna.button("Copy").waitFor();
      assertEquals(List.of(), anna.barriers(), "sharing");
    }
  }

  @Test
  void a_theme_is_remembered_and_set_before_the_page_is_painted() {
    try (Visitor anna = Visitor.at(house.address())) {
      anna.theme("dark");
      String dark = background(anna);
      anna.page.reload();
      anna.settled();
      assertEquals(dark, background(anna));
      assertTrue(anna.page.locator("#theme input[value=dark]").isChecked());

      anna.theme("system");
      assertNotEquals(dark, background(anna));
    }
  }

  private static String background(Visitor visitor) {
    return visitor.page.evaluate("getComputedStyle(document.body).backgroundColor").toString();
  }

  @Test
  void a_share_is_a_copy_and_what_the_own_address_is_stands_beside_it() {
    try (Visitor anna = Visitor.at(house.address())) {
      anna.run("create topic orders partitions 1");
      anna.run("produce orders a");
      anna.button("Share").click();
      anna.button("Copy").click();
      Locator dialog = anna.page.getByRole(AriaRole.DIALOG);
      assertTrue(
          dialog.innerText().contains("Whoever has it sees what you do, and can change it."),
          dialog.innerText());
      assertTrue(dialog.innerText().contains("Copied."), dialog.innerText());
      String address = anna.page.evaluate("navigator.clipboard.readText()").toString();
      anna.press("Escape");
      dialog.waitFor(
          new Locator.WaitForOptions()
              .setState(com.microsoft.playwright.options.WaitForSelectorState.HIDDEN));
      assertFalse(address.contains(anna.sandbox()), address);

      try (Visitor ben = Visitor.at(address)) {
        ben.awaitRecords(1);
        ben.run("produce orders b");
        ben.awaitRecords(2);
        anna.page.waitForTimeout(200);
        assertEquals(1, anna.records());
      }
    }
  }

  @Test
  void spanish_is_spoken_to_who_asks_for_it_and_can_be_chosen_without_losing_the_sandbox() {
    try (Visitor ana = Visitor.at(house.address(), Visitor.usual().setLocale("es-ES"))) {
      assertEquals("es", ana.page.locator("html").getAttribute("lang"));
      assertTrue(ana.page.locator("#welcome").innerText().contains("Crea un topic"));
      ana.run("create topic orders partitions 1");
      String sandbox = ana.sandbox();

      ana.page.getByText("English").click();
      ana.settled();
      assertEquals("en", ana.page.locator("html").getAttribute("lang"));
      assertEquals(sandbox, ana.sandbox());
      ana.awaitThat("document.querySelector('#picture').innerText.includes('orders')");
      assertTrue(ana.run("groups").contains("no groups"), ana.answer());

      ana.page.getByText("Español").click();
      ana.settled();
      assertFalse(ana.run("groups").contains("no groups"), ana.answer());
    }
  }

  @ParameterizedTest
  @CsvSource({"1920,1080", "1366,768", "1024,768", "768,1024", "390,844", "360,640", "320,568"})
  void no_size_scrolls_sideways_and_the_line_can_be_reached(int width, int height) {
    try (Visitor anna =
        Visitor.at(house.address(), Visitor.usual().setViewportSize(width, height))) {
      assertEquals(0, anna.sideways());
      play(anna);
      anna.page.keyboard().type("co");
      anna.awaitOffers();

      assertEquals(0, anna.sideways());
      assertTrue(anna.input().isVisible());
      anna.input().scrollIntoViewIfNeeded();
      var box = anna.input().boundingBox();
      assertTrue(box.y >= 0 && box.y + box.height < height + 1, box.y + " of " + height);
      assertEquals(List.of(), smallTargets(anna));
      if (width >= 900) {
        assertEquals(0, anna.page.evaluate("document.documentElement.scrollHeight - innerHeight"));
        double console =
            ((Number) anna.page.evaluate("document.querySelector('#console').clientHeight"))
                .doubleValue();
        assertTrue(console >= 200, "console " + console);
      }
    }
  }

  /// What can be pressed and is smaller than 24 by 24 pixels.
  private static Object smallTargets(Visitor visitor) {
    return visitor.page.evaluate(
        """
        [...document.querySelectorAll('button, a[href], [role=option], .switch label')]
          .filter(part => part.checkVisibility())
          .map(part => [part.textContent.trim().slice(0, 30), part.getBoundingClientRect()])
          .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24))
          .map(([name, box]) => `${name} ${Math.round(box.width)}x${Math.round(box.height)}`)\
        """);
  }

  @ParameterizedTest
  @CsvSource({"en,390,844", "es,390,844", "en,320,568", "es,320,568"})
  void what_to_do_with_the_picture_is_read_whole_on_a_phone(String locale, int width, int height) {
    var phone = Visitor.usual().setViewportSize(width, height).setLocale(locale);
    try (Visitor anna = Visitor.at(house.address(), phone)) {
      anna.run("create topic orders partitions 3");
      anna.run("produce orders a");
      anna.awaitRecords(1);
      anna.awaitThat(
          "(hint => hint !== null && hint.scrollHeight <= hint.clientHeight)(document.querySelector('#picture .detail.idle'))");
    }
  }

  @Test
  void a_phone_can_do_without_typing() {
    var phone = Visitor.usual().setViewportSize(390, 844).setHasTouch(true).setIsMobile(true);
    try (Visitor anna = Visitor.at(house.address(), phone)) {
      for (String button : List.of("Create topic", "Produce", "Consume")) {
        anna.button(button).tap();
        assertFalse(anna.isTyping(), "no keyboard comes up");
        anna.button("Run").tap();
      }
      anna.awaitRecords(1);
      anna.page.locator("#picture .reader").first().waitFor();
      assertEquals(0, anna.page.locator("#console .fault").count());
      assertEquals(0, anna.sideways());
    }
  }
}
