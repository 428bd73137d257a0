package dev.carril.course.read;

import static dev.carril.course.read.GoalsTest.assertTold;
import static dev.carril.course.read.GoalsTest.goal;
import static dev.carril.course.read.GoalsTest.no;
import static dev.carril.course.read.GoalsTest.yes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.carril.course.CourseWords;
import dev.carril.course.goal.What;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Each kind of goal about engine instances, with what makes it hold and what does not.
class InstanceGoalsTest {
  /// Paris overtakes London where a pool works, since London fails once.
  static final String POOL =
      """
      create topic messages partitions 1
      start anna on messages group assistants design pool workers 4 from-beginning
      fail messages p0:0
      produce messages key=trip-7 {"trip":7,"say":"book London"}
      produce messages key=trip-7 {"trip":7,"say":"make it Paris"}
      """;

  static final String LANES = POOL.replace("design pool ", "");

  /// Every record of trip-7 fails for good, and the session is halted then.
  private static final String DEAD =
      """
      create topic messages partitions 1
      start anna on messages group assistants from-beginning after-dead-letter halt
      fail messages key=trip-7 terminal
      produce messages key=trip-7 {"trip":7,"say":"book London"}
      produce messages key=trip-7 {"trip":7,"say":"make it Paris"}
      produce messages key=trip-8 {"trip":8,"say":"book Rome"}
      """;

  @Test
  void order_is_what_check_order_tells() {
    yes(POOL, "run 2s", "order: { group: assistants, violations: 1 }");
    yes(POOL, "run 2s", "order: { group: assistants, violations: { atLeast: 1 }, lost: 0 }");
    yes(POOL, "run 2s", "order: { group: assistants, topic: messages, kind: overlap }");
    yes(POOL, "run 2s", "order: { group: assistants, session: trip-7 }");
    no(POOL, "run 2s", "order: { group: assistants, session: trip-8 }");
    no(POOL, "run 2s", "order: { group: assistants, kind: overtaken }");
    no(POOL, "run 2s", "order: { group: assistants, violations: 0 }");
    yes(LANES, "run 2s", "order: { group: assistants, violations: 0, checked: 2, duplicates: 0 }");
    no(LANES, "run 2s", "order: { group: assistants, violations: 0, checked: { atLeast: 3 } }");
    no(LANES, "run 2s", "order: { group: others, violations: 0 }");
    no(
        "create topic messages partitions 1",
        "consume messages group assistants",
        "order: { group: assistants, violations: 0 }");
    assertTold(
        "order: { group: assistants, topic: messages, violations: 0, lost: { atMost: 2 } }",
        "What check order tells of assistants on messages: order was kept; records lost: at most 2.",
        "Lo que dice check order de assistants en messages: se mantuvo el orden; registros perdidos: como mucho 2.");
    assertTold(
        "order: { group: assistants, session: trip-7, kind: overtaken }",
        "What check order tells of assistants of the session trip-7, where a record began before an earlier one of its session: there is at least one case.",
        "Lo que dice check order de assistants de la sesión trip-7, cuando un registro empezó antes que otro anterior de su sesión: hay al menos un caso.");
  }

  @Test
  void handled_is_the_order_in_which_handlers_have_ended_well() {
    String order = "handled: { group: assistants, topic: messages, field: say, values: ";
    yes(POOL, "run 2s", order + "[make it Paris, book London] }");
    no(POOL, "run 2s", order + "[book London, make it Paris] }");
    yes(LANES, "run 2s", order + "[book London, make it Paris] }");
    no(LANES, "", order + "[book London, make it Paris] }");
    String against = "field: say, against: [book London, make it Paris] }";
    yes(POOL, "run 2s", "handled: { group: assistants, key: trip-7, " + against);
    no(LANES, "run 2s", "handled: { group: assistants, key: trip-7, " + against);
    yes(LANES, "run 2s", "handled: { group: assistants, topic: messages, all: true, times: 1 }");
    no(LANES, "run 70ms", "handled: { group: assistants, topic: messages, all: true }");
    yes(
        LANES,
        "run 2s",
        "handled: { group: assistants, instance: anna, where: { trip: 7 }, count: 2 }");
    no(LANES, "run 2s", "handled: { group: assistants, instance: ben }");
    no(LANES, "run 2s", "handled: { group: others }");
    assertTold(
        "handled: { group: assistants, topic: messages, where: { trip: 7 }, times: 1 }",
        "assistants has handled records of messages whose trip is 7: each exactly once.",
        "assistants ha tratado registros de messages cuyo trip es 7: cada uno exactamente una vez.");
    assertTold(
        "handled: { group: assistants, instance: anna, topic: messages, count: 0 }",
        "Since the start anna has not handled any records of messages.",
        "Desde el comienzo anna no ha tratado registros de messages.");
  }

