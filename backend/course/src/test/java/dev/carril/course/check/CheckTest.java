package dev.carril.course.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.course.CourseWords;
import dev.carril.course.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A lesson that holds, and everything that can stop holding, one by one.
class CheckTest {
  private static final String PROSE =
      """
      # A lesson

      What it is about.

      ## Step one: First

      An idea.

      ### Watch w

      - `written` It is written.
      - `refused` That does not work.

      ### Try t: A task

      Do it.

      #### Questions

      - `where` Where does it stand?

      #### Mistakes

      - `none` No key.
      - `twice` Twice.

      #### Solution

      So it is done.

      ### Bus b

      - `cheese` Cheese
      - `counter` Counter
      - `total` Total
      - `goes` It goes.
      - `missed` It misses one.
      - `back` It is back.

      ### Aside: More

      See [one](one#one).

      ## Quiz

      ### Question next

      Which cell?

      - `right` Yes.
      - `wrong` No.
      - `read` That was read.
      """;

  private static final String DATA =
      """
      refutes: { owns: one }
      watch:
        w:
          start: create topic orders partitions 3
          beside: [ { table: invoices } ]
          steps:
            - run: |
                sql CREATE TABLE invoices (o)
                produce orders key=a {"order":61}
              caption: written
              predict: lands
              claim: { records: { topic: orders, partition: 1 } }
            - run: update orders
              caption: refused
              refused: records-do-not-change
      tries:
        t:
          start: create topic orders partitions 3
          goals:
            - records: { topic: orders, key: a, count: 1 }
            - answered: { name: where, point: { cell: { topic: orders, partition: 1, offset: 0 } } }
          solution: |
            produce orders key=a x
            answer where orders p1:0
          others:
            - |
              answer where orders p1:0
              produce orders partition 2 key=a x
          mistakes:
            none:
              when: { records: { topic: orders, key: null } }
              example: produce orders x
            twice:
              when: { records: { topic: orders, key: a, atLeast: 2 } }
              example: |
                produce orders key=a x
                produce orders key=a y
      bus:
        b:
          topic: basket
          events: { cheese: '{"price":12.40}' }
          subscribers: { counter: count, total: { sum: price } }
          steps:
            - { away: total, caption: goes }
            - { publish: cheese, caption: missed, claim: { bus: { counter: 1, total: 0 }, log: { total: 0 } } }
            - { back: total, caption: back, claim: { bus: { total: 0 }, log: { total: 12.4 } } }
      quiz:
        next:
          start: |
            create topic orders partitions 1
            produce orders a
            produce orders b
            consume orders group email from-beginning max 1
          point: { nextRead: { group: email, topic: orders } }
          mistakes:
            read: { cell: { topic: orders, partition: 0, offset: 0 } }
          again: one#one
      """;

  private static final String BELIEFS =
      """
      owns:
        lesson: track/one
        en: A key owns.
        es: Una clave posee.
      """;

  @TempDir private Path root;

