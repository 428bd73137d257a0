package dev.carril.simulator.sql;

import dev.carril.simulator.sql.SqlProblem.Code;
import dev.carril.simulator.sql.Statement.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Which statements may run at all.
///
/// The driver offers no authorizer, so the words decide. They need not be subtle: what could reach
/// beyond the database (files, extensions, other connections) has a statement of its own, or is a
/// function that is closed here and does nothing anyway.
final class AllowList {

  private static final List<String> ALLOWED =
      List.of(
          "SELECT",
          "WITH",
          "VALUES",
          "INSERT",
          "UPDATE",
          "DELETE",
          "REPLACE",
          "CREATE TABLE",
          "CREATE INDEX",
          "CREATE VIEW",
          "DROP TABLE",
          "DROP INDEX",
          "DROP VIEW");

  /// What may come first, or after WITH and its common tables.
  private static final Map<String, Kind> VERBS =
      Map.of(
          "select", Kind.READS,
          "values", Kind.READS,
          "insert", Kind.CHANGES_ROWS,
          "update", Kind.CHANGES_ROWS,
          "delete", Kind.CHANGES_ROWS,
          "replace", Kind.CHANGES_ROWS);

  private static final Set<String> CLOSED =
      Set.of(
          "load_extension",
          "fts3_tokenizer",
          "fts3tokenize",
          "sqlite_log",
          "dbstat",
          "sqlite_dbpage",
          "sqlite_dbdata",
          "sqlite_stmt",
          "bytecode",
          "tables_used",
          "readfile",
          "writefile",
          "edit",
          "fsdir");

  /// Whoever writes here could set a table's next number to where SQLite's own chance begins.
  private static final Set<String> READ_ONLY =
      Set.of("sqlite_sequence", "sqlite_stat1", "sqlite_stat3", "sqlite_stat4");

  /// After these words SQLite takes even a `'string'` for the name of a table.
  private static final Set<String> BEFORE_A_TABLE =
      Set.of(
          "from",
          "join",
          "into",
          "update",
          "table",
          "or",
          "replace",
          "ignore",
          "abort",
          "fail",
          "rollback",
          ".");

  private AllowList() {}

  static Kind kind(List<Token> tokens) throws SqlProblem {
    Token first = tokens.getFirst();
    String word = first.text().toUpperCase(Locale.ROOT);
    return switch (word) {
      case "WITH" -> afterWith(tokens);
      case "CREATE", "DROP" -> schema(word, tokens);
      default -> {
        if (first.kind() != Token.Kind.WORD || !VERBS.containsKey(first.name())) {
          throw notAllowed(word, first);
        }
        yield VERBS.get(first.name());
      }
    };
  }

  /// The first verb outside parentheses says what the common tables are for.
  private static Kind afterWith(List<Token> tokens) {
    int depth = 0;
    for (Token token : tokens) {
      switch (token.kind()) {
        case OPEN -> depth++;
        case CLOSE -> depth--;
        case WORD -> {
          if (depth == 0 && VERBS.containsKey(token.name())) {
            return VERBS.get(token.name());
          }
        }
        default -> {}
      }
    }
    // SQLite will say what is missing.
    return Kind.READS;
  }

  private static Kind schema(String verb, List<Token> tokens) throws SqlProblem {
    int at = 1;
    if (verb.equals("CREATE") && tokens.size() > 1 && tokens.get(1).is("unique")) {
      at++;
    }
    String thing = tokens.size() > at ? tokens.get(at).text().toUpperCase(Locale.ROOT) : "";
    if (!ALLOWED.contains(verb + " " + thing) || (at == 2 && !thing.equals("INDEX"))) {
      throw notAllowed((verb + " " + thing).strip(), tokens.getFirst());
    }
    return Kind.CHANGES_SCHEMA;
  }

  private static SqlProblem notAllowed(String word, Token at) {
    return new SqlProblem(new Code.NotAllowed(word, ALLOWED, at.start()));
  }

  static void checkNames(List<Token> tokens, Kind kind) throws SqlProblem {
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (isNamed(tokens, i) && isClosed(token.name(), kind)
          || kind == Kind.CHANGES_SCHEMA && isTemporary(tokens, i)) {
        throw new SqlProblem(new Code.Closed(token.name(), token.start()));
      }
    }
  }

  private static boolean isNamed(List<Token> tokens, int i) {
    return switch (tokens.get(i).kind()) {
      case WORD, QUOTED -> true;
      case STRING -> i > 0 && BEFORE_A_TABLE.contains(tokens.get(i - 1).name());
      case NUMBER, PARAMETER, OTHER_PARAMETER, SEMICOLON, OPEN, CLOSE, SYMBOL -> false;
    };
  }

  private static boolean isClosed(String name, Kind kind) {
    return name.startsWith("pragma_")
        || CLOSED.contains(name)
        || (kind != Kind.READS && READ_ONLY.contains(name));
  }

  /// `CREATE TABLE IF NOT EXISTS temp.x` makes a table that no image holds. Further on, a `temp.`
  /// is the name of somebody's table.
  private static boolean isTemporary(List<Token> tokens, int i) {
    return i <= 5
        && tokens.get(i).name().equals("temp")
        && i + 1 < tokens.size()
        && tokens.get(i + 1).text().equals(".");
  }
}
