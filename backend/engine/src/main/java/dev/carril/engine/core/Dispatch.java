package dev.carril.engine.core;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.LaneState;
import dev.carril.engine.check.LaneView;
import dev.carril.engine.check.Listener;
import dev.carril.engine.check.Reason;
import dev.carril.engine.core.Held.Stage;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One worker: the lanes of the sessions that are dealt to it, and what each of them does next.
///
/// A lane handles one record at a time, in order of arrival. A record that fails keeps its place at
/// the front of its lane, through back-off and dead letter, so nothing of its session passes it;
/// other sessions have lanes of their own and do not notice.
public final class Dispatch {
  private final Rules rules;
  private final Permits permits;
  private final DispatchOut out;
  private final @Nullable Listener listener;
  private final int runMax;
  private final OpenLanes lanes;
  private final ReadyLanes readyLanes = new ReadyLanes();
  private final Alarms alarms = new Alarms();
  private Reports reports = new Reports();
  private int running;

  @SuppressWarnings("UnusedVariable") // Or a compiler would see that nobody needs what was read.
  private long lookedAt;

  /// @param listener is told everything, or null
  public Dispatch(
      Rules rules, int worker, Permits permits, DispatchOut out, @Nullable Listener listener) {
    this.rules = rules;
    this.lanes = new OpenLanes(worker, out, listener);
    this.permits = permits;
    this.out = out;
    this.listener = listener;
    // Who listens wants to be told of each start as it happens, and a time limit is for one record.
    boolean oneByOne = listener != null || rules.times().handlerNanos() > 0;
    this.runMax = oneByOne ? 1 : rules.bounds().runMax();
  }

  /// What intake says.
  public void take(Mail mail, long nowNanos) {
    switch (mail) {
      case Mail.Records(var records, var count) -> {
        expect(records, count);
        for (int at = 0; at < count; at++) {
          append(records[at], nowNanos);
        }
      }
      case Mail.Revoke(var epoch) -> takeOut(epoch, false, nowNanos);
      case Mail.Fence(var epoch) -> takeOut(epoch, true, nowNanos);
      case Mail.Skip(var held) -> skip(held);
      case Mail.Settled(var held) -> settled(held, nowNanos);
      case Mail.Refused(var held) -> refused(held, nowNanos);
      case Mail.Close(var routes, var count) -> {
        for (int at = 0; at < count; at++) {
          close(routes[at], nowNanos);
        }
      }
      case Mail.Halt(var route) -> halt(route, nowNanos);
      case Mail.Release(var route) -> release(route);
    }
  }

  // --- records into lanes

  // With many sessions their lanes have left the caches. Looked at one right after the other, they
  // are fetched together; in between all that is done about a record, each would be waited for.
  private void expect(Held[] records, int count) {
    long sum = 0;
    for (int at = 0; at < count; at++) {
      Lane lane = records[at].route.lane;
      if (lane != null) {
        sum += lane.queued() + lane.run.count;
      }
    }
    lookedAt += sum;
  }

  private void append(Held held, long nowNanos) {
    Lane lane = lanes.of(held.route, nowNanos);
    lane.append(held);
    if (lane.state == LaneState.IDLE) {
      next(lane);
    }
  }

  private void close(Route route, long nowNanos) {
    Lane lane = route.lane;
    if (lane == null) {
      return;
    }
    alarms.clear(lane);
    lanes.close(lane, nowNanos);
  }

  // --- what a lane does next

  // For a lane in which nothing runs: looks at its first record.
  private void next(Lane lane) {
    Held first = lane.first;
    if (first == null) {
      lane.state = LaneState.IDLE;
    } else if (first.stage == Stage.CONDEMNED) {
      lane.state = LaneState.CONDEMNED;
    } else if (lane.halted && first.waits) {
      lane.state = LaneState.HALTED;
    } else if (lane.halted) {
      condemn(lane, first, Reason.SESSION_HALTED);
    } else if (first.reason != null) {
      condemn(lane, first, first.reason);
    } else {
      readyLanes.add(lane);
    }
  }

