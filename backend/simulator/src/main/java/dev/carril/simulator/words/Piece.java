package dev.carril.simulator.words;

import java.util.ArrayList;
import java.util.List;

/// One part of an answer.
public sealed interface Piece {

  record Sentence(String text) implements Piece {}

  /// @param columns their titles are empty where the table has no head
  record Table(List<Column> columns, List<List<String>> rows) implements Piece {
    public Table {
      columns = List.copyOf(columns);
      rows = rows.stream().map(List::copyOf).toList();
    }
  }

  /// @param number whether it is set flush right
  record Column(String title, boolean number) {}

  /// As lines of plain text, tables aligned.
  static List<String> lines(List<Piece> pieces) {
    var lines = new ArrayList<String>();
    for (Piece piece : pieces) {
      switch (piece) {
        case Sentence(var text) -> lines.add(text);
        case Table table -> lines.addAll(aligned(table));
      }
    }
    return lines;
  }

  private static List<String> aligned(Table table) {
    var all = new ArrayList<List<String>>();
    if (table.columns().stream().anyMatch(column -> !column.title().isEmpty())) {
      all.add(table.columns().stream().map(Column::title).toList());
    }
    table.rows().forEach(row -> all.add(row.stream().map(Piece::onOneLine).toList()));
    int[] widths = new int[table.columns().size()];
    for (List<String> row : all) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], width(row.get(i)));
      }
    }
    return all.stream().map(row -> line(table, row, widths)).toList();
  }

  private static String line(Table table, List<String> row, int[] widths) {
    var line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String pad = " ".repeat(widths[i] - width(row.get(i)));
      boolean number = table.columns().get(i).number();
      line.append(number ? pad + row.get(i) : row.get(i) + pad);
      line.append(i < widths.length - 1 ? "  " : "");
    }
    return line.toString().stripTrailing();
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  /// JSON that was typed over several lines is shown on one; the data keep it as it was.
  private static String onOneLine(String text) {
    return text.indexOf('\n') < 0 ? text : text.replaceAll("\\s*[\\r\\n]\\s*", " ");
  }
}
