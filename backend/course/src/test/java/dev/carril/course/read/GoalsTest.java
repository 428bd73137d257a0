package dev.carril.course.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.course.CourseWords;
import dev.carril.course.Script;
import dev.carril.course.goal.Goal;
import dev.carril.course.goal.Sentences;
import dev.carril.course.judge.Play;
import dev.carril.simulator.words.Words;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Each kind of goal, with what makes it hold and what does not.
class GoalsTest {
  private static final String ORDERS = "create topic orders partitions 3";
  private static final String THREE =
      """
      create topic orders partitions 3
      produce orders key=order-61 {"order":61,"event":"placed"}
      produce orders key=order-61 {"order":61,"event":"paid"}
      produce orders {"order":60,"event":"placed"}
      """;

  static Script script(String text) {
    return new Script(
        dev.carril.simulator.language.Script.split(text).stream()
            .map(line -> new Script.Line(line.number(), line.text()))
            .toList());
  }

  static Goal goal(String yaml) {
    var faults = new Faults("test");
    List<Goal> goals =
        faults
            .collect(() -> new GoalReader(faults, true).goals(Yaml.read(yaml, faults)))
            .orElseThrow();
    assertEquals(
        List.of(),
        faults.list().stream().map(fault -> CourseWords.line(fault, CourseWords.of("en"))).toList(),
        yaml);
    for (String language : Words.languages().keySet()) {
      String sentence = new Sentences(CourseWords.of(language)).of(goals.getFirst());
      assertFalse(sentence.isBlank(), yaml);
      assertFalse(sentence.matches("(?s).*(\\{\\w+[,}]|null|\\[\\]).*"), sentence);
    }
    return goals.getFirst();
  }

  private static boolean holds(String start, String commands, String yaml) {
    Goal goal = goal(yaml);
    try (var play = new Play(script(start))) {
      for (String line : script(commands).commands()) {
        if (Answers.isAnswer(line)) {
          Answers.Answer answer = Answers.read(line).orElseThrow();
          play.answer(answer.name(), answer.given());
        } else {
          play.run(line);
        }
      }
      return play.holds(goal);
    }
  }

  static void yes(String start, String commands, String yaml) {
    assertTrue(holds(start, commands, yaml), yaml + "\n" + commands);
  }

  static void no(String start, String commands, String yaml) {
    assertFalse(holds(start, commands, yaml), yaml + "\n" + commands);
  }

  @Test
  void that_nothing_was_read_is_said_without_contradiction() {
    Goal none = goal("delivered: { group: billing, topic: orders, count: 0 }");

    assertEquals(
        "Since the start billing has not read any records of orders.",
        new Sentences(CourseWords.of("en")).of(none));
  }

  @Test
  void one_record_is_told_as_one() {
    assertTold(
        "records: { topic: orders, where: { order: 61 }, field: total, endsWith: [12.40] }",
        "Records of orders whose order is 61: the last one has total 12.40.",
        "Registros de orders cuyo order es 61: el último tiene total 12.40.");
    assertTold(
        "records: { topic: stock, key: product-7, value: cheese, places: [\"p2:3\"] }",
        "Records of stock with the key product-7, with the value cheese: there is exactly one, at p2:3.",
        "Registros de stock con la clave product-7, con el valor cheese: hay exactamente uno, en p2:3.");
    assertTold(
        "records: { topic: orders, partition: 0, field: event, values: [placed, paid] }",
        "Records of orders in p0: their event is, in this order and in one partition: placed, paid.",
        "Registros de orders en p0: su event es, en este orden y en una sola partición: placed, paid.");
  }

  static void assertTold(String yaml, String english, String spanish) {
    Goal goal = goal(yaml);
    assertEquals(english, new Sentences(CourseWords.of("en")).of(goal));
    assertEquals(spanish, new Sentences(CourseWords.of("es")).of(goal));
  }