  private void condemn(Lane lane, Held held, Reason reason) {
    held.stage = Stage.CONDEMNED;
    held.reason = reason;
    lane.state = LaneState.CONDEMNED;
    reports.add(held, Reports.Word.CONDEMNED);
  }

  /// Starts what can be started, and sends what there is to report. Called at the end of each turn,
  /// and when a permit is free again.
  public void flush(long nowNanos) {
    for (Lane lane = readyLanes.first(); lane != null; lane = readyLanes.first()) {
      // What was ready may have been taken out since.
      boolean ready = lane.state == LaneState.READY;
      if (ready && !permits.take()) {
        break;
      }
      readyLanes.remove(lane);
      if (ready) {
        start(lane, nowNanos);
      }
    }
    if (reports.count() > 0) {
      Reports gathered = reports;
      reports = new Reports();
      out.report(gathered);
    }
  }

  /// Does a lane wait for a permit?
  public boolean isHungry() {
    return readyLanes.first() != null;
  }

  private void start(Lane lane, long nowNanos) {
    Run run = lane.run;
    lane.takeRun(Math.min(runMax, lane.runMost));
    lane.state = LaneState.WORKING;
    running++;
    if (listener != null) {
      Held held = run.records[0];
      listener.tell(new Event.Started(held.place(), held.attempts + 1, nowNanos));
    }
    if (rules.times().handlerNanos() > 0) {
      alarms.set(lane, nowNanos + rules.times().handlerNanos());
    }
    out.start(run);
  }

  // --- a run comes back

  /// A run is over: some of its records ended well, one may have failed, the others were not
  /// started.
  public void take(Run run, long nowNanos) {
    Lane lane = run.lane;
    running--;
    permits.give();
    alarms.clear(lane);
    int done = run.ended();
    if (listener == null && !run.marked) {
      reports.addDone(run.records, done);
    } else {
      for (int at = 0; at < done; at++) {
        endedWell(run.records[at], run.wasRepeated(at), nowNanos);
      }
    }
    if (!run.hasFailed() && !run.recalled) {
      // A slow handler gives back what it did not get to, and that has a price for both sides.
      lane.runMost = done < run.count ? Math.max(1, done) : 2 * Math.min(runMax, lane.runMost);
    }
    int unstarted = run.hasFailed() ? done + 1 : done;
    for (int at = run.count - 1; at >= unstarted; at--) {
      putBack(lane, run.records[at], nowNanos);
    }
    lane.state = LaneState.IDLE;
    if (run.hasFailed()) {
      failed(lane, run.records[done], run, nowNanos);
    }
    run.clear();
    if (lane.state == LaneState.IDLE) {
      next(lane);
    }
  }

  private void endedWell(Held held, boolean repeated, long nowNanos) {
    held.stage = Stage.OUTSIDE;
    held.attempts++;
    if (listener != null) {
      listener.tell(
          held.stale
              ? new Event.EndedLate(held.place(), held.attempts, true, nowNanos)
              : held.skipped
                  ? new Event.FinishedAfterSkip(held.place(), held.attempts, true, nowNanos)
                  : repeated
                      ? new Event.Repeated(held.place(), held.attempts, nowNanos)
                      : new Event.Succeeded(held.place(), held.attempts, nowNanos));
    }
    reports.add(
        held,
        held.stale ? Reports.Word.BACK : held.settled ? Reports.Word.FINISHED : Reports.Word.DONE);
  }

  private void putBack(Lane lane, Held held, long nowNanos) {
    if (held.settled) {
      held.stage = Stage.OUTSIDE;
      reports.add(held, Reports.Word.SETTLED);
    } else if (held.leaving && !(held.skipped && !held.stale)) {
      handBack(held, nowNanos);
    } else {
      held.stage = held.skipped ? Stage.CONDEMNED : Stage.QUEUED;
      lane.prepend(held);
    }
  }