  @Test
  void what_was_handled_before_a_crash_is_handled_again_after_it() {
    String crash = "run 200ms\ncrash anna\nrestart anna\nrun 2s";
    String start =
        """
        create topic messages partitions 1
        start anna on messages group assistants from-beginning commit every 30s
        produce messages key=trip-7 book
        """;

    yes(start, crash, "handled: { group: assistants, topic: messages, times: 2 }");
    yes(start, crash, "order: { group: assistants, duplicates: 1, kind: again }");
    no(start, crash, "order: { group: assistants, kind: zombie }");
    yes(start, crash, "happened: { what: restarted, instance: anna, count: 1 }");
    yes(start, crash + "\nundo\nundo", "happened: { what: restarted, count: 0 }");
    yes(start, crash + "\nundo\nundo", "handled: { group: assistants, times: 1 }");
  }

  @Test
  void a_handler_that_fails_after_its_record_was_skipped_has_handled_nothing() {
    String slow =
        LANES
                .replace("from-beginning", "from-beginning gap-timeout 1s")
                .replace("fail messages p0:0", "slow messages p0:0 5s")
            + "produce messages key=trip-8 hotel";
    String failing = slow + "\nfail messages p0:0 terminal";
    String late =
        "handled: { group: assistants, topic: messages, places: [\"p0:0\"], key: trip-7, where: { say: book London } }";

    yes(slow, "run 9s", "happened: { what: finished-after-skip, partition: 0, count: 1 }");
    yes(slow, "run 9s", late);
    yes(failing, "run 9s", "happened: { what: finished-after-skip, partition: 0, count: 1 }");
    no(failing, "run 9s", late);
  }

  @Test
  void since_chooses_which_of_what_happened_counts() {
    String start = LANES + "run 2s";
    String more = "produce messages key=trip-8 hotel\nrun 2s";

    yes(start, more, "handled: { group: assistants, count: 1 }");
    yes(start, more, "handled: { group: assistants, count: 3, since: beginning }");
    yes(start, more, "handled: { group: assistants, count: 1, since: last }");
    no(start, more + "\nrun 2s", "handled: { group: assistants, since: last }");
    // What only was asked did nothing.
    no(start, more + "\ninstances", "handled: { group: assistants, since: last }");
    yes(start, more, "happened: { what: started, count: 0 }");
    yes(start, more, "happened: { what: started, since: beginning, count: 1 }");
    no(start, "", "handled: { group: assistants, since: last }");
  }

