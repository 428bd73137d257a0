package dev.carril.simulator.sql;

import dev.carril.simulator.sql.SqlProblem.Code;
import dev.carril.simulator.sql.Statement.Kind;
import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteLimits;
import org.sqlite.SQLiteUpdateListener;

/// An open SQLite database in memory with every guard in place.
final class Sqlite implements AutoCloseable {

  private static final int COUNTERS_BYTES = 3 * Long.BYTES;

  private final SQLiteConnection connection;
  private final Budget budget;
  private final Originals originals = new Originals();
  private Counters counters;
  private Views views;

  /// Of the statement that runs: SQLite tells the rows as it changes them.
  private long lastRowid;

  private boolean lastNumberTaken;

  /// The last statement, ready to run again: `then sql` runs the same one for each record.
  private @Nullable Prepared prepared;

  private record Prepared(Statement statement, PreparedStatement compiled) {}

  private Sqlite(SQLiteConnection connection, Ambient ambient, byte[] image) throws SQLException {
    this.connection = connection;
    this.counters = load(image);
    harden();
    this.budget = new Budget(connection);
    Functions.replace(connection, ambient, budget, originals, () -> counters);
    this.views = readViews();
    connection.addUpdateListener(this::rowChanged);
  }

  /// @param image empty for a database without tables
  static Sqlite open(byte[] image, Ambient ambient) {
    try {
      return new Sqlite(connect(), ambient, image);
    } catch (SQLException e) {
      throw broken(e);
    }
  }

  private static SQLiteConnection connect() throws SQLException {
    return (SQLiteConnection) new SQLiteConfig().createConnection("jdbc:sqlite::memory:");
  }

  /// Even an empty database is loaded from an image: SQLite keeps one that was loaded in another
  /// way than one that grew, and the two would differ in their bytes.
  private Counters load(byte[] image) throws SQLException {
    if (image.length == 0) {
      execute("PRAGMA page_size=" + Limits.PAGE_BYTES);
      connection.deserialize("main", connection.serialize("main"));
      return Counters.ZERO;
    }
    ByteBuffer head = ByteBuffer.wrap(image);
    Counters kept = new Counters(head.getLong(), head.getLong(), head.getLong());
    connection.deserialize("main", Arrays.copyOfRange(image, COUNTERS_BYTES, image.length));
    return kept;
  }

  byte[] image() {
    try {
      byte[] pages = connection.serialize("main");
      return ByteBuffer.allocate(COUNTERS_BYTES + pages.length)
          .putLong(counters.lastRowid())
          .putLong(counters.changes())
          .putLong(counters.totalChanges())
          .put(pages)
          .array();
    } catch (SQLException e) {
      throw broken(e);
    }
  }

  private void harden() throws SQLException {
    execute("PRAGMA max_page_count=" + Limits.PAGES);
    execute("PRAGMA foreign_keys=ON");
    // What a page held before must not show through in an image.
    execute("PRAGMA secure_delete=ON");
    execute("PRAGMA cache_size=" + 2 * Limits.PAGES);
    execute("PRAGMA cache_spill=OFF");
    limit(SQLiteLimits.SQLITE_LIMIT_ATTACHED, 0);
    limit(SQLiteLimits.SQLITE_LIMIT_COLUMN, 100);
    limit(SQLiteLimits.SQLITE_LIMIT_COMPOUND_SELECT, 50);
    limit(SQLiteLimits.SQLITE_LIMIT_EXPR_DEPTH, 200);
    limit(SQLiteLimits.SQLITE_LIMIT_FUNCTION_ARG, 100);
    limit(SQLiteLimits.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, Limits.PATTERN_BYTES);
    limit(SQLiteLimits.SQLITE_LIMIT_TRIGGER_DEPTH, 100);
    limit(SQLiteLimits.SQLITE_LIMIT_VARIABLE_NUMBER, 200);
    limit(SQLiteLimits.SQLITE_LIMIT_VDBE_OP, 250_000);
    limit(SQLiteLimits.SQLITE_LIMIT_WORKER_THREADS, 0);
  }

  private void limit(SQLiteLimits limit, int value) throws SQLException {
    connection.setLimit(limit, value);
  }

  private void rowChanged(SQLiteUpdateListener.Type type, String database, String table, long row) {
    if (type == SQLiteUpdateListener.Type.INSERT) {
      lastRowid = row;
    }
    lastNumberTaken |= type != SQLiteUpdateListener.Type.DELETE && row == Long.MAX_VALUE;
  }

  /// Steps are counted from where a compiled statement left off, so that one kept from an earlier
  /// command would be stopped at another step than one compiled anew by a replay.
  void forget() {
    if (prepared != null) {
      try {
        prepared.compiled().close();
      } catch (SQLException e) {
        throw broken(e);
      }
      prepared = null;
    }
  }

  SqlResult run(Statement statement, Map<String, @Nullable Object> parameters) throws SqlProblem {
    try {
      budget.start();
      if (views.makeTooLarge(statement)) {
        throw new SqlProblem(new Code.TooComplex());
      }
      PreparedStatement compiled = compiled(statement);
      bind(compiled, statement, parameters);
      return statement.kind() == Kind.READS
          ? Answer.of(compiled.executeQuery())
          : changed(statement.kind(), compiled);
    } catch (SQLException e) {
      SqlProblem problem = new Blame(statement, this::complaint).of(e, budget);
      forget();
      throw problem;
    }
  }

