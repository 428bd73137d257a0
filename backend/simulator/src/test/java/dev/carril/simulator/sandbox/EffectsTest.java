package dev.carril.simulator.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.simulator.Notice;
import dev.carril.simulator.instance.Seen;
import dev.carril.simulator.sql.SqlResult;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What handlers of instances do to the database.
class EffectsTest {
  private static final String BILL =
      "start NAME on orders group billing retry 2 from-beginning shuffle 30ms"
          + " then sql INSERT INTO bills VALUES (:key, :offset, abs(random()) % 1000, 'now')";

  private final Sandbox sandbox = Sandbox.empty(7);
  private int number;

  @Test
  void time_cut_into_other_pieces_gives_the_same_rows() {
    List<String> whole = rows(Stream.of("run 8s"));
    List<String> cut = rows(Stream.of("run 3s", "step 7", "run 100ms", "goto 8s", "run 2s"));

    assertTrue(whole.size() > 100);
    assertEquals(whole, cut.subList(0, whole.size()));
  }

  private static List<String> rows(Stream<String> time) {
    try (Sandbox one = busy()) {
      time.forEach(line -> assertInstanceOf(Answer.Done.class, one.run("t" + line, line)));
      return rows(one);
    }
  }

  // Instances that come, crash and go, and records that fail.
  private static Sandbox busy() {
    Sandbox busy = Sandbox.empty(3);
    List<String> lines =
        List.of(
            "create topic orders partitions 2",
            "sql CREATE TABLE bills (name TEXT, at INTEGER, lot INTEGER, moment TEXT)",
            "traffic orders sessions 9 messages 150 rate 40/s",
            "fail orders 20%",
            BILL.replace("NAME", "anna").replace("'now'", "strftime('%H:%M:%f', 'now')"),
            "run 1s",
            BILL.replace("NAME", "ben").replace("'now'", "'ben'"),
            "run 1s",
            "crash anna",
            "restart anna");
    int id = 0;
    for (String line : lines) {
      assertInstanceOf(Answer.Done.class, busy.run("b" + id++, line), line);
    }
    return busy;
  }

  private static List<String> rows(Sandbox of) {
    SqlResult.Rows rows = of.query("SELECT * FROM bills ORDER BY rowid").orElseThrow();
    return rows.rows().stream().map(Object::toString).toList();
  }

  @Test
  void a_replay_and_what_redo_brings_back_have_the_same_rows() {
    try (Sandbox one = busy()) {
      one.run("r", "run 8s");
      List<String> before = rows(one);
      one.run("u", "undo");
      assertTrue(rows(one).size() < before.size());
      one.run("v", "redo");
      assertEquals(before, rows(one));
      try (Sandbox again = Sandbox.replay(3, one.log())) {
        assertEquals(before, rows(again));
        assertEquals(one.facts(), again.facts());
      }
    }
  }

  @Test
  void statements_that_take_long_stop_the_clock_as_other_work_does() {
    run("create topic orders partitions 1");
    run("sql CREATE TABLE counted (n INTEGER)");
    run("traffic orders sessions 50 messages 1000 rate 1000/s");
    run(
        "start anna on orders group billing from-beginning then sql INSERT INTO counted WITH RECURSIVE"
            + " up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < 40000) SELECT max(n) FROM up");

    Answer.Done done = run("run 1m");

    assertInstanceOf(Notice.StoppedEarly.class, done.notices().getFirst());
    long rows = sandbox.query("SELECT * FROM counted").orElseThrow().rows().size();
    assertTrue(rows > 20 && rows < 500, () -> "it ran " + rows + " times");
  }

  @Test
  void a_statement_that_fails_is_told_with_what_the_database_says() {
    run("create topic orders partitions 1");
    run("sql CREATE TABLE bills (name TEXT UNIQUE)");
    run("produce orders key=ana 1");
    run("produce orders key=ana 2");
    run(
        "start anna on orders group billing from-beginning then sql INSERT INTO bills VALUES (:key)");
    run("run 1s");

    List<Seen.Told> told = sandbox.told(null, Long.MAX_VALUE, 100, "ana").told();
    Seen.Told failed =
        told.stream().filter(it -> it.kind().equals("statement-failed")).findFirst().orElseThrow();
    assertEquals("UNIQUE constraint failed: bills.name", failed.reason());
    assertEquals(1, failed.offset());
    assertTrue(told.stream().anyMatch(it -> it.kind().equals("dead-lettered")));
  }

  private Answer.Done run(String line) {
    return assertInstanceOf(Answer.Done.class, sandbox.run("e" + number++, line), line);
  }
}
