package dev.carril.simulator.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.simulator.instance.RingView;
import dev.carril.simulator.instance.Seen;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What there is to see of engine instances.
class InstancesSeenTest {
  private final Sandbox sandbox = Sandbox.empty(7);
  private int number;

  @Test
  void a_failing_record_backs_off_and_holds_the_commit_point_while_others_are_done_ahead() {
    run("create topic chat partitions 1");
    for (String key : List.of("ana", "ben", "ana", "cleo")) {
      run("produce chat key=" + key + " hello");
    }
    run("fail chat p0:0");
    run("start one on chat group sms retry 3 from 5s from-beginning");
    run("run 200ms");

    Seen.OfLane ana = lane("ana");
    assertEquals("backing-off", ana.state());
    assertEquals(1, ana.attempt());
    assertEquals(1, ana.queued());
    assertTrue(ana.untilNanos() > ana.sinceNanos());
    assertEquals(
        List.of(
            new Seen.OfRecord(0, 0, Seen.Standing.BACKING_OFF),
            new Seen.OfRecord(0, 2, Seen.Standing.QUEUED)),
        ana.records());
    assertEquals("idle", lane("ben").state());

    Seen.OfProgress row = seen("progress:sms:chat:0", Seen.OfProgress.class);
    assertEquals("one", row.instance());
    assertEquals(0, row.commitPoint());
    assertEquals(2, row.ahead());
    assertEquals(
        List.of(
            new Seen.Stretch(0, 1, Seen.Standing.BACKING_OFF),
            new Seen.Stretch(1, 2, Seen.Standing.DONE),
            new Seen.Stretch(2, 3, Seen.Standing.QUEUED),
            new Seen.Stretch(3, 4, Seen.Standing.DONE)),
        row.stretches());
    Seen.Gap gap = row.gap();
    assertNotNull(gap);
    assertEquals("ana", gap.session());
    assertEquals(0, gap.offset());
  }

  @Test
  void what_is_committed_is_told_no_longer_one_by_one_and_idle_lanes_go() {
    run("create topic chat partitions 1");
    run("start one on chat group sms idle 2s");
    run("run 1s");
    run("produce chat key=ana hello");
    run("run 1s");
    assertEquals("idle", lane("ana").state());
    run("run 30s");

    Seen.OfProgress row = seen("progress:sms:chat:0", Seen.OfProgress.class);
    assertEquals(1, row.committed());
    assertEquals(List.of(), row.stretches());
    assertTrue(lanes().isEmpty());
    assertEquals(1, seen("instance:one", Seen.OfInstance.class).handled());
  }

  @Test
  void what_is_thrown_away_looks_done_as_its_instance_takes_it() {
    run("create topic chat partitions 1");
    for (int i = 0; i < 4; i++) {
      run("produce chat key=ana hello");
    }
    run("start one on chat group sms lane capacity 2 when-full drop from-beginning");
    run("run 20ms");

    assertEquals(1, lane("ana").queued());
    assertEquals(
        List.of(
            new Seen.Stretch(0, 1, Seen.Standing.WORKING),
            new Seen.Stretch(1, 2, Seen.Standing.QUEUED),
            new Seen.Stretch(2, 4, Seen.Standing.DONE)),
        seen("progress:sms:chat:0", Seen.OfProgress.class).stretches());
    run("run 2s");
    assertEquals(List.of(), lanes());
  }

  @Test
  void what_is_committed_on_leaving_is_told_though_nobody_owns_the_partition() {
    for (String design : List.of("lanes", "partition")) {
      run("start over");
      run("create topic chat partitions 1");
      run("produce chat key=ana hello");
      run("start one on chat group sms design " + design + " from-beginning");
      run("run 10ms");
      run("stop one");
      run("run 1s");

      Seen.OfProgress row = seen("progress:sms:chat:0", Seen.OfProgress.class);
      assertNull(row.instance());
      assertEquals(1, row.committed(), design);
    }
  }

