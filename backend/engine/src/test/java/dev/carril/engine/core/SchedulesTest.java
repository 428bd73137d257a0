package dev.carril.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.carril.engine.check.Law;
import dev.carril.engine.source.Partition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Plays random schedules by seed and holds each step to the laws: arrival, completion, failures,
/// dead-letter outages, failing commits, hand-overs, losses, crashes, and messages between the
/// parts in every order that their channels allow.
class SchedulesTest {
  private static final long MILLI = 1_000_000;
  private static final int SEEDS = Integer.getInteger("carril.seeds", 400);

  @Test
  void every_schedule_keeps_the_laws() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      play(seed, true);
    }
  }

  @Test
  void every_schedule_keeps_order_and_loses_nothing_with_runs_of_many_records() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      play(seed, false);
    }
  }

  @Test
  void the_same_seed_gives_the_same_history() {
    for (long seed = 1; seed <= Math.clamp(SEEDS / 4, 1, 5); seed++) {
      assertEquals(play(seed, true), play(seed, true));
    }
  }

  private static String play(long seed, boolean listening) {
    var schedule = new Schedule(seed, listening);
    try {
      schedule.play();
    } catch (RuntimeException | AssertionError broken) {
      throw new AssertionError("seed " + seed + (listening ? "" : ", nobody listening"), broken);
    }
    return schedule.history.toString();
  }

  private static final class Schedule {
    private final boolean listening;
    private final Dice dice;
    private final Cluster cluster;
    private final Rules rules;
    private final List<Partition> unowned = new ArrayList<>();
    private final StringBuilder history = new StringBuilder();
    private final double failing;
    private final double terminal;
    private int named;
    private boolean healed;

    Schedule(long seed, boolean listening) {
      this.listening = listening;
      dice = new Dice(seed);
      cluster = new Cluster(1 + dice.below(4));
      failing = dice.pick(List.of(0.0, 0.05, 0.3, 0.7));
      terminal = dice.pick(List.of(0.0, 0.02, 0.2));
      rules =
          new Rules(
              new RetrySchedule(
                  1 + dice.below(4),
                  MILLI,
                  (1 + dice.below(20)) * MILLI,
                  dice.chance(0.5) ? RetrySchedule.Jitter.FULL : RetrySchedule.Jitter.NONE,
                  seed),
              new RetrySchedule(1, MILLI, 8 * MILLI, RetrySchedule.Jitter.FULL, seed),
              new Bounds(
                  1 + dice.below(6),
                  1 + dice.below(20),
                  1 + dice.below(400),
                  1 + dice.below(30),
                  dice.below(8),
                  1 + dice.below(5)),
              new Times(
                  dice.below(50) * MILLI,
                  dice.below(20) * MILLI,
                  dice.chance(0.3) ? (1 + dice.below(30)) * MILLI : 0,
                  dice.chance(0.2) ? (1 + dice.below(30)) * MILLI : 0),
              new Allowance(1 + dice.below(20), dice.below(300), 500 * MILLI),
              dice.chance(0.3) ? AfterDeadLetter.HALT_SESSION : AfterDeadLetter.CONTINUE,
              false);
      unowned.addAll(cluster.partitions());
      start();
      if (dice.chance(0.5)) {
        start();
      }
    }

    private void start() {
      cluster.member("member-" + ++named, rules, 1 + dice.below(4), listening);
    }

    void play() {
      for (int step = 0; step < 1_500; step++) {
        step();
        check();
      }
      heal();
      if (listening) {
        var report = cluster.checker.report();
        assertEquals(List.of(), report.someViolations());
        assertEquals(List.of(), report.lost());
        cluster.members.forEach(member -> cluster.laws.quiet(member.name));
        assertEquals(List.of(), cluster.laws.violations());
      }
      for (Partition partition : cluster.partitions()) {
        if (!cluster.log.get(partition).isEmpty()) {
          long last = cluster.log.get(partition).lastKey();
          assertEquals(last + 1, cluster.committed.get(partition), partition.toString());
        }
      }
    }

    private void check() {
      for (Member member : cluster.members) {
        var wrong = new ArrayList<>(member.intake.recount());
        member.workers.forEach(worker -> wrong.addAll(worker.dispatch.recount()));
        if (member.intake.heldBytes() != Member.BYTES * (long) member.intake.held()) {
          wrong.add(member.intake.heldBytes() + " bytes of " + member.intake.held() + " records");
        }
        for (Member.Worker worker : member.workers) {
          // It has no handlers to wait for.
          assertFalse(worker.dispatch.isHungry(), "hungry");
          assertNull(worker.dispatch.stuck());
        }
        int lanes = member.workers.stream().mapToInt(it -> it.dispatch.lanes()).sum();
        int closing = member.workers.stream().mapToInt(Member.Worker::closing).sum();
        if (lanes > member.intake.sessions() + closing) {
          wrong.add(lanes + " lanes for " + member.intake.sessions() + " sessions");
        }
        assertEquals(List.of(), wrong);
        for (var view : member.intake.look()) {
          boolean paused = member.paused.contains(view.partition());
          if (paused != !view.pauses().isEmpty()) {
            cluster.laws.broken(Law.L10, member.name, view + " paused " + paused);
          }
        }
      }
      if (!cluster.laws.violations().isEmpty()) {
        fail(cluster.laws.violations().toString());
      }
    }

    private void step() {
      if (cluster.members.isEmpty()) {
        start();
      }
      Member member = dice.pick(cluster.members);
      int what = dice.below(1_000);
      history.append(what).append(' ');
      if (what < 150) {
        append();
      } else if (what < 250) {
        member.poll(dice.pick(cluster.partitions()), 1 + dice.below(8));
      } else if (what < 400) {
        worker(member).takeMail();
      } else if (what < 500) {
        worker(member).takeRun();
      } else if (what < 620) {
        worker(member).sendReport();
      } else if (what < 800) {
        handle(member);
      } else if (what < 850) {
        deadLetter(member);
      } else if (what < 890) {
        commit(member);
      } else if (what < 940) {
        cluster.nowNanos += dice.below(5) * MILLI;
        cluster.members.forEach(Member::tick);
      } else if (what < 970) {
        handOver(member);
      } else if (what < 980) {
        assign();
      } else if (what < 985) {
        lose(member);
      } else if (what < 990) {
        resize(member);
      } else if (what < 995) {
        pauseOrRelease(member);
      } else if (what < 997) {
        crash(member);
      } else {
        cluster.hole(dice.pick(cluster.partitions()));
      }
    }

    private Member.Worker worker(Member member) {
      return dice.pick(member.workers);
    }

    private void append() {
      for (int count = dice.below(4); count >= 0; count--) {
        // One session is hot, and some records have no key.
        String session = dice.chance(0.3) ? "hot" : dice.chance(0.05) ? "" : "s" + dice.below(9);
        cluster.append(dice.pick(cluster.partitions()), session);
      }
    }

    private void handle(Member member) {
      Member.Worker worker = worker(member);
      if (worker.handlings.isEmpty()) {
        return;
      }
      Member.Handling handling = dice.pick(List.copyOf(worker.handlings));
      if (!healed && dice.chance(failing)) {
        handling.fails(dice.chance(terminal));
      } else if (dice.chance(0.05)) {
        handling.repeated();
      } else {
        handling.done();
      }
      history.append(handling.run.lane().session()).append(' ');
    }

    private void deadLetter(Member member) {
      if (member.writes.isEmpty()) {
        return;
      }
      member.writes.addLast(member.writes.remove(dice.below(member.writes.size())));
      member.writes.addFirst(member.writes.removeLast());
      if (!healed && dice.chance(0.4)) {
        member.deadLetterFails();
      } else {
        member.deadLetterIsSafe();
      }
    }

    private void commit(Member member) {
      if (!member.commits.isEmpty()) {
        // A commit that was sent before a partition went may arrive after another owner's.
        List<Commit> ours = new ArrayList<>(member.commits.getFirst());
        ours.removeIf(commit -> !commit.epoch().isOurs());
        if (ours.size() == member.commits.getFirst().size() && (healed || dice.chance(0.6))) {
          member.commitSucceeds();
        } else {
          member.commitFails();
        }
      }
    }

    private void handOver(Member member) {
      letGo(member);
      List<Partition> owned = new ArrayList<>(member.positions.keySet());
      owned.removeIf(partition -> member.intake.epoch(partition) == null);
      if (!owned.isEmpty()) {
        long deadline = cluster.nowNanos + dice.below(40) * MILLI;
        member.intake.revoke(List.of(dice.pick(owned)), deadline, this, cluster.nowNanos);
        member.intake.flush();
      }
    }

    // What the revoke callback does once the drain is over.
    private void letGo(Member member) {
      while (!member.drained.isEmpty()) {
        Drain drain = member.drained.removeFirst();
        if (healed || dice.chance(0.7)) {
          member.store(drain.commits());
          member.intake.committed(drain.commits(), cluster.nowNanos);
        } else {
          member.intake.commitFailed(drain.commits(), "the group moves", cluster.nowNanos);
        }
        for (Epoch epoch : drain.epochs) {
          if (member.intake.epoch(epoch.partition) == null && !isOwned(epoch.partition)) {
            unowned.add(epoch.partition);
          }
        }
      }
    }

    private boolean isOwned(Partition partition) {
      return unowned.contains(partition)
          || cluster.members.stream().anyMatch(m -> m.intake.epoch(partition) != null);
    }

    private void assign() {
      if (!unowned.isEmpty() && !cluster.members.isEmpty()) {
        dice.pick(cluster.members).assign(unowned.remove(dice.below(unowned.size())));
      }
    }

    private void lose(Member member) {
      Partition partition = dice.pick(cluster.partitions());
      if (member.intake.epoch(partition) != null) {
        member.intake.lost(List.of(partition), cluster.nowNanos);
        member.intake.flush();
        unowned.add(partition);
      }
    }

    private void resize(Member member) {
      int count = 1 + dice.below(5);
      member.growTo(count);
      member.intake.workers(count);
    }

    private void pauseOrRelease(Member member) {
      var some = List.of(dice.pick(cluster.partitions()));
      if (dice.chance(0.5)) {
        member.intake.pauseByUser(some, cluster.nowNanos);
      } else {
        member.intake.resumeByUser(some, cluster.nowNanos);
      }
      if (!member.intake.halted().isEmpty()) {
        member.intake.release(dice.pick(member.intake.halted()), cluster.nowNanos);
        member.intake.flush();
      }
    }

    private void crash(Member member) {
      cluster.members.remove(member);
      cluster.laws.crashed(member.name);
      cluster.checker.crashed(member.name);
      for (Partition partition : cluster.partitions()) {
        if (member.intake.epoch(partition) != null) {
          unowned.add(partition);
        }
      }
      for (Drain drain : member.drained) {
        for (Epoch epoch : drain.epochs) {
          if (!isOwned(epoch.partition)) {
            unowned.add(epoch.partition);
          }
        }
      }
      if (cluster.members.isEmpty()) {
        start();
      }
    }

    // No more faults: everything has to come to its end.
    private void heal() {
      healed = true;
      for (int round = 0; round < 2_000 && !isQuiet(); round++) {
        cluster.nowNanos += 50 * MILLI;
        for (Member member : cluster.members) {
          member.intake.resumeByUser(cluster.partitions(), cluster.nowNanos);
          member.intake.halted().forEach(s -> member.intake.release(s, cluster.nowNanos));
          member.intake.flush();
          letGo(member);
          member.pollAll();
          member.tick();
          member.settle();
          while (!member.writes.isEmpty()) {
            member.deadLetterIsSafe();
          }
          for (Member.Worker worker : member.workers) {
            for (Member.Handling handling : List.copyOf(worker.handlings)) {
              handling.done();
            }
          }
          member.settle();
          while (!member.commits.isEmpty()) {
            commit(member);
          }
        }
        while (!unowned.isEmpty()) {
          assign();
        }
        check();
      }
      assertTrue(isQuiet(), "it does not come to its end");
    }

    private boolean isQuiet() {
      if (!unowned.isEmpty()) {
        return false;
      }
      for (Member member : cluster.members) {
        if (member.intake.held() > 0 || !member.commits.isEmpty() || !member.drained.isEmpty()) {
          return false;
        }
        for (var view : member.intake.look()) {
          var log = cluster.log.get(view.partition());
          if (view.draining() || !log.isEmpty() && view.committed() != log.lastKey() + 1) {
            return false;
          }
        }
      }
      return true;
    }
  }
}
