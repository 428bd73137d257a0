package dev.carril.simulator.sql;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How large a statement becomes once SQLite has put each view's own text in the place of its name.
///
/// Views made of views double with each floor, and SQLite unfolds them all before it counts a step:
/// fifteen short views would take seconds, thirty all memory.
final class Views {

  private final Map<String, List<Token>> texts;
  private final Map<String, Integer> sizes = new HashMap<>();

  /// @param texts each view's name in small letters, and the statement that made it
  Views(Map<String, List<Token>> texts) {
    this.texts = Map.copyOf(texts);
  }

  boolean areTooLarge() {
    return texts.keySet().stream().anyMatch(name -> size(name) > Limits.UNFOLDED_VIEWS);
  }

  boolean makeTooLarge(Statement statement) {
    return size(statement.tokens()) > Limits.UNFOLDED_VIEWS;
  }

  private int size(List<Token> tokens) {
    int size = 0;
    for (Token token : tokens) {
      size = Math.min(size + sizeNamedBy(token), Limits.UNFOLDED_VIEWS + 1);
    }
    return size;
  }

  private int sizeNamedBy(Token token) {
    return switch (token.kind()) {
      case WORD, QUOTED, STRING -> size(token.name());
      case NUMBER, PARAMETER, OTHER_PARAMETER, SEMICOLON, OPEN, CLOSE, SYMBOL -> 0;
    };
  }

  private int size(String name) {
    if (!texts.containsKey(name)) {
      return 0;
    }
    Integer known = sizes.get(name);
    if (known != null) {
      return known;
    }
    // A view names itself in its own text, and views may name one another in a circle (SQLite tells
    // so when one is used): inside its own text it counts as nothing.
    sizes.put(name, 0);
    int size = 1 + size(texts.get(name));
    sizes.put(name, size);
    return size;
  }
}