  @Test
  void a_dead_letter_is_told_with_its_reason() {
    run("create topic chat partitions 1");
    run("fail chat key=kai terminal");
    run("start one on chat group sms after-dead-letter halt");
    run("run 1s");
    run("produce chat key=kai x");
    run("run 1s");

    Seen.OfLetter letter = seen("letter:sms:chat:0", Seen.OfLetter.class);
    assertEquals("kai", letter.session());
    assertEquals("terminal", letter.reason());
    assertEquals(List.of("kai"), seen("instance:one", Seen.OfInstance.class).halted());
    assertEquals(1, seen("cohort:sms:chat", Seen.OfCohort.class).letters());
  }

  @Test
  void what_breaks_order_is_told_with_the_record_that_should_have_ended_first() {
    run("create topic chat partitions 1");
    run("produce chat key=ana paris");
    run("produce chat key=ana london");
    run("fail chat p0:0");
    run("start one on chat group sms design pool retry 3 from 1s from-beginning");
    run("run 5s");

    Seen.OfTrouble trouble = seen("trouble:sms:chat:0", Seen.OfTrouble.class);
    assertEquals("overlap", trouble.kind());
    assertEquals(1, trouble.offset());
    assertEquals(0, trouble.after());
    assertEquals("one", trouble.instance());
  }

  @Test
  void an_instance_says_where_it_is_in_its_life_and_what_it_has() {
    run("create topic chat partitions 2");
    run("start one on chat group sms");
    assertEquals(
        List.of(), seen("instance:one", Seen.OfInstance.class).owned(), "nobody has dealt yet");
    run("run 1s");
    assertEquals(
        List.of(new Seen.Owned(0, "owned"), new Seen.Owned(1, "owned")),
        seen("instance:one", Seen.OfInstance.class).owned());
    run("freeze one 3s");
    assertTrue(seen("instance:one", Seen.OfInstance.class).frozenUntilNanos() > 0);
    run("crash one");
    Seen.OfInstance crashed = seen("instance:one", Seen.OfInstance.class);
    assertEquals("crashed", crashed.state());
    assertEquals(List.of(), crashed.owned());
    assertNull(seen("progress:sms:chat:0", Seen.OfProgress.class).instance());
    run("restart one");
    run("run 1s");
    run("stop one");
    assertEquals("draining", seen("instance:one", Seen.OfInstance.class).state());
    run("run 1s");
    assertEquals("stopped", seen("instance:one", Seen.OfInstance.class).state());
  }

  @Test
  void more_lanes_than_a_picture_holds_are_told_by_worker_and_those_held_up_by_name() {
    run("create topic chat partitions 4");
    run("fail chat key=s-7");
    run("start one on chat group sms idle 10m retry 5 from 1h");
    run("traffic chat sessions 300 messages 3000 rate 10000/s");
    Map<String, Fact> folded = new TreeMap<>(sandbox.facts());
    sandbox.takeChanges();
    for (int i = 0; i < 12; i++) {
      run("run 100ms");
      Changes changes = sandbox.takeChanges();
      folded.putAll(changes.set());
      changes.gone().forEach(folded::remove);
      assertEquals(new TreeMap<>(sandbox.facts()), folded, "changes add up");
      assertTrue(lanes().size() <= 200, lanes().size() + " lanes are told");
    }
    Seen.OfInstance one = seen("instance:one", Seen.OfInstance.class);
    assertTrue(one.lanes() > 200, one.lanes() + " lanes");
    assertEquals(4, one.loads().size());
    assertEquals(one.lanes(), one.loads().stream().mapToInt(Seen.Load::lanes).sum());
    assertEquals(List.of("s-7"), lanes().stream().map(Seen.OfLane::session).toList());
  }

