package dev.carril.simulator.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.simulator.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/// While a page plays, one `run` becomes longer and longer.
class PlayingTest {
  private static final List<String> BEGINNING =
      List.of(
          "create topic chat partitions 3",
          "fail chat 10% times 1",
          "start one on chat group sms shuffle 5ms",
          "start two on chat group sms design pool work 70ms",
          "traffic chat sessions 20 messages 300 rate 150/s",
          "slow chat key=s-3 900ms");
  private static final int TIMES = 20;

  private final Sandbox sandbox = begun();

  @Test
  void a_run_that_became_longer_is_the_run_of_that_length() {
    play(sandbox, "play");
    Sandbox atOnce = begun();
    run(atOnce, "play", "run " + 200 * TIMES + "ms");

    assertEquals(atOnce.log(), sandbox.log());
    assertEquals(bytes(atOnce), bytes(sandbox));
    assertEquals(bytes(atOnce), bytes(Sandbox.replay(7, sandbox.log())), "after a restart");
    // What comes then is the same too: the lots are drawn alike.
    for (Sandbox each : List.of(atOnce, sandbox)) {
      run(each, "sql", "sql CREATE TABLE lots AS SELECT random() AS lot");
      run(each, "on", "run 700ms");
    }
    assertEquals(bytes(atOnce), bytes(sandbox));
  }

  @Test
  void the_changes_that_are_told_add_up() {
    var folded = new LinkedHashMap<>(sandbox.facts());
    sandbox.takeChanges();
    run(sandbox, "play", "run 200ms");
    for (int n = 2; n <= TIMES; n++) {
      fold(folded);
      lengthen(sandbox, "play", 200L * n);
    }
    fold(folded);
    assertEquals(new LinkedHashMap<>(sandbox.facts()), folded);
  }

  private void fold(LinkedHashMap<String, Fact> folded) {
    Changes changes = sandbox.takeChanges();
    folded.putAll(changes.set());
    changes.gone().forEach(folded::remove);
  }

  @Test
  void one_undo_takes_all_of_it_back_and_redo_brings_all_of_it() {
    String before = instances(sandbox);
    play(sandbox, "play");
    String after = bytes(sandbox);

    run(sandbox, "u", "undo");
    assertEquals(before, instances(sandbox));
    assertEquals(
        List.of("run 4000ms"), sandbox.line().subList(6, 7).stream().map(Entry.Ran::line).toList());
    run(sandbox, "r", "redo");
    assertEquals(after, bytes(sandbox));
  }

  @Test
  void another_branch_may_leave_before_it() {
    play(sandbox, "play");
    sandbox.goTo("g", "e5");
    run(sandbox, "other", "run 1s");
    assertEquals(List.of("run 4000ms"), sandbox.branches().stream().map(Branch::last).toList());
    sandbox.goTo("h", "play");
    Sandbox atOnce = begun();
    run(atOnce, "play", "run 4s");
    assertEquals(
        instances(atOnce), instances(sandbox), "the branch is what it was when it was left");
  }

  @Test
  void asked_for_again_it_does_nothing_more() {
    play(sandbox, "play");
    String then = bytes(sandbox);
    Answer answer = sandbox.lengthen("play", 200L * TIMES);
    assertTrue(assertInstanceOf(Answer.Done.class, answer).repeated());
    assertEquals(then, bytes(sandbox));
  }

  @Test
  void only_the_newest_entry_goes_on_and_only_while_it_is_the_head() {
    run(sandbox, "play", "run 200ms");
    run(sandbox, "more", "produce chat key=ana hello");
    refused("play");
    run(sandbox, "u1", "undo");
    refused("play");
    refused("e2");
    refused("nobody");
    assertInstanceOf(Problem.NotTheLast.class, refused("more"));
  }

  @Test
  void where_the_clock_has_stopped_early_it_does_not_go_on() {
    Sandbox busy = begun();
    run(busy, "run", "run 200ms");
    Answer answer = busy.lengthen("run", 250L * 365 * 24 * 3_600_000);
    assertInstanceOf(Answer.Refused.class, answer);
    lengthen(busy, "run", 300);
  }

  private Problem refused(String entry) {
    return assertInstanceOf(Answer.Refused.class, sandbox.lengthen(entry, 400)).problem();
  }

  private static void play(Sandbox sandbox, String id) {
    run(sandbox, id, "run 200ms");
    for (int n = 2; n <= TIMES; n++) {
      lengthen(sandbox, id, 200L * n);
    }
  }

  private static void lengthen(Sandbox sandbox, String id, long millis) {
    assertInstanceOf(Answer.Done.class, sandbox.lengthen(id, millis));
  }

  private static Sandbox begun() {
    Sandbox sandbox = Sandbox.empty(7);
    for (int i = 0; i < BEGINNING.size(); i++) {
      run(sandbox, "e" + i, BEGINNING.get(i));
    }
    return sandbox;
  }

  private static void run(Sandbox sandbox, String id, String line) {
    assertInstanceOf(Answer.Done.class, sandbox.run(id, line), line);
  }

  private static String instances(Sandbox sandbox) {
    var facts = new LinkedHashMap<>(sandbox.facts());
    facts.remove("log");
    return facts.toString();
  }

  private static String bytes(Sandbox sandbox) {
    return sandbox.facts().toString();
  }
}
