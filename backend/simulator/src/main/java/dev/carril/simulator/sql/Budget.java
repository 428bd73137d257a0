package dev.carril.simulator.sql;

import java.sql.SQLException;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteLimits;

/// The work that one statement may do.
final class Budget extends ProgressHandler {

  private final SQLiteConnection connection;
  private boolean parsing;
  private int parserStrides;
  private long steps;
  private int valueBytes;

  Budget(SQLiteConnection connection) throws SQLException {
    this.connection = connection;
    ProgressHandler.setHandler(connection, Limits.STEPS_STRIDE, this);
    start();
  }

  void start() throws SQLException {
    parsing = false;
    parserStrides = 0;
    steps = 0;
    allow(Limits.VALUE_BYTES);
  }

  void parsing(boolean now) {
    parsing = now;
  }

  /// SQLite calls this every so many steps; anything but 0 stops the statement.
  @Override
  protected int progress() throws SQLException {
    if (parsing) {
      return ++parserStrides > Limits.PARSER_STRIDES ? 1 : 0;
    }
    charge(Limits.STEPS_STRIDE);
    narrow();
    return isSpent() ? 1 : 0;
  }

  /// Counts work that SQLite does within a single step.
  void charge(long work) {
    steps += work;
  }

  long steps() {
    return steps;
  }

  boolean isSpent() {
    return steps > Limits.STEPS;
  }

  boolean isTooComplex() {
    return parserStrides > Limits.PARSER_STRIDES;
  }

  /// Whether a text that would have been short enough at first no longer is.
  boolean isNarrow() {
    return valueBytes < Limits.VALUE_BYTES;
  }

  private void narrow() throws SQLException {
    long bytes = Math.max(Limits.VALUE_BYTES_AT_LEAST, Limits.STEPS_TIMES_BYTES / steps);
    if (bytes < valueBytes) {
      allow((int) bytes);
    }
  }

  private void allow(int bytes) throws SQLException {
    valueBytes = bytes;
    connection.setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, bytes);
  }
}
