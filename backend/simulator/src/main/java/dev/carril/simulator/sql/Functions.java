package dev.carril.simulator.sql;

import static org.sqlite.Function.FLAG_DETERMINISTIC;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sqlite.Function;
import org.sqlite.SQLiteConnection;
import org.sqlite.core.Codes;

/// Puts functions of ours in the place of SQLite's where those would read the machine's clock or
/// chance, remember what a checkpoint does not, or work for long within a single step.
///
/// SQLite looks for a function that was added before it looks among its own, also for keywords
/// (`CURRENT_TIMESTAMP`) and operators (`LIKE`), also in a column's DEFAULT.
final class Functions {

  /// Each with the place of the argument that tells the time, or is it if there are no more.
  private static final Map<String, Integer> OF_TIME =
      Map.of("date", 0, "time", 0, "datetime", 0, "julianday", 0, "unixepoch", 0, "strftime", 1);

  private static final Map<String, String> KEYWORDS_OF_TIME =
      Map.of("current_date", "date", "current_time", "time", "current_timestamp", "datetime");

  /// They compare everything with everything, so that two long texts would take seconds.
  private static final List<String> SLOW =
      List.of(
          "replace",
          "instr",
          "like",
          "glob",
          "trim",
          "ltrim",
          "rtrim",
          "unhex",
          "json_patch",
          "jsonb_patch");

  private final SQLiteConnection connection;
  private final Ambient ambient;
  private final Budget budget;
  private final Originals originals;

  private Functions(
      SQLiteConnection connection, Ambient ambient, Budget budget, Originals originals) {
    this.connection = connection;
    this.ambient = ambient;
    this.budget = budget;
    this.originals = originals;
  }

  static void replace(
      SQLiteConnection connection,
      Ambient ambient,
      Budget budget,
      Originals originals,
      Supplier<Counters> counters)
      throws SQLException {
    Functions functions = new Functions(connection, ambient, budget, originals);
    functions.chance();
    functions.time();
    functions.memory(counters);
    for (String slow : SLOW) {
      functions.pure(slow, arguments -> functions.measured(slow, arguments));
    }
  }

  private void chance() throws SQLException {
    changing("random", arguments -> random());
    changing("randomblob", this::randomBlob);
  }

  /// SQLite's own never answers the smallest number, so that abs(random()) cannot fail.
  private long random() {
    long number = ambient.random();
    return number < 0 ? -(number & Long.MAX_VALUE) : number;
  }

  private byte[] randomBlob(List<@Nullable Object> arguments) throws SQLException {
    long bytes = Math.max(1, arguments.getFirst() instanceof Number n ? n.longValue() : 0);
    if (bytes > Limits.VALUE_BYTES) {
      throw new SQLException(Blame.TOO_BIG);
    }
    budget.charge(bytes / 16);
    byte[] blob = new byte[(int) bytes];
    for (int i = 0; i < blob.length; i++) {
      blob[i] = (byte) ambient.random();
    }
    return blob;
  }

  private void time() throws SQLException {
    for (var entry : OF_TIME.entrySet()) {
      pure(
          entry.getKey(),
          arguments -> original(entry.getKey(), bound(arguments, entry.getValue())));
    }
    pure(
        "timediff",
        arguments -> original("timediff", arguments.stream().map(this::moment).toList()));
    for (var entry : KEYWORDS_OF_TIME.entrySet()) {
      pure(entry.getKey(), _ -> original(entry.getValue(), List.of(ambient.now())));
    }
  }

  /// The arguments with 'now' said in figures, and with no mention of the machine's time zone.
  private List<@Nullable Object> bound(List<@Nullable Object> arguments, int place) {
    List<@Nullable Object> bound = new ArrayList<>(arguments);
    if (bound.size() == place || (bound.size() > place && isSubsecond(bound.get(place)))) {
      bound.add(place, ambient.now());
    }
    for (int i = place; i < bound.size(); i++) {
      bound.set(i, moment(bound.get(i)));
    }
    // A sandbox lives in UTC, so there is nothing to convert.
    bound.subList(Math.min(place, bound.size()), bound.size()).removeIf(this::isZone);
    return bound;
  }

  private @Nullable Object moment(@Nullable Object argument) {
    return argument instanceof String text && text.equalsIgnoreCase("now")
        ? ambient.now()
        : argument;
  }

  private boolean isSubsecond(@Nullable Object argument) {
    return argument instanceof String text
        && (text.equalsIgnoreCase("subsec") || text.equalsIgnoreCase("subsecond"));
  }

  private boolean isZone(@Nullable Object argument) {
    return argument instanceof String text
        && (text.equalsIgnoreCase("localtime") || text.equalsIgnoreCase("utc"));
  }

  private void memory(Supplier<Counters> counters) throws SQLException {
    changing("last_insert_rowid", _ -> counters.get().lastRowid());
    changing("changes", _ -> counters.get().changes());
    changing("total_changes", _ -> counters.get().totalChanges());
  }

  private @Nullable Object measured(String function, List<@Nullable Object> arguments)
      throws SQLException {
    long work = 1;
    for (Object argument : arguments) {
      work *=
          switch (argument) {
            case String text -> Math.max(1, text.length());
            case byte[] blob -> Math.max(1, blob.length);
            case null, default -> 1;
          };
      // Three lengths can pass what a long holds; this much is too much anyway.
      work = Math.min(work, Integer.MAX_VALUE);
    }
    budget.charge(work / 256);
    return original(function, arguments);
  }

  private @Nullable Object original(String function, List<@Nullable Object> arguments)
      throws SQLException {
    budget.charge(Limits.STEPS_OF_A_CALL);
    if (budget.isSpent()) {
      throw new SQLException(Blame.SPENT);
    }
    return originals.call(function, arguments);
  }

  private interface Body {
    @Nullable Object answer(List<@Nullable Object> arguments) throws SQLException;
  }

  /// Same arguments, same answer, for as long as one statement runs.
  private void pure(String name, Body body) throws SQLException {
    Function.create(connection, name, new Replacement(body), -1, FLAG_DETERMINISTIC);
  }

  private void changing(String name, Body body) throws SQLException {
    Function.create(connection, name, new Replacement(body), -1, 0);
  }

  private static final class Replacement extends Function {

    private final Body body;

    Replacement(Body body) {
      this.body = body;
    }

    @Override
    protected void xFunc() throws SQLException {
      try {
        answer(body.answer(arguments()));
      } catch (SQLException e) {
        // Thrown on, it would lose SQLite's message and keep Java's.
        error(Blame.message(e));
      }
    }

    private List<@Nullable Object> arguments() throws SQLException {
      List<@Nullable Object> arguments = new ArrayList<>(args());
      for (int i = 0; i < args(); i++) {
        arguments.add(
            switch (value_type(i)) {
              case Codes.SQLITE_INTEGER -> value_long(i);
              case Codes.SQLITE_FLOAT -> value_double(i);
              case Codes.SQLITE_BLOB -> value_blob(i);
              case Codes.SQLITE_NULL -> null;
              default -> value_text(i);
            });
      }
      return arguments;
    }

    private void answer(@Nullable Object value) throws SQLException {
      switch (value) {
        case null -> result();
        case Integer number -> result(number);
        case Long number -> result(number);
        case Double number -> result(number);
        case byte[] blob -> result(blob);
        default -> result(value.toString());
      }
    }
  }
}