  @Test
  void commit_points_are_as_they_are_told() {
    String start = LANES + "produce messages key=trip-8 hotel";
    String group = "commitPoint: { group: assistants, topic: messages, ";

    yes(start, "run 60ms", group + "at: 0, doneAhead: 1 }");
    yes(start, "run 60ms", group + "partition: 0, at: 0, doneAhead: { atLeast: 1 } }");
    no(start, "run 60ms", group + "at: 3 }");
    no(start, "run 60ms", group + "partition: 4, at: 0 }");
    yes(start, "run 10s", group + "at: 3, committed: 3, doneAhead: 0, lag: 0 }");
    no(start, "run 10s", group + "lag: { atLeast: 1 } }");
    no(start, "run 60ms", group + "committed: 3 }");
    no(start, "run 10s", "commitPoint: { group: others, topic: messages, at: 3 }");
    assertTold(
        "commitPoint: { group: assistants, topic: messages, partition: 0, at: 3, committed: 2, doneAhead: { atLeast: 1 }, lag: 0 }",
        "assistants in messages: the commit point of p0 is 3; of p0 2 is committed; done ahead of the commit point of p0: at least 1; the lag of p0 is 0.",
        "assistants en messages: el punto de confirmación de p0 está en 3; de p0 está confirmado 2; hechos por delante del punto de confirmación de p0: al menos 1; el retraso de p0 es 0.");
    assertTold(
        "commitPoint: { group: assistants, topic: messages, at: 3, lag: { atMost: 1 } }",
        "assistants in messages: the commit point of every partition is 3; the lag is at most 1.",
        "assistants en messages: el punto de confirmación de cada partición está en 3; el retraso es como mucho 1.");
  }

  @Test
  void dead_letters_are_those_that_are_listed_or_were_redriven() {
    yes(DEAD, "run 2s", "deadLetters: { group: assistants, count: 2 }");
    yes(
        DEAD,
        "run 2s",
        "deadLetters: { group: assistants, topic: messages, partition: 0, offset: 0, session: trip-7, reason: terminal, count: 1 }");
    yes(DEAD, "run 2s", "deadLetters: { group: assistants, offset: 1, reason: session-halted }");
    no(DEAD, "run 2s", "deadLetters: { group: assistants, offset: 0, reason: session-halted }");
    no(DEAD, "run 2s", "deadLetters: { group: assistants, session: trip-8 }");
    no(DEAD, "run 2s", "deadLetters: { group: assistants, redriven: true }");
    String mended = "run 2s\nheal\nredrive group assistants\nrun 2s";
    yes(DEAD, mended, "deadLetters: { group: assistants, count: 0 }");
    yes(DEAD, mended, "deadLetters: { group: assistants, redriven: true, count: 2 }");
    yes(DEAD, mended, "happened: { what: redriven, count: 2 }");
    yes(DEAD, mended, "order: { group: assistants, redriven: 2 }");
    no(DEAD, mended, "deadLetters: { group: others, count: 0 }");
    assertTold(
        "deadLetters: { group: assistants, session: trip-7, reason: terminal, redriven: true, count: 0 }",
        "Dead letters of assistants that were redriven, of the session trip-7, with the reason “failed for good”: there are none.",
        "Cartas muertas de assistants que se volvieron a enviar, de la sesión trip-7, con el motivo «falló sin remedio»: no hay ninguna.");
  }

  @Test
  void a_session_is_halted_until_it_is_released() {
    yes(DEAD, "run 2s", "halted: { group: assistants, session: trip-7 }");
    no(DEAD, "run 2s", "halted: { group: assistants, session: trip-8 }");
    no(DEAD, "run 2s", "halted: { group: others, session: trip-7 }");
    no(
        DEAD,
        "run 2s\nrelease group assistants session trip-7\nrun 1s",
        "halted: { group: assistants, session: trip-7 }");
    assertTold(
        "halted: { group: assistants, session: trip-7 }",
        "The session trip-7 of assistants is halted.",
        "La sesión trip-7 de assistants está detenida.");
  }

