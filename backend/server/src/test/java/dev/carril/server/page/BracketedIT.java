package dev.carril.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The page in a language made for this test, in which every text of the catalogue stands in
/// brackets: what has none comes from somewhere else. The language is put in front of the packaged
/// server, which knows nothing of it.
@Timeout(120)
class BracketedIT {
  /// What is no sentence: the name, languages in themselves, and what people or commands wrote.
  private static final String NO_SENTENCE =
      """
      ^(Carril|English|Español|Bracketed)$\
      """
          .strip();

  @TempDir static Path folder;
  private static Process server;
  private static String address;

  @BeforeAll
  static void start() throws Exception {
    Path words = folder.resolve("words");
    bracket(words, "dev/carril/simulator/words");
    bracket(words, "dev/carril/course/words");
    bracket(words, "dev/carril/server/words");
    bracket(words, "frontend/words");
    Files.writeString(
        words.resolve("dev/carril/simulator/words/languages.properties"),
        "en = 1 English\nes = 2 Español\nxx = 3 Bracketed\n");
    String path =
        words + File.pathSeparator + Path.of("target", "carril-server.jar").toAbsolutePath();
    server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                path,
                "dev.carril.server.Main",
                "serve",
                "--port",
                "0",
                "--data",
                folder.resolve("data").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var out =
        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    assertTrue(line != null && line.startsWith("Carril is at "), line);
    address = line.substring("Carril is at ".length());
  }

  @AfterAll
  static void end() throws Exception {
    server.destroy();
    server.waitFor();
  }

  /// Writes the English words of a folder again, each in brackets.
  private static void bracket(Path words, String folder) throws Exception {
    Properties english = new Properties();
    try (InputStream in = BracketedIT.class.getResourceAsStream("/" + folder + "/en.properties")) {
      english.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    }
    StringBuilder text = new StringBuilder();
    english.forEach((key, pattern) -> {
      boolean isSentence = !key.equals("locale");
      text.append(key)
          .append(" = ")
          .append(isSentence ? "[" + pattern.toString().replace("\\", "\\\\") + "]" : pattern)
          .append('\n');
    });
    Path file = words.resolve(folder).resolve("xx.properties");
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void no_sentence_comes_from_outside_the_catalogue() {
    try (Visitor anna = Visitor.at(address + "/sandbox")) {
      anna.page.navigate(anna.page.url() + "?lang=xx");
      anna.settled();
      assertEquals("xx", anna.page.locator("html").getAttribute("lang"));
      assertEquals(List.of(), outside(anna), "empty");

      anna.run("create topic orders partitions 3");
      assertEquals(List.of(), outside(anna), "first step done");
      anna.run("produce orders key=7 {\"n\":1}");
      anna.run("produce orders {\"n\":2}");
      anna.run("consume orders group billing from-beginning");
      anna.run("consume orders group email no-commit");
      anna.run("offsets orders");
      anna.run("describe group billing");
      anna.run("reset group billing to earliest");
      anna.run("wait 8d");
      anna.run("sql CREATE TABLE t (a)");
      anna.run("consume ordres group email");
      anna.run("undo");
      anna.run("help");
      anna.run("help consume");
      anna.paste("topics\nnonsense\ntopics\ntopics");
      anna.awaitThat("document.querySelectorAll('#console .fault').length === 2");
      anna.page.keyboard().type("cons");
      anna.awaitOffers();
      assertEquals(List.of(), outside(anna), "in use");

      anna.press("Escape");
      anna.page.locator("#share").click();
      anna.page.locator("dialog .button.main").waitFor();
      assertEquals(List.of(), outside(anna), "sharing");
    }
  }

  /// Texts and names with letters in them that no bracket says to be the catalogue's. Monospaced is
  /// what people type or typed, and data: commands, keys, values, names.
  private static Object outside(Visitor visitor) {
    return visitor.page.evaluate(
        """
        noSentence => {
          const found = new Set()
          const none = new RegExp(noSentence)
          const isSpoken = text => /\\p{L}{2}/u.test(text) && !none.test(text.trim()) && !text.includes('[') && !text.includes(']')
          const isData = element => getComputedStyle(element).fontFamily.includes('mono') || element.closest('#picture b, #picture .said, #picture .who, #picture .group-name, #database b, #database table')
          const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
          while (walk.nextNode()) {
            const text = walk.currentNode.data
            const element = walk.currentNode.parentElement
            if (element.closest('script, noscript') || !isSpoken(text) || isData(element)) continue
            // Part of a sentence that begins and ends elsewhere, such as a name set apart in it.
            if (/^\\[[^]*\\]$/.test(element.textContent.trim()) || element.closest('p, li, h2')?.textContent.includes('[')) continue
            found.add(text.trim())
          }
          for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
            for (const name of ['aria-label', 'placeholder', 'title']) {
              const text = element.getAttribute(name)
              if (text && name !== 'title' && isSpoken(text) && !element.closest('#picture [role=row], #picture [role=grid], #database')) found.add(`${name}: ${text}`)
            }
          }
          if (isSpoken(document.title)) found.add(document.title)
          return [...found]
        }\
        """,
        NO_SENTENCE);
  }
}
