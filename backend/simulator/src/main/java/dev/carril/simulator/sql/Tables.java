package dev.carril.simulator.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConnection;

/// Reads the user's tables for the picture, within bounds of its own.
final class Tables {

  private final SQLiteConnection connection;
  private final Budget budget;
  private int charactersLeft = Limits.RESULT_CHARACTERS;

  private Tables(SQLiteConnection connection, Budget budget) {
    this.connection = connection;
    this.budget = budget;
  }

  static List<TableView> of(SQLiteConnection connection, Budget budget) throws SQLException {
    Tables tables = new Tables(connection, budget);
    List<TableView> views = new ArrayList<>();
    for (Table table : tables.all()) {
      views.add(tables.view(table));
    }
    return List.copyOf(views);
  }

  private record Column(String name, String type) {

    /// The rules by which SQLite gives a column its affinity.
    boolean isDeclaredNumeric() {
      String upper = type.toUpperCase(Locale.ROOT);
      return upper.contains("INT")
          || (!type.isEmpty()
              && Stream.of("CHAR", "CLOB", "TEXT", "BLOB").noneMatch(upper::contains));
    }

    String cut() {
      // Not the machine's locale: some write numbers in other digits, which SQL does not know.
      return String.format(
          Locale.ROOT,
          "CASE typeof(%1$s) WHEN 'text' THEN substr(%1$s, 1, %2$d)"
              + " WHEN 'blob' THEN quote(substr(%1$s, 1, %3$d)) ELSE %1$s END",
          quoted(name),
          TableView.CELL_CHARACTERS_MAX + 1,
          TableView.CELL_CHARACTERS_MAX);
    }
  }

  private record Table(String name, List<Column> columns, boolean hasRowid) {

    String lastRows(long count) {
      return "SELECT "
          + columns.stream().map(Column::cut).collect(Collectors.joining(", "))
          + " FROM "
          + quoted(name)
          + order()
          + " LIMIT -1 OFFSET "
          + Math.max(0, count - TableView.ROWS_MAX);
    }

    /// Asked without an order, SQLite may answer from an index, in that one's order.
    private String order() {
      List<String> names =
          columns.stream().map(column -> column.name().toLowerCase(Locale.ROOT)).toList();
      return Stream.of("rowid", "_rowid_", "oid")
          .filter(alias -> hasRowid && !names.contains(alias))
          .findFirst()
          .map(alias -> " ORDER BY " + alias)
          .orElse("");
    }
  }

  private List<Table> all() throws SQLException {
    budget.start();
    List<Table> tables = new ArrayList<>();
    try (PreparedStatement statement =
            connection.prepareStatement(
                """
                SELECT t.name, l.wr FROM sqlite_schema t JOIN pragma_table_list l
                  ON l.name = t.name AND l.schema = 'main'
                WHERE t.type = 'table' AND substr(t.name, 1, 7) <> 'sqlite_' ORDER BY t.rowid\
                """);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        tables.add(new Table(rows.getString(1), columns(rows.getString(1)), rows.getInt(2) == 0));
      }
    }
    return tables;
  }

  private List<Column> columns(String table) throws SQLException {
    List<Column> columns = new ArrayList<>();
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT name, type FROM pragma_table_xinfo(?)")) {
      statement.setString(1, table);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          columns.add(new Column(rows.getString(1), rows.getString(2)));
        }
      }
    }
    return columns;
  }

  private TableView view(Table table) throws SQLException {
    budget.start();
    long count = count(table);
    List<List<Cell>> rows = rows(table, count);
    List<Boolean> numeric = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      int column = i;
      numeric.add(
          table.columns().get(i).isDeclaredNumeric()
              || (!rows.isEmpty() && rows.stream().allMatch(row -> row.get(column).isNumber())));
    }
    return new TableView(
        table.name(),
        table.columns().stream().map(Column::name).toList(),
        numeric,
        rows.stream().map(row -> row.stream().map(Cell::text).toList()).toList(),
        count);
  }

  private long count(Table table) throws SQLException {
    try (PreparedStatement statement =
            connection.prepareStatement("SELECT count(*) FROM " + quoted(table.name()));
        ResultSet answer = statement.executeQuery()) {
      answer.next();
      return answer.getLong(1);
    }
  }

  private record Cell(@Nullable String text, boolean isNumber) {}

  private List<List<Cell>> rows(Table table, long count) {
    List<List<Cell>> rows = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(table.lastRows(count));
        ResultSet cells = statement.executeQuery()) {
      while (cells.next() && charactersLeft > 0) {
        rows.add(row(cells, table.columns().size()));
      }
      return rows;
    } catch (SQLException e) {
      // A computed column may fail, or run for ever; the picture then shows the count alone.
      return List.of();
    }
  }

  private List<Cell> row(ResultSet cells, int columns) throws SQLException {
    List<Cell> row = new ArrayList<>();
    for (int i = 1; i <= columns; i++) {
      boolean number = cells.getObject(i) instanceof Number;
      // SQLite's text of a number, not Java's: 12.4 and 10000000000.0.
      String text = cells.getString(i);
      row.add(new Cell(text == null ? null : cut(text), number));
      charactersLeft -= text == null ? 0 : text.length();
    }
    return row;
  }

  private static String cut(String text) {
    int max = TableView.CELL_CHARACTERS_MAX;
    if (text.length() <= max) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(max - 2)) ? max - 2 : max - 1;
    return text.substring(0, end) + "…";
  }

  private static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }
}
