package dev.carril.simulator.sql;

import dev.carril.simulator.sql.SqlProblem.Code;
import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// Finds out what was wrong, and where in the statement as typed: SQLite tells the driver only a
/// message.
final class Blame {

  /// SQLite's own words for it.
  static final String TOO_BIG = "string or blob too big";

  /// A long line of equal words would take long to search.
  private static final int TRIES_MAX = 20;

  static final String SPENT = "interrupted";

  private static final Pattern NEAR =
      Pattern.compile("near \"(.*)\": syntax error", Pattern.DOTALL);

  private static final Pattern UNRECOGNIZED =
      Pattern.compile("unrecognized token: \"(.*)\"", Pattern.DOTALL);

  /// Messages that name what they complain of, at their end, at their beginning or after a word.
  private static final Pattern NAMED =
      Pattern.compile(
          "(?:no such (?:table|column|index|view|function|collation sequence): "
              + "|no such table column: |ambiguous column name: "
              + "|unknown function: |table \\S+ has no column named |duplicate column name: "
              + "|misuse of (?:aggregate|window function)(?: function)?:? "
              + "|wrong number of arguments to function |there is already an? \\w+ named "
              + "|table |view |index )([^\\s\"():]+)");

  private final Statement statement;
  private final Probe probe;

  /// Prepares a text and tells what SQLite complains of; null where it is content.
  interface Probe {
    @Nullable String complaint(String sql);
  }

  Blame(Statement statement, Probe probe) {
    this.statement = statement;
    this.probe = probe;
  }

  /// SQLite's message without what the driver puts around it.
  static String message(SQLException e) {
    String message = String.valueOf(e.getMessage());
    if (e instanceof SQLiteException coded) {
      String prefix = coded.getResultCode() + " (";
      if (message.startsWith(prefix) && message.endsWith(")")) {
        return message.substring(prefix.length(), message.length() - 1);
      }
    }
    return message;
  }

  SqlProblem of(SQLException e, Budget budget) {
    return new SqlProblem(code(e, budget));
  }

  private Code code(SQLException e, Budget budget) {
    String message = message(e);
    if (budget.isTooComplex()) {
      return new Code.TooComplex();
    }
    if (budget.isSpent()) {
      return new Code.TooSlow(Limits.STEPS);
    }
    if (message.equals(TOO_BIG)) {
      return budget.isNarrow()
          ? new Code.TooMuch(Limits.STEPS)
          : new Code.ValueTooLong(Limits.VALUE_BYTES);
    }
    return switch (primary(e)) {
      case SQLITE_TOOBIG ->
          budget.isNarrow()
              ? new Code.TooMuch(Limits.STEPS)
              : new Code.ValueTooLong(Limits.VALUE_BYTES);
      case SQLITE_NOMEM -> new Code.TooComplex();
      case SQLITE_FULL -> new Code.Full(Limits.DATABASE_BYTES);
      default -> failed(message);
    };
  }

  private static SQLiteErrorCode primary(SQLException e) {
    if (e instanceof SQLiteException coded) {
      // An extended code keeps its primary one in the low byte.
      return SQLiteErrorCode.getErrorCode(coded.getResultCode().code & 0xff);
    }
    return SQLiteErrorCode.SQLITE_ERROR;
  }

  private Code failed(String message) {
    Matcher near = NEAR.matcher(message);
    if (near.matches()) {
      return new Code.Failed(message, offender(message, near.group(1)));
    }
    Matcher unrecognized = UNRECOGNIZED.matcher(message);
    if (unrecognized.matches()) {
      return new Code.Failed(message, beginning(unrecognized.group(1)));
    }
    if (message.equals("incomplete input")) {
      return new Code.Failed(message, statement.tokens().getLast().end());
    }
    Matcher named = NAMED.matcher(message);
    return new Code.Failed(message, named.find() ? placeOf(named.group(1)) : -1);
  }

  /// The parser stops at the first token that cannot follow those before it: at the shortest
  /// beginning of the statement that gives the same complaint.
  private int offender(String message, String text) {
    int tries = 0;
    for (int i = 0; i < statement.tokens().size() && tries < TRIES_MAX; i++) {
      if (statement.tokens().get(i).text().equals(text)) {
        tries++;
        if (message.equals(probe.complaint(statement.sql(i + 1)))) {
          return statement.tokens().get(i).start();
        }
      }
    }
    return -1;
  }

  private int beginning(String text) {
    return statement.tokens().stream()
        .filter(token -> token.text().startsWith(text) || text.startsWith(token.text()))
        .mapToInt(Token::start)
        .findFirst()
        .orElse(-1);
  }

  private int placeOf(String name) {
    String last = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    for (Token token : statement.tokens()) {
      if (token.name().equals(last)) {
        return token.start();
      }
    }
    return -1;
  }
}