  @Test
  void a_replay_shows_the_same() {
    run("create topic chat partitions 3");
    run("fail chat 10%");
    run("start one on chat group sms shuffle 5ms");
    run("start two on chat group sms shuffle 5ms");
    run("traffic chat sessions 20 messages 300 rate 500/s");
    run("run 300ms");
    run("crash one");
    run("run 300ms");

    Sandbox again = Sandbox.replay(7, sandbox.log());
    assertEquals(
        new LinkedHashMap<>(sandbox.facts()).toString(),
        new LinkedHashMap<>(again.facts()).toString());
  }

  @Test
  void a_dead_letter_that_was_redriven_says_where_its_record_is_now() {
    run("create topic chat partitions 1");
    run("fail chat key=kai terminal");
    run("start one on chat group sms from-beginning");
    run("produce chat key=kai hello");
    run("produce chat key=kai again");
    run("run 1s");
    assertEquals(-1, seen("letter:sms:chat:0", Seen.OfLetter.class).redrivenPartition());
    run("heal");

    run("redrive group sms p0:1");

    assertEquals(2, seen("letter:sms:chat:1", Seen.OfLetter.class).redrivenOffset());
    assertEquals(-1, seen("letter:sms:chat:0", Seen.OfLetter.class).redrivenPartition());
    run("undo");
    assertEquals(-1, seen("letter:sms:chat:1", Seen.OfLetter.class).redrivenPartition());
  }

  @Test
  void a_halt_is_kept_for_the_group_whatever_becomes_of_the_process() {
    run("create topic chat partitions 1");
    run("fail chat p0:0 terminal");
    run("start one on chat group sms after-dead-letter halt from-beginning");
    run("produce chat key=kai hello");
    run("run 3s");
    assertEquals(List.of("kai"), seen("instance:one", Seen.OfInstance.class).halted());

    run("crash one");
    assertEquals(List.of(), seen("instance:one", Seen.OfInstance.class).halted());
    run("restart one");
    run("produce chat key=kai again");
    run("run 1s");

    assertEquals(List.of("kai"), seen("instance:one", Seen.OfInstance.class).halted());
    assertTrue(lane("kai").halted());
    assertEquals(2, seen("cohort:sms:chat", Seen.OfCohort.class).letters());
  }

  @Test
  void a_session_stands_on_the_ring_where_the_engine_deals_it() {
    run("create topic chat partitions 1");
    for (String key : List.of("ana", "ben", "kai", "cleo", "dora", "emil")) {
      run("produce chat key=" + key + " hello");
    }
    run("start one on chat group sms workers 3 from-beginning");
    run("run 1s");

    RingView ring = RingView.of(3);
    for (String key : List.of("ana", "ben", "kai", "cleo", "dora", "emil")) {
      Seen.OfLane lane = lane(key);
      int worker =
          ring.points().stream()
              .filter(point -> point.angle() >= lane.angle())
              .findFirst()
              .orElse(ring.points().getFirst())
              .worker();
      assertEquals(lane.worker(), worker, key);
    }
    run("stop one");
    run("run 1s");
    run("start two on chat group other design workers from-beginning");
    run("run 10ms");
    assertEquals(-1, lane("ana").angle());
  }

  private void run(String line) {
    assertInstanceOf(Answer.Done.class, sandbox.run("e" + number++, line), line);
  }

  private <T> T seen(String key, Class<T> kind) {
    var fact = assertInstanceOf(Fact.OfInstances.class, sandbox.facts().get(key), key);
    return assertInstanceOf(kind, fact.seen());
  }

  private List<Seen.OfLane> lanes() {
    return sandbox.facts().values().stream()
        .filter(Fact.OfInstances.class::isInstance)
        .map(fact -> ((Fact.OfInstances) fact).seen())
        .filter(Seen.OfLane.class::isInstance)
        .map(Seen.OfLane.class::cast)
        .toList();
  }

  private Seen.OfLane lane(String session) {
    return lanes().stream().filter(it -> it.session().equals(session)).findFirst().orElseThrow();
  }
}
