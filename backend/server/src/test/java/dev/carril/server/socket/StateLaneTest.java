package dev.carril.server.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.server.sandboxes.Snapshot;
import dev.carril.server.sandboxes.Step;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StateLaneTest {
  private static final Bounds USUAL = Bounds.usual();

  /// What a client knows that folds every frame.
  private static final class Folding {
    private long revision = -1;
    private Map<String, String> facts = new TreeMap<>();

    void take(StateLane.Frame frame) {
      switch (frame) {
        case StateLane.Frame.Whole(var snapshot) -> {
          facts = read(snapshot.facts());
          revision = snapshot.revision();
        }
        case StateLane.Frame.Changes changes -> {
          assertEquals(revision, changes.after(), "a hole");
          changes.gone().forEach(facts::remove);
          facts.putAll(changes.set());
          revision = changes.revision();
        }
      }
    }
  }

  /// Facts as this test writes them: `a=1,b=2`.
  private static Map<String, String> read(String text) {
    Map<String, String> facts = new TreeMap<>();
    for (String fact : text.split(",")) {
      if (!fact.isEmpty()) {
        facts.put(fact.substring(0, 1), fact.substring(2));
      }
    }
    return facts;
  }

  private static String write(Map<String, String> facts) {
    return facts.entrySet().stream()
        .map(fact -> fact.getKey() + "=" + fact.getValue())
        .reduce((a, b) -> a + "," + b)
        .orElse("");
  }

  @Test
  void whoever_takes_at_whatever_pace_ends_with_the_same_facts() {
    Bounds tight = bounds(4, 60);
    for (long seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      StateLane lane = new StateLane(seed % 2 == 0 ? USUAL : tight);
      Folding client = new Folding();
      Map<String, String> truth = new TreeMap<>();
      long revision = 0;
      lane.whole(new Snapshot(revision, ""));
      for (int i = 0; i < 60; i++) {
        Step step = step(random, truth, revision++);
        lane.changed(step);
        if (random.nextInt(4) == 0) {
          take(lane, client, truth, revision);
        }
        assertTrue(lane.units() <= 10_000);
      }
      while (lane.hasSomething()) {
        take(lane, client, truth, revision);
      }

      assertEquals(truth, client.facts, "seed " + seed);
      assertEquals(revision, client.revision, "seed " + seed);
      assertEquals(0, lane.units(), "seed " + seed);
    }
  }

  private static Step step(Random random, Map<String, String> truth, long revision) {
    LinkedHashMap<String, String> set = new LinkedHashMap<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      set.put(String.valueOf((char) ('a' + random.nextInt(8))), "" + random.nextInt(1000));
    }
    List<String> gone =
        truth.keySet().stream()
            .filter(key -> !set.containsKey(key) && random.nextInt(5) == 0)
            .toList();
    gone.forEach(truth::remove);
    truth.putAll(set);
    return new Step(revision, revision + 1, set, gone, List.of("1"), "id" + revision);
  }

  private static void take(
      StateLane lane, Folding client, Map<String, String> truth, long revision) {
    if (!lane.hasSomething()) {
      return;
    }
    Optional<StateLane.Frame> frame = lane.take();
    if (frame.isPresent()) {
      client.take(frame.get());
    } else {
      lane.whole(new Snapshot(revision, write(truth)));
    }
  }

  @Test
  void changes_that_wait_are_merged_by_key() {
    StateLane lane = new StateLane(USUAL);
    lane.whole(new Snapshot(0, ""));
    lane.take();

    lane.changed(step(0, Map.of("a", "1", "b", "1"), List.of()));
    lane.changed(step(1, Map.of("a", "2"), List.of("b")));

    var changes = assertInstanceOf(StateLane.Frame.Changes.class, lane.take().orElseThrow());
    assertEquals(Map.of("a", "2"), changes.set());
    assertEquals(List.of("b"), changes.gone());
    assertEquals(List.of("by 0", "by 1"), changes.by());
    assertEquals(0, changes.after());
    assertEquals(2, changes.revision());
    assertFalse(lane.hasSomething());
  }

  @Test
  void past_the_bound_everything_is_forgotten_and_a_snapshot_asked_for_once() {
    StateLane lane = new StateLane(bounds(3, 1_000));
    lane.whole(new Snapshot(0, ""));
    lane.take();

    lane.changed(step(0, Map.of("a", "1", "b", "1", "c", "1", "d", "1"), List.of()));
    assertEquals(0, lane.units());
    assertEquals(Optional.empty(), lane.take());
    lane.changed(step(1, Map.of("a", "2"), List.of()));
    assertFalse(lane.hasSomething(), "what comes before the snapshot is in it");

    lane.whole(new Snapshot(2, "all"));
    lane.changed(step(2, Map.of("a", "3"), List.of()));
    assertInstanceOf(StateLane.Frame.Whole.class, lane.take().orElseThrow());
    assertInstanceOf(StateLane.Frame.Changes.class, lane.take().orElseThrow());
  }

  private static Step step(long after, Map<String, String> set, List<String> gone) {
    return new Step(after, after + 1, new LinkedHashMap<>(set), gone, List.of(), "by " + after);
  }

  private static Bounds bounds(int keys, long units) {
    return new Bounds(
        USUAL.sockets(),
        USUAL.socketsASandbox(),
        USUAL.socketsAnAddress(),
        USUAL.commandsPerSecond(),
        USUAL.messagesPerSecond(),
        USUAL.messageUnits(),
        USUAL.replies(),
        USUAL.replyUnits(),
        keys,
        units,
        USUAL.stateHappenings(),
        USUAL.stateFramesPerSecond(),
        USUAL.stall(),
        USUAL.pingEvery(),
        USUAL.silence());
  }
}
