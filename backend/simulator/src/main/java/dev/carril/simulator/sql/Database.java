package dev.carril.simulator.sql;

import java.lang.ref.Cleaner;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One sandbox's database: [#at] says what the world is, [#run] runs a statement.
///
/// Not thread-safe: it has one owner. Nothing is opened before the first statement, so a sandbox
/// that knows no SQL costs nothing.
public final class Database implements AutoCloseable {

  private static final Cleaner CLEANER = Cleaner.create();

  private static final byte[] NOTHING = {};

  private final Ambient ambient = new Ambient();
  private final Opened opened = new Opened();

  /// What `opened` was opened from, for as long as nothing has changed.
  private byte[] image;

  private boolean changed;
  private Transaction transaction = Transaction.NONE;
  private @Nullable Statement last;

  /// Held apart from the database itself, so that the memory of a forgotten one can be freed.
  private static final class Opened implements Runnable {
    private @Nullable Sqlite sqlite;

    @Override
    public void run() {
      if (sqlite != null) {
        sqlite.close();
        sqlite = null;
      }
    }
  }

  private sealed interface Transaction {
    Transaction NONE = new None();

    record None() implements Transaction {}

    /// Begun, and nothing changed so far: there is nothing to take back.
    record Begun() implements Transaction {}

    /// How everything was before the first change. Nobody compares it, or changes the bytes.
    @SuppressWarnings("ArrayRecordComponent")
    record Changed(byte[] before) implements Transaction {}
  }

  private Database(byte[] image) {
    this.image = image;
    CLEANER.register(this, opened);
  }

  /// A database without tables.
  public static Database empty() {
    return new Database(NOTHING);
  }

  /// The database that an [#image] was taken of. Going on from there is the same as never having
  /// left.
  public static Database of(byte[] image) {
    return new Database(image.clone());
  }

  /// A copy of everything. The same history gives the same bytes.
  public byte[] image() {
    return changed ? sqlite().image() : image.clone();
  }

  /// What `random()` and `'now'` answer until the next call: to be called before each command.
  public void at(long epochMillis, long randomSeed) {
    ambient.set(epochMillis, randomSeed);
    if (opened.sqlite != null) {
      opened.sqlite.forget();
    }
  }

  /// Runs one statement. After a problem everything is as it was before.
  ///
  /// @param parameters name without its colon → null, a Long or a String; those that the statement
  ///   does not name are ignored
  public SqlResult run(String statement, Map<String, @Nullable Object> parameters)
      throws SqlProblem {
    Statement known =
        last != null && last.text().equals(statement) ? last : Statement.of(statement);
    last = known;
    if (known.kind() != Statement.Kind.READS && transaction instanceof Transaction.Begun) {
      transaction = new Transaction.Changed(image());
    }
    SqlResult result = sqlite().run(known, parameters);
    if (result.changed()) {
      changed = true;
      image = NOTHING;
    }
    return result;
  }

  /// About how many steps the last [#run] took of SQLite's machine.
  public long steps() {
    return opened.sqlite == null ? 0 : opened.sqlite.steps();
  }

  /// Tells whether a statement could be run as things are, without running it. What it wants of a
  /// record is not looked at.
  ///
  /// @throws SqlProblem what is wrong with it
  public void check(String statement) throws SqlProblem {
    sqlite().check(Statement.of(statement));
  }

  /// Runs one statement if it only reads.
  ///
  /// @return null if it would change something
  public @Nullable SqlResult query(String statement) throws SqlProblem {
    return Statement.of(statement).kind() == Statement.Kind.READS ? run(statement, Map.of()) : null;
  }

  /// Tells whether a statement changes nothing, whatever the database holds: it only reads, or is
  /// none that may run.
  public static boolean onlyReads(String statement) {
    try {
      return Statement.of(statement).kind() == Statement.Kind.READS;
    } catch (SqlProblem problem) {
      return true;
    }
  }

  /// Makes one of several runs: what they do stays or goes as a whole.
  public void begin() {
    if (!(transaction instanceof Transaction.None)) {
      throw new IllegalStateException("already begun");
    }
    transaction = new Transaction.Begun();
  }

  /// Keeps what was run since [#begin].
  public void commit() {
    end();
  }

  /// Takes back what was run since [#begin], autoincrement and all.
  ///
  /// By way of an image, because after some errors SQLite ends its own transaction by itself.
  public void rollback() {
    if (end() instanceof Transaction.Changed(byte[] before)) {
      opened.run();
      image = before;
      changed = false;
    }
  }

  private Transaction end() {
    if (transaction instanceof Transaction.None) {
      throw new IllegalStateException("not begun");
    }
    Transaction ended = transaction;
    transaction = Transaction.NONE;
    return ended;
  }

  /// The user's tables in the order of their creation.
  public List<TableView> tables() {
    return changed || image.length > 0 ? sqlite().tables() : List.of();
  }

  private Sqlite sqlite() {
    if (opened.sqlite == null) {
      if (changed) {
        throw new IllegalStateException("closed");
      }
      opened.sqlite = Sqlite.open(image, ambient);
    }
    return opened.sqlite;
  }

  /// Frees the memory, which is not Java's.
  @Override
  public void close() {
    opened.run();
  }
}
