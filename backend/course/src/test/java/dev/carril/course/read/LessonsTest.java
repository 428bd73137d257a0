package dev.carril.course.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.course.Block;
import dev.carril.course.Course;
import dev.carril.course.CourseWords;
import dev.carril.course.Listing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Folders as teachers write them, and as nobody should.
class LessonsTest {
  private static final String PROSE =
      """
      # A lesson

      What it is about.

      ## Step one: First

      An idea.

      ### Watch w

      - `first` It is written.

      ### Try t: A task

      Do it.

      #### Solution

      So it is done.
      """;

  private static final String DATA =
      """
      watch:
        w:
          steps:
            - run: create topic orders partitions 1
              caption: first
      tries:
        t:
          goals:
            - topic: { name: orders }
          solution: create topic orders partitions 1
      """;

  @TempDir private Path root;

  @BeforeEach
  void a_lesson_that_is_right() throws IOException {
    write("1-track/en.md", "# A track\n\nA sentence.\n");
    write("1-track/01-one/en.md", PROSE);
    write("1-track/01-one/lesson.yaml", DATA);
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private Course course() {
    return Lessons.in(List.of(root)).course();
  }

  private List<String> faults() {
    return course().allFaults().stream()
        .map(fault -> CourseWords.line(fault, CourseWords.of("en")))
        .toList();
  }

  private void data(String text) throws IOException {
    write("1-track/01-one/lesson.yaml", text);
  }

  private void prose(String text) throws IOException {
    write("1-track/01-one/en.md", text);
  }

  private void expect(String... starts) {
    List<String> faults = faults();
    for (String start : starts) {
      assertTrue(faults.stream().anyMatch(fault -> fault.startsWith(start)), start + "\n" + faults);
    }
    assertEquals(starts.length, faults.size(), faults.toString());
  }

  @Test
  void a_lesson_that_is_right_has_no_faults() {
    assertEquals(List.of(), faults());
    Listing listing = course().lesson("track/one").orElseThrow();
    assertEquals("A lesson", listing.lesson().orElseThrow().page("es").title());
  }

  @Test
  void a_fault_names_file_line_and_what_would_be_right() throws IOException {
    data(DATA.replace("caption: first", "captoin: first"));
    expect(
        "1-track/01-one/lesson.yaml:5: steps knows no key 'captoin'; did you mean 'caption'?",
        "1-track/01-one/lesson.yaml:4: the key 'caption' is missing in steps");
  }

  @Test
  void a_line_that_is_no_command_is_told_with_what_would_be_right() throws IOException {
    data(DATA.replace("- run: create topic", "- run: crate topic"));
    expect("1-track/01-one/lesson.yaml:4: the command 'crate topic orders partitions 1' is an");
    data(DATA.replace("solution: create", "solution: crate"));
    expect("1-track/01-one/lesson.yaml:10: the command 'crate topic orders partitions 1' is an");
  }

  @Test
  void one_wrong_part_hides_no_other() throws IOException {
    data(
        """
        watch:
          w:
            steps:
              - run: create topic orders partitions 1
                caption: First
        tries:
          t:
            goals:
              - topic: { name: orders, partitons: 3 }
              - records: { topic: orders, at-least: x }
            solution: create topic orders partitions 1
        colour: red
        """);
    List<String> faults = faults();
    assertTrue(
        faults.stream().anyMatch(fault -> fault.contains(":12: lesson.yaml knows no key 'colour'")),
        faults.toString());
    assertTrue(
        faults.stream().anyMatch(fault -> fault.contains(":5: a name has small letters")),
        faults.toString());
    assertTrue(
        faults.stream()
            .anyMatch(fault ->
                fault.contains(":9: topic knows no key 'partitons'; did you mean 'partitions'?")),
        faults.toString());
    assertTrue(
        faults.stream()
            .anyMatch(fault ->
                fault.contains(":10: records knows no key 'at-least'; did you mean 'atLeast'?")),
        faults.toString());
  }

  @Test
  void one_lessons_mistake_does_not_hide_the_others() throws IOException {
    write("1-track/02-two/en.md", PROSE);
    write("1-track/02-two/lesson.yaml", "watch: [");
    Course course = course();
    assertTrue(course.lesson("track/one").orElseThrow().lesson().isPresent());
    Listing two = course.lesson("track/two").orElseThrow();
    assertTrue(two.lesson().isEmpty());
    assertTrue(two.faults().stream().allMatch(fault -> fault.file().startsWith("1-track/02-two/")));
  }

  @Test
  void a_change_shows_without_a_restart() throws IOException {
    Lessons lessons = Lessons.in(List.of(root));
    Course first = lessons.course();
    assertSame(first, lessons.course());
    prose(PROSE.replace("# A lesson", "# Another lesson"));
    assertSame(first, lessons.latest(), "what happens at every command looks at no file");
    assertNotSame(first, lessons.course());
    assertEquals(
        "Another lesson",
        lessons
            .course()
            .lesson("track/one")
            .orElseThrow()
            .lesson()
            .orElseThrow()
            .page("en")
            .title());
    Files.delete(root.resolve("1-track/01-one/en.md"));
    assertTrue(lessons.course().lesson("track/one").orElseThrow().lesson().isEmpty());
  }

  @Test
  void lessons_stand_in_the_order_of_their_numbers() throws IOException {
    for (String folder : List.of("10-ten", "2-two")) {
      write("1-track/" + folder + "/en.md", PROSE);
      write("1-track/" + folder + "/lesson.yaml", DATA);
    }
    write("02-later/en.md", "# Later\n\nAnnounced.\n");
    assertEquals(
        List.of("one", "two", "ten"),
        course().track("track").orElseThrow().lessons().stream().map(Listing::name).toList());
    assertEquals(List.of(), course().track("later").orElseThrow().lessons());
  }

  @Test
  void names_of_folders_and_files_are_looked_at() throws IOException {
    write("1-track/Two/lesson.yaml", DATA);
    write("1-track/notes.txt", "x");
    write("1-track/01-one/picture.png", "x");
    write("1-track/01-one/README.md", "for teachers");
    write("1-track/.hidden/x", "x");
    write("1-track/03-one/en.md", PROSE);
    write("1-track/03-one/lesson.yaml", DATA);
    expect(
        "1-track/Two: a folder is called by its number",
        "1-track/notes.txt: this does not belong here",
        "1-track/01-one/picture.png: this does not belong here",
        "1-track/03-one: there are two lessons named 'one'");
  }

  @Test
  void every_language_has_the_same_blocks() throws IOException {
    write("1-track/es.md", "# Un curso\n\nUna frase.\n");
    expect("1-track/01-one/es.md: there is no file es.md");
    write("1-track/01-one/es.md", PROSE.replace("### Watch w", "### Idea\n\nMás.\n\n### Watch w"));
    expect(
        "1-track/01-one/es.md: its blocks are others than those of en.md: there 'watch w', here 'idea'");
    write("1-track/01-one/es.md", PROSE);
    expect();
  }

  // ---- prose ----

  @Test
  void html_in_prose_is_shown_as_it_was_typed() throws IOException {
    prose(
        PROSE.replace(
            "An idea.",
            "A <script>alert(1)</script> and <img src=x onerror=alert(1)>\n\n<iframe src=//evil></iframe>\n\n`<b>` and [x](https://example.org/?a='b&c)"));
    assertEquals(List.of(), faults());
    Block idea =
        course()
            .lesson("track/one")
            .orElseThrow()
            .lesson()
            .orElseThrow()
            .page("en")
            .steps()
            .getFirst()
            .blocks()
            .getFirst();
    String html = ((Block.Idea) idea).text().html();
    assertFalse(html.contains("<script"), html);
    assertFalse(html.contains("<img"), html);
    assertFalse(html.contains("<iframe"), html);
    assertTrue(html.contains("href=\"https://example.org/?a='b&amp;c\""), html);
    assertTrue(html.contains("&lt;script&gt;"), html);
  }

  @Test
  void links_lead_to_lessons_or_to_the_web() throws IOException {
    for (String link :
        List.of(
            "javascript:alert(1)",
            "https://example.org/?a=\"b",
            "//evil.example",
            "http://plain.example",
            "/etc/passwd",
            "../other",
            "data:text/html,x")) {
      prose(PROSE.replace("An idea.", "A [link](" + link + ")."));
      assertTrue(faults().getFirst().startsWith("1-track/01-one/en.md:7: a link leads to"), link);
    }
    prose(PROSE.replace("An idea.", "![x](https://example.org/x.png)"));
    expect("1-track/01-one/en.md:7: pictures are not shown");
  }

  @Test
  void every_command_in_prose_must_parse() throws IOException {
    prose(
        PROSE.replace(
            "An idea.", "Try `read` and `read orders` and `consume … max 2` and `start over`."));
    expect();
    prose(
        PROSE.replace(
            "An idea.",
            "Then `produce orders` is it.\n\n```\nread orders\nread orders form 2\n```\n\n```sql\nSELECT\n```"));
    expect(
        "1-track/01-one/en.md:7: the command 'produce orders' is an error",
        "1-track/01-one/en.md:11: the command 'read orders form 2' is an error");
  }

  @Test
  void headings_and_their_order() throws IOException {
    prose("A text.\n");
    expect("1-track/01-one/en.md:1: the file begins with its title");
    prose(PROSE.replace("What it is about.", "One.\n\nTwo."));
    expect("1-track/01-one/en.md:1: below the title stands exactly one paragraph");
    prose(PROSE.replace("### Watch w", "### Wacht w"));
    assertTrue(
        faults().getFirst().contains(":9: 'Wacht w' is not a heading that may stand here"),
        faults().toString());
    prose(PROSE.replace("## Step one: First", "## Step: First"));
    assertTrue(
        faults().getFirst().contains(":5: what follows the heading's 'Step' is missing"),
        faults().toString());
    prose(PROSE + "\n## Problem\n\nLate.\n");
    expect("1-track/01-one/en.md:21: 'Problem' may stand only once");
    prose(PROSE.replace("### Watch w", "### Watch v"));
    expect(
        "1-track/01-one/en.md:9: lesson.yaml has no 'v' under 'watch'; it has w",
        "1-track/01-one/en.md: 'w' of 'watch' in lesson.yaml is not shown");
    prose(PROSE.replace("#### Solution\n\nSo it is done.\n", ""));
    expect("1-track/01-one/en.md:13: the item 'Solution' is missing here");
    prose(PROSE.replace("- `first` It is written.", "- It is written."));
    expect(
        "1-track/01-one/en.md:11: here stands one list, and each item begins with its name",
        "1-track/01-one/en.md:9: the item 'first' is missing here");
    prose(PROSE.replace("It is written.", "word ".repeat(100)));
    expect("1-track/01-one/en.md:11: the caption 'first' has to be one paragraph");
  }

  // ---- hostile files ----

  @Test
  void yaml_that_would_grow_or_do_something_is_refused() throws IOException {
    data("a: &a [x, x]\nb: &b [*a, *a]\n");
    assertTrue(
        faults().getFirst().contains(":1: anchors (&) and aliases (*) are not allowed"),
        faults().toString());
    data("watch: !!javax.script.ScriptEngineManager [x]\n");
    assertTrue(faults().getFirst().contains(":1: tags (!) are not allowed"), faults().toString());
    data("watch: " + "[".repeat(100) + "]".repeat(100));
    assertTrue(faults().getFirst().contains("nested more than 20 levels"), faults().toString());
    data("watch: [" + "a,".repeat(30_000) + "a]");
    assertTrue(faults().getFirst().contains("more than 20"), faults().toString());
    data("a: 1\n---\nb: 2\n");
    assertTrue(
        faults().stream().anyMatch(fault -> fault.contains("several documents")),
        faults().toString());
    data("watch: {}\nwatch: {}\n");
    assertTrue(
        faults().getFirst().contains(":2: the key 'watch' is there twice"), faults().toString());
    data("? [a, b]\n: c\n");
    assertTrue(faults().getFirst().contains(":1: a key has to be a text"), faults().toString());
    data("watch:\n\t- x\n");
    assertTrue(
        faults().getFirst().contains("lesson.yaml:2: this is not YAML"), faults().toString());
  }

  @Test
  void very_deep_or_long_files_end_quickly() {
    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          data("a: " + "[".repeat(100_000));
          assertFalse(faults().isEmpty());
          data("a: " + "{a: ".repeat(50_000));
          assertFalse(faults().isEmpty());
          data("- ".repeat(100_000));
          assertFalse(faults().isEmpty());
          data("x".repeat(TextFile.BYTES_MOST + 1));
          assertTrue(faults().getFirst().contains("more than 256 kB"), faults().getFirst());
          data(
              "tries: { t: { goals: [], solution: '"
                  + "produce orders {\n\n".repeat(10_000)
                  + "' } }");
          assertTrue(
              faults().stream().anyMatch(fault -> fault.contains("longer than 16")),
              faults().toString());
          data(DATA);
          for (String hostile :
              List.of(
                  ">".repeat(100_000),
                  "- ".repeat(50_000),
                  "[".repeat(100_000),
                  "*a ".repeat(50_000),
                  "*a **b ".repeat(20_000),
                  "![".repeat(50_000),
                  "`".repeat(100_001) + "x",
                  "<".repeat(100_000),
                  "[a](".repeat(30_000),
                  "|".repeat(2_000) + "\n" + "|-".repeat(2_000) + "|\n" + "|a".repeat(20_000),
                  "|" + "a|".repeat(300) + "\n|" + "-|".repeat(300) + "\n" + "|b|\n".repeat(20_000),
                  "```\n" + "produce orders {\n".repeat(10_000) + "```",
                  "# x\n\n".repeat(20_000),
                  "\u0000\uffff\u202e".repeat(1_000))) {
            prose(PROSE.replace("An idea.", hostile));
            faults();
          }
        });
  }

  @Test
  void wrong_types_are_told_as_such_wherever_they_stand() throws IOException {
    var random = new Random(11);
    List<String> values =
        List.of(
            "1",
            "x",
            "null",
            "[]",
            "{}",
            "[[1]]",
            "{a: b}",
            "''",
            "true",
            "-1",
            "99999999999999999999",
            "1e5");
    String[] lines = DATA.split("\n");
    for (int i = 0; i < 200; i++) {
      String[] changed = lines.clone();
      int at = random.nextInt(lines.length);
      int colon = changed[at].indexOf(':');
      changed[at] =
          changed[at].substring(0, colon + 1) + " " + values.get(random.nextInt(values.size()));
      data(String.join("\n", changed) + "\n");
      faults(); // Never throws.
    }
  }

  @Test
  void files_that_were_cut_or_changed_anywhere_never_throw() throws IOException {
    var random = new Random(5);
    for (int i = 0; i < 150; i++) {
      data(damaged(DATA, random));
      prose(damaged(PROSE, random));
      faults();
    }
  }

  private static String damaged(String text, Random random) {
    var changed = new StringBuilder(text);
    int at = random.nextInt(text.length());
    switch (random.nextInt(3)) {
      case 0 -> changed.setLength(at);
      case 1 -> changed.setCharAt(at, "{}[]&*!|>'\"%@`#:-?,\n\t".charAt(random.nextInt(21)));
      default -> changed.insert(at, text, 0, at);
    }
    return changed.toString();
  }

  @Test
  void nothing_outside_the_folder_is_read() throws IOException {
    Path secret = Files.writeString(root.resolveSibling("secret-" + root.getFileName()), DATA);
    Path link = root.resolve("1-track/01-one/lesson.yaml");
    Files.delete(link);
    Files.createSymbolicLink(link, secret);
    assertTrue(faults().getFirst().contains("there is no file lesson.yaml"), faults().toString());
    Files.delete(link);
    Files.createSymbolicLink(root.resolve("1-track/02-two"), root.resolve("1-track/01-one"));
    assertTrue(
        faults().stream()
            .anyMatch(fault -> fault.startsWith("1-track/02-two: this does not belong")),
        faults().toString());
    Files.delete(secret);
  }

  @Test
  void files_that_are_no_text_are_told() throws IOException {
    Files.write(root.resolve("1-track/01-one/lesson.yaml"), new byte[] {(byte) 0xff, 0x00, 0x41});
    assertTrue(faults().getFirst().contains("the file is not UTF-8"), faults().toString());
    Files.write(
        root.resolve("1-track/01-one/lesson.yaml"),
        ("\ufeff" + DATA.replace("\n", "\r\n")).getBytes(StandardCharsets.UTF_8));
    Files.write(
        root.resolve("1-track/01-one/en.md"),
        ("\ufeff" + PROSE.replace("\n", "\r\n")).getBytes(StandardCharsets.UTF_8));
    assertEquals(List.of(), faults());
  }
}
