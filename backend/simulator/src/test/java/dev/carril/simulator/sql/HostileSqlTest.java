package dev.carril.simulator.sql;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.carril.simulator.sql.SqlProblem.Code;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// SQL that would never end, eat memory, or reach for what is not its own. Each time the database
/// is left as it was, to the byte, and goes on.
@Timeout(60)
class HostileSqlTest {

  private static final String ENDLESS =
      "WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) ";

  private Database database;
  private byte[] before;

  @BeforeEach
  void open() throws SqlProblem {
    database = Database.empty();
    database.at(0, 1);
    database.run("CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, v)", Map.of());
    database.run("INSERT INTO t (v) VALUES ('a'), ('b')", Map.of());
    before = database.image();
  }

  @AfterEach
  void the_database_lives_on_as_it_was() throws SqlProblem {
    assertArrayEquals(before, database.image());
    assertEquals(
        1,
        database.run("INSERT INTO t (v) VALUES ('c') RETURNING id", Map.of())
                instanceof SqlResult.Rows r
            ? r.changes()
            : 0);
    database.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PRAGMA writable_schema = ON",
        "ATTACH 'other' AS other",
        "DETACH main",
        "VACUUM",
        "VACUUM INTO 'file'",
        "BACKUP TO file",
        "RESTORE FROM file",
        "BEGIN",
        "COMMIT",
        "END",
        "ROLLBACK",
        "SAVEPOINT s",
        "RELEASE s",
        "ANALYZE",
        "REINDEX",
        "EXPLAIN SELECT 1",
        "EXPLAIN QUERY PLAN SELECT 1",
        "ALTER TABLE t RENAME TO u",
        "CREATE TRIGGER x AFTER INSERT ON t BEGIN DELETE FROM t; END",
        "CREATE TEMP TABLE u (a)",
        "CREATE TEMPORARY VIEW u AS SELECT 1",
        "CREATE VIRTUAL TABLE u USING fts5 (a)",
        "CREATE UNIQUE TABLE u (a)",
        "CREATE",
        "DROP TRIGGER x",
        "SELCT 1",
        "'SELECT' 1",
        "\"SELECT\" 1",
        "( SELECT 1 )",
        "\u00a0SELECT 1",
      })
  void other_statements_do_not_exist(String statement) {
    assertInstanceOf(Code.NotAllowed.class, problem(statement));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT load_extension('x')",
        "SELECT \"load_extension\"('x')",
        "SELECT [load_extension] ( 'x' )",
        "SELECT fts3_tokenizer('simple')",
        "SELECT sqlite_log(1, 'x')",
        "SELECT readfile('x')",
        "SELECT writefile('x', 'y')",
        "SELECT edit('x')",
        "SELECT * FROM pragma_database_list",
        "SELECT * FROM pragma_table_info('t')",
        "SELECT * FROM \"PRAGMA_table_list\"",
        "SELECT * FROM 'pragma_table_list'",
        "SELECT * FROM t JOIN 'pragma_table_list'",
        "SELECT * FROM main.pragma_table_list",
        "SELECT * FROM dbstat",
        "SELECT * FROM main . 'dbstat'",
        "SELECT * FROM sqlite_dbpage",
        "CREATE VIEW v AS SELECT * FROM pragma_module_list",
        "UPDATE sqlite_sequence SET seq = 9223372036854775806",
        "UPDATE OR IGNORE 'sqlite_sequence' SET seq = 5",
        "DELETE FROM \"sqlite_sequence\"",
        "INSERT INTO main.sqlite_sequence VALUES ('t', 5)",
        "WITH x AS (SELECT 1) DELETE FROM [sqlite_sequence]",
        "DROP TABLE sqlite_sequence",
        "CREATE TABLE temp.u (a)",
        "CREATE TABLE IF NOT EXISTS \"Temp\".u (a)",
        "CREATE UNIQUE INDEX 'temp' . i ON u (a)",
        "CREATE VIEW temp.u AS SELECT 1",
      })
  void closed_functions_and_tables_stay_closed(String statement) {
    assertInstanceOf(Code.Closed.class, problem(statement));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE sqlite_schema SET sql = 'x'",
        "DELETE FROM sqlite_master",
        "INSERT INTO sqlite_schema DEFAULT VALUES",
        "CREATE TABLE sqlite_mine (a)",
        "DROP TABLE sqlite_schema",
        "CREATE TABLE other.u (a)",
        "SELECT 1 FROM other.t",
        "SELECT \u0000 1",
        "SELECT 1 \u0000",
        "SELECT 1; \u0000 SELECT 2",
        "SELECT x'zz'",
        "SELECT 1x",
        "SELECT",
        "SELECT )",
        "WITH",
        "WITH c AS (SELECT 1)",
        "INSERT INTO t VALUES (DEFAULT)",
        "DROP TABLE u",
      })
  void what_sqlite_refuses_is_told_as_it_tells_it(String statement) {
    assertInstanceOf(Code.Failed.class, problem(statement));
  }

  @Test
  void names_of_closed_tables_are_only_words_within_values() throws SqlProblem {
    database.begin();
    database.run("INSERT INTO t (v) VALUES ('pragma_table_list'), ('dbstat')", Map.of());
    database.run("UPDATE t SET v = 'sqlite_sequence' WHERE v = 'load_extension'", Map.of());
    database.rollback();
  }

  @Test
  void the_schema_may_be_read() throws SqlProblem {
    database.run("SELECT name FROM sqlite_schema", Map.of());
    database.run("SELECT * FROM sqlite_sequence", Map.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ENDLESS + "SELECT count(*) FROM c",
        ENDLESS + "SELECT max(n) FROM c",
        ENDLESS + "SELECT n FROM c ORDER BY n DESC",
        ENDLESS + "SELECT n FROM c WHERE n < 0",
        ENDLESS + "SELECT DISTINCT n % 2 FROM c",
        ENDLESS + "INSERT INTO t (v) SELECT n FROM c",
        ENDLESS + "INSERT INTO t (v) SELECT n FROM c RETURNING id",
        ENDLESS + "UPDATE t SET v = (SELECT count(*) FROM c)",
        ENDLESS + "DELETE FROM t WHERE v IN (SELECT n FROM c)",
        ENDLESS + "SELECT sum(date(n) IS NULL) FROM c",
        ENDLESS + "SELECT sum('abc' LIKE n) FROM c",
        ENDLESS + "SELECT sum(random()) FROM c WHERE random() = n",
        "CREATE TABLE u AS WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n FROM c) SELECT n FROM c",
      })
  void what_never_ends_is_stopped(String statement) {
    assertEquals(new Code.TooSlow(2_000_000), problem(statement));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT printf('%*d', 100000000, 1)",
        "SELECT printf('%.*c', 100000000, 'x')",
        "SELECT format('%.99999999f', 1)",
        "SELECT zeroblob(1000000000)",
        "SELECT randomblob(1000000000)",
        "SELECT hex(zeroblob(100000))",
        "SELECT replace(hex(zeroblob(50000)), '0', 'oooo')",
        "SELECT hex(zeroblob(50000)) || hex(zeroblob(50000))",
        "SELECT upper(v || hex(zeroblob(65536))) FROM t",
        "INSERT INTO t (v) VALUES (zeroblob(131073))",
        "WITH RECURSIVE c (n, s) AS (SELECT 1, 'x' UNION ALL SELECT n + 1, s || s FROM c) SELECT max(n) FROM c",
      })
  void a_text_may_be_only_so_long(String statement) {
    assertEquals(new Code.ValueTooLong(131_072), problem(statement));
  }

  @Test
  void so_may_be_a_parameter() {
    Map<String, Object> values = Map.of("v", "x".repeat(131_073));
    SqlProblem problem =
        assertThrows(SqlProblem.class, () -> database.run("INSERT INTO t (v) VALUES (:v)", values));
    assertEquals(new Code.ValueTooLong(131_072), problem.code());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ENDLESS + "SELECT group_concat(n) FROM c",
        ENDLESS + "SELECT json_group_array(n) FROM c",
        ENDLESS
            + ", d AS (SELECT n, hex(zeroblob(60000)) || n AS s FROM c) SELECT s FROM d ORDER BY s",
        ENDLESS
            + ", d AS (SELECT n, hex(zeroblob(60000)) || n AS s FROM c) SELECT DISTINCT count(*) FROM d GROUP BY s",
        ENDLESS + "SELECT sum(length(upper(hex(zeroblob(60000 + n % 10))))) FROM c",
        ENDLESS
            + "SELECT sum(instr(hex(zeroblob(60000 + n % 10)), hex(zeroblob(30000)) || n)) FROM c",
        ENDLESS + "SELECT sum(hex(zeroblob(60000 + n % 10)) LIKE '%0%0%0%0%0%0%0%1') FROM c",
        ENDLESS
            + "SELECT sum(length(trim(hex(zeroblob(60000)), hex(zeroblob(60000)) || n))) FROM c",
        ENDLESS + "SELECT sum(json_valid('[' || substr(hex(zeroblob(60000)), n) || ']')) FROM c",
        ENDLESS + "SELECT sum(length(json_patch('{\"a\":' || n || '}', '{\"b\":1}'))) FROM c",
        ENDLESS + "SELECT sum(length(randomblob(100000))) FROM c",
        ENDLESS + "INSERT INTO t (v) SELECT hex(randomblob(100)) FROM c",
        ENDLESS + "INSERT INTO t (v) SELECT hex(randomblob(60000)) FROM c",
        "SELECT count(*) FROM t a, t b, t c, t d, t e, t f, t g, t h, t i, t j, t k, t l, t m, t n, t o, t p, t q, t r, t s, t u, t w",
        "SELECT printf('%s', json_array(printf('%.*c', 100000, '['))) LIKE printf('%.*c', 2000, '%')",
      })
  void what_eats_memory_or_works_within_a_step_is_stopped(String statement) {
    problem(statement);
  }

  @Test
  void views_of_views_are_refused_before_they_are_unfolded() throws SqlProblem {
    database.begin();
    createView("v0", "t");
    for (int floor = 1; floor < 7; floor++) {
      createView("v" + floor, "v" + (floor - 1));
    }
    String doubled = "CREATE VIEW v7 AS SELECT a.v FROM v6 a, v6 b";
    assertEquals(new Code.TooComplex(), problem(doubled));
    assertEquals(new Code.TooComplex(), problem("SELECT * FROM v6 JOIN 'V6'"));
    database.run("SELECT * FROM v6", Map.of());
    database.rollback();
  }

  @Test
  void a_table_that_becomes_a_view_makes_those_above_larger() throws SqlProblem {
    database.begin();
    database.run("CREATE TABLE ground (v)", Map.of());
    createView("v0", "ground");
    for (int floor = 1; floor < 6; floor++) {
      createView("v" + floor, "v" + (floor - 1));
    }
    database.run("CREATE VIEW cellar AS SELECT v FROM t", Map.of());
    database.run("DROP TABLE ground", Map.of());
    assertEquals(
        new Code.TooComplex(),
        problem("CREATE VIEW ground AS SELECT a.v FROM cellar a, cellar b, cellar c, cellar d"));
    database.rollback();
  }

  @Test
  void views_in_a_circle_are_sqlites_affair() throws SqlProblem {
    database.begin();
    database.run("CREATE VIEW a AS SELECT * FROM b", Map.of());
    database.run("CREATE VIEW b AS SELECT * FROM a", Map.of());
    assertInstanceOf(Code.Failed.class, problem("SELECT * FROM a"));
    database.rollback();
  }

  private void createView(String name, String below) throws SqlProblem {
    database.run(
        "CREATE VIEW %s AS SELECT a.v FROM (SELECT v FROM %s LIMIT 2) a, (SELECT v FROM %s LIMIT 2) b"
            .formatted(name, below, below),
        Map.of());
  }

  @Test
  void common_tables_of_common_tables_are_too() {
    for (int floors = 8; floors < 40; floors += 8) {
      StringBuilder sql = new StringBuilder("WITH c0 AS (SELECT 1 AS a)");
      for (int floor = 1; floor < floors; floor++) {
        sql.append(", c%1$d AS (SELECT x.a FROM c%2$d x, c%2$d y)".formatted(floor, floor - 1));
      }
      problem(sql + " SELECT count(*) FROM c" + (floors - 1));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "1+", "-", "NOT ", "(SELECT ", "abs(", "CASE WHEN 1 THEN "})
  void deep_nesting_is_refused(String piece) {
    problem("SELECT " + piece.repeat(90_000 / piece.length()));
    problem("SELECT " + piece.repeat(5_000) + "1");
  }

  @Test
  void a_statement_may_be_only_so_long() {
    assertEquals(
        new Code.StatementTooLong(100_000), problem("SELECT '" + "x".repeat(100_000) + "'"));
  }

  @Test
  void a_long_line_of_equal_words_is_not_searched_for_ever() {
    problem("SELECT " + "x ".repeat(45_000));
    problem("SELECT 1 " + "FROM ".repeat(18_000));
  }

  @Test
  void many_rows_in_one_statement_are_no_crime() throws SqlProblem {
    database.begin();
    SqlResult result =
        database.run("INSERT INTO t (v) VALUES (1)" + ",(1)".repeat(20_000), Map.of());
    assertEquals(new SqlResult.Changed(20_001, false), result);
    database.rollback();
  }

  @Test
  void a_join_of_very_many_tables_is_planned_in_time() {
    problem("SELECT 1 FROM t" + ", t".repeat(70));
    problem("SELECT count(*) FROM t t0" + manyJoins(60));
  }

  private static String manyJoins(int count) {
    StringBuilder joins = new StringBuilder();
    for (int i = 1; i <= count; i++) {
      joins.append(" JOIN t t%d ON t%d.id <> t%d.v".formatted(i, i, i - 1));
    }
    return joins.toString();
  }

  @Test
  void a_full_database_stays_usable() throws SqlProblem {
    database.begin();
    for (int i = 0; i < 63; i++) {
      database.run("INSERT INTO t (v) VALUES (zeroblob(131000))", Map.of());
    }
    Code code = problem("INSERT INTO t (v) VALUES (zeroblob(131000))");
    assertEquals(new Code.Full(8_388_608), code);
    assertInstanceOf(SqlResult.Changed.class, database.run("DELETE FROM t WHERE id > 2", Map.of()));
    database.rollback();
  }

  @Test
  void tables_and_columns_are_bounded_in_number() throws SqlProblem {
    database.begin();
    for (int i = 2; i < 100; i++) {
      database.run("CREATE TABLE t" + i + " (a)", Map.of());
    }
    assertEquals(new Code.TooManyObjects(100), problem("CREATE TABLE more (a)"));
    database.rollback();
    assertInstanceOf(Code.Failed.class, problem("CREATE TABLE u (c" + columns(101) + ")"));
  }

  private static String columns(int count) {
    StringBuilder columns = new StringBuilder();
    for (int i = 0; i < count; i++) {
      columns.append(", c").append(i);
    }
    return columns.toString();
  }

  @Test
  void answers_are_cut() throws SqlProblem {
    SqlResult.Rows many = (SqlResult.Rows) database.run(ENDLESS + "SELECT n FROM c", Map.of());
    SqlResult.Rows wide =
        (SqlResult.Rows)
            database.run(ENDLESS + "SELECT hex(zeroblob(50000)), n FROM c LIMIT 50", Map.of());

    assertEquals(List.of(1000, true), List.of(many.rows().size(), many.more()));
    assertEquals(List.of(10, true), List.of(wide.rows().size(), wide.more()));
  }

  private Code problem(String statement) {
    return assertThrows(SqlProblem.class, () -> database.run(statement, Map.of())).code();
  }
}
