package dev.carril.server.store;

import dev.carril.simulator.sandbox.Entry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;

/// The SQL of each [Write], prepared once.
final class Writes implements AutoCloseable {
  private final PreparedStatement create;
  private final PreparedStatement append;
  private final PreparedStatement lengthen;
  private final PreparedStatement copySandbox;
  private final PreparedStatement copyLog;
  private final PreparedStatement script;
  private final PreparedStatement sweep;
  private final PreparedStatement progress;
  private final PreparedStatement tried;

  Writes(Connection connection) throws SQLException {
    create =
        connection.prepareStatement("INSERT INTO sandbox (id, seed, created) VALUES (?, ?, ?)");
    append =
        connection.prepareStatement(
            """
            INSERT INTO entry (sandbox, number, id, kind, parent, target, moment, line)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)\
            """);
    lengthen =
        connection.prepareStatement("UPDATE entry SET line = ? WHERE sandbox = ? AND number = ?");
    copySandbox =
        connection.prepareStatement(
            """
            INSERT INTO sandbox (id, seed, created, script)
            SELECT ?, seed, ?, script FROM sandbox WHERE id = ?\
            """);
    copyLog =
        connection.prepareStatement(
            """
            INSERT INTO entry (sandbox, number, id, kind, parent, target, moment, line)
            SELECT ?, number, id, kind, parent, target, moment, line FROM entry WHERE sandbox = ?\
            """);
    script = connection.prepareStatement("UPDATE sandbox SET script = ? WHERE id = ?");
    sweep =
        connection.prepareStatement(
            """
            DELETE FROM sandbox WHERE id IN (
              SELECT id FROM sandbox
              WHERE created < ? AND script IS NULL AND NOT EXISTS (SELECT 1 FROM entry WHERE sandbox = sandbox.id)
                AND NOT EXISTS (SELECT 1 FROM tried WHERE tried.sandbox = sandbox.id)
              LIMIT 1000)\
            """);
    progress =
        connection.prepareStatement(
            """
            INSERT INTO learner (id, progress, changed) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET progress = excluded.progress, changed = excluded.changed\
            """);
    tried =
        connection.prepareStatement(
            """
            INSERT INTO tried (learner, part, sandbox) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET sandbox = excluded.sandbox\
            """);
  }

  void apply(Write write) throws SQLException {
    switch (write) {
      case Write.Create(var sandbox, var seed, var createdMillis) -> {
        create.setString(1, sandbox);
        create.setLong(2, seed);
        create.setLong(3, createdMillis);
        create.executeUpdate();
      }
      case Write.Append(var sandbox, var first, var entries) -> {
        int number = first;
        for (Entry entry : entries) {
          append(sandbox, number++, entry);
        }
      }
      case Write.Lengthen(var sandbox, var number, var line) -> {
        lengthen.setString(1, line);
        lengthen.setString(2, sandbox);
        lengthen.setInt(3, number);
        lengthen.executeUpdate();
      }
      case Write.Copy(var from, var to, var createdMillis) -> {
        copySandbox.setString(1, to);
        copySandbox.setLong(2, createdMillis);
        copySandbox.setString(3, from);
        copySandbox.executeUpdate();
        copyLog.setString(1, to);
        copyLog.setString(2, from);
        copyLog.executeUpdate();
      }
      case Write.Script(var sandbox, var text) -> {
        script.setString(1, text);
        script.setString(2, sandbox);
        script.executeUpdate();
      }
      case Write.Progress(var learner, var kept, var changedMillis) -> {
        progress.setString(1, learner);
        progress.setString(2, kept);
        progress.setLong(3, changedMillis);
        progress.executeUpdate();
      }
      case Write.Tried(var learner, var part, var sandbox) -> {
        tried.setString(1, learner);
        tried.setString(2, part);
        tried.setString(3, sandbox);
        tried.executeUpdate();
      }
      case Write.Sweep(var beforeMillis) -> {
        sweep.setLong(1, beforeMillis);
        sweep.executeUpdate();
      }
      case Write.Probe() -> {}
    }
  }

  private void append(String sandbox, int number, Entry entry) throws SQLException {
    append.setString(1, sandbox);
    append.setInt(2, number);
    append.setString(3, entry.id());
    switch (entry) {
      case Entry.Ran(var _, var parent, var momentMillis, var line) -> {
        append.setString(4, "ran");
        append.setString(5, parent);
        append.setNull(6, Types.VARCHAR);
        append.setLong(7, momentMillis);
        append.setString(8, line);
      }
      case Entry.Moved(var _, var from, var to, var why) -> {
        append.setString(4, Entries.kind(why));
        append.setString(5, from);
        append.setString(6, to);
        append.setNull(7, Types.INTEGER);
        append.setNull(8, Types.VARCHAR);
      }
    }
    append.executeUpdate();
  }

  @Override
  public void close() throws SQLException {
    create.close();
    append.close();
    lengthen.close();
    copySandbox.close();
    copyLog.close();
    script.close();
    sweep.close();
    progress.close();
    tried.close();
  }
}