  // ---- records ----

  @Test
  void records_are_chosen_by_every_field() {
    yes(THREE, "", "records: { topic: orders }");
    yes(THREE, "", "records: { topic: orders, key: null, count: 1 }");
    yes(THREE, "", "records: { topic: orders, key: order-61, count: 2 }");
    yes(THREE, "", "records: { topic: orders, notKey: order-62, count: 2 }");
    no(THREE, "", "records: { topic: orders, notKey: order-61 }");
    yes(THREE, "", "records: { topic: orders, where: { order: 61 }, count: 2 }");
    yes(THREE, "", "records: { topic: orders, where: { order: 61.0, event: paid }, count: 1 }");
    no(THREE, "", "records: { topic: orders, where: { order: \"61\" } }");
    yes(THREE, "", "records: { topic: orders, partition: 1, count: 2 }");
    no(THREE, "", "records: { topic: orders, partition: 2 }");
    no(THREE, "", "records: { topic: orders, partition: 9 }");
    no(THREE, "", "records: { topic: nothing }");
    yes(
        THREE,
        "",
        "records: { topic: orders, value: '{ \"event\": \"paid\", \"order\": 61 }', count: 1 }");
    no(THREE, "", "records: { topic: orders, new: true }");
    yes(THREE, "produce orders new", "records: { topic: orders, new: true, value: new, count: 1 }");
    yes(THREE, "", "records: { topic: orders, keyCount: 1 }");
    no(THREE, "", "records: { topic: orders, keyCount: 2 }");
    yes(
        ORDERS,
        "produce orders key=a header source=till x",
        "records: { topic: orders, header: { source: till } }");
    no(
        ORDERS,
        "produce orders key=a header source=web x",
        "records: { topic: orders, header: { source: till } }");
    yes(ORDERS, "produce orders key=a tombstone", "records: { topic: orders, value: null }");
    no(ORDERS, "produce orders key=a null", "records: { topic: orders, value: null }");
  }

  @Test
  void values_stand_in_one_partition_in_their_order() {
    yes(
        THREE,
        "",
        "records: { topic: orders, key: order-61, field: event, values: [placed, paid] }");
    no(
        THREE,
        "",
        "records: { topic: orders, key: order-61, field: event, values: [paid, placed] }");
    no(THREE, "", "records: { topic: orders, key: order-61, field: event, values: [placed] }");
    // Two partitions have no order between them.
    no(THREE, "", "records: { topic: orders, field: order, values: [61, 61, 60] }");
    yes(
        THREE,
        "",
        "records: { topic: orders, field: order, values: [60, 61, 61], anyOrder: true }");
    no(THREE, "", "records: { topic: orders, field: order, values: [60, 60, 61], anyOrder: true }");
    yes(THREE, "", "records: { topic: orders, key: order-61, field: event, endsWith: [paid] }");
    no(THREE, "", "records: { topic: orders, key: order-61, field: event, endsWith: [placed] }");
    no(
        THREE,
        "",
        "records: { topic: orders, key: order-61, field: event, endsWith: [x, placed, paid] }");
    yes(ORDERS, "", "records: { topic: orders, values: [] }");
    no(THREE, "", "records: { topic: orders, values: [] }");
    yes(ORDERS, "produce orders 12.40", "records: { topic: orders, values: [12.4] }");
  }

  @Test
  void against_finds_what_is_out_of_order() {
    String against = "records: { topic: orders, field: event, against: [placed, paid, shipped] }";
    no(THREE, "", against.replace("orders,", "orders, key: order-61,"));
    yes(THREE, "", against); // Order 60 was placed after 61 was paid.
    yes(
        ORDERS,
        "produce orders {\"event\":\"shipped\"}\nproduce orders {\"event\":\"other\"}\nproduce orders {\"event\":\"placed\"}",
        against);
    no(
        ORDERS,
        "produce orders {\"event\":\"placed\"}\nproduce orders {\"event\":\"shipped\"}",
        against);
  }

