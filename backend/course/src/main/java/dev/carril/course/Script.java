package dev.carril.course;

import java.util.List;

/// Console commands, as a lesson gives them.
///
/// @param lines in order; empty where a script is left out
public record Script(List<Line> lines) {
  public static final Script EMPTY = new Script(List.of());

  public Script {
    lines = List.copyOf(lines);
  }

  /// One command.
  ///
  /// @param number its line in the file
  /// @param text may have several lines where its JSON has some
  public record Line(int number, String text) {}

  /// The commands, one each.
  public List<String> commands() {
    return lines.stream().map(Line::text).toList();
  }
}
