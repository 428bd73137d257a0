package dev.carril.simulator.sql;

import dev.carril.simulator.sql.SqlProblem.Code;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// One statement that may run here.
///
/// @param tokens without comments and the semicolons around it; each keeps its place in the text as
///   typed, so that an error can point there
/// @param parameters names without their colons, in the order in which they first stand: JDBC binds
///   by number, and so SQLite numbers them
record Statement(String text, List<Token> tokens, Kind kind, List<String> parameters) {

  enum Kind {
    READS,
    CHANGES_ROWS,
    CHANGES_SCHEMA
  }

  static Statement of(String text) throws SqlProblem {
    if (text.length() > Limits.STATEMENT_CHARACTERS) {
      throw new SqlProblem(new Code.StatementTooLong(Limits.STATEMENT_CHARACTERS));
    }
    int nul = text.indexOf('\0');
    if (nul >= 0) {
      // SQLite would take it for the end, and so not see what follows.
      throw new SqlProblem(new Code.Failed("unrecognized token: \"\\0\"", nul));
    }
    List<Token> all = Token.of(text).stream().dropWhile(Statement::isSemicolon).toList();
    List<Token> tokens = all.stream().takeWhile(token -> !isSemicolon(token)).toList();
    if (tokens.isEmpty()) {
      throw new SqlProblem(new Code.Empty());
    }
    // Before a second statement is looked for: CREATE TRIGGER has semicolons of its own.
    Kind kind = AllowList.kind(tokens);
    checkOnlyOne(all.subList(tokens.size(), all.size()));
    AllowList.checkNames(tokens, kind);
    Set<String> parameters = new LinkedHashSet<>();
    for (Token token : tokens) {
      if (token.kind() == Token.Kind.OTHER_PARAMETER) {
        throw new SqlProblem(new Code.OtherParameter(token.text(), token.start()));
      }
      if (token.kind() == Token.Kind.PARAMETER) {
        parameters.add(token.text().substring(1));
      }
    }
    return new Statement(text, tokens, kind, List.copyOf(parameters));
  }

  private static void checkOnlyOne(List<Token> rest) throws SqlProblem {
    Optional<Token> second = rest.stream().filter(token -> !isSemicolon(token)).findFirst();
    if (second.isPresent()) {
      throw new SqlProblem(new Code.MoreThanOne(second.get().start()));
    }
  }

  private static boolean isSemicolon(Token token) {
    return token.kind() == Token.Kind.SEMICOLON;
  }

  /// The statement as SQLite gets it.
  String sql() {
    return sql(tokens.size());
  }

  /// Its first tokens as SQLite gets them, with all that stands between them: SQLite keeps the text
  /// of a CREATE, comments and all.
  String sql(int count) {
    return text.substring(tokens.getFirst().start(), tokens.get(count - 1).end());
  }

  /// Where a parameter is first named.
  int placeOf(String parameter) {
    for (Token token : tokens) {
      if (token.kind() == Token.Kind.PARAMETER && token.text().substring(1).equals(parameter)) {
        return token.start();
      }
    }
    throw new IllegalArgumentException(parameter);
  }
}
