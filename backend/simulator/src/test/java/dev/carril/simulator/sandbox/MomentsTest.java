package dev.carril.simulator.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.simulator.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// A history in which instances live has a moment for each of their events, and each can be looked
/// at and gone on from.
class MomentsTest {
  private final Sandbox sandbox = Sandbox.empty(7);
  private int number;

  private void begin(Sandbox in) {
    run(in, "create topic chat partitions 2");
    run(in, "fail chat key=s-2 times 2");
    run(in, "start one on chat group sms shuffle 5ms");
    run(in, "start two on chat group sms design pool shuffle 5ms");
    run(in, "traffic chat sessions 4 messages 40 rate 60/s");
  }

  @Test
  void the_moments_of_a_run_are_what_one_step_after_the_other_shows() {
    begin(sandbox);
    String run = run(sandbox, "run 2s");
    long events = sandbox.momentIn(run, 1).orElseThrow().events();
    assertTrue(events > 100, events + " events");

    Sandbox stepped = Sandbox.empty(7);
    begin(stepped);
    for (long event = 1; event < events; event++) {
      run(stepped, "step");
      assertEquals(bare(stepped.facts()), bare(facts(sandbox.momentIn(run, event).orElseThrow())));
    }
  }

  @Test
  void back_shows_the_same_picture_as_before_wherever_one_was_meanwhile() {
    play();
    long moments = log(sandbox).moments();
    var seen = new HashMap<Long, String>();
    var random = new Random(3);
    for (int i = 0; i < 300; i++) {
      long moment = random.nextLong(Math.min(60, moments + 1));
      String facts = facts(sandbox.momentOfLine(moment).orElseThrow()).toString();
      assertEquals(seen.computeIfAbsent(moment, _ -> facts), facts, "moment " + moment);
    }
  }

  @Test
  void what_was_looked_at_is_no_longer_shown_once_it_has_been_played_on() {
    begin(sandbox);
    String run = run(sandbox, "run 200ms");
    for (long millis = 400; millis <= 2000; millis += 200) {
      long events = sandbox.momentIn(run, 1).orElseThrow().events();
      facts(sandbox.momentIn(run, events / 2).orElseThrow());
      facts(sandbox.momentIn(run, events).orElseThrow());
      sandbox.lengthen(run, millis);
      Moment last = sandbox.momentOfLine(log(sandbox).moments()).orElseThrow();
      assertEquals(bare(sandbox.facts()), bare(facts(last)));
    }
    Sandbox once = Sandbox.empty(7);
    begin(once);
    String other = run(once, "run 2s");
    for (long event = 1; event < 80; event += 7) {
      assertEquals(
          bare(once.past(once.momentIn(other, event).orElseThrow()).facts()),
          bare(facts(sandbox.momentIn(run, event).orElseThrow())));
    }
  }

  @Test
  void the_frames_of_a_run_add_up_to_its_moments() {
    begin(sandbox);
    Map<String, Fact> folded = new HashMap<>(sandbox.facts());
    String run = run(sandbox, "run 1s");
    List<Frame> frames = sandbox.frames(run, 1_000);
    for (int i = 0; i < frames.size(); i++) {
      folded.putAll(frames.get(i).set());
      frames.get(i).gone().forEach(folded::remove);
      var shown = new HashMap<>(facts(sandbox.momentIn(run, i + 1).orElseThrow()));
      shown.put("log", folded.get("log"));
      assertEquals(shown, folded, "event " + (i + 1));
    }
    assertTrue(sandbox.frames(run, 20).size() <= 20);
  }

  @Test
  void moments_are_counted_through_from_the_beginning() {
    play();
    Fact.Log log = log(sandbox);
    String last = "";
    int at = 0;
    for (long moment = 0; moment <= log.moments(); moment++) {
      Moment it = sandbox.momentOfLine(moment).orElseThrow();
      assertEquals(moment, it.moment());
      assertEquals(it, sandbox.momentIn(it.entry(), it.event()).orElseThrow());
      assertTrue(it.at() >= at && it.at() <= at + 1, "no command is left out");
      at = it.at();
      last = it.entry();
    }
    assertEquals(log.head(), last);
    assertTrue(sandbox.momentOfLine(log.moments() + 1).isEmpty());
    assertEquals(
        bare(sandbox.facts()), bare(facts(sandbox.momentOfLine(log.moments()).orElseThrow())));
  }