  private void failed(Lane lane, Held held, Run run, long nowNanos) {
    held.attempts++;
    held.failure = run.failure();
    boolean again = !run.isTerminal() && rules.retry().allowsAnother(held.attempts);
    if (listener != null) {
      String why = FailureText.of(run.failure());
      listener.tell(
          held.stale
              ? new Event.EndedLate(held.place(), held.attempts, false, nowNanos)
              : held.skipped
                  ? new Event.FinishedAfterSkip(held.place(), held.attempts, false, nowNanos)
                  : new Event.Failed(held.place(), held.attempts, run.isTerminal(), why, nowNanos));
    }
    if (held.settled) {
      held.stage = Stage.OUTSIDE;
      reports.add(held, Reports.Word.FINISHED);
    } else if (held.stale) {
      held.stage = Stage.OUTSIDE;
      reports.add(held, Reports.Word.BACK);
    } else if (held.skipped) {
      held.stage = Stage.CONDEMNED;
      lane.prepend(held);
      lane.state = LaneState.CONDEMNED;
    } else if (!again) {
      lane.prepend(held);
      condemn(lane, held, run.isTerminal() ? Reason.TERMINAL : Reason.ATTEMPTS_SPENT);
    } else if (held.leaving) {
      handBack(held, nowNanos);
    } else {
      lane.prepend(held);
      long wait = rules.retry().waitNanos(lane.route.session.hash(), held.offset, held.attempts);
      backOff(lane, held, LaneState.BACKING_OFF, nowNanos + wait, nowNanos);
    }
  }

  private void backOff(Lane lane, Held held, LaneState state, long untilNanos, long nowNanos) {
    held.stage = Stage.BACKING_OFF;
    lane.state = state;
    alarms.set(lane, untilNanos);
    if (listener != null) {
      listener.tell(new Event.BackedOff(held.place(), held.attempts, untilNanos, nowNanos));
    }
  }

  private void handBack(Held held, long nowNanos) {
    held.stage = Stage.OUTSIDE;
    if (listener != null) {
      listener.tell(new Event.HandedBack(held.place(), held.attempts, nowNanos));
    }
    reports.add(held, Reports.Word.BACK);
  }

  // --- time

  /// Does what is due: lanes whose back-off is over, handlers that have had their time.
  public void tick(long nowNanos) {
    for (Lane lane = alarms.take(nowNanos); lane != null; lane = alarms.take(nowNanos)) {
      if (lane.state == LaneState.WORKING) {
        out.interrupt(lane.run);
      } else {
        tryAgain(lane);
      }
    }
  }

  /// When there is something to do next, or Long.MAX_VALUE.
  public long dueNanos() {
    return alarms.dueNanos();
  }

  private void tryAgain(Lane lane) {
    if (lane.first != null && lane.first.stage == Stage.BACKING_OFF) {
      lane.first.stage = Stage.QUEUED;
    }
    next(lane);
  }

  // --- dead letters, gaps, halts

  private void settled(Held held, long nowNanos) {
    switch (held.stage) {
      case RUNNING -> held.settled = true;
      case CONDEMNED -> {
        Lane lane = lanes.of(held.route, nowNanos);
        lane.remove(held);
        reports.add(held, Reports.Word.SETTLED);
        if (lane.state == LaneState.CONDEMNED) {
          next(lane);
        }
      }
      case OUTSIDE, QUEUED, BACKING_OFF -> {
        // It ended, or went, while its dead letter was under way.
      }
    }
  }

  private void refused(Held held, long nowNanos) {
    Lane lane = held.route.lane;
    if (lane == null || held.stage == Stage.OUTSIDE) {
      return;
    }
    boolean wasSkipped = held.skipped;
    held.skipped = false;
    if (held.stage != Stage.CONDEMNED) {
      return;
    }
    boolean atOnce = wasSkipped || held.reason == Reason.SESSION_HALTED;
    held.stage = Stage.QUEUED;
    if (held.reason != Reason.NO_SESSION) {
      held.reason = null;
    }
    if (lane.first == held && lane.state == LaneState.CONDEMNED) {
      if (atOnce) {
        next(lane);
      } else {
        long hash = lane.route.session.hash();
        long wait = rules.retry().ceilingNanos(hash, held.offset, held.attempts);
        backOff(lane, held, LaneState.REPRIEVED, nowNanos + wait, nowNanos);
      }
    }
  }

