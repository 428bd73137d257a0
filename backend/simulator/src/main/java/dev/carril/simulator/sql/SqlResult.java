package dev.carril.simulator.sql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a statement answered.
public sealed interface SqlResult {

  /// Whether the run changed the database, its rows or its schema.
  boolean changed();

  /// A cell's value as SQLite would write it.
  static String text(Object value) {
    return value instanceof Double real ? Reals.text(real) : value.toString();
  }

  /// The cells of a row the same way; null stays null.
  static List<@Nullable String> texts(List<@Nullable Object> row) {
    var texts = new ArrayList<@Nullable String>();
    row.forEach(cell -> texts.add(cell == null ? null : text(cell)));
    return texts;
  }

  /// A table: from a query, or from `RETURNING` (then `changes` says how many rows were changed).
  ///
  /// @param numeric for each column whether all its values here are numbers
  /// @param rows each cell a Long, a Double, a String (a blob as `x'…'`), or null for NULL
  /// @param more whether there were more rows than are told
  record Rows(
      List<String> columns,
      List<Boolean> numeric,
      List<List<@Nullable Object>> rows,
      boolean more,
      long changes)
      implements SqlResult {

    public Rows {
      columns = List.copyOf(columns);
      numeric = List.copyOf(numeric);
      // List.copyOf refuses null, which is a cell here.
      rows =
          rows.stream()
              .map(row -> Collections.unmodifiableList(new ArrayList<@Nullable Object>(row)))
              .toList();
    }

    @Override
    public boolean changed() {
      return changes > 0;
    }

    Rows withChanges(long count) {
      return new Rows(columns, numeric, rows, more, count);
    }
  }

  /// No table: so many rows were changed, or the schema was.
  record Changed(long rows, boolean schema) implements SqlResult {

    @Override
    public boolean changed() {
      return rows > 0 || schema;
    }
  }
}