  @Test
  void offsets_and_places_are_exact() {
    yes(THREE, "", "records: { topic: orders, partition: 1, offsets: [0, 1] }");
    no(THREE, "", "records: { topic: orders, partition: 1, offsets: [0] }");
    yes(THREE, "", "records: { topic: orders, places: [\"p0:0\", \"p1:1\", \"p1:0\"] }");
    no(THREE, "", "records: { topic: orders, places: [\"p1:1\", \"p1:0\"] }");
  }

  @Test
  void amounts_have_bounds() {
    yes(THREE, "", "records: { topic: orders, atLeast: 3, atMost: 3 }");
    no(THREE, "", "records: { topic: orders, atLeast: 4 }");
    no(THREE, "", "records: { topic: orders, atMost: 2 }");
    yes(THREE, "", "records: { topic: orders, key: nobody, count: 0 }");
  }

  @Test
  void topics_are_as_they_were_created() {
    yes(ORDERS, "", "topic: { name: orders, partitions: 3, compacted: false }");
    no(ORDERS, "", "topic: { name: orders, partitions: 4 }");
    no(ORDERS, "", "topic: { name: other }");
    yes(
        "create topic prices partitions 1 retention 7d compacted",
        "",
        "topic: { name: prices, compacted: true, retention: 168h }");
    no(
        "create topic prices partitions 1 retention 7d",
        "",
        "topic: { name: prices, retention: 20 records }");
  }

  // ---- groups ----

  @Test
  void positions_are_looked_at_in_every_partition_or_in_one() {
    String read = THREE + "consume orders group billing from-beginning\n";
    yes(read, "", "positions: { group: billing, topic: orders, at: end, lag: 0 }");
    no(read, "", "positions: { group: billing, topic: orders, at: earliest }");
    yes(read, "", "positions: { group: billing, topic: orders, partition: 2, at: earliest }");
    yes(read, "", "positions: { group: billing, topic: orders, at: { 0: 1, 1: end, 2: 0 } }");
    no(read, "", "positions: { group: billing, topic: orders, at: { 1: 1 } }");
    yes(
        read,
        "reset group billing to 0",
        "positions: { group: billing, topic: orders, at: earliest, lag: 3 }");
    yes(read, "", "positions: { group: nobody, topic: orders, at: none }");
    no(read, "", "positions: { group: billing, topic: orders, at: none }");
    no(read, "", "positions: { group: nobody, topic: orders, lag: 0 }");
    no(
        read,
        "",
        "positions: { group: billing, topic: orders, partition: 7, at: none }"
            .replace("none", "end"));
    no(read, "", "positions: { group: billing, topic: nothing, at: end }");
  }

  @Test
  void members_and_what_they_own() {
    String two =
        ORDERS + "\nconsume orders group billing\nconsume orders group billing as billing-2\n";
    yes(
        two,
        "",
        "members: { group: billing, topic: orders, owned: { billing-1: [0, 1], billing-2: [2] } }");
    no(two, "", "members: { group: billing, topic: orders, owned: { billing-1: [0, 1, 2] } }");
    yes(two, "", "members: { group: billing, count: 2 }");
    no(two, "leave group billing as billing-2", "members: { group: billing, atLeast: 2 }");
    yes(two, "", "members: { group: email, count: 0 }");
    yes(
        two
            + "consume orders group billing as billing-3\nconsume orders group billing as billing-4\n",
        "",
        "members: { group: billing, topic: orders, owned: { billing-1: [0], billing-2: [1], billing-3: [2], billing-4: [] } }");
  }

  // ---- what happened ----

