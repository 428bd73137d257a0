package dev.carril.course.read;

import static dev.carril.course.read.GoalsTest.script;
import static dev.carril.course.read.InstanceGoalsTest.LANES;
import static dev.carril.course.read.InstanceGoalsTest.POOL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.carril.course.CourseWords;
import dev.carril.course.Script;
import dev.carril.course.Try;
import dev.carril.course.judge.MissingSentences;
import dev.carril.course.judge.Play;
import dev.carril.course.judge.Verdict;
import dev.carril.simulator.words.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What a verdict says of how far goals about instances are, in both languages.
class WhatIsMissingTest {
  private static Verdict verdict(String start, String commands, String... yaml) {
    var exercise =
        new Try(
            "exercise",
            1,
            script(start),
            Stream.of(yaml).map(GoalsTest::goal).toList(),
            List.of(),
            Set.of(),
            List.of(),
            Script.EMPTY,
            List.of(),
            new LinkedHashMap<>());
    try (var play = new Play(exercise.start())) {
      script(commands).commands().forEach(play::run);
      return play.verdict(exercise);
    }
  }

  private static List<String> missing(Verdict verdict, String language) {
    var sentences = new MissingSentences(CourseWords.of(language));
    return verdict.missing().stream().map(sentences::of).toList();
  }

  private static void lacks(String start, String commands, String yaml, String... told) {
    Verdict verdict = verdict(start, commands, yaml);
    assertFalse(verdict.solved(), yaml);
    assertEquals(List.of(told), missing(verdict, "en"), yaml);
    for (String language : Words.languages().keySet()) {
      List<String> sentences = missing(verdict, language);
      assertEquals(told.length, sentences.size(), language);
      sentences.forEach(sentence -> assertFalse(sentence.matches("(?s).*[{}].*"), sentence));
    }
  }

  @Test
  void of_order_the_figures_that_are_not_as_they_should_be() {
    lacks(
        POOL,
        "run 2s",
        "order: { group: assistants, violations: 0, checked: { atLeast: 3 }, lost: 0 }",
        "assistants, times that order was broken: 1 now; wanted: 0",
        "assistants, records judged: 2 now; wanted: at least 3");
    lacks(
        LANES,
        "run 2s",
        "order: { group: assistants, session: trip-7 }",
        "assistants, times that order was broken: 0 now; wanted: at least 1");
    lacks(
        "create topic messages partitions 1",
        "consume messages group assistants",
        "order: { group: assistants, violations: 0 }",
        "assistants, times that order was broken: none yet; wanted: 0");
    assertEquals(
        List.of("assistants, veces que se rompió el orden: ahora 1; debe ser: 0"),
        missing(verdict(POOL, "run 2s", "order: { group: assistants, violations: 0 }"), "es"));
  }

  @Test
  void of_metrics_each_figure_beside_its_bound() {
    lacks(
        LANES,
        "run 2s",
        "metrics: { instance: anna, p99: { atMost: 50ms }, throughput: { atLeast: 2000 }, retries: 0 }",
        "anna, p99: 224.9ms now; wanted: at most 50ms",
        "anna, throughput: 8.9/s now; wanted: at least 2000/s",
        "anna, retries: 1 now; wanted: 0");
    lacks(
        LANES,
        "",
        "metrics: { instance: anna, p99: { atMost: 9s } }",
        "anna, p99: none yet; wanted: at most 9s");
  }

  @Test
  void of_what_is_to_be_handled_how_many_and_which_are_left() {
    lacks(
        LANES,
        "run 70ms",
        "handled: { group: assistants, topic: messages, all: true }",
        "assistants, records handled: 0 now; wanted: 2",
        "assistants has not handled p0:0",
        "assistants has not handled p0:1");
    lacks(
        LANES,
        "run 70ms",
        "handled: { group: assistants, instance: anna, atLeast: 2 }",
        "anna, records handled: 0 now; wanted: at least 2");
    lacks(
        LANES,
        "run 2s",
        "handled: { group: assistants, count: 0 }",
        "assistants, records handled: 2 now; wanted: 0");
    lacks(
        LANES,
        "run 2s",
        "handled: { group: assistants, topic: messages, times: 2 }",
        "assistants has handled p0:0 once",
        "assistants has handled p0:1 once");
    lacks(
        POOL,
        "run 2s",
        "handled: { group: assistants, topic: messages, field: say, values: [book London, make it Paris] }",
        "assistants has handled, in this order: make it Paris, book London");
    lacks(
        LANES,
        "",
        "handled: { group: assistants }",
        "assistants, records handled: 0 now; wanted: at least 1");
  }

  @Test
  void of_partitions_who_owns_them_and_who_should() {
    String start =
        """
        create topic messages partitions 3
        start anna on messages group assistants from-beginning
        start ben on messages group assistants
        run 5s
        """;
    lacks(
        start,
        "",
        "instances: { group: assistants, owned: { anna: [0], ben: [1], cleo: [2] } }",
        "ben should own p1, which anna owns now",
        "cleo should own p2, which ben owns now");
    lacks(
        start,
        "crash anna",
        "instances: { group: assistants, owned: { ben: [0, 1, 2] } }",
        "ben should own p0, which nobody owns now",
        "ben should own p1, which nobody owns now");
    lacks(
        start,
        "",
        "instances: { group: assistants, owned: { anna: [0], dora: [] } }",
        "dora should be there",
        "anna should not own p1",
        "ben should not be there",
        "ben should not own p2");
    lacks(
        start,
        "",
        "members: { group: assistants, topic: messages, owned: { anna: [0, 1, 2] } }",
        "anna should own p2, which ben owns now",
        "ben should not be there");
    lacks(
        start,
        "",
        "instances: { group: assistants, owned: { anna: [0, 1], ben: [2] }, count: 3 }",
        "there are 2 now");
  }

  @Test
  void of_commit_points_and_time_how_far_they_are() {
    lacks(
        LANES,
        "run 60ms",
        "commitPoint: { group: assistants, topic: messages, at: 2, doneAhead: { atLeast: 1 }, committed: 2 }",
        "assistants should stand in p0 before 2",
        "p0, commit point: 0 now; wanted: 2",
        "p0, done ahead of the commit point: 0 now; wanted: at least 1");
    lacks(
        LANES,
        "run 1200ms",
        "clock: { atLeast: 30s }",
        "time gone by: 1200ms now; wanted: at least 30s");
  }

  /// Each record fails some times, so that more is told than is kept.
  @Test
  void what_happened_too_long_ago_is_not_taken_for_what_never_happened() {
    String forgotten =
        "more has happened than the last 131072 events of instances, which are all that is kept; start the exercise again";
    Verdict verdict =
        verdict(
            """
            create topic messages partitions 1
            start anna on messages group assistants retry 9 from 1ms work 1ms from-beginning
            crash anna
            restart anna
            fail messages 100% times 6
            """,
            "traffic messages sessions 100 messages 9000 rate 1000/s\nrun 60s",
            "happened: { what: crashed, since: beginning, count: 0 }",
            "not: { happened: { what: crashed, since: beginning } }",
            "handled: { group: assistants, atMost: 8999 }",
            "happened: { what: failed, atLeast: 1000, since: beginning }",
            "happened: { what: crashed, since: last, count: 0 }");

    assertEquals(
        List.of(false, false, false, true, false),
        verdict.goals().stream().map(Verdict.Judged::reached).toList());
    assertEquals(List.of(forgotten), missing(verdict, "en"));
  }
}
