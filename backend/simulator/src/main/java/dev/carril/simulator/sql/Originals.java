package dev.carril.simulator.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteLimits;

/// SQLite's own functions, called by name on a second, empty connection.
///
/// Where a function is replaced by one of ours, this is how ours still gives SQLite's answer.
/// Opened at the first call only.
final class Originals implements AutoCloseable {

  private @Nullable SQLiteConnection connection;
  private final Map<String, PreparedStatement> calls = new HashMap<>();

  @Nullable Object call(String function, List<@Nullable Object> arguments) throws SQLException {
    String sql =
        "SELECT "
            + function
            + "("
            + String.join(",", Collections.nCopies(arguments.size(), "?"))
            + ")";
    PreparedStatement call = calls.get(sql);
    if (call == null) {
      call = open().prepareStatement(sql);
      calls.put(sql, call);
    }
    for (int i = 0; i < arguments.size(); i++) {
      call.setObject(i + 1, arguments.get(i));
    }
    try (ResultSet answer = call.executeQuery()) {
      answer.next();
      return answer.getObject(1);
    } catch (SQLException e) {
      // The driver does not run a statement again that has failed once.
      calls.remove(sql);
      call.close();
      throw e;
    }
  }

  private SQLiteConnection open() throws SQLException {
    if (connection == null) {
      connection = (SQLiteConnection) new SQLiteConfig().createConnection("jdbc:sqlite::memory:");
      connection.setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, Limits.VALUE_BYTES);
      connection.setLimit(SQLiteLimits.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, Limits.PATTERN_BYTES);
    }
    return connection;
  }

  @Override
  public void close() throws SQLException {
    if (connection != null) {
      connection.close();
    }
  }
}