  @Test
  void after_a_restart_there_are_the_same_moments_and_marks_also_ahead() {
    play();
    run(sandbox, "undo");
    run(sandbox, "undo");
    Fact.Log log = log(sandbox);
    assertTrue(log.momentsAhead() > 2);

    Sandbox again = Sandbox.replay(7, sandbox.log());
    assertEquals(sandbox.facts().toString(), again.facts().toString());
    assertEquals(sandbox.marks(), again.marks());
    long moments = log.moments() + log.momentsAhead();
    assertEquals(sandbox.momentOfLine(moments - 1), again.momentOfLine(moments - 1));
  }

  @Test
  void a_moment_is_told_by_what_it_has_otherwise_than_now() {
    play();
    for (long moment = 1; moment < log(sandbox).moments(); moment += 17) {
      Moment it = sandbox.momentOfLine(moment).orElseThrow();
      PastSince told = sandbox.pastSince(log(sandbox).head(), it).orElseThrow();
      Map<String, Fact> facts = new HashMap<>(sandbox.facts());
      told.gone().forEach(facts::remove);
      facts.putAll(told.set());
      assertEquals(new HashMap<>(facts(it)), facts);
    }
  }

  @Test
  void to_go_on_from_within_a_run_makes_a_branch_that_stands_there() {
    begin(sandbox);
    String run = run(sandbox, "run 2s");
    Moment there = sandbox.momentIn(run, 30).orElseThrow();
    var shown = bare(facts(there));

    assertInstanceOf(Answer.Done.class, sandbox.goTo("there", run, 30));
    assertEquals(shown, bare(sandbox.facts()));
    assertEquals("step 30", log(sandbox).undo());
    assertEquals(List.of("run 2s"), sandbox.branches().stream().map(Branch::last).toList());
    Sandbox again = Sandbox.replay(7, sandbox.log());
    assertEquals(sandbox.facts().toString(), again.facts().toString());

    // A branch ends where its last command has led.
    Fact end = facts(sandbox.momentIn(run, Long.MAX_VALUE).orElseThrow()).get(Facts.CLOCK);
    assertEquals(end, new Fact.Clock(sandbox.branches().getFirst().momentMillis()));
    assertEquals(sandbox.branches(), again.branches());

    // And from within what was left, although that is another branch by now.
    run(sandbox, "crash one");
    assertInstanceOf(Answer.Done.class, sandbox.goTo("other", run, 31));
    assertEquals(bare(facts(sandbox.momentIn(run, 31).orElseThrow())), bare(sandbox.facts()));
    assertEquals(sandbox.facts().toString(), Sandbox.replay(7, sandbox.log()).facts().toString());
    run(sandbox, "undo");
    run(sandbox, "redo");
  }

  @Test
  void within_a_command_that_does_more_than_let_time_go_by_nothing_can_begin() {
    begin(sandbox);
    run(sandbox, "run 100ms");
    run(sandbox, "crash one");
    String crashed = run(sandbox, "crash two");
    Moment there = sandbox.momentIn(crashed, 1).orElseThrow();
    assertTrue(there.events() > 1, "while nothing runs it takes a second, in which traffic comes");
    var refused = assertInstanceOf(Answer.Refused.class, sandbox.goTo("there", crashed, 1));
    assertInstanceOf(Problem.WithinCommand.class, refused.problem());
    assertFalse(sandbox.momentIn(crashed, 1).orElseThrow().mayGoOn());
    assertTrue(sandbox.momentIn(crashed, there.events()).orElseThrow().mayGoOn());
  }

