package dev.carril.simulator.sql;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads what a statement answers, up to a bound.
final class Answer {

  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private final List<List<@Nullable Object>> rows = new ArrayList<>();
  private int characters;

  private Answer() {}

  static SqlResult.Rows of(ResultSet open) throws SQLException {
    try (ResultSet cells = open) {
      return new Answer().all(cells);
    }
  }

  private SqlResult.Rows all(ResultSet cells) throws SQLException {
    ResultSetMetaData meta = cells.getMetaData();
    List<String> columns = new ArrayList<>();
    for (int i = 1; i <= meta.getColumnCount(); i++) {
      columns.add(meta.getColumnName(i));
    }
    boolean more = read(cells, columns.size());
    return new SqlResult.Rows(columns, numeric(columns.size()), rows, more, 0);
  }

  /// Whether there were more.
  private boolean read(ResultSet cells, int columns) throws SQLException {
    while (cells.next()) {
      if (rows.size() == Limits.RESULT_ROWS || characters > Limits.RESULT_CHARACTERS) {
        return true;
      }
      @Nullable Object[] row = new Object[columns];
      for (int i = 0; i < columns; i++) {
        row[i] = cell(cells.getObject(i + 1));
      }
      rows.add(Arrays.asList(row));
    }
    return false;
  }

  private @Nullable Object cell(@Nullable Object value) {
    Object cell =
        switch (value) {
          case null -> null;
          case Integer number -> number.longValue();
          case byte[] blob -> "x'" + HEX.formatHex(blob) + "'";
          default -> value;
        };
    characters += cell instanceof String text ? text.length() : Long.BYTES;
    return cell;
  }

  private List<Boolean> numeric(int columns) {
    List<Boolean> numeric = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      int column = i;
      List<Object> values =
          rows.stream()
              .map(row -> row.get(column))
              .filter(v -> v != null)
              .map(Object.class::cast)
              .toList();
      numeric.add(!values.isEmpty() && values.stream().allMatch(Number.class::isInstance));
    }
    return numeric;
  }
}