  @Test
  void instances_are_as_they_are_told() {
    String start =
        """
        create topic messages partitions 3
        start anna on messages group assistants from-beginning
        run 1s
        """;
    String two = "start ben on messages group assistants design pool\nrun 5s";

    yes(start, "", "instances: { group: assistants }");
    yes(start, "", "instances: { group: assistants, owned: { anna: [0, 1, 2] } }");
    yes(start, two, "instances: { group: assistants, owned: { anna: [0, 1], ben: [2] } }");
    yes(
        start,
        two,
        "instances: { group: assistants, owned: { ben: [2], anna: [0, 1] }, count: 2 }");
    no(start, two, "instances: { group: assistants, owned: { anna: [0, 1] } }");
    yes(start, two, "instances: { group: assistants, design: pool, name: ben, state: running }");
    no(start, two, "instances: { group: assistants, design: pool, name: anna }");
    yes(start, two + "\ncrash ben", "instances: { group: assistants, state: crashed, count: 1 }");
    no(start, two, "instances: { group: assistants, topic: others }");
    assertTold(
        "instances: { group: assistants, topic: messages, owned: { anna: [0, 1], ben: [] } }",
        "Instances of assistants on messages: anna owns p0 and p1; ben owns no partition; there are no other instances.",
        "Instancias de assistants en messages: anna tiene p0 y p1; ben no tiene ninguna partición; no hay más instancias.");
    assertTold(
        "instances: { group: assistants, name: ben, design: pool, state: crashed, count: 0 }",
        "Instances of assistants called ben, of the design pool, in the state crashed: there are none.",
        "Instancias de assistants con el nombre ben, con el diseño pool, en el estado caída: no hay ninguna.");
  }

  @Test
  void lanes_are_as_they_are_told() {
    yes(LANES, "run 60ms", "lanes: { instance: anna, session: trip-7, state: backing-off }");
    yes(
        LANES,
        "run 60ms",
        "lanes: { instance: anna, attempt: 1, queued: { atLeast: 1 }, count: 1 }");
    no(LANES, "run 60ms", "lanes: { instance: anna, state: working }");
    no(LANES, "run 60ms", "lanes: { instance: anna, session: trip-8 }");
    no(LANES, "run 60ms", "lanes: { instance: ben, count: 0 }");
    no(LANES, "run 60ms\ncrash anna", "lanes: { instance: anna, count: 0 }");
    assertTold(
        "lanes: { instance: anna, session: trip-7, state: backing-off, attempt: 1, queued: { atLeast: 2 } }",
        "Lanes of anna of the session trip-7, in the state backing off, whose attempt is 1, with at least 2 behind the first record: at least one is there.",
        "Carriles de anna de la sesión trip-7, en el estado a la espera de reintentar, cuyo intento es 1, con al menos 2 detrás del primer registro: hay al menos uno.");
  }

  @Test
  void blocked_offsets_are_as_they_are_told() {
    String slow =
        LANES.replace("fail messages p0:0", "slow messages p0:0 20s")
            + "produce messages key=trip-8 hotel";

    yes(slow, "run 4s", "blocked: { group: assistants, offset: 0, age: { atLeast: 3s } }");
    no(slow, "run 2s", "blocked: { group: assistants, age: { atLeast: 3s } }");
    yes(
        slow,
        "run 4s",
        "blocked: { group: assistants, topic: messages, partition: 0, session: trip-7 }");
    yes(slow, "run 4s", "blocked: { group: assistants, state: working, count: 1 }");
    yes(slow, "run 40s", "blocked: { group: assistants, count: 0 }");
    no(slow, "run 40s", "blocked: { group: others, count: 0 }");
    assertTold(
        "blocked: { group: assistants, offset: 0, state: working, age: { atLeast: 5s } }",
        "Offsets at the offset 0, in the state at work, waiting for at least 5s that hold a commit point of assistants back: at least one is there.",
        "Offsets en el offset 0, en el estado en curso, que esperan desde hace al menos 5s que retienen un punto de confirmación de assistants: hay al menos uno.");
  }

  @Test
  void metrics_are_as_they_are_told() {
    yes(LANES, "run 2s", "metrics: { instance: anna, retries: 1, deadLetters: 0 }");
    yes(LANES, "run 2s", "metrics: { instance: anna, p50: { atMost: 2s }, p99: { atMost: 2s } }");
    no(LANES, "run 2s", "metrics: { instance: anna, p99: { atMost: 50ms } }");
    yes(LANES, "run 2s", "metrics: { instance: anna, throughput: { atLeast: 2 } }");
    no(LANES, "run 2s", "metrics: { instance: anna, throughput: { atLeast: 2000 } }");
    yes(LANES, "run 10s", "metrics: { instance: anna, lag: 0 }");
    // Where nothing has ended, nothing is quick.
    no(LANES, "", "metrics: { instance: anna, p99: { atMost: 9s } }");
    no(LANES, "run 2s", "metrics: { instance: ben, retries: 0 }");
    assertTold(
        "metrics: { instance: anna, p50: { atLeast: 5ms, atMost: 200ms }, throughput: { atLeast: 5 }, retries: 0 }",
        "Metrics of anna: p50 at least 5ms, at most 200ms; throughput at least 5/s; retries 0.",
        "Métricas de anna: p50 al menos 5ms, como mucho 200ms; ritmo al menos 5/s; reintentos 0.");
  }

