package dev.carril.server.store;

import dev.carril.simulator.sandbox.Entry;
import java.sql.ResultSet;
import java.sql.SQLException;

/// Rows of the table `entry` as the simulator's entries.
final class Entries {
  private Entries() {}

  static String kind(Entry.Why why) {
    return switch (why) {
      case UNDO -> "undo";
      case REDO -> "redo";
      case GOTO -> "goto";
    };
  }

  /// The entry in the row (id, kind, parent, target, moment, line).
  static Entry read(ResultSet row) throws SQLException {
    String id = row.getString(1);
    String kind = row.getString(2);
    String parent = row.getString(3);
    return switch (kind) {
      case "ran" -> new Entry.Ran(id, parent, row.getLong(5), row.getString(6));
      case "undo" -> new Entry.Moved(id, parent, row.getString(4), Entry.Why.UNDO);
      case "redo" -> new Entry.Moved(id, parent, row.getString(4), Entry.Why.REDO);
      case "goto" -> new Entry.Moved(id, parent, row.getString(4), Entry.Why.GOTO);
      // A string from a file, not a closed list of ours.
      default -> throw new SQLException("no such kind of entry: " + kind);
    };
  }
}