  @Test
  void delivered_is_what_consume_handed_out_in_its_order() {
    String read = "consume orders group email from-beginning";
    yes(THREE, read, "delivered: { group: email }");
    no(THREE, "", "delivered: { group: email }");
    no(THREE, read, "delivered: { group: billing }");
    yes(THREE, read, "delivered: { group: email, field: order, values: [60, 61, 61] }");
    no(THREE, read, "delivered: { group: email, field: order, values: [61, 61, 60] }");
    yes(
        THREE,
        read,
        "delivered: { group: email, field: order, values: [61, 60, 61], anyOrder: true }");
    yes(THREE, read, "delivered: { group: email, field: event, endsWith: [placed, paid] }");
    yes(THREE, read, "delivered: { group: email, member: email-1, count: 3 }");
    no(THREE, read, "delivered: { group: email, member: email-2 }");
    yes(THREE, read, "delivered: { group: email, topic: orders, all: true, times: 1 }");
    no(THREE, read + " max 2", "delivered: { group: email, topic: orders, all: true }");
    yes(
        THREE,
        read + " no-commit\n" + read,
        "delivered: { group: email, topic: orders, times: 2 }");
    no(THREE, read + " no-commit\n" + read, "delivered: { group: email, topic: orders, times: 1 }");
    yes(THREE, read + " max 1", "delivered: { group: email, places: [\"p0:0\"] }");
    yes(THREE, read, "delivered: { group: email, partition: 1, offsets: [0, 1] }");
    yes(
        THREE,
        read,
        "delivered: { group: email, where: { order: 61 }, field: event, against: [paid, placed] }");
    // What a fall-over left was not handed out.
    yes(THREE, read + " commit-first fall-over after 1", "delivered: { group: email, count: 1 }");
    // Of a consume whose statement failed nothing is kept.
    yes(
        THREE,
        read + " then sql INSERT INTO nothing VALUES (1)",
        "not: { delivered: { group: email } }");
  }

  @Test
  void what_counts_begins_at_the_start_or_before_or_at_the_last_command() {
    String begun = THREE + "consume orders group email from-beginning\n";
    no(begun, "", "delivered: { group: email }");
    yes(begun, "", "delivered: { group: email, since: beginning }");
    yes(
        THREE,
        "consume orders group email from-beginning\ntopics",
        "delivered: { group: email, since: start }");
    no(
        THREE,
        "consume orders group email from-beginning\ntopics",
        "delivered: { group: email, since: last }");
    yes(
        THREE,
        "consume orders group email from-beginning",
        "delivered: { group: email, since: last }");
  }

  @Test
  void what_was_undone_has_not_happened() {
    no(THREE, "consume orders group email from-beginning\nundo", "delivered: { group: email }");
    yes(
        THREE,
        "consume orders group email from-beginning\nundo\nredo",
        "delivered: { group: email }");
    no(THREE, "consume orders group email\nread orders\nundo", "shown: { command: read }");
    yes(THREE, "read orders\nconsume orders group email\nundo", "shown: { command: read }");
    yes(THREE, "produce orders a\nundo\nproduce orders b", "commands: { count: 1 }");
  }

  @Test
  void refused_by_command_or_by_code() {
    yes(THREE, "update orders set x", "refused: { why: records-do-not-change }");
    yes(THREE, "update orders set x", "refused: { command: update }");
    yes(
        THREE,
        "create topic orders partitions 1",
        "refused: { command: create topic, why: [topic-exists, unknown-topic] }");
    no(
        THREE,
        "create topic orders partitions 1",
        "refused: { command: create topic, why: unknown-topic }");
    no(THREE, "read orders", "refused: { command: read }");
    yes(
        THREE,
        "consume orders group e from-beginning then sql SELEC",
        "refused: { why: sql-not-allowed }");
  }

