package dev.carril.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Route;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The picture as a file is the picture that is seen.
@Tag("long")
@Timeout(90)
class ExportIT {
  /// The file has a margin round what is seen, in pixels of the page.
  private static final int MARGIN = 16;

  @TempDir static Path saved;
  @RegisterExtension private static final House house = new House();

  private static Visitor at(com.microsoft.playwright.Browser.NewContextOptions options) {
    return Visitor.at(house.address(), options.setViewportSize(1366, 1400).setDeviceScaleFactor(2));
  }

  /// Every kind of mark that a picture has.
  private static void fill(Visitor visitor) {
    visitor.run("create topic orders partitions 3");
    visitor.page.locator("#time .speed").selectOption("0");
    for (int i = 0; i < 30; i++) {
      visitor.run("produce orders partition 0 key=order-" + i + " {\"order\":" + i + "}");
    }
    visitor.run("produce orders key=order-61 tombstone");
    visitor.run("produce orders <b>&\"é\"</b>");
    visitor.run("consume orders group billing from-beginning max 20");
    visitor.run("consume orders group email from-beginning max 25 no-commit");
    visitor.run("consume orders group audit");
    for (int i = 0; i < 5; i++) {
      visitor.run("consume orders group more-" + i + " from-beginning max " + i);
    }
    visitor.run("sql CREATE TABLE invoices (\"order\" UNIQUE, total)");
    visitor.run("sql INSERT INTO invoices VALUES (61, '12.40')");
  }

