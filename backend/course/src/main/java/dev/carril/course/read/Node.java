package dev.carril.course.read;

import java.util.List;
import java.util.SequencedMap;

/// A piece of a YAML file, and the line where it begins.
sealed interface Node {
  int line();

  /// As the catalogue names this kind: `kind.text`.
  String kind();

  /// @param quoted whether it stands in quotes or as a block: then it is text whatever it looks
  ///   like
  /// @param textLine the line on which the text itself begins
  record Scalar(String text, boolean quoted, int line, int textLine) implements Node {
    @Override
    public String kind() {
      return "value";
    }
  }

  record Items(List<Node> items, int line) implements Node {
    @Override
    public String kind() {
      return "list";
    }
  }

  record Mapping(SequencedMap<String, Entry> entries, int line) implements Node {
    @Override
    public String kind() {
      return "mapping";
    }

    /// @param line of the key
    record Entry(Node value, int line) {}
  }
}
