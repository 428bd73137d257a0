package dev.carril.simulator.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What must always hold, in many random runs. A failure names its seed.
class LawsTest {
  private static final int SEEDS = 40;
  private static final int COMMANDS = 120;

  @Test
  void the_laws_hold_in_every_random_run() {
    for (long seed = 0; seed < SEEDS; seed++) {
      try {
        new Run(seed).play();
      } catch (Throwable e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  /// One random life of a sandbox, checked after each command.
  private static final class Run {
    private final Random random;
    private final long seed;
    private Sandbox sandbox;
    private int number;

    // What a client makes of the changes that it is told.
    private final Map<String, Fact> folded = new TreeMap<>();
    private final List<String> lines = new ArrayList<>();

    Run(long seed) {
      this.seed = seed;
      random = new Random(seed);
      sandbox = Sandbox.empty(seed);
      folded.putAll(sandbox.facts());
    }

    void play() {
      for (int i = 0; i < COMMANDS; i++) {
        step();
      }
      undoAndRedoGiveTheSameBytes();
      assertEquals(bytes(sandbox), bytes(Sandbox.replay(seed, sandbox.log())), "replay");
      again();
    }

    private void step() {
      Map<String, Fact> before = sandbox.facts();
      String line = line();
      lines.add(line);
      Answer answer = sandbox.run("e" + number++, line);
      Map<String, Fact> after = sandbox.facts();
      switch (answer) {
        case Answer.Refused _ -> assertEquals(before, after, "an error changes nothing: " + line);
        case Answer.Done done -> {
          if (done.entry().isEmpty()) {
            assertEquals(before, after, "not logged, so nothing changed: " + line);
          }
        }
      }
      offsetsOnlyRise(line, before, after);
      positionsStayInside(after);
      groupsDoNotDisturbEachOther(line, before, after);
      fold();
      if (random.nextInt(10) == 0) {
        leap();
      }
      if (random.nextInt(12) == 0) {
        sandbox = Sandbox.replay(seed, sandbox.log());
      }
    }

    /// Looking at another moment moves nothing; going there shows what looking showed.
    private void leap() {
      String before = bytes(sandbox);
      int at = random.nextInt(sandbox.line().size() + 1);
      Past past = sandbox.past(sandbox.momentAt(at).orElseThrow());
      String entry = past.moment().entry();
      assertEquals(before, bytes(sandbox), "looking at the past moves nothing");
      toldSince(past);
      if (random.nextInt(4) == 0) {
        leaveAndComeBack(entry);
      }
      if (random.nextInt(3) == 0) {
        sandbox.goTo("g" + number++, entry);
        leaps = true;
        assertEquals(withoutLog(past.facts()), withoutLog(sandbox.facts()), "step " + at);
        fold();
      }
      for (Branch branch : sandbox.branches()) {
        assertTrue(branch.length() > 0 && branch.leavesAt() <= sandbox.line().size());
        assertEquals(branch.tip(), sandbox.momentIn(branch.tip(), 0).orElseThrow().entry());
      }
    }

    /// What a moment is told by what it has otherwise is that moment.
    private void toldSince(Past past) {
      int known = random.nextInt(sandbox.line().size() + 1);
      boolean fromHere = random.nextBoolean();
      Past from = sandbox.past(sandbox.momentAt(known).orElseThrow());
      String since = fromHere ? head() : from.moment().entry();
      PastSince told = sandbox.pastSince(since, past.moment()).orElseThrow();
      var facts = new LinkedHashMap<>(fromHere ? sandbox.facts() : from.facts());
      told.gone().forEach(gone -> assertNotNull(facts.remove(gone), gone));
      facts.putAll(told.set());
      assertEquals(past.facts(), facts, "step " + past.moment() + " since " + since);
      assertEquals(past.moment(), told.moment());
    }

    /// Going to a moment and then to where one was gives the same bytes as never having left.
    private void leaveAndComeBack(String entry) {
      String before = bytes(sandbox);
      String head = head();
      sandbox.goTo("l" + number++, entry);
      sandbox.goTo("l" + number++, head);
      assertEquals(before, bytes(sandbox), "there and back again");
      leaps = true;
      fold();
    }

    private String head() {
      return sandbox.facts().get("log") instanceof Fact.Log log ? log.head() : "";
    }

    private boolean leaps;

    private static Map<String, Fact> withoutLog(Map<String, Fact> facts) {
      var rest = new LinkedHashMap<>(facts);
      rest.remove("log");
      return rest;
    }

    private void fold() {
      Changes changes = sandbox.takeChanges();
      folded.putAll(changes.set());
      changes.gone().forEach(folded::remove);
      assertEquals(
          new TreeMap<>(sandbox.facts()), folded, "changes add up, after " + lines.getLast());
    }

    private void offsetsOnlyRise(String line, Map<String, Fact> before, Map<String, Fact> after) {
      if (line.equals("undo")
          || line.equals("redo")
          || line.equals("start over")
          || line.startsWith("goto")) {
        return;
      }
      before.forEach((key, fact) -> {
        if (fact instanceof Fact.Partition(var _, var _, var start, var end)) {
          var now = (Fact.Partition) after.get(key);
          assertTrue(now.start() >= start && now.end() >= end, key + " after " + line);
        }
        if (fact instanceof Fact.Record record && after.get(key) != null) {
          assertEquals(record, after.get(key), "a record never changes");
        }
      });
    }

    private static void positionsStayInside(Map<String, Fact> facts) {
      facts
          .values()
          .forEach(fact -> {
            if (fact instanceof Fact.Position at && at.position() != null) {
              var row =
                  (Fact.Partition) facts.get("partition:" + at.topic() + ":" + at.partition());
              assertTrue(at.position() <= row.end(), "position " + at + " in " + row);
              assertEquals(
                  row.end() - Math.max(at.position(), row.start()), at.lag(), "lag of " + at);
            }
          });
    }

    private static void groupsDoNotDisturbEachOther(
        String line, Map<String, Fact> before, Map<String, Fact> after) {
      if (!line.startsWith("consume") && !line.startsWith("reset") && !line.startsWith("leave")) {
        return;
      }
      String group = line.replaceAll(".*group (\\S+).*", "$1");
      before.forEach((key, fact) -> {
        if (fact instanceof Fact.Position at && !at.group().equals(group)) {
          // Retention may still move what is left to read: a consume takes a second.
          assertEquals(at.position(), ((Fact.Position) after.get(key)).position(), line);
        }
      });
    }

    private void undoAndRedoGiveTheSameBytes() {
      var states = new ArrayList<String>();
      while (states.size() < 30 && sandbox.run("u" + number++, "undo") instanceof Answer.Done) {
        states.add(bytes(sandbox));
      }
      for (int i = states.size() - 2; i >= 0; i--) {
        sandbox.run("r" + number++, "redo");
        assertEquals(states.get(i), bytes(sandbox), "redo " + i);
      }
      fold();
    }

    /// The same lines in a fresh sandbox, without any replay in between.
    private void again() {
      if (leaps) {
        return; // The lines alone do not tell where it leapt to; replay above covers it.
      }
      var other = new Sandbox[] {Sandbox.empty(seed)};
      var log = new ArrayList<>(sandbox.log());
      for (int i = 0; i < lines.size(); i++) {
        other[0].run("e" + i, lines.get(i));
      }
      assertEquals(log.subList(0, other[0].log().size()), other[0].log(), "same seed, same log");
    }

    private static String bytes(Sandbox sandbox) {
      return new LinkedHashMap<>(sandbox.facts()).toString();
    }

    // ---- random commands ----

    private String line() {
      return switch (random.nextInt(26)) {
        case 0 -> "create topic " + topic() + " partitions " + random.nextInt(1, 5) + rule();
        case 1, 2, 3, 4, 5, 6 -> "produce " + topic() + key() + " v" + random.nextInt(100);
        case 7, 8, 9, 10 ->
            "consume " + topic() + " group " + group() + member() + beginning() + max() + saving();
        case 11 -> "reset group " + group() + " to " + target();
        case 12 -> "leave group " + group() + member();
        case 13 -> "wait " + random.nextInt(1, 30) + "s";
        case 14 -> "compact " + topic();
        case 15, 16 -> "undo";
        case 17 -> "redo";
        case 18 -> random.nextInt(6) == 0 ? "start over" : "offsets " + topic();
        case 19 -> "read " + topic() + " from " + random.nextInt(5);
        case 20 -> sql();
        // Where instances live a look at the past plays all of it again, so not every life has
        // some.
        case 21, 22, 23, 24 -> seed % 8 == 0 ? operation() : "groups";
        default -> "produce nowhere x";
      };
    }

    private String operation() {
      String name = "i-" + random.nextInt(3);
      return switch (random.nextInt(20)) {
        case 0, 1, 2 ->
            "start "
                + name
                + " on "
                + topic()
                + " group "
                + group()
                + " shuffle 5ms work 3ms"
                + (random.nextInt(3) == 0 ? " after-dead-letter halt" : "")
                + beginning();
        case 3 -> "stop " + name;
        case 4 -> "crash " + name;
        case 5 -> "restart " + name;
        case 6 -> "lose " + name + " p" + random.nextInt(3);
        case 7 -> "freeze " + name + " " + random.nextInt(1, 20) + "s";
        case 8, 9 ->
            "traffic " + topic() + " sessions 3 messages " + random.nextInt(1, 20) + " rate 100/s";
        case 10 -> "fail " + topic() + " 30%" + (random.nextBoolean() ? " terminal" : "");
        case 11 -> random.nextBoolean() ? "heal" : "hang " + topic() + " p0:1";
        case 12 -> "step " + random.nextInt(1, 30);
        case 13 -> asking(name);
        case 14 -> "goto " + random.nextInt(120_000) + "ms";
        case 15 ->
            "send "
                + topic()
                + " session k1 "
                + (random.nextBoolean() ? "un" : "")
                + "ordered a b c";
        case 16 -> "redrive group " + group() + (random.nextBoolean() ? " p0:1" : "");
        case 17 -> "release group " + group() + " session k" + random.nextInt(4);
        default -> "run " + random.nextInt(1, 3_000) + "ms";
      };
    }

    private String asking(String name) {
      return switch (random.nextInt(9)) {
        case 0 -> "check order group " + group();
        case 1 -> "instances";
        case 2 -> "lanes " + name;
        case 3 -> "metrics " + name;
        case 4 -> "commit-point " + topic() + " group " + group();
        case 5 -> "blocked group " + group();
        case 6 -> "dead-letters group " + group();
        case 7 -> "trace " + topic() + " p0:" + random.nextInt(9);
        default -> "compare lanes pool highest on " + topic() + " work 3ms";
      };
    }

    private String sql() {
      return switch (random.nextInt(4)) {
        case 0 -> "sql CREATE TABLE " + topic() + " (k TEXT UNIQUE, r INTEGER)";
        case 1 -> "sql INSERT INTO " + topic() + " VALUES (" + random.nextInt(5) + ", random())";
        case 2 -> "sql SELECT * FROM " + topic();
        default ->
            "consume "
                + topic()
                + " group "
                + group()
                + " from-beginning then sql INSERT INTO "
                + topic()
                + " VALUES (:value, random())";
      };
    }

    private String topic() {
      return "t" + random.nextInt(4);
    }

    private String rule() {
      return switch (random.nextInt(5)) {
        case 0 -> " retention 5 records";
        case 1 -> " retention 20s";
        case 2 -> " compacted";
        default -> "";
      };
    }

    private String key() {
      return random.nextInt(3) == 0 ? "" : " key=k" + random.nextInt(4);
    }

    private String group() {
      return "g" + random.nextInt(3);
    }

    private String member() {
      return random.nextInt(3) == 0 ? " as m-" + random.nextInt(1, 4) : "";
    }

    private String beginning() {
      return random.nextBoolean() ? " from-beginning" : "";
    }

    private String max() {
      return random.nextInt(3) == 0 ? " max " + random.nextInt(1, 4) : "";
    }

    private String saving() {
      return switch (random.nextInt(6)) {
        case 0 -> " no-commit";
        case 1 -> " commit-first fall-over after " + random.nextInt(3);
        default -> "";
      };
    }

    private String target() {
      return switch (random.nextInt(3)) {
        case 0 -> "earliest";
        case 1 -> "latest";
        default -> "" + random.nextInt(12);
      };
    }
  }
}