  @BeforeEach
  void a_lesson_that_holds() throws IOException {
    write("1-track/en.md", "# A track\n\nA sentence.\n");
    write("1-track/01-one/en.md", PROSE);
    write("1-track/01-one/lesson.yaml", DATA);
    write("beliefs.yaml", BELIEFS);
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private List<String> told() {
    return Check.alone(root).faults().stream()
        .map(fault -> CourseWords.line(fault, CourseWords.of("en")))
        .toList();
  }

  /// With one thing changed, exactly this is told, in every language.
  private void breaks(String was, String now, Fault.Code... codes) throws IOException {
    assertTrue(DATA.contains(was), was);
    write("1-track/01-one/lesson.yaml", DATA.replace(was, now));
    List<Fault> faults = Check.alone(root).faults();
    assertEquals(List.of(codes), faults.stream().map(Fault::code).toList(), told().toString());
    for (Fault fault : faults) {
      assertTrue(fault.line() > 0 || fault.code() == Fault.Code.PROSE_UNUSED, fault.toString());
      CourseWords.line(fault, CourseWords.of("es"));
    }
  }

  @Test
  void what_holds_has_no_faults() {
    assertEquals(List.of(), told());
  }

  @Test
  void every_watch_runs_and_its_claims_hold() throws IOException {
    breaks(
        "claim: { records: { topic: orders, partition: 1 } }",
        "claim: { records: { topic: orders, partition: 2 } }",
        Fault.Code.PLAY_CLAIM);
    breaks(
        "          produce orders key=a {\"order\":61}",
        "          produce ordres key=a {\"order\":61}",
        Fault.Code.PLAY_PREDICT,
        Fault.Code.PLAY_REFUSED,
        Fault.Code.PLAY_CLAIM);
    breaks("run: update orders", "run: read orders", Fault.Code.PLAY_NOT_REFUSED);
    breaks(
        "refused: records-do-not-change",
        "refused: unknown-topic",
        Fault.Code.PLAY_REFUSED_OTHERWISE);
    breaks("predict: lands", "predict: reads", Fault.Code.PLAY_PREDICT);
    breaks("table: invoices", "table: other", Fault.Code.PLAY_BESIDE);
    breaks(
        "w:\n    start: create topic orders partitions 3",
        "w:\n    start: read nothing",
        Fault.Code.PLAY_REFUSED);
  }

  @Test
  void a_claim_about_what_happened_looks_back_no_further_than_is_kept() throws IOException {
    breaks(
        "produce orders key=a {\"order\":61}\n        caption: written\n        predict: lands\n"
            + "        claim: { records: { topic: orders, partition: 1 } }",
        "start anna on orders group g retry 9 from 1ms work 1ms\n"
            + "          fail orders 100% times 6\n"
            + "          traffic orders sessions 100 messages 9000 rate 1000/s\n"
            + "          run 60s\n"
            + "        caption: written\n        claim: { happened: { what: crashed, count: 0 } }",
        Fault.Code.PLAY_FORGOTTEN);
  }

  @Test
  void the_solution_solves_and_the_start_does_not() throws IOException {
    breaks(
        "      produce orders key=a x\n      answer where orders p1:0\n    others",
        "      produce orders key=b x\n      answer where orders p1:0\n    others",
        Fault.Code.PLAY_SOLUTION);
    breaks(
        "      answer where orders p1:0\n    others",
        "      answer when orders p1:0\n    others",
        Fault.Code.NAME_UNKNOWN);
    breaks(
        "      answer where orders p1:0\n    others",
        "      consume nothing group g\n    others",
        Fault.Code.PLAY_REFUSED);
    breaks("partition 2 key=a x", "partition 2 key=b x", Fault.Code.PLAY_OTHER);
    breaks(
        "      produce orders key=a x\n      answer where orders p1:0\n    others",
        "      produce orders x\n      undo\n      produce orders key=a x\n      answer where orders p1:0\n    others",
        Fault.Code.PLAY_SOLUTION_MISTAKE);
    breaks(
        "      - records: { topic: orders, key: a, count: 1 }\n      - answered: { name: where, point: { cell: { topic: orders, partition: 1, offset: 0 } } }",
        "      - records: { topic: orders, key: a, count: 0 }\n      - not: { records: { topic: orders, key: null } }"
            .replace(
                "      - not: { records: { topic: orders, key: null } }",
                "      - topic: { name: orders }"),
        Fault.Code.PROSE_ITEM_UNKNOWN);
  }

  @Test
  void each_mistake_is_recognised_by_its_own_when_and_by_no_other() throws IOException {
    breaks("example: produce orders x", "example: produce orders key=b x", Fault.Code.PLAY_EXAMPLE);
    breaks(
        "        produce orders key=a y",
        "        produce orders key=a y\n          produce orders z",
        Fault.Code.PLAY_EXAMPLE_OTHER);
    breaks(
        "when: { records: { topic: orders, key: null } }",
        "when: { topic: { name: orders } }",
        Fault.Code.PLAY_START_MISTAKE,
        Fault.Code.PLAY_SOLUTION_MISTAKE,
        Fault.Code.PLAY_EXAMPLE_OTHER);
  }

  @Test
  void a_question_on_the_picture_has_a_right_place() throws IOException {
    breaks(
        "group: email, topic: orders } }", "group: email, topic: other } }", Fault.Code.PLAY_POINT);
    breaks(
        "read: { cell: { topic: orders, partition: 0, offset: 0 } }",
        "read: { cell: { topic: orders, partition: 0, offset: 1 } }",
        Fault.Code.PLAY_POINT_MISTAKE);
    breaks(
        "read: { cell: { topic: orders, partition: 0, offset: 0 } }",
        "read: { cell: { topic: orders, partition: 0, offset: 7 } }",
        Fault.Code.PLAY_POINT_MISTAKE);
  }

  @Test
  void a_bus_shows_what_is_claimed() throws IOException {
    breaks("log: { total: 12.4 }", "log: { total: 12.5 }", Fault.Code.PLAY_BUS);
    breaks("bus: { counter: 1, total: 0 }", "bus: { counter: 2, total: 0 }", Fault.Code.PLAY_BUS);
    breaks("'{\"price\":12.40}'", "'{\"prize\":12.40}'", Fault.Code.NOT_JSON);
    breaks("topic: basket", "topic: bas ket", Fault.Code.PLAY_REFUSED);
  }

  @Test
  void links_and_beliefs_lead_somewhere() throws IOException {
    breaks("again: one#one", "again: one#two", Fault.Code.LINK_UNKNOWN);
    breaks("again: one#one", "again: two", Fault.Code.LINK_UNKNOWN);
    breaks("owns: one", "owns: two", Fault.Code.BELIEF_STEP);
    breaks("owns: one", "owned: one", Fault.Code.BELIEF_UNKNOWN, Fault.Code.BELIEF_NOT_REFUTED);
    write("1-track/01-one/lesson.yaml", DATA);
    write("beliefs.yaml", BELIEFS.replace("track/one", "track/two"));
    assertEquals(List.of("beliefs.yaml:1: there is no lesson track/two to refute 'owns'"), told());
    write("beliefs.yaml", BELIEFS);
    write("1-track/01-one/en.md", PROSE.replace("[one](one#one)", "[one](three)"));
    assertEquals(
        List.of("1-track/01-one/en.md:42: this track has no lesson or step 'three'"), told());
  }
}