  long steps() {
    return budget.steps();
  }

  /// Whether a statement could be run, without running it.
  void check(Statement statement) throws SqlProblem {
    try {
      budget.start();
      compile(statement.sql()).close();
    } catch (SQLException e) {
      throw new Blame(statement, this::complaint).of(e, budget);
    }
  }

  private PreparedStatement compiled(Statement statement) throws SQLException {
    if (prepared == null || !prepared.statement().equals(statement)) {
      forget();
      prepared = new Prepared(statement, compile(statement.sql()));
    }
    return prepared.compiled();
  }

  private PreparedStatement compile(String sql) throws SQLException {
    budget.parsing(true);
    try {
      return connection.prepareStatement(sql);
    } finally {
      budget.parsing(false);
    }
  }

  private @Nullable String complaint(String sql) {
    try {
      compile(sql).close();
      return null;
    } catch (SQLException e) {
      return Blame.message(e);
    }
  }

  private static void bind(
      PreparedStatement compiled, Statement statement, Map<String, @Nullable Object> parameters)
      throws SqlProblem, SQLException {
    int number = 1;
    for (String name : statement.parameters()) {
      if (!parameters.containsKey(name)) {
        throw new SqlProblem(
            new Code.MissingParameter(
                name, List.copyOf(parameters.keySet()), statement.placeOf(name)));
      }
      switch (parameters.get(name)) {
        case null -> compiled.setObject(number++, null);
        case Long whole -> compiled.setLong(number++, whole);
        case String text -> compiled.setString(number++, text);
        case Object other -> throw new IllegalArgumentException(name + " is " + other.getClass());
      }
    }
  }

  /// Runs it in a transaction of its own, so that nothing is left of one that fails half-way
  /// (`INSERT OR FAIL` would leave the rows before), nor of one that changed nothing.
  private SqlResult changed(Kind kind, PreparedStatement compiled) throws SQLException, SqlProblem {
    lastRowid = counters.lastRowid();
    lastNumberTaken = false;
    execute("BEGIN");
    boolean kept = false;
    try {
      SqlResult result = kind == Kind.CHANGES_ROWS ? rows(compiled) : schema(compiled);
      if (lastNumberTaken) {
        throw new SqlProblem(new Code.LastNumber(Long.MAX_VALUE));
      }
      if (result.changed()) {
        execute("COMMIT");
        kept = true;
        remember(result);
      }
      return result;
    } finally {
      if (!kept) {
        rollback();
      }
    }
  }

  private void remember(SqlResult result) throws SQLException {
    switch (result) {
      case SqlResult.Changed(long rows, boolean schema) -> {
        if (schema) {
          views = readViews();
        } else {
          counters = counters.after(lastRowid, rows);
        }
      }
      case SqlResult.Rows rows -> counters = counters.after(lastRowid, rows.changes());
    }
  }

  private SqlResult rows(PreparedStatement compiled) throws SQLException {
    if (!compiled.execute()) {
      return new SqlResult.Changed(connection.getDatabase().changes(), false);
    }
    // RETURNING tells its rows after all are changed, but SQLite counts them at the end only.
    SqlResult.Rows told = Answer.of(compiled.getResultSet());
    return told.withChanges(connection.getDatabase().changes());
  }

  private SqlResult schema(PreparedStatement compiled) throws SQLException, SqlProblem {
    long before = number("PRAGMA schema_version");
    compiled.execute();
    if (number("SELECT count(*) FROM sqlite_schema") > Limits.OBJECTS) {
      throw new SqlProblem(new Code.TooManyObjects(Limits.OBJECTS));
    }
    if (readViews().areTooLarge()) {
      throw new SqlProblem(new Code.TooComplex());
    }
    return new SqlResult.Changed(0, number("PRAGMA schema_version") != before);
  }

  private Views readViews() throws SQLException {
    Map<String, List<Token>> texts = new HashMap<>();
    try (PreparedStatement statement =
            connection.prepareStatement("SELECT name, sql FROM sqlite_schema WHERE type = 'view'");
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        texts.put(rows.getString(1).toLowerCase(Locale.ROOT), Token.of(rows.getString(2)));
      }
    }
    return new Views(texts);
  }

  private void rollback() throws SQLException {
    try {
      execute("ROLLBACK");
    } catch (SQLException e) {
      // After some errors, an interrupt among them, SQLite has rolled back by itself.
      if (!Blame.message(e).contains("no transaction is active")) {
        throw e;
      }
    }
  }

  List<TableView> tables() {
    try {
      return Tables.of(connection, budget);
    } catch (SQLException e) {
      throw broken(e);
    }
  }

  private void execute(String sql) throws SQLException {
    connection.getDatabase().exec(sql, true);
  }

  private long number(String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet answer = statement.executeQuery()) {
      answer.next();
      return answer.getLong(1);
    }
  }

  @Override
  public void close() {
    try (originals;
        connection) {
      forget();
    } catch (SQLException e) {
      throw broken(e);
    }
  }

  /// SQLite refused what is ours, not what was typed.
  private static IllegalStateException broken(SQLException e) {
    return new IllegalStateException(e);
  }
}