  @Test
  void what_happened_is_counted_on_the_way_to_where_the_sandbox_stands() {
    yes(LANES, "run 2s", "happened: { what: backed-off, session: trip-7, partition: 0, count: 1 }");
    yes(
        LANES,
        "run 2s",
        "happened: { what: failed, group: assistants, instance: anna, topic: messages }");
    no(LANES, "run 2s", "happened: { what: failed, session: trip-8 }");
    yes(LANES, "run 2s\nundo", "happened: { what: backed-off, count: 0 }");
    yes(LANES, "run 2s\ncrash anna", "happened: { what: crashed, instance: anna }");
    yes(POOL, "run 2s", "happened: { what: overlap, session: trip-7, count: 1 }");
    yes(LANES, "run 2s\nlose anna p0\nrun 1s", "happened: { what: lost, partition: 0 }");
    String second = "run 2s\nstart ben on messages group assistants\nstop anna\nrun 2s";
    yes(LANES, second, "happened: { what: drained, instance: anna }");
    yes(LANES, second, "happened: { what: assigned, instance: ben }");
    yes(LANES, second, "happened: { what: stopped, count: 1 }");
    yes(
        LANES
                .replace("from-beginning", "from-beginning gap-timeout 1s")
                .replace("fail messages p0:0", "hang messages p0:0")
            + "produce messages key=trip-8 hotel",
        "run 9s",
        "happened: { what: skipped, partition: 0, session: trip-7 }");
    assertTold(
        "happened: { what: crashed, instance: ben, atLeast: 2 }",
        "Since the start, at least 2 times: an instance crashed (instance ben).",
        "Desde el comienzo, al menos 2 veces: una instancia cayó (instancia ben).");
    assertTold(
        "happened: { what: backed-off, group: assistants, topic: messages, partition: 0, session: trip-7, since: last }",
        "With the last command, at least once: a record had to wait for its next attempt (group assistants, topic messages, in p0, session trip-7).",
        "Con el último comando, al menos una vez: un registro tuvo que esperar a su siguiente intento (grupo assistants, topic messages, en p0, sesión trip-7).");
  }

  @Test
  void everything_that_may_have_happened_can_be_told() {
    What.words().forEach(word -> goal("happened: { what: " + word + " }"));
  }

  @Test
  void the_clock_counts_from_the_start() {
    yes(LANES + "run 30s", "run 5s", "clock: { atMost: 5s }");
    yes(LANES + "run 30s", "run 5s", "clock: { atLeast: 5s, atMost: 5s }");
    no(LANES + "run 30s", "run 5s\nrun 1ms", "clock: { atMost: 5s }");
    assertTold(
        "clock: { atMost: 30s }",
        "Virtual time gone by since the start: at most 30s.",
        "Tiempo virtual que ha pasado desde el comienzo: como mucho 30s.");
  }

