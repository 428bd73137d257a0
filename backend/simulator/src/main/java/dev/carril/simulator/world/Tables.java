package dev.carril.simulator.world;

import dev.carril.simulator.Problem;
import dev.carril.simulator.Reply;
import dev.carril.simulator.sql.Database;
import dev.carril.simulator.sql.SqlProblem;
import dev.carril.simulator.sql.SqlResult;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The world's database, asked at the world's moment and with the world's seed.
record Tables(World world) {

  Outcome run(String statement) {
    Database database = asked();
    try {
      SqlResult result = database.run(statement, Map.of());
      if (result.changed()) {
        world.journal().touchDatabase();
      }
      return new Outcome.Done(new Reply.Ran(result), List.of(), result.changed());
    } catch (SqlProblem problem) {
      return new Outcome.Refused(told(problem, null));
    }
  }

  Optional<SqlResult.Rows> query(String sql) {
    Database database = asked();
    try {
      return database.query(sql) instanceof SqlResult.Rows rows
          ? Optional.of(rows)
          : Optional.empty();
    } catch (SqlProblem problem) {
      return Optional
          .empty(); // Whoever looks sees nothing, be the table not there or the text no query.
    }
  }

  void begin() {
    asked().begin();
  }

  void commit() {
    world.database().commit();
    world.journal().touchDatabase();
  }

  void rollback() {
    world.database().rollback();
  }

  SqlResult run(String statement, Map<String, @Nullable Object> parameters) throws SqlProblem {
    return world.database().run(statement, parameters);
  }

  /// What keeps a statement from being run as things are; null if nothing does.
  @Nullable Problem wrongWith(String statement) {
    try {
      asked().check(statement);
      return null;
    } catch (SqlProblem problem) {
      return told(problem, null);
    }
  }

  private Database asked() {
    Database database = world.database();
    database.at(world.nowMillis(), world.seed());
    return database;
  }

  /// The problem as the console tells it; with the record that its statement ran for, if it ran for
  /// one.
  static Problem told(SqlProblem problem, @Nullable String record) {
    SqlProblem.Code code = problem.code();
    if (code instanceof SqlProblem.Code.Failed(var message, var at)) {
      return record == null
          ? new Problem.SqlFailed(message, at)
          : new Problem.SqlFailedAtRecord(record, message, at);
    }
    Map<String, String> params = params(code);
    int at = Integer.parseInt(params.getOrDefault("at", "-1"));
    return new Problem.SqlRefused(Problem.Codes.of(code.getClass()), params, record, at);
  }

  /// The database's own words, or else the code: what a consumer that fell over says.
  static String detail(SqlProblem problem) {
    return problem.code() instanceof SqlProblem.Code.Failed(var message, var _)
        ? message
        : Problem.Codes.of(problem.code().getClass());
  }

  /// The parameters that a record has, as they would be written.
  static String listed(List<String> have) {
    return " (" + text(have, ":") + ")";
  }

  private static Map<String, String> params(SqlProblem.Code code) {
    var params = new LinkedHashMap<String, String>();
    for (RecordComponent component : code.getClass().getRecordComponents()) {
      try {
        Object value = component.getAccessor().invoke(code);
        // Parameters are listed as they would be written.
        String sign = component.getName().equals("have") ? ":" : "";
        params.put(component.getName(), text(value, sign));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("cannot read " + component, e);
      }
    }
    return params;
  }

  private static String text(@Nullable Object value, String sign) {
    return value instanceof List<?> list
        ? list.stream().map(item -> sign + item).collect(Collectors.joining(", "))
        : String.valueOf(value);
  }
}
