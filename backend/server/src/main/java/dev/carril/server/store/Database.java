package dev.carril.server.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// One SQLite file: told apart from what is not ours, looked over, and brought to today's form.
final class Database {
  /// Marks a file as ours: "Carr" in ASCII.
  private static final int APPLICATION = 0x43617272;

  /// How the form came about; the file's `user_version` says how many of these it has seen.
  private static final List<String> FORMS =
      List.of(
          """
          CREATE TABLE sandbox (
            id TEXT PRIMARY KEY,
            seed INTEGER NOT NULL,
            created INTEGER NOT NULL
          ) WITHOUT ROWID, STRICT;
          CREATE TABLE entry (
            sandbox TEXT NOT NULL REFERENCES sandbox (id),
            number INTEGER NOT NULL,
            id TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('ran', 'undo', 'redo', 'goto')),
            parent TEXT NOT NULL,
            target TEXT,
            moment INTEGER,
            line TEXT,
            PRIMARY KEY (sandbox, number),
            UNIQUE (sandbox, id)
          ) WITHOUT ROWID, STRICT;
          """,
          // What a demonstration is to show, kept with the sandbox that it is shown in.
          "ALTER TABLE sandbox ADD COLUMN script TEXT;",
          """
          CREATE TABLE learner (
            id TEXT PRIMARY KEY,
            progress TEXT NOT NULL,
            changed INTEGER NOT NULL
          ) WITHOUT ROWID, STRICT;
          CREATE TABLE tried (
            learner TEXT NOT NULL,
            part TEXT NOT NULL,
            sandbox TEXT NOT NULL REFERENCES sandbox (id),
            PRIMARY KEY (learner, part)
          ) WITHOUT ROWID, STRICT;
          """);

  /// Looking over every page of a big file would hold up the start; it meets its damage when read.
  private static final long LOOKED_OVER_BYTES_MAX = 64L << 20;

  private static final Duration BUSY_WAIT = Duration.ofSeconds(5);

  private final Path file;

  Database(Path file) {
    this.file = file;
  }

  /// Checks the file, brings an older one to today's form, and gives the connection that writes.
  Connection openWriter() throws UnusableStore {
    try {
      Connection connection = connect();
      try {
        check(connection);
        // An acknowledged command must be on disk, so each commit waits for the disk.
        run(connection, "PRAGMA journal_mode = WAL");
        run(connection, "PRAGMA synchronous = FULL");
        run(connection, "PRAGMA foreign_keys = ON");
        connection.setAutoCommit(false);
        bringUp(connection);
        return connection;
      } catch (SQLException | UnusableStore e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw refused(e);
    }
  }

  /// A connection that can only read, beside the writer.
  Connection openReader() throws UnusableStore {
    try {
      Connection connection = connect();
      run(connection, "PRAGMA query_only = ON");
      return connection;
    } catch (SQLException e) {
      throw refused(e);
    }
  }

  private Connection connect() throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout((int) BUSY_WAIT.toMillis());
    // As an address, so that no character of the path is taken for one of the driver's options.
    return JDBC.createConnection("jdbc:sqlite:" + file.toUri(), config.toProperties());
  }

  private void check(Connection connection) throws SQLException, UnusableStore {
    int application = number(connection, "PRAGMA application_id");
    int version = number(connection, "PRAGMA user_version");
    boolean fresh = number(connection, "SELECT count(*) FROM sqlite_schema") == 0;
    if (application != APPLICATION && !(fresh && application == 0 && version == 0)) {
      throw UnusableStore.foreign(file);
    }
    if (version > FORMS.size()) {
      throw UnusableStore.newer(file, version, FORMS.size());
    }
    long bytes =
        (long) number(connection, "PRAGMA page_count") * number(connection, "PRAGMA page_size");
    if (bytes <= LOOKED_OVER_BYTES_MAX) {
      String verdict = text(connection, "PRAGMA quick_check(1)");
      if (!verdict.equals("ok")) {
        throw UnusableStore.damaged(file, verdict);
      }
    }
  }

  private static void bringUp(Connection connection) throws SQLException {
    int version = number(connection, "PRAGMA user_version");
    if (version == FORMS.size()) {
      connection.rollback();
      return;
    }
    for (String form : FORMS.subList(version, FORMS.size())) {
      for (String statement : form.split(";")) {
        if (!statement.isBlank()) {
          run(connection, statement);
        }
      }
    }
    run(connection, "PRAGMA application_id = " + APPLICATION);
    run(connection, "PRAGMA user_version = " + FORMS.size());
    connection.commit();
  }

  private UnusableStore refused(SQLException e) {
    SQLiteErrorCode code =
        e instanceof SQLiteException sqlite
            ? sqlite.getResultCode()
            : SQLiteErrorCode.UNKNOWN_ERROR;
    String name = code.name();
    if (name.startsWith("SQLITE_CANTOPEN")
        || name.startsWith("SQLITE_READONLY")
        || name.startsWith("SQLITE_PERM")
        || name.startsWith("SQLITE_FULL")) {
      return UnusableStore.unwritable(file, e);
    }
    if (name.startsWith("SQLITE_BUSY") || name.startsWith("SQLITE_LOCKED")) {
      return UnusableStore.taken(file);
    }
    return UnusableStore.damaged(file, e);
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static int number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getInt(1) : 0;
    }
  }

  private static String text(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getString(1) : "";
    }
  }
}