  @Test
  void in_vain_by_the_notice_that_said_so() {
    String read = THREE + "consume orders group email from-beginning\n";
    yes(
        read,
        "consume orders group email from-beginning",
        "inVain: { why: position-wins, group: email }");
    no(read, "consume orders group other from-beginning", "inVain: { why: position-wins }");
    yes(
        read,
        "consume orders group email",
        "inVain: { why: nothing-new, command: consume, topic: orders }");
    no(read, "consume orders group email", "inVain: { why: nothing-new, group: billing }");
    yes(read, "consume orders group new", "inVain: { why: begins-at-end }");
    yes(read, "reset group email to latest", "inVain: { why: already-there, command: reset }");
    yes(
        "create topic t partitions 1\nconsume t group g\n",
        "consume t group g as g-2",
        "inVain: { why: owns-nothing }");
    yes(
        "create topic c partitions 1 compacted",
        "compact c",
        "inVain: { why: [nothing-to-compact] }");
  }

  @Test
  void shown_is_what_a_reply_contained() {
    yes(THREE, "read orders", "shown: { command: read, topic: orders, places: [\"p1:1\"] }");
    no(THREE, "read orders partition 0", "shown: { command: read, places: [\"p1:1\"] }");
    yes(
        THREE,
        "read orders partition 1 from 1",
        "shown: { command: read, places: [\"p1:1\"], count: 1 }");
    yes(THREE, "read orders", "shown: { command: read, field: event, values: [placed, paid] }");
    no(THREE, "read orders", "shown: { command: read, field: event, values: [paid, placed] }");
    no(THREE, "topics", "shown: { command: read }");
    yes(THREE, "topics", "shown: { command: topics }");
    yes(THREE, "offsets orders", "shown: { command: offsets, topic: orders }");
    no(THREE, "offsets orders", "shown: { command: offsets, topic: other }");
    String group = THREE + "consume orders group email\n";
    yes(group, "describe group email", "shown: { command: describe, group: email }");
    no(group, "describe group email", "shown: { command: describe, group: billing }");
    yes(group, "groups", "shown: { command: groups }");
    yes(
        THREE,
        "sql VALUES (1, 'a'), (2, 'b'), (3, NULL)",
        "shown: { command: sql, rows: [[1, a], [3, null]] }");
    no(THREE, "sql VALUES (1, 'a'), (2, 'b')", "shown: { command: sql, rows: [[2, b], [1, a]] }");
    yes(
        THREE,
        "kafka-console-consumer --topic orders --from-beginning --partition 1 --bootstrap-server x",
        "shown: { command: read, places: [\"p1:0\"] }");
  }

  // ---- tables, answers, and what stayed ----

  @Test
  void rows_of_a_query() {
    String table =
        "sql CREATE TABLE invoices (o INTEGER, total TEXT)\nsql INSERT INTO invoices VALUES (61, '12.40'), (62, NULL)\n";
    String query = "rows: { query: SELECT * FROM invoices ORDER BY o";
    yes(table, "", query + " }");
    yes(table, "", query + ", rows: [[61, 12.4], [62, null]] }");
    no(table, "", query + ", rows: [[62, null], [61, 12.40]] }");
    yes(table, "", query + ", rows: [[62, null], [61, 12.40]], anyOrder: true }");
    no(table, "", query + ", rows: [[61, 12.40]] }");
    no(table, "", query + ", rows: [[61, \"12.4\", 0], [62, null, 0]] }");
    yes(table, "", query + ", count: 2 }");
    no(table, "", query + ", atMost: 1 }");
    no("", "", "rows: { query: SELECT * FROM nothing, count: 0 }");
    yes(table, "", "rows: { query: SELECT * FROM invoices WHERE o = 9, rows: [] }");
  }

  @Test
  void a_query_changes_nothing() {
    String hostile = "rows: { query: 'WITH x AS (SELECT 1) DELETE FROM invoices' }";
    String table = "sql CREATE TABLE invoices (o)\nsql INSERT INTO invoices VALUES (61)\n";
    no(table, "", hostile);
    yes(
        table,
        "",
        "not: { any: [ { rows: { query: 'WITH x AS (SELECT 1) DELETE FROM invoices' } }, { rows: { query: SELECT * FROM invoices, count: 0 } } ] }");
  }