  @Test
  void what_people_look_for_is_marked_where_it_happened() {
    run(sandbox, "create topic trips partitions 1");
    run(sandbox, "produce trips key=ana London");
    run(sandbox, "produce trips key=ana Paris");
    run(sandbox, "produce trips key=kai Rome");
    run(sandbox, "fail trips p0:0");
    run(sandbox, "fail trips key=kai terminal");
    run(sandbox, "start one on trips group book design pool retry 3 from 1s from-beginning");
    run(sandbox, "run 3s");
    run(sandbox, "crash one");

    List<Marked> marks = sandbox.marks();
    var kinds = new ArrayList<String>();
    for (Marked one : marks) {
      kinds.add(one.mark().kind());
      if (one.mark().kind().equals("violation")) {
        assertTrue(troubles(one.moment() - 1) < troubles(one.moment()), "there it happens");
      }
    }
    assertTrue(
        kinds.containsAll(List.of("rebalance", "violation", "dead-letter", "crash")), "" + kinds);
    assertEquals(1, kinds.stream().filter("crash"::equals).count());
    assertEquals(log(sandbox).moments(), marks.getLast().moment());
  }

  private long troubles(long moment) {
    return facts(sandbox.momentOfLine(moment).orElseThrow()).keySet().stream()
        .filter(key -> key.startsWith("trouble:"))
        .count();
  }

  @Test
  void a_gap_that_lasts_is_marked_once_when_something_has_ended_ahead_of_it() {
    run(sandbox, "create topic trips partitions 1");
    run(sandbox, "hang trips p0:1");
    for (String key : List.of("ana", "ben", "cleo", "dora")) {
      run(sandbox, "produce trips key=" + key + " London");
    }
    run(sandbox, "start one on trips group book from-beginning");
    run(sandbox, "run 2s");
    assertEquals(List.of(), gaps(), "records overtake each other all the time");

    run(sandbox, "produce trips key=eva Paris");
    run(sandbox, "produce trips key=finn Rome");
    run(sandbox, "run 1s");

    assertEquals(1, gaps().size());
    assertEquals(1, gaps().getFirst().mark().told().offset());
    assertEquals("ben", gaps().getFirst().mark().told().session());
  }

  private List<Marked> gaps() {
    return sandbox.marks().stream().filter(it -> it.mark().kind().equals("gap")).toList();
  }

  @Test
  void the_newest_five_hundred_marks_are_told() {
    run(sandbox, "create topic chat partitions 1");
    run(sandbox, "start one on chat group sms design pool");
    run(sandbox, "traffic chat sessions 2 messages 900 rate 1000/s");
    run(sandbox, "run 1s");
    long first = log(sandbox).moments();
    run(sandbox, "run 20s");
    List<Marked> marks = sandbox.marks();
    assertEquals(500, marks.size());
    assertTrue(marks.getFirst().moment() > 100 && first > 0);
    for (int i = 1; i < marks.size(); i++) {
      assertTrue(marks.get(i - 1).moment() <= marks.get(i).moment());
    }
  }

  @Test
  void where_nothing_lives_each_command_is_one_moment() {
    run(sandbox, "create topic orders partitions 1 retention 1s");
    for (int i = 0; i < 5; i++) {
      run(sandbox, "produce orders a");
    }
    run(sandbox, "start over");
    run(sandbox, "create topic orders partitions 1");
    assertEquals(8, log(sandbox).moments());
    assertEquals(8, log(sandbox).count());
    assertEquals(List.of(), sandbox.marks());
  }

  private void play() {
    begin(sandbox);
    run(sandbox, "run 300ms");
    run(sandbox, "step 5");
    run(sandbox, "crash one");
    run(sandbox, "run 100ms");
    run(sandbox, "restart one");
    run(sandbox, "run 2s");
    run(sandbox, "wait 1s");
  }

  private String run(Sandbox in, String line) {
    String id = "e" + number++;
    assertInstanceOf(Answer.Done.class, in.run(id, line), line);
    return id;
  }

  private Map<String, Fact> facts(Moment moment) {
    return sandbox.past(moment).facts();
  }

  private static Fact.Log log(Sandbox of) {
    return assertInstanceOf(Fact.Log.class, of.facts().get("log"));
  }

  private static String bare(Map<String, Fact> facts) {
    var rest = new LinkedHashMap<>(facts);
    rest.remove("log");
    return rest.toString();
  }
}