  private void skip(Held held) {
    Lane lane = held.route.lane;
    if (lane == null) {
      return;
    }
    switch (held.stage) {
      case OUTSIDE, CONDEMNED -> {
        // It has ended, or waits for its dead letter already.
      }
      case QUEUED, BACKING_OFF -> {
        held.skipped = true;
        held.stage = Stage.CONDEMNED;
        reports.add(held, Reports.Word.SKIPPED);
        if (lane.first == held && lane.state != LaneState.WORKING) {
          alarms.clear(lane);
          lane.state = LaneState.CONDEMNED;
        }
      }
      case RUNNING -> {
        int place = indexIn(lane.run, held);
        // It may be asked for again before the first answer has come.
        if (place >= 0 && !held.skipped) {
          held.skipped = true;
          lane.run.marked = true;
          boolean started = place < recall(lane.run);
          reports.add(held, started ? Reports.Word.SKIPPED_RUNNING : Reports.Word.SKIPPED);
        }
      }
    }
  }

  private int recall(Run run) {
    run.recalled = true;
    return out.recall(run);
  }

  // Or -1: it was reported as done while somebody asked for it to be skipped.
  private static int indexIn(Run run, Held held) {
    for (int at = 0; at < run.count; at++) {
      if (run.records[at] == held) {
        return at;
      }
    }
    return -1;
  }

  private void halt(Route route, long nowNanos) {
    Lane lane = lanes.of(route, nowNanos);
    lane.halted = true;
    // What is here was here before: had it waited for an earlier release, what is redriven after
    // this halt would come behind it.
    lane.waitNoLonger();
    switch (lane.state) {
      case WORKING -> recall(lane.run);
      case READY, BACKING_OFF, REPRIEVED, HALTED -> {
        alarms.clear(lane);
        tryAgain(lane);
      }
      case IDLE, CONDEMNED -> {
        // The next one that comes to the front is looked at then.
      }
    }
  }

  private void release(Route route) {
    Lane lane = route.lane;
    if (lane != null) {
      lane.halted = false;
      lane.waitNoLonger();
      if (lane.state == LaneState.HALTED) {
        next(lane);
      }
    }
  }

  // --- partitions go

  // What waits for its dead letter stays while the partition is still ours.
  private void takeOut(Epoch epoch, boolean gone, long nowNanos) {
    for (int at = 0; at < lanes.size(); at++) {
      Lane lane = lanes.get(at);
      if (lane.run.count > 0) {
        markLeaving(lane.run, epoch, gone);
      }
      Held first = lane.first;
      Held before = null;
      for (Held held = first; held != null; ) {
        Held after = held.next;
        if (held.epoch == epoch && (gone || held.stage != Stage.CONDEMNED)) {
          lane.remove(before, held);
          handBack(held, nowNanos);
        } else {
          before = held;
        }
        held = after;
      }
      if (lane.first != first && lane.state != LaneState.WORKING) {
        alarms.clear(lane);
        next(lane);
      }
    }
  }

  private void markLeaving(Run run, Epoch epoch, boolean gone) {
    boolean any = false;
    for (int at = 0; at < run.count; at++) {
      Held held = run.records[at];
      if (held.epoch == epoch) {
        held.leaving = true;
        held.stale |= gone;
        any = true;
      }
    }
    run.marked |= any;
    if (any && run.count > 1 && !run.recalled) {
      recall(run);
    }
  }

  // --- what there is to see

  public int lanes() {
    return lanes.size();
  }

  public void forEachLane(Consumer<Lane> visitor) {
    lanes.forEach(visitor);
  }

  /// Handlers that run.
  public int running() {
    return running;
  }

  /// Every lane, in no order that means anything but the same for the same history.
  public List<LaneView> look() {
    return lanes.look();
  }

  /// Counts again what is counted along the way (law 11).
  ///
  /// @return what does not agree
  public List<String> recount() {
    return lanes.recount(running, alarms.size());
  }

  /// A lane that stands still although nothing is awaited that would move it (law 12), or null.
  public @Nullable String stuck() {
    return lanes.stuck();
  }
}
