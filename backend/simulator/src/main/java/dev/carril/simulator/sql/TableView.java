package dev.carril.simulator.sql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A user table as the picture shows it: its last rows, and how many there are in all.
///
/// @param numeric for each column whether it holds numbers, so that it is set flush right
/// @param rows the last rows, oldest first, as text cut to [#CELL_CHARACTERS_MAX]; null is NULL
public record TableView(
    String table,
    List<String> columns,
    List<Boolean> numeric,
    List<List<@Nullable String>> rows,
    long count) {

  public static final int ROWS_MAX = 50;
  public static final int CELL_CHARACTERS_MAX = 200;

  public TableView {
    columns = List.copyOf(columns);
    numeric = List.copyOf(numeric);
    // List.copyOf refuses null, which is a cell here.
    rows =
        rows.stream()
            .map(row -> Collections.unmodifiableList(new ArrayList<@Nullable String>(row)))
            .toList();
  }
}