  @Test
  void reports_that_were_asked_for_are_shown() {
    String asked =
        """
        run 2s
        check order messages group assistants
        lanes anna
        commit-point messages group assistants
        blocked group assistants
        dead-letters group assistants
        metrics anna
        trace messages p0:0
        instances
        compare lanes pool on messages
        """;

    yes(LANES, asked, "shown: { command: check order, group: assistants, topic: messages }");
    no(LANES, asked, "shown: { command: check order, group: others }");
    yes(LANES, asked, "shown: { command: lanes, instance: anna }");
    no(LANES, asked, "shown: { command: lanes, instance: ben }");
    yes(LANES, asked, "shown: { command: commit-point, topic: messages, group: assistants }");
    yes(LANES, asked, "shown: { command: blocked, group: assistants }");
    yes(LANES, asked, "shown: { command: dead-letters }");
    yes(LANES, asked, "shown: { command: metrics, instance: anna }");
    yes(LANES, asked, "shown: { command: trace, topic: messages, places: [\"p0:0\"] }");
    no(LANES, asked, "shown: { command: trace, topic: messages, places: [\"p0:1\"] }");
    yes(LANES, asked, "shown: { command: instances }");
    yes(LANES, asked, "shown: { command: compare, topic: messages }");
    no(LANES, "run 2s", "shown: { command: check order }");
    yes(LANES, "dead-letters group nobody", "refused: { command: dead-letters }");
    assertTold(
        "shown: { command: check order, topic: messages, group: assistants }",
        "You have looked with check order at the topic messages, the group assistants.",
        "Has mirado con check order el topic messages, el grupo assistants.");
    assertTold(
        "shown: { command: lanes, instance: anna }",
        "You have looked with lanes at the instance anna.",
        "Has mirado con lanes la instancia anna.");
  }

  @Test
  void time_that_goes_by_is_no_command_of_somebody() {
    String crash = "run 1s\nrun 1s\ncrash anna\nrun 1s\nstep 3";
    yes(LANES, crash, "commands: { count: 1 }");
    yes(LANES, crash, "commands: { command: run, count: 3 }");
  }

  @Test
  void positions_and_deliveries_are_judged_beside_instances() {
    yes(LANES, "run 10s", "positions: { group: assistants, topic: messages, at: end, lag: 0 }");
    yes(
        LANES,
        "run 10s\nconsume messages group audit from-beginning",
        "delivered: { group: audit, topic: messages, all: true, times: 1 }");
    yes(LANES, "run 10s", "members: { group: assistants, topic: messages, owned: { anna: [0] } }");
    no(LANES, "run 10s", "untouched: { group: assistants }");
  }

  // ---- what cannot be read ----

  private static void wrong(String yaml, String... told) {
    var faults = new Faults("lesson.yaml");
    faults.collect(() -> new GoalReader(faults, true).goals(Yaml.read("\n" + yaml, faults)));
    assertEquals(
        Stream.of(told).map(text -> "lesson.yaml:2: " + text).toList(),
        faults.list().stream()
            .map(fault -> CourseWords.line(fault, CourseWords.of("en")))
            .toList());
  }

  @Test
  void what_is_wrong_is_told_with_what_would_be_right() {
    wrong(
        "halted: { group: assistants, sesion: trip-7 }",
        "halted knows no key 'sesion'; did you mean 'session'? It knows group and session",
        "the key 'session' is missing in halted");
    wrong(
        "instances: { group: assistants, state: runing }",
        "'state' takes one of running, frozen, draining, stopped and crashed, not 'runing'");
    wrong("clock: {}", "in clock, 'clock' needs 'atMost'");
    wrong(
        "clock: { atMost: soon }",
        "'atMost' takes a time as in the console, such as 200ms or 5s, not 'soon'");
    wrong(
        "order: { group: assistants }",
        "in order, 'order' needs 'violations, lost, duplicates, checked, redriven, kind, session'");
    wrong(
        "order: { group: assistants, violations: none }",
        "'violations' takes a whole number, not 'none'");
    wrong(
        "order: { group: assistants, violations: { least: 1 } }",
        "violations knows no key 'least'; did you mean 'atLeast'? It knows count, atLeast and atMost",
        "in violations, 'violations' needs 'atLeast'");
    wrong(
        "shown: { command: lanes, group: assistants }",
        "in shown, 'group' needs 'command: describe, commit-point, blocked, dead-letters, check order'");
    wrong(
        "shown: { command: instances, topic: messages }",
        "in shown, 'command: instances' and 'topic' exclude each other");
  }
}