  private static Path save(Visitor visitor, String button) throws Exception {
    visitor.page.locator("#share").click();
    Download download =
        visitor.page.waitForDownload(() -> {
          visitor.button(button).focus();
          visitor.press("Enter");
        });
    Path file = Files.createTempDirectory(saved, "file").resolve(download.suggestedFilename());
    download.saveAs(file);
    visitor.awaitThat(
        "name => [...document.querySelectorAll('dialog [role=status]')].some(part => part.textContent.includes(name))",
        download.suggestedFilename());
    visitor.press("Escape");
    return file;
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void a_png_shows_what_the_page_shows(String theme) throws Exception {
    try (Visitor anna = at(Visitor.usual())) {
      anna.theme(theme);
      fill(anna);
      anna.page.mouse().move(2, 2);
      anna.page.waitForTimeout(300);
      BufferedImage saved = ImageIO.read(save(anna, "Save as PNG").toFile());
      anna.page.mouse().move(2, 2);
      anna.page.evaluate("document.activeElement.blur()");
      anna.page.waitForTimeout(200);
      BufferedImage seen =
          ImageIO.read(
              new ByteArrayInputStream(anna.page.locator("#picture .topics").screenshot()));
      int dx = 2 * MARGIN;
      int dy = 2 * MARGIN;
      assertTrue(saved.getWidth() >= seen.getWidth() && saved.getHeight() >= seen.getHeight() - 4);
      assertEquals(0, differing(seen, saved, dx, dy), 1.5, "percent of patches that differ");
    }
  }

  /// Patches of sixteen pixels square whose mean brightness differs by more than an eighth, in
  /// percent of those that are not empty. What only helps to use the page is left out of the file.
  private static double differing(BufferedImage seen, BufferedImage saved, int dx, int dy) {
    int all = 0;
    int different = 0;
    for (int x = 0; x + 16 <= seen.getWidth(); x += 16) {
      for (int y = 0; y + 16 <= Math.min(seen.getHeight(), saved.getHeight() - dy); y += 16) {
        double a = brightness(seen, x, y);
        double b = brightness(saved, x + dx, y + dy);
        double paper = brightness(saved, 0, 0);
        if (Math.abs(a - paper) > 1 || Math.abs(b - paper) > 1) {
          all++;
          different += Math.abs(a - b) > 32 ? 1 : 0;
        }
      }
    }
    assertTrue(all > 500, all + " patches");
    return 100.0 * different / all;
  }

  private static double brightness(BufferedImage image, int left, int top) {
    long sum = 0;
    for (int x = left; x < left + 16; x++) {
      for (int y = top; y < top + 16; y++) {
        int rgb = image.getRGB(x, y);
        sum += (rgb >> 16 & 255) * 3 + (rgb >> 8 & 255) * 6 + (rgb & 255);
      }
    }
    return sum / 2560.0;
  }

  /// Above the picture may stand what to try first, which is no part of it.
  @Test
  void nothing_is_empty_above_the_picture() throws Exception {
    try (Visitor anna = at(Visitor.usual())) {
      anna.run("create topic orders partitions 3");
      anna.awaitThat("document.querySelector('#welcome').offsetHeight > 0");
      BufferedImage image = ImageIO.read(save(anna, "Save as PNG").toFile());
      int first = 0;
      while (isEmpty(image, first)) {
        first++;
      }
      assertTrue(first >= 2 * MARGIN && first < 3 * MARGIN, first + " lines are empty");
    }
  }

  private static boolean isEmpty(BufferedImage image, int line) {
    for (int x = 1; x < image.getWidth(); x++) {
      if (image.getRGB(x, line) != image.getRGB(0, line)) {
        return false;
      }
    }
    return true;
  }

  @Test
  void an_svg_is_shapes_and_text_and_says_what_it_shows() throws Exception {
    try (Visitor anna = at(Visitor.usual())) {
      fill(anna);
      String svg = Files.readString(save(anna, "Save as SVG"));
      assertEquals(
          "svg",
          anna.page.evaluate(
              "text => new DOMParser().parseFromString(text, 'image/svg+xml').documentElement.localName",
              svg));
      for (String none : new String[] {"foreignObject", "<script", "<style", " style=", "href"}) {
        assertFalse(svg.contains(none), none);
      }
      String text =
          anna.page
              .evaluate(
                  "text => [...new DOMParser().parseFromString(text, 'image/svg+xml').querySelectorAll('text')].map(part => part.textContent).join('|')",
                  svg)
              .toString();
      for (Object shown :
          (java.util.List<?>)
              anna.page.evaluate(
                  "[...document.querySelectorAll('#picture .cell, #database td')].flatMap(cell => cell.textContent.split('\\n')).filter(line => line !== '')")) {
        assertTrue(text.contains(shown.toString()), shown + " in " + text);
      }
      assertTrue(svg.contains("<title id=\"title\">Carril: 42 of 42, now"), svg);
      assertTrue(svg.contains("Topic orders: 3 partitions, 32 records"), svg);
      assertTrue(svg.contains("spreadMethod=\"repeat\""), "hatchings");
    }
  }

  @Test
  void the_past_is_saved_as_the_past_and_the_table_as_a_table() throws Exception {
    try (Visitor anna = at(Visitor.usual())) {
      anna.run("create topic orders partitions 1");
      anna.run("produce orders key=first a");
      anna.run("produce orders key=second b");
      anna.press("Alt+,");
      anna.awaitThat("document.querySelector('.bench.is-past')");
      anna.awaitRecords(1);
      String past = Files.readString(save(anna, "Save as SVG"));
      assertTrue(past.contains(">2 of 3, the past, "), past);
      assertTrue(past.contains(">first<") && !past.contains(">second<"), past);

      anna.press("Alt+End");
      anna.page.locator("#time .switch label").getByText("Table").click();
      anna.page.locator("#table table").first().waitFor();
      String table = Files.readString(save(anna, "Save as SVG"));
      assertTrue(table.contains(">Records of orders<"), table);
      assertTrue(table.contains(">second<"), table);

      anna.page.locator("#time .switch label").getByText("Picture").click();
      anna.run("start one on orders group billing from-beginning");
      anna.awaitThat("document.querySelectorAll('#picture .ring .track-of').length === 4");
      String ring = Files.readString(save(anna, "Save as SVG"));
      Object missing =
          anna.page.evaluate(
              "text => [...document.querySelectorAll('#picture .ring .track-of')].map(it => it.getAttribute('d')).filter(d => !text.includes(d))",
              ring);
      assertEquals(List.of(), missing, "tracks of the ring that are not in the file");
    }
  }

  @ParameterizedTest
  @CsvSource({"en-GB, Save as SVG, Saved as", "es-ES, Guardar como SVG, Guardado como"})
  void keys_alone_save_it_in_each_language(String locale, String button, String said)
      throws Exception {
    try (Visitor anna = at(Visitor.usual().setLocale(locale))) {
      anna.run("create topic orders partitions 1");
      anna.page.locator("#share").focus();
      anna.press("Enter");
      anna.page.locator("dialog .button.main").waitFor();
      Download download =
          anna.page.waitForDownload(() -> {
            for (int i = 0; i < 12 && !focused(anna).startsWith(button); i++) {
              anna.press("Tab");
            }
            assertTrue(focused(anna).startsWith(button), focused(anna));
            anna.press("Enter");
          });
      assertEquals("carril-1.svg", download.suggestedFilename());
      anna.awaitThat("said => document.querySelector('dialog').innerText.includes(said)", said);
      assertEquals(java.util.List.of(), anna.barriers());
    }
  }

  @Test
  void an_address_that_comes_late_takes_nobody_away_from_where_they_are() {
    try (Visitor anna = at(Visitor.usual())) {
      anna.run("create topic orders partitions 1");
      var held = new java.util.ArrayList<Route>();
      anna.page.route("**/share", held::add);
      anna.page.locator("#share").click();
      anna.page.waitForCondition(() -> !held.isEmpty());
      anna.button("Save as SVG").focus();
      held.getFirst().resume();
      anna.page.locator("dialog .button.main").waitFor();
      assertEquals("Save as SVG", focused(anna));

      anna.press("Escape");
      anna.page.locator("#share").click();
      anna.page.waitForCondition(() -> held.size() == 2);
      held.getLast().resume();
      anna.awaitThat("document.activeElement.matches('dialog .button.main')");
    }
  }

  private static String focused(Visitor visitor) {
    return visitor.page.evaluate("document.activeElement.textContent").toString();
  }

  @Test
  void rows_that_are_far_from_the_screen_are_in_the_file_too() throws Exception {
    try (Visitor anna = at(Visitor.usual().setViewportSize(1366, 768))) {
      anna.run("create topic wide partitions 64");
      anna.page.locator("#time .speed").selectOption("0");
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i < 64 * 12; i++) {
        lines.append("produce wide partition ").append(i % 64).append(" v").append(i).append('\n');
      }
      anna.paste(lines.toString());
      anna.awaitThat(
          "document.querySelector('#live').textContent.startsWith('768 ')",
          null,
          java.time.Duration.ofMinutes(2));
      int there = anna.page.locator("#picture .partition > .line").count();
      assertTrue(there < 64, there + " rows are there");
      String svg = Files.readString(save(anna, "Save as SVG"));
      assertTrue(svg.contains(">p0<") && svg.contains(">p63<"));
      anna.awaitThat("document.querySelectorAll('#picture .partition > .line').length < 64");
    }
  }
}
