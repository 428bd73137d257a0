package dev.carril.course.judge;

import dev.carril.course.Script;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Fact;
import dev.carril.simulator.sandbox.Sandbox;
import dev.carril.simulator.sql.SqlResult;
import dev.carril.simulator.world.Journal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How it was when a start script had run.
///
/// @param ids of the commands that are part of the history
/// @param facts of the log: without records, and without what is seen of instances
/// @param told how many things instances had told
/// @param failed the line that was an error, if one was
record Began(
    List<String> ids,
    List<Event> events,
    Map<String, Fact> facts,
    Map<String, List<LogRecord>> records,
    Map<String, SqlResult.Rows> tables,
    long told,
    Optional<Play.Failure> failed) {

  private static final String ID = "start-";

  static String id(int number) {
    return ID + number;
  }

  /// Runs a script as an exercise's start.
  static Began of(Script start, long seed) {
    try (Sandbox sandbox = Sandbox.empty(seed)) {
      return of(start, sandbox);
    }
  }

  /// The same in a sandbox that is empty, which stays so afterwards as the start has made it.
  static Began of(Script start, Sandbox sandbox) {
    var events = new ArrayList<Event>();
    Optional<Play.Failure> failed = Optional.empty();
    int number = 0;
    for (Script.Line line : start.lines()) {
      Answer answer = sandbox.run(id(++number), line.text());
      events.add(Event.of(line.text(), answer));
      if (answer instanceof Answer.Refused(var problem, var _, var _) && failed.isEmpty()) {
        failed = Optional.of(new Play.Failure(line, problem));
      }
    }
    List<String> ids = sandbox.path().stream().map(entry -> entry.id()).toList();
    return new Began(
        ids,
        events,
        Map.copyOf(sandbox.factsOfTheLog()),
        recordsOf(sandbox),
        tablesOf(sandbox),
        sandbox.toldCount(),
        failed);
  }

  static Map<String, List<LogRecord>> recordsOf(Sandbox sandbox) {
    var records = new LinkedHashMap<String, List<LogRecord>>();
    sandbox
        .factsOfTheLog()
        .values()
        .forEach(fact -> {
          if (fact instanceof Fact.Topic topic) {
            records.put(topic.topic(), sandbox.records(topic.topic()));
          }
        });
    return records;
  }

  private static Map<String, SqlResult.Rows> tablesOf(Sandbox sandbox) {
    var tables = new LinkedHashMap<String, SqlResult.Rows>();
    sandbox
        .factsOfTheLog()
        .values()
        .forEach(fact -> {
          if (fact instanceof Fact.Table(var view)) {
            table(sandbox, view.table()).ifPresent(rows -> tables.put(view.table(), rows));
          }
        });
    return tables;
  }

  static Optional<SqlResult.Rows> table(Sandbox sandbox, String table) {
    return sandbox.query("SELECT * FROM \"" + table.replace("\"", "\"\"") + '"');
  }

  /// Whether this record was there already.
  boolean had(String topic, LogRecord record) {
    return facts.get(Journal.partition(topic, record.partition()))
            instanceof Fact.Partition partition
        && record.offset() < partition.end();
  }
}
