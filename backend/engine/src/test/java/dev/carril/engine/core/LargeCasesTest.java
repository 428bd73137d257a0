package dev.carril.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.core.Member.Handling;
import dev.carril.engine.core.Member.Worker;
import dev.carril.engine.source.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Cases that are about large numbers. Nobody listens, so lanes are handed runs of several records.
class LargeCasesTest {
  private static final long MILLI = 1_000_000;
  private static final Partition P0 = new Partition("orders", 0);
  private static final Rules RULES =
      Rules.STANDARD.with(new Times(1_000_000 * MILLI, 10 * MILLI, 0, 0));

  private final Cluster cluster = new Cluster(1);

  @AfterEach
  void every_counter_equals_a_recount() {
    cluster.members.forEach(member -> assertEquals(List.of(), member.intake.recount()));
  }

  // --- after a crash

  private static LongPredicate random(int percent) {
    return offset -> new Dice(percent * 1_000_003L + offset).below(100) < percent;
  }

  @Test
  void case_13_after_a_crash_only_the_unfinished_come_again() {
    for (int offsets : List.of(5_000, 24_000, 50_000)) {
      int again = comeAgain(offsets, _ -> true);
      assertEquals(1 + offsets / 1_000, again, "the stuck session's own of " + offsets);
      comeAgain(offsets, offset -> offset % 2 == 0);
      for (int percent : List.of(50, 90, 99)) {
        comeAgain(offsets, random(percent));
      }
    }
  }

  /// One record is stuck, others of its session wait behind it, and of all others those end that
  /// are to; then the process dies and another one takes over.
  ///
  /// @return how many records that one has to handle
  private static int comeAgain(int offsets, LongPredicate ends) {
    var own = new Cluster(1);
    Member first = stuck(own, offsets, ends);
    int unended = first.intake.held();

    Member second = takesOver(own, first);

    assertEquals(unended, second.intake.held(), "of " + offsets);
    assertEquals(offsets + 1 - unended, second.intake.alreadyDone());
    return unended;
  }

  @Test
  void case_13_of_what_does_not_fit_the_rest_comes_again() {
    int offsets = 90_000;
    LongPredicate ends = random(50);
    var own = new Cluster(1);
    Member first = stuck(own, offsets, ends);
    int unended = first.intake.held();

    Member second = takesOver(own, first);

    // What the second takes to be done is what had ended in a prefix, and nothing else.
    long known = second.intake.alreadyDone();
    int prefix = 1;
    for (long done = 0; done < known; prefix++) {
      done += hasEnded(prefix, ends) ? 1 : 0;
    }
    assertTrue(prefix > 61_000 && prefix < 62_500, "prefix: " + prefix);
    assertEquals(offsets + 1 - known, second.intake.held());
    assertTrue(second.intake.held() > unended);
    for (Worker worker : second.workers) {
      for (Handling handling : worker.handlings) {
        long offset = handling.run.held(0).offset();
        assertTrue(offset >= prefix || !hasEnded(offset, ends), () -> "again: " + offset);
      }
    }
  }

  private static boolean hasEnded(long offset, LongPredicate ends) {
    return offset % 1_000 != 0 && ends.test(offset);
  }

  private static Member stuck(Cluster own, int offsets, LongPredicate ends) {
    Member first = own.member("one", RULES, 2, false);
    first.assignAll();
    for (int number = 0; number <= offsets; number++) {
      own.append(P0, number % 1_000 == 0 ? "stuck" : "s" + number);
    }
    first.pollAll();
    first.settle();
    for (Worker worker : first.workers) {
      for (Handling handling : List.copyOf(worker.handlings)) {
        if (hasEnded(handling.run.held(0).offset(), ends)) {
          handling.done();
        }
      }
    }
    first.settle();
    assertEquals(0, first.commitPoint(P0));
    return first;
  }

  /// What the first knows is committed, then it dies.
  private static Member takesOver(Cluster own, Member first) {
    first.commitNow();
    first.commitSucceeds();
    own.members.clear();
    Member second = own.member("two", RULES, 2, false);
    second.assignAll();
    second.pollAll();
    second.settle();
    return second;
  }

  // --- many sessions

  @Test
  void case_36_of_a_million_sessions_only_the_active_ones_have_lanes() {
    oneRecordEach(1_000_000);
  }

  @Test
  @Tag("soak")
  void case_36_of_ten_million_sessions_only_the_active_ones_have_lanes() {
    oneRecordEach(10_000_000);
  }

