package dev.carril.simulator.world;

import dev.carril.simulator.Command;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Reply;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.sql.SqlProblem;
import dev.carril.simulator.sql.SqlResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a consumer does with its records: the statement of `then sql`, once for each, in one
/// transaction.
record Work(World world) {

  /// @param handled how many records were worked through
  /// @param problem set where nothing of it may be kept
  record Result(
      int handled,
      List<SqlResult> results,
      Reply.@Nullable FellOver fellOver,
      @Nullable Problem problem) {}

  Result through(List<LogRecord> records, Command.Consume it) {
    int most = records.size();
    if (it.saving() instanceof Command.Saving.BeforeWork(var after) && after != null) {
      most = Math.min(most, after);
    }
    Reply.FellOver fellOver = most < records.size() ? fellOver(records.get(most), null) : null;
    String sql = it.sql();
    if (sql == null) {
      return new Result(most, List.of(), fellOver, null);
    }
    if (most == 0) {
      // A slip of the pen is told now rather than when the first record comes.
      return new Result(0, List.of(), fellOver, new Tables(world).wrongWith(sql));
    }
    return run(sql, records.subList(0, most), it.saving(), fellOver);
  }

  private Result run(
      String sql,
      List<LogRecord> records,
      Command.Saving saving,
      Reply.@Nullable FellOver fellOver) {
    var tables = new Tables(world);
    var results = new ArrayList<SqlResult>();
    tables.begin();
    for (LogRecord record : records) {
      try {
        results.add(tables.run(sql, Parameters.of(record)));
      } catch (SqlProblem problem) {
        if (saving instanceof Command.Saving.BeforeWork) {
          // The positions are saved already: what failed here is lost to this group, what went
          // before stays.
          tables.commit();
          return new Result(
              results.size(), results, fellOver(record, Tables.detail(problem)), null);
        }
        tables.rollback();
        return new Result(
            0,
            List.of(),
            null,
            Tables.told(problem, "p" + record.partition() + ":" + record.offset()));
      }
    }
    tables.commit();
    return new Result(records.size(), results, fellOver, null);
  }

  private static Reply.FellOver fellOver(LogRecord record, @Nullable String why) {
    return new Reply.FellOver(record.partition(), record.offset(), why);
  }
}
