package dev.carril.simulator.sql;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One sandbox's database. Not thread-safe: it has one owner.
public final class Database implements AutoCloseable {

  private Database() {}

  /// A database without tables. It costs nothing until the first statement.
  public static Database empty() {
    return new Database();
  }

  /// The database that an [#image] was taken of.
  public static Database of(byte[] image) {
    return new Database();
  }

  /// A copy of everything. The same history gives the same bytes.
  public byte[] image() {
    throw new UnsupportedOperationException();
  }

  /// What `random()` and `'now'` answer until the next call.
  public void at(long epochMillis, long randomSeed) {
    throw new UnsupportedOperationException();
  }

  /// Runs one statement.
  ///
  /// @param parameters name without its colon → null, a Long or a String
  public SqlResult run(String statement, Map<String, @Nullable Object> parameters)
      throws SqlProblem {
    throw new UnsupportedOperationException();
  }

  /// Makes one of several runs: what they do stays or goes as a whole.
  public void begin() {
    throw new UnsupportedOperationException();
  }

  /// Keeps what was run since [#begin].
  public void commit() {
    throw new UnsupportedOperationException();
  }

  /// Takes back what was run since [#begin].
  public void rollback() {
    throw new UnsupportedOperationException();
  }

  /// The user's tables in the order of their creation.
  public List<TableView> tables() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
