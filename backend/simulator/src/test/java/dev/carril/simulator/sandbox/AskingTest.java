package dev.carril.simulator.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.simulator.Command;
import dev.carril.simulator.Reply;
import dev.carril.simulator.Report;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is only asked.
class AskingTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "read orders",
        "metrics anna",
        "play",
        "sql SELECT * FROM bills",
        "sql -- how many?\nselect count(*) from bills;",
        "sql WITH a AS (SELECT 1) SELECT * FROM a",
        "sql VALUES (1)",
        "sql PRAGMA user_version = 1",
        "sql",
        "fetch orders"
      })
  void a_line_that_changes_nothing_whatever_the_sandbox_holds_only_asks(String line) {
    assertEquals(!line.equals("play"), Sandbox.onlyAsks(line), line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "produce orders a",
        "undo",
        "run 1s",
        "sql DELETE FROM bills",
        "sql WITH a AS (SELECT 1) DELETE FROM bills",
        "sql CREATE TABLE select_ (id INTEGER)"
      })
  void what_may_change_something_does_not_only_ask(String line) {
    assertTrue(!Sandbox.onlyAsks(line), line);
  }

  @Test
  void whatever_a_record_does_that_holds_a_commit_point_back_is_told_in_a_word_that_there_is() {
    var told = new TreeSet<String>();
    for (String design : List.of("lanes", "pool", "workers", "partition")) {
      try (Sandbox sandbox = Sandbox.empty(5)) {
        run(sandbox, "create topic orders partitions 1");
        run(sandbox, "fail orders 20% transient");
        run(sandbox, "fail orders p0:3 terminal");
        // Others have no gaps to skip.
        String gap = design.equals("lanes") ? " gap-timeout 3s" : "";
        run(
            sandbox,
            "start anna on orders group billing design " + design + " lane capacity 2" + gap);
        run(sandbox, "traffic orders sessions 5 messages 60 rate 100/s");
        for (int step = 0; step < 900; step++) {
          sandbox.run(design + step, "step");
          if (sandbox.ask(new Command.Blocked("billing")).orElseThrow()
              instanceof Reply.Reported(Report.Blocked blocked)) {
            blocked.blocked().forEach(row -> told.add(row.state()));
          }
        }
      }
    }
    assertTrue(Report.Blocked.STATES.containsAll(told), told.toString());
    // Its handler has succeeded, and the offset's keeper has not heard of it yet.
    assertTrue(told.contains("ended"), told.toString());
  }

  private static void run(Sandbox sandbox, String line) {
    assertTrue(sandbox.run(line.replace(' ', '-'), line) instanceof Answer.Done, line);
  }
}