  @Test
  void answers_are_numbers_choices_and_places() {
    yes(THREE, "answer lost 3", "answered: { name: lost, number: 3.0 }");
    no(THREE, "answer lost 3\nanswer lost 2", "answered: { name: lost, number: 3 }");
    no(THREE, "", "answered: { name: lost, number: 3 }");
    yes(
        THREE,
        "answer who email",
        "answered: { name: who, choice: email, choices: [email, billing] }");
    no(
        THREE,
        "answer who billing",
        "answered: { name: who, choice: email, choices: [email, billing] }");
    yes(
        THREE,
        "answer at orders p1:1",
        "answered: { name: at, point: { cell: { topic: orders, partition: 1, offset: 1 } } }");
    yes(
        THREE,
        "answer at orders p1",
        "answered: { name: at, point: { nextWrite: { topic: orders, key: order-61 } } }");
    yes(
        THREE,
        "answer at orders p1:2",
        "answered: { name: at, point: { nextWrite: { topic: orders, key: order-61 } } }");
    no(
        THREE,
        "answer at orders p0",
        "answered: { name: at, point: { nextWrite: { topic: orders, key: null } } }");
    yes(
        THREE,
        "answer at orders p1",
        "answered: { name: at, point: { nextWrite: { topic: orders, key: null } } }");
    String read = THREE + "consume orders group email from-beginning max 1\n";
    yes(
        read,
        "answer at orders p1:0",
        "answered: { name: at, point: { nextRead: { group: email, topic: orders } } }");
    yes(
        read,
        "answer at email orders p1",
        "answered: { name: at, point: { position: { group: email, topic: orders, partition: 1 } } }");
  }

  @Test
  void a_key_with_quotes_can_be_pointed_at() {
    yes(
        ORDERS,
        "answer at orders p0",
        "any: [ { answered: { name: at, point: { nextWrite: { topic: orders, key: 'a \"b\\' } } } }, { records: { topic: orders, count: 0 } } ]");
  }

  @Test
  void untouched_is_as_at_the_start() {
    String read = THREE + "consume orders group billing from-beginning\n";
    String group = "untouched: { group: billing }";
    yes(read, "produce orders more", group); // Lag is what others do.
    yes(read, "consume orders group email from-beginning", group);
    no(read, "reset group billing to 0", group);
    yes(read, "reset group billing to 0\nundo", group);
    no(read, "consume orders group billing as billing-2", group);
    no(read + "produce orders more\n", "consume orders group billing no-commit", group);
    yes(read, "consume orders group email", "untouched: { topic: orders }");
    no(read, "produce orders more", "untouched: { topic: orders }");
    String table = "sql CREATE TABLE t (a)\n";
    yes(table, "sql CREATE TABLE other (a)", "untouched: { table: t }");
    no(table, "sql INSERT INTO t VALUES (1)", "untouched: { table: t }");
    no(table, "sql DROP TABLE t", "untouched: { table: t }");
  }

  @Test
  void commands_that_changed_something_are_counted() {
    yes(ORDERS, "produce orders a\nread orders\nproduce", "commands: { count: 1 }");
    yes(
        ORDERS,
        "produce orders a\nconsume orders group g",
        "commands: { command: consume, atMost: 1, atLeast: 1 }");
    no(ORDERS, "produce orders a\nproduce orders b", "commands: { atMost: 1 }");
  }

  @Test
  void not_and_any_combine() {
    yes(THREE, "", "not: { records: { topic: orders, key: nobody } }");
    yes(THREE, "", "any: [ { records: { topic: nothing } }, { records: { topic: orders } } ]");
    no(
        THREE,
        "",
        "any: [ { records: { topic: nothing } }, { not: { records: { topic: orders } } } ]");
  }
}
