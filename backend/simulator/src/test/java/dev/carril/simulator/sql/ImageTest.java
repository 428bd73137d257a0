package dev.carril.simulator.sql;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The laws of images, held for random histories: each failure names its seed.
class ImageTest {

  private static final int SEEDS = 6;
  private static final int COMMANDS = 60;

  /// A command as the sandbox's log keeps it: the moment and chance are part of it.
  private record Command(int number, List<String> statements) {}

  private static final List<String> STATEMENTS =
      List.of(
          "CREATE TABLE IF NOT EXISTS a (id INTEGER PRIMARY KEY AUTOINCREMENT, v, at DEFAULT current_timestamp)",
          "CREATE TABLE IF NOT EXISTS b (k TEXT PRIMARY KEY, n UNIQUE) WITHOUT ROWID",
          "CREATE TABLE IF NOT EXISTS c (a REFERENCES a DEFERRABLE INITIALLY DEFERRED, r DEFAULT (random()))",
          "CREATE TABLE c AS SELECT * FROM a",
          "CREATE INDEX IF NOT EXISTS av ON a (v)",
          "CREATE VIEW IF NOT EXISTS w AS SELECT count(*) FROM a",
          "DROP TABLE IF EXISTS c",
          "DROP INDEX IF EXISTS av",
          "DROP TABLE b",
          "INSERT INTO a (v) VALUES (random()), (:text), (:number)",
          "INSERT INTO a (v) VALUES (hex(randomblob(3000)))",
          "INSERT INTO a (v) SELECT v || 'x' FROM a LIMIT 50",
          "INSERT INTO a (v) VALUES (last_insert_rowid() || ' ' || changes() || ' ' || total_changes())",
          "INSERT INTO a (v) VALUES (1) RETURNING id, v, at",
          "INSERT OR FAIL INTO b SELECT id, id % 7 FROM a",
          "INSERT OR ROLLBACK INTO b VALUES ('same', 1), ('same', 2)",
          "INSERT OR IGNORE INTO b SELECT id, id FROM a ORDER BY random()",
          "INSERT INTO b VALUES (:text, :number) ON CONFLICT DO NOTHING",
          "INSERT INTO c (a) VALUES ((SELECT max(id) FROM a))",
          "INSERT INTO c (a) VALUES (-1)",
          "REPLACE INTO b VALUES ('same', julianday('now'))",
          "UPDATE a SET v = datetime('now', id || ' days') WHERE id % 3 = 0",
          "UPDATE a SET v = substr(v || v || v, 1, 3000)",
          "UPDATE b SET n = 1",
          "DELETE FROM a WHERE id IN (SELECT id FROM a ORDER BY random() LIMIT 5)",
          "DELETE FROM a WHERE id % 2",
          "DELETE FROM a",
          "SELECT * FROM a JOIN b",
          "SELECT nothing",
          "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 300) INSERT INTO a (v) SELECT hex(randomblob(i)) FROM n");

  /// It takes long to be stopped, so it comes but now and then.
  private static final String ENDLESS =
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
          + " INSERT INTO a (v) SELECT i FROM n";

  @Test
  void the_same_history_gives_the_same_bytes() {
    for (int seed = 0; seed < SEEDS; seed++) {
      List<Command> log = history(seed);
      assertArrayEquals(play(log), play(log), "seed " + seed);
    }
  }

  @Test
  void what_failed_or_was_rolled_back_or_only_read_leaves_nothing_behind() {
    for (int seed = 0; seed < SEEDS; seed++) {
      List<Command> all = history(seed);
      List<Command> kept = new ArrayList<>();
      byte[] image;
      try (Database database = Database.empty()) {
        for (Command command : all) {
          if (run(database, command)) {
            kept.add(command);
          }
        }
        image = database.image();
      }
      assertArrayEquals(image, play(kept), "seed " + seed);
    }
  }

  @Test
  void going_on_from_an_image_is_the_same_as_never_having_left() {
    for (int seed = 0; seed < SEEDS; seed++) {
      List<Command> log = history(seed);
      Random random = new Random(seed);
      Database database = Database.empty();
      for (Command command : log) {
        run(database, command);
        if (random.nextInt(10) == 0) {
          byte[] image = database.image();
          database.close();
          database = Database.of(image);
          assertArrayEquals(image, database.image(), "seed " + seed);
        }
      }
      assertArrayEquals(play(log), database.image(), "seed " + seed);
      database.close();
    }
  }

  @Test
  void an_image_does_not_change_with_the_database_that_it_was_taken_of() throws SqlProblem {
    try (Database database = Database.empty()) {
      database.run("CREATE TABLE t (a)", Map.of());
      byte[] image = database.image();
      byte[] copy = image.clone();
      database.run("INSERT INTO t VALUES (1)", Map.of());
      assertArrayEquals(copy, image);
      try (Database before = Database.of(image)) {
        assertEquals(0, before.tables().getFirst().count());
      }
    }
  }

  private static List<Command> history(int seed) {
    Random random = new Random(seed);
    List<Command> commands = new ArrayList<>();
    for (int i = 0; i < COMMANDS; i++) {
      List<String> statements = new ArrayList<>();
      int size = random.nextInt(4) == 0 ? 1 + random.nextInt(5) : 1;
      for (int j = 0; j < size; j++) {
        statements.add(
            random.nextInt(200) == 0
                ? ENDLESS
                : STATEMENTS.get(random.nextInt(i < 5 ? 3 : STATEMENTS.size())));
      }
      commands.add(new Command(i, statements));
    }
    return commands;
  }

  private static byte[] play(List<Command> log) {
    try (Database database = Database.empty()) {
      log.forEach(command -> run(database, command));
      return database.image();
    }
  }

  /// Whether it changed the database: a failing statement takes back its whole command.
  private static boolean run(Database database, Command command) {
    database.at(1_767_258_000_000L + 1000L * command.number(), command.number() % 17);
    database.begin();
    boolean changed = false;
    for (String statement : command.statements()) {
      try {
        changed |= database.run(statement, parameters(command)).changed();
      } catch (SqlProblem problem) {
        database.rollback();
        return false;
      }
    }
    database.commit();
    return changed;
  }

  private static Map<String, Object> parameters(Command command) {
    return Map.of("text", "text " + command.number() % 5, "number", (long) command.number() % 9);
  }
}
