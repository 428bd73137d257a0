package dev.carril.simulator.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.simulator.sql.SqlProblem.Code;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DatabaseTest {

  private static final long NINE = 1_767_258_000_000L;

  private Database database;

  @BeforeEach
  void open() {
    database = Database.empty();
    database.at(NINE, 1);
  }

  @AfterEach
  void close() {
    database.close();
  }

  // --- what comes back

  @Test
  void a_query_answers_with_columns_and_rows() {
    SqlResult.Rows rows =
        rows("SELECT 1 AS whole, 1.5 AS real, 'a' AS text, NULL AS none, x'00ff' AS blob");

    assertEquals(List.of("whole", "real", "text", "none", "blob"), rows.columns());
    assertEquals(List.of(Arrays.asList(1L, 1.5, "a", null, "x'00FF'")), rows.rows());
    assertEquals(List.of(true, true, false, false, false), rows.numeric());
    assertFalse(rows.changed());
  }

  @Test
  void whole_numbers_are_whole_to_the_edge() {
    assertEquals(Long.MIN_VALUE, one("SELECT -9223372036854775808"));
    assertEquals(Long.MAX_VALUE, one("SELECT 9223372036854775807"));
  }

  @Test
  void a_column_is_numeric_if_all_that_it_holds_are_numbers() {
    assertEquals(List.of(true, false), rows("VALUES (1, 1), (NULL, 'a'), (2.5, 3)").numeric());
  }

  @Test
  void changes_are_counted() {
    assertEquals(new SqlResult.Changed(0, true), run("CREATE TABLE t (a)"));
    assertEquals(new SqlResult.Changed(0, false), run("CREATE TABLE IF NOT EXISTS t (a)"));
    assertEquals(new SqlResult.Changed(2, false), run("INSERT INTO t VALUES (1), (2)"));
    assertEquals(new SqlResult.Changed(1, false), run("UPDATE t SET a = 3 WHERE a = 2"));
    assertEquals(new SqlResult.Changed(0, false), run("DELETE FROM t WHERE a = 9"));
    assertEquals(new SqlResult.Changed(2, false), run("DELETE FROM t"));
    assertEquals(new SqlResult.Changed(0, false), run("DROP TABLE IF EXISTS u"));
    assertEquals(new SqlResult.Changed(0, true), run("DROP TABLE t"));
  }

  @Test
  void returning_answers_with_rows_and_still_changes() {
    run("CREATE TABLE t (a)");

    SqlResult.Rows rows = rows("INSERT INTO t VALUES (1), (2) RETURNING a + 1 AS b");

    assertEquals(List.of(List.of(2L), List.of(3L)), rows.rows());
    assertEquals(2, rows.changes());
    assertTrue(rows.changed());
    assertEquals(2L, one("SELECT count(*) FROM t"));
  }

  @Test
  void returning_of_very_many_rows_is_cut_but_all_are_changed() {
    run("CREATE TABLE t (a)");

    SqlResult.Rows rows = rows(upTo(3000) + " INSERT INTO t SELECT n FROM numbers RETURNING a");

    assertEquals(1000, rows.rows().size());
    assertTrue(rows.more());
    assertEquals(3000, rows.changes());
    assertEquals(3000L, one("SELECT count(*) FROM t"));
  }

  @Test
  void a_semicolon_and_comments_may_follow() {
    assertEquals(1L, one("SELECT 1;"));
    assertEquals(1L, one(" ; -- first\n /* ; */ SELECT /* ? */ 1 -- :x ;\n ;; "));
    assertEquals(1L, one("SELECT 1 /* without an end"));
    assertEquals("a;b -- ?", one("SELECT 'a;b -- ?'"));
  }

  @Test
  void common_tables_go_before_changes_too() {
    run("CREATE TABLE t (a)");
    run("WITH two (x) AS (VALUES (1), (2)) INSERT INTO t SELECT x FROM two");
    run("WITH one AS (SELECT 1 AS x) DELETE FROM t WHERE a IN (SELECT x FROM one)");
    run("WITH one AS (SELECT 7 AS x) UPDATE t SET a = (SELECT x FROM one)");
    run("WITH \"select\" (x) AS (VALUES (8)) REPLACE INTO t SELECT x FROM \"select\"");

    assertEquals(List.of(List.of(7L), List.of(8L)), rows("SELECT a FROM t").rows());
  }

  @Test
  void foreign_keys_are_enforced() {
    run("CREATE TABLE parent (id INTEGER PRIMARY KEY)");
    run("CREATE TABLE child (p REFERENCES parent DEFERRABLE INITIALLY DEFERRED)");

    assertEquals(
        new Code.Failed("FOREIGN KEY constraint failed", -1),
        problem("INSERT INTO child VALUES (1)"));
    assertEquals(0L, one("SELECT count(*) FROM child"));
  }

  @Test
  void real_numbers_are_written_as_sqlite_writes_them() {
    List<Object> row =
        rows("SELECT 12.40, 1e10, 1e16, 1e17, -2.5e-7, 0.0001, 0.1 + 0.2, 100.0, 9e999, -9e999, -0.0")
            .rows()
            .getFirst();
    assertEquals(
        List.of(
            "12.4",
            "10000000000.0",
            "10000000000000000.0",
            "1.0e+17",
            "-2.5e-07",
            "0.0001",
            "0.30000000000000004",
            "100.0",
            "Inf",
            "-Inf",
            "0.0"),
        row.stream().map(SqlResult::text).toList());
  }

  @Test
  void columns_are_called_as_they_were_typed() {
    assertEquals(
        List.of(":a", "typeof(:b)", "total"),
        rows("SELECT :a, typeof(:b), :a AS total", Map.of("a", 1L, "b", 2L)).columns());
  }

  // --- parameters

  @Test
  void parameters_have_names() {
    Map<String, Object> values = Map.of("a", 1L, "b", "two", "B", "three", "unused", 4L);

    assertEquals(
        List.of(List.of(1L, "two", "three", 1L)), rows("SELECT :a, :b, :B, :a", values).rows());
  }

  @Test
  void a_name_within_text_quotes_or_comments_is_no_parameter() {
    run("CREATE TABLE \"t:x\" ([a:x], `b:x`)");

    assertEquals(
        List.of(":x '' :x"),
        rows("SELECT ':x '''' :x' -- :x\n /* :x */ WHERE NOT EXISTS (SELECT [a:x], `b:x` FROM \"t:x\")")
            .rows()
            .getFirst());
  }

  @Test
  void null_is_bound_as_null() {
    Map<String, Object> values = new HashMap<>();
    values.put("a", null);

    assertEquals("null", rows("SELECT typeof(:a)", values).rows().getFirst().getFirst());
  }

  @Test
  void a_number_with_a_point_stays_as_typed() {
    run("CREATE TABLE t (plain, words TEXT, amount NUMERIC)");
    run("INSERT INTO t VALUES (:total, :total, :total)", Map.of("total", "12.40"));

    assertEquals(List.of("12.40", "12.40", 12.4), rows("SELECT * FROM t").rows().getFirst());
  }

  @Test
  void a_missing_parameter_is_told_with_those_that_there_are() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("order", 61L);
    values.put("key", "k");

    Code code = problem("SELECT :key, :ordre", values);

    assertEquals(new Code.MissingParameter("ordre", List.of("order", "key"), 13), code);
  }

  @Test
  void other_kinds_of_parameters_are_told_apart() {
    assertEquals(new Code.OtherParameter("?", 7), problem("SELECT ?"));
    assertEquals(new Code.OtherParameter("?2", 7), problem("SELECT ?2"));
    assertEquals(new Code.OtherParameter("@total", 7), problem("SELECT @total"));
    assertEquals(new Code.OtherParameter("$total", 7), problem("SELECT $total"));
    assertEquals(new Code.OtherParameter(":a", 7), problem("SELECT :a::b", Map.of("a", 1L)));
    assertEquals(new Code.OtherParameter(":a", 7), problem("SELECT :a(b)", Map.of("a", 1L)));
  }

  @Test
  void a_parameter_where_sqlite_wants_none_is_its_own_message() {
    Map<String, Object> values = Map.of("a", 1L);

    assertEquals(
        "parameters are not allowed in views",
        failed("CREATE VIEW v AS SELECT :a", values).message());
    assertEquals("near \":a\": syntax error", failed("SELECT 1 FROM :a", values).message());
  }

  // --- where something is wrong

  @Test
  void a_problem_points_into_the_statement_as_typed() {
    run("CREATE TABLE orders (total)");
    Map<String, Object> values = Map.of("a_long_name", 1L);

    assertEquals(
        new Code.Failed("near \"FORM\": syntax error", 25),
        problem("SELECT :a_long_name AS a FORM orders", values));
    assertEquals(17, failed("SELECT 1, a FORM orders, FORM").at());
    assertEquals(14, failed("SELECT * FROM ordres").at());
    assertEquals(7, failed("SELECT totel FROM orders").at());
    assertEquals(14, failed("SELECT orders.totel FROM orders").at());
    assertEquals(7, failed("SELECT summ(1)").at());
    assertEquals(7, failed("SELECT 'abc").at());
    assertEquals(8, failed("SELECT (").at());
    assertEquals(20, failed("INSERT INTO orders (totel) VALUES (1)").at());
    assertEquals(13, failed("CREATE TABLE orders (a)").at());
  }

  @Test
  void nothing_to_run_is_a_problem() {
    for (String nothing : List.of("", "  ", ";", " ; ;", "-- SELECT 1", "/* SELECT 1 */ ;")) {
      assertEquals(new Code.Empty(), problem(nothing));
    }
  }

  @Test
  void a_second_statement_is_a_problem_and_the_first_is_not_run() {
    assertEquals(new Code.MoreThanOne(20), problem("CREATE TABLE t (a); SELECT 1"));
    assertEquals(List.of(), database.tables());
  }

  @Test
  void a_constraint_tells_itself_in_sqlites_words() {
    run("CREATE TABLE invoices (order_id UNIQUE)");
    run("INSERT INTO invoices VALUES (61)");

    assertEquals(
        new Code.Failed("UNIQUE constraint failed: invoices.order_id", -1),
        problem("INSERT INTO invoices VALUES (62), (61)"));
    assertEquals(1L, one("SELECT count(*) FROM invoices"));
    assertEquals(
        new SqlResult.Changed(0, false),
        run("INSERT INTO invoices VALUES (61) ON CONFLICT DO NOTHING"));
  }

  @Test
  void nothing_is_left_of_a_statement_that_fails_half_way() {
    run("CREATE TABLE t (a UNIQUE)");

    for (String or : List.of("ABORT", "FAIL", "ROLLBACK")) {
      problem("INSERT OR " + or + " INTO t VALUES (1), (2), (1)");
      assertEquals(0L, one("SELECT count(*) FROM t"), or);
    }
  }

  // --- several as one

  @Test
  void what_is_rolled_back_was_never_there() {
    run("CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT)");
    run("INSERT INTO t DEFAULT VALUES");
    byte[] before = database.image();

    database.begin();
    run("INSERT INTO t DEFAULT VALUES");
    run("CREATE TABLE u (a)");
    database.rollback();

    assertEquals(1, database.tables().size());
    assertEquals(1L, one("SELECT last_insert_rowid()"));
    assertTrue(Arrays.equals(before, database.image()));
    run("INSERT INTO t DEFAULT VALUES");
    assertEquals(2L, one("SELECT max(id) FROM t"));
  }

  @Test
  void what_failed_among_several_takes_nothing_of_the_others() {
    run("CREATE TABLE t (a UNIQUE)");

    database.begin();
    run("INSERT INTO t VALUES (1)");
    problem("INSERT OR ROLLBACK INTO t VALUES (1)");
    problem(ENDLESS + " INSERT INTO t SELECT n + 1 FROM numbers");
    database.commit();

    assertEquals(1L, one("SELECT count(*) FROM t"));
  }

  @Test
  void to_begin_twice_or_end_what_was_not_begun_is_the_callers_fault() {
    assertThrows(IllegalStateException.class, database::commit);
    assertThrows(IllegalStateException.class, database::rollback);
    database.begin();
    assertThrows(IllegalStateException.class, database::begin);
  }

  // --- chance, time and memory

  @Test
  void the_moment_is_the_one_that_was_given() {
    assertEquals(
        List.of(
            List.of(
                "2026-01-01",
                "09:00:00",
                "2026-01-01 09:00:00",
                "2026-01-01 09:00:00",
                "2026-01-02",
                1_767_258_000L,
                "2026 09:00",
                2461041.875,
                "2026-01-01 09:00:00",
                "-0000-00-00 09:00:00.000")),
        rows("SELECT current_date, current_time, current_timestamp, datetime(), date('now', '+1 day'),"
                + " unixepoch('NOW'), strftime('%Y %H:%M'), julianday(), datetime('now', 'localtime'),"
                + " timediff('2026-01-01', 'now')")
            .rows());
    database.at(NINE + 1500, 1);
    assertEquals(
        List.of(List.of("2026-01-01 09:00:01.500", 1_767_258_001.5)),
        rows("SELECT datetime('subsec'), unixepoch('now', 'subsec')").rows());
  }

  @Test
  void times_that_are_given_are_left_alone() {
    assertEquals("2024-02-29", one("SELECT date('2024-03-01', '-1 day')"));
    assertEquals("1970-01-01 00:00:10", one("SELECT datetime(10, 'unixepoch')"));
    assertEquals(Arrays.asList((Object) null), rows("SELECT date('soon')").rows().getFirst());
    assertEquals(Arrays.asList((Object) null), rows("SELECT date(NULL)").rows().getFirst());
  }

  @Test
  void a_columns_default_reads_the_same_clock() {
    run("CREATE TABLE t (a, d DEFAULT current_timestamp, e DEFAULT (date('now')))");
    run("INSERT INTO t (a) VALUES (1)");

    assertEquals(
        List.of(1L, "2026-01-01 09:00:00", "2026-01-01"),
        rows("SELECT * FROM t").rows().getFirst());
  }

  @Test
  void functions_of_time_may_be_used_in_indexes_checks_and_views() {
    run("CREATE TABLE t (at CHECK (date(at) IS NOT NULL))");
    run("CREATE INDEX days ON t (date(at))");
    run("CREATE VIEW today AS SELECT * FROM t WHERE date(at) = date('now')");
    run("INSERT INTO t VALUES ('2026-01-01 10:00'), ('2026-01-02 10:00')");

    assertEquals(List.of(List.of("2026-01-01 10:00")), rows("SELECT * FROM today").rows());
    assertEquals(
        "CHECK constraint failed: date(at) IS NOT NULL",
        failed("INSERT INTO t VALUES ('soon')").message());
  }

  @Test
  void chance_is_what_the_seed_says() {
    String draws = "SELECT random(), random(), hex(randomblob(8)), abs(random()) >= 0";
    database.at(NINE, 5);
    List<?> first = rows(draws).rows();
    List<?> goesOn = rows(draws).rows();
    database.at(NINE, 5);
    List<?> again = rows(draws).rows();
    database.at(NINE, 6);
    List<?> other = rows(draws).rows();

    assertEquals(first, again);
    assertNotEquals(first, goesOn);
    assertNotEquals(first, other);
  }

  @Test
  void a_shuffle_repeats() {
    database.at(NINE, 5);
    List<?> first = rows(upTo(20) + " SELECT n FROM numbers ORDER BY random()").rows();
    database.at(NINE, 5);

    assertEquals(first, rows(upTo(20) + " SELECT n FROM numbers ORDER BY random()").rows());
    assertNotEquals(rows(upTo(20) + " SELECT n FROM numbers").rows(), first);
  }

  @Test
  void what_sqlite_remembers_between_statements_goes_into_the_image() {
    run("CREATE TABLE t (id INTEGER PRIMARY KEY)");
    run("INSERT INTO t VALUES (5), (6), (7)");
    run("UPDATE t SET id = 9 WHERE id = 7");
    String memory = "SELECT last_insert_rowid(), changes(), total_changes()";
    assertEquals(List.of(7L, 1L, 4L), rows(memory).rows().getFirst());

    problem("INSERT INTO t VALUES (10), (5)");
    run("DELETE FROM t WHERE id = 99");
    assertEquals(List.of(7L, 1L, 4L), rows(memory).rows().getFirst());

    try (Database copy = Database.of(database.image())) {
      assertEquals(rows(memory), copy.run(memory, Map.of()));
    } catch (SqlProblem e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void no_row_takes_the_number_after_which_sqlite_would_draw_lots() {
    run("CREATE TABLE t (id INTEGER PRIMARY KEY)");
    run("INSERT INTO t VALUES (1), (9223372036854775806)");

    Code taken = new Code.LastNumber(Long.MAX_VALUE);
    assertEquals(taken, problem("INSERT INTO t VALUES (9223372036854775807)"));
    assertEquals(taken, problem("INSERT INTO t DEFAULT VALUES"));
    assertEquals(taken, problem("UPDATE t SET id = 9223372036854775807 WHERE id = 1"));
    assertEquals(taken, problem("UPDATE OR REPLACE t SET id = id + 1"));
    assertEquals(2L, one("SELECT count(*) FROM t"));
  }

  // --- functions that were replaced answer as before

  @Test
  void replaced_functions_answer_as_sqlites_own() {
    assertEquals(
        List.of(
            List.of(1L, 0L, 1L, 0L, 3L, "x-y-z", "a", "a  ", "  a", "b", "6162", 1L, "{\"a\":2}")),
        rows("SELECT 'Order' LIKE 'o%r', 'a%' LIKE 'ab', 'a%' LIKE 'a\\%' ESCAPE '\\',"
                + " 'Order' GLOB 'o*', instr('abc', 'c'), replace('x+y+z', '+', '-'), trim('  a  '),"
                + " ltrim('  a  '), rtrim('  a  '), trim('aba', 'a'), hex(unhex('61 62', ' ')),"
                + " instr(x'0102', x'01'), json_patch('{\"a\":1}', '{\"a\":2}')")
            .rows());
    assertEquals(
        "ESCAPE expression must be a single character",
        failed("SELECT 'a' LIKE 'a' ESCAPE 'bc'").message());
    assertEquals(
        "ESCAPE expression must be a single character",
        failed("SELECT 'a' LIKE 'a' ESCAPE 'bc'").message());
  }

  // --- the picture

  @Test
  void tables_are_told_in_the_order_of_their_creation() {
    run("CREATE TABLE zebra (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, total, paid REAL)");
    run("CREATE TABLE ant (k TEXT PRIMARY KEY) WITHOUT ROWID");
    run("CREATE VIEW v AS SELECT 1");
    run(
        "INSERT INTO zebra (name, total, paid) VALUES ('a', 1, 2), (NULL, 1.5, 1e10), (x'01', NULL, NULL)");

    assertEquals(
        List.of(
            new TableView(
                "zebra",
                List.of("id", "name", "total", "paid"),
                List.of(true, false, false, true),
                List.of(
                    List.of("1", "a", "1", "2.0"),
                    Arrays.asList("2", null, "1.5", "10000000000.0"),
                    Arrays.asList("3", "X'01'", null, null)),
                3),
            new TableView("ant", List.of("k"), List.of(false), List.of(), 0)),
        database.tables());
  }

  @Test
  void the_last_rows_are_told_in_the_order_of_their_numbers() {
    run("CREATE TABLE t (a UNIQUE)");
    run(upTo(120) + " INSERT INTO t SELECT -n FROM numbers");

    TableView view = database.tables().getFirst();

    assertEquals(120, view.count());
    assertEquals(50, view.rows().size());
    assertEquals(List.of("-71"), view.rows().getFirst());
    assertEquals(List.of("-120"), view.rows().getLast());
  }

  @Test
  void odd_names_are_told_too() {
    run("CREATE TABLE \"a \"\"b\" (rowid, _rowid_, oid)");
    run("INSERT INTO \"a \"\"b\" VALUES (3, 2, 1)");

    assertEquals(List.of(List.of("3", "2", "1")), database.tables().getFirst().rows());
  }

  @Test
  void long_cells_are_cut_between_characters() {
    run("CREATE TABLE t (a)");
    run(
        "INSERT INTO t VALUES (:a), (:b), (zeroblob(5000))",
        Map.of("a", "🧀".repeat(150), "b", "x".repeat(200)));

    List<List<String>> rows = database.tables().getFirst().rows();
    assertEquals("🧀".repeat(99) + "…", rows.get(0).getFirst());
    assertEquals("x".repeat(200), rows.get(1).getFirst());
    assertEquals(200, rows.get(2).getFirst().length());
  }

  @Test
  void a_computed_column_that_fails_does_not_spoil_the_picture() {
    run("CREATE TABLE t (a, b AS (CASE WHEN date() > '2026-01-01' THEN abs(a) END))");
    run("INSERT INTO t VALUES (-9223372036854775807 - 1)");
    assertEquals(1, database.tables().getFirst().rows().size());
    database.at(NINE + 86_400_000, 1);

    TableView view = database.tables().getFirst();

    assertEquals(List.of("a", "b"), view.columns());
    assertEquals(1, view.count());
    assertEquals(List.of(), view.rows());
  }

  // --- several databases

  @Test
  void databases_on_other_threads_do_not_disturb() throws Exception {
    Callable<byte[]> history =
        () -> {
          try (Database own = Database.empty()) {
            own.run(
                "CREATE TABLE t (a, b DEFAULT (random()), c DEFAULT current_timestamp)", Map.of());
            for (int i = 0; i < 200; i++) {
              own.at(NINE + i, i);
              own.run(
                  "INSERT INTO t (a) VALUES (replace(:i, '1', random()))", Map.of("i", (long) i));
            }
            return own.image();
          }
        };
    byte[] alone = history.call();

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<byte[]>> together = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        together.add(threads.submit(history));
      }
      for (Future<byte[]> one : together) {
        assertTrue(Arrays.equals(alone, one.get()));
      }
    }
  }

  @Test
  void a_database_may_be_closed_twice_and_before_it_was_used() {
    Database unused = Database.empty();
    unused.close();
    run("CREATE TABLE t (a)");
    database.close();
    database.close();
    assertThrows(IllegalStateException.class, database::image);
  }

  private static final String ENDLESS =
      "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers)";

  private static String upTo(int last) {
    return ENDLESS.replace("FROM numbers)", "FROM numbers LIMIT " + last + ")");
  }

  private SqlResult run(String statement) {
    return run(statement, Map.of());
  }

  private SqlResult run(String statement, Map<String, Object> values) {
    try {
      return database.run(statement, values);
    } catch (SqlProblem e) {
      throw new AssertionError(statement, e);
    }
  }

  private SqlResult.Rows rows(String statement) {
    return rows(statement, Map.of());
  }

  private SqlResult.Rows rows(String statement, Map<String, Object> values) {
    return (SqlResult.Rows) run(statement, values);
  }

  private Object one(String statement) {
    return rows(statement).rows().getFirst().getFirst();
  }

  private Code problem(String statement) {
    return problem(statement, Map.of());
  }

  private Code problem(String statement, Map<String, Object> values) {
    return assertThrows(SqlProblem.class, () -> database.run(statement, values), statement).code();
  }

  private Code.Failed failed(String statement) {
    return failed(statement, Map.of());
  }

  private Code.Failed failed(String statement, Map<String, Object> values) {
    return (Code.Failed) problem(statement, values);
  }
}