  /// So many sessions come, do one thing and go. What a lane is told arrives a round later, so a
  /// session can come back when its lane is about to go, and while it is on its way out.
  private void oneRecordEach(int sessions) {
    int eachRound = 16;
    int idleMax = 50;
    Bounds bounds = new Bounds(100, 1_000, RULES.bounds().storeBytesMax(), 1_000_000, idleMax, 8);
    Member member = cluster.member("many", RULES.with(bounds), 2, false);
    member.assign(P0);
    var dice = new Dice(36);
    var arrivals = new Arrivals(member);
    int returns = 0;
    for (long next = 0; next < sessions; ) {
      List<Long> onTheirWayOut = closing(member);
      for (int count = 0; count < eachRound; count++) {
        arrivals.arrive(next++);
      }
      for (long session : onTheirWayOut) {
        if (dice.below(4) == 0) {
          arrivals.arrive(session);
          returns++;
        }
      }
      int[] mailBefore = member.workers.stream().mapToInt(it -> it.inbox.size()).toArray();
      member.intake.tick(cluster.nowNanos++);
      // Some of these are about to be told to go, in this turn.
      arrivals.arrive(next - 1 - dice.below(4 * eachRound));
      member.intake.flush();
      letThrough(member, mailBefore);
      int lanes = member.workers.stream().mapToInt(it -> it.dispatch.lanes()).sum();
      assertTrue(member.intake.sessions() <= idleMax + 4 * eachRound, "sessions");
      assertTrue(lanes <= idleMax + 6 * eachRound, () -> "lanes: " + lanes);
    }
    assertTrue(returns > sessions / 8, "came back while their lanes went: " + returns);

    for (int round = 0; round < 3; round++) {
      member.settle();
      for (Worker worker : member.workers) {
        List.copyOf(worker.handlings).forEach(Handling::done);
      }
    }
    member.pass(0);
    assertEquals(0, member.intake.held());
    assertEquals(arrivals.offset, cluster.handled);
    assertEquals(arrivals.offset, member.commitPoint(P0));
    assertEquals(idleMax, member.intake.sessions());
    assertEquals(idleMax, member.workers.stream().mapToInt(it -> it.dispatch.lanes()).sum());
    assertEquals(idleMax, member.workers.stream().mapToInt(it -> it.open).sum());
  }

  private final class Arrivals {
    private final Member member;
    private final Epoch epoch;
    private long offset;

    Arrivals(Member member) {
      this.member = member;
      epoch = member.intake.epoch(P0);
    }

    void arrive(long session) {
      member.intake.arrive(epoch, offset++, session, 1, "", Extra.NONE, cluster.nowNanos);
    }
  }

  /// Sessions whose lanes were told to go and have not heard of it.
  private static List<Long> closing(Member member) {
    var closing = new ArrayList<Long>();
    for (Worker worker : member.workers) {
      for (Mail mail : worker.inbox) {
        if (mail instanceof Mail.Close(var routes, var count)) {
          for (int at = 0; at < count; at++) {
            closing.add((Long) routes[at].session().key());
          }
        }
      }
    }
    return closing;
  }

  // The mail that was there before this round, and what follows from it.
  private static void letThrough(Member member, int[] mail) {
    for (int at = 0; at < mail.length; at++) {
      Worker worker = member.workers.get(at);
      for (int count = 0; count < mail[at]; count++) {
        worker.takeMail();
      }
      List.copyOf(worker.handlings).forEach(Handling::done);
      while (worker.takeRun() || worker.sendReport()) {
        // Until there is none.
      }
    }
  }

  // --- a hot session

  /// Each of many sessions once, and between them as many records again by Zipf's law, of which the
  /// first session has one in seventeen. Its handler takes twenty rounds, the others' one.
  @Test
  void case_38_a_hot_session_does_not_starve_a_hundred_thousand_cold_ones() {
    int cold = 100_000;
    int handlers = 50;
    int slow = 20;
    Bounds bounds = new Bounds(100, 25_000, RULES.bounds().storeBytesMax(), 1_000_000, 10_000, 64);
    Member member = cluster.member("hot", RULES.with(bounds), 1, false, new FewPermits(handlers));
    member.assign(P0);
    Epoch epoch = member.intake.epoch(P0);
    Worker worker = member.workers.getFirst();
    var dice = new Dice(38);
    var ended = new boolean[2 * cold];
    int[] came = new int[2 * cold];
    int hotEnded = 0;
    int longest = 0;
    int longestAlone = 0;
    int offset = 0;
    int rounds = 0;
    for (; offset < 2 * cold; rounds++) {
      // By turns more than there are handlers for, and less.
      for (int count = rounds / 10 % 2 == 0 ? 65 : 15; count > 0 && offset < 2 * cold; count--) {
        long session = offset % 2 == 0 ? 1 + offset / 2 : zipf(dice, cold);
        member.intake.arrive(epoch, offset, session, 1, session, Extra.NONE, cluster.nowNanos);
        came[offset++] = rounds;
      }
      member.intake.flush();
      member.settle();
      assertFalse(member.paused.contains(P0), "paused in round " + rounds);
      for (Handling handling : List.copyOf(worker.handlings)) {
        Held held = handling.current();
        long session = (long) held.payload();
        boolean hot = session == 1;
        if (!hot || rounds % slow == 0) {
          handling.done();
          ended[(int) held.offset()] = true;
          hotEnded += hot ? 1 : 0;
          int waited = rounds - came[(int) held.offset()];
          longest = hot ? longest : Math.max(longest, waited);
          longestAlone = session > 1_000 ? Math.max(longestAlone, waited) : longestAlone;
        }
      }
      member.settle();
    }
    // It is hot: most of its records wait. But its turn comes each time.
    assertTrue(member.intake.epoch(P0).parked > 5_000, "parked: " + epoch.parked);
    assertEquals(rounds / slow, hotEnded);
    assertTrue(longest <= 50, "rounds that a cold record has waited: " + longest);
    // Nobody stands before it but who came before, which is more than there are handlers for.
    assertTrue(longestAlone <= 6, "rounds that it has waited alone: " + longestAlone);
    int open = 0;
    for (int at = 0; at < offset - 2_000; at++) {
      open += ended[at] ? 0 : 1;
    }
    assertTrue(open <= epoch.parked + 100, "open: " + open);
  }

  private static long zipf(Dice dice, int sessions) {
    double lot = dice.below(1_000_000) / 1e6;
    return (long) StrictMath.pow(sessions + 1, lot);
  }
}
