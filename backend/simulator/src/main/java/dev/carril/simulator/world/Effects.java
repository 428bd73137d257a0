package dev.carril.simulator.world;

import dev.carril.simulator.instance.Core;
import dev.carril.simulator.instance.Effect;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.sql.Database;
import dev.carril.simulator.sql.SqlProblem;

/// What handlers of instances do to the world's database: the statement of `start … then sql`, once
/// for each handler call that comes to a good end.
///
/// Each runs in a transaction of its own. What it sees of time is the moment of that handler, and
/// its lots depend on how many ran before: a history cut into other commands gives the same.
final class Effects {
  /// What a statement weighs beside a step of an instance, and how many steps of SQLite's weigh as
  /// much as one: so that a command which runs statements takes no longer than one which does not.
  private static final int STEPS_OF_A_STATEMENT = 10;

  private static final int SQLITE_STEPS_OF_A_STEP = 100;

  /// Keeps the lots of handlers apart from those of commands.
  private static final long SALT = 0x5ee5e1e5a7e3e275L;

  private final World world;
  private long count;
  private long work;

  Effects(World world) {
    this.world = world;
  }

  /// What all of it weighs so far, in steps of instances.
  long work() {
    return work;
  }

  /// @param atMillis the moment at which the handler has come to its end
  Effect run(String statement, LogRecord record, long atMillis) {
    Database database = world.database();
    // Said for each, also so that SQLite's steps are counted from its beginning.
    database.at(atMillis, World.lot(world.ownSeed() ^ SALT, count++));
    try {
      if (database.run(statement, Parameters.of(record)).changed()) {
        world.journal().touchDatabase();
      }
      return Effect.WELL;
    } catch (SqlProblem problem) {
      return new Effect(ending(problem.code()), why(problem));
    } finally {
      work += STEPS_OF_A_STATEMENT + database.steps() / SQLITE_STEPS_OF_A_STEP;
    }
  }

  private static String why(SqlProblem problem) {
    String detail = Tables.detail(problem);
    return problem.code() instanceof SqlProblem.Code.MissingParameter it
        ? detail + " :" + it.name() + Tables.listed(it.have())
        : detail;
  }

  // As a handler's own classifier would: JDBC calls a violated constraint, a table that is not
  // there and a parameter that the record does not have non-transient, since another attempt ends
  // the same way. A statement that was stopped for its time, or found no room, may find another
  // world next time.
  private static Core.Ending ending(SqlProblem.Code code) {
    return switch (code) {
      case SqlProblem.Code.TooSlow _,
          SqlProblem.Code.TooMuch _,
          SqlProblem.Code.Full _,
          SqlProblem.Code.TooManyObjects _ ->
          Core.Ending.FAILED;
      case SqlProblem.Code.Failed _,
          SqlProblem.Code.Empty _,
          SqlProblem.Code.NotAllowed _,
          SqlProblem.Code.Closed _,
          SqlProblem.Code.MoreThanOne _,
          SqlProblem.Code.OtherParameter _,
          SqlProblem.Code.MissingParameter _,
          SqlProblem.Code.StatementTooLong _,
          SqlProblem.Code.ValueTooLong _,
          SqlProblem.Code.TooComplex _,
          SqlProblem.Code.LastNumber _ ->
          Core.Ending.FAILED_FOR_GOOD;
    };
  }
}
