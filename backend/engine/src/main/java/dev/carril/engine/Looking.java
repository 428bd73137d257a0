package dev.carril.engine;

import dev.carril.engine.check.BlockedOffset;
import dev.carril.engine.check.LaneState;
import dev.carril.engine.check.LaneView;
import dev.carril.engine.check.PartitionView;
import dev.carril.engine.check.Pause;
import dev.carril.engine.check.Session;
import dev.carril.engine.core.Dispatch;
import dev.carril.engine.core.Intake;
import dev.carril.engine.runtime.Plant;
import dev.carril.engine.runtime.Stalls;
import dev.carril.engine.source.Partition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What intake holds at one moment: the half of a [Snapshot] that is there first.
record Looking(
    List<PartitionView> partitions,
    List<BlockedOffset> blocked,
    long oldestAtCommitPointNanos,
    List<Session> halted,
    int held,
    long heldBytes,
    long delivered,
    long done,
    long alreadyDone,
    long deadLettered,
    long gapSkips,
    long commitsFailed,
    long metadataIgnored,
    boolean deadLettersFail,
    int deadLettersPending,
    boolean holdsReprieved) {
  private static final int BLOCKED_TOLD = 1_000;

  /// What one worker holds.
  record AtWorker(List<LaneView> lanes, int running) {
    static AtWorker of(Dispatch dispatch) {
      return new AtWorker(dispatch.look(), dispatch.running());
    }
  }

  static Looking at(Intake intake, long nowNanos) {
    return new Looking(
        intake.look(),
        intake.blocked(BLOCKED_TOLD, nowNanos),
        intake.oldestAtCommitPointNanos(nowNanos),
        intake.halted(),
        intake.held(),
        intake.heldBytes(),
        intake.delivered(),
        intake.done(),
        intake.alreadyDone(),
        intake.deadLettered(),
        intake.gapSkips(),
        intake.commitsFailed(),
        intake.metadataIgnored(),
        intake.deadLettersFail(),
        intake.deadLettersPending(),
        intake.holdsReprieved());
  }

  /// A snapshot of an engine that holds nothing, or does not say.
  static Snapshot nothing(Health health) {
    return new Snapshot(
        health, List.of(), List.of(), List.of(), Map.of(), List.of(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  static Health failed(Plant.Failure failure) {
    return new Health(State.FAILED, failure.toString(), Duration.ZERO);
  }

  Snapshot with(List<AtWorker> workers, Plant plant) {
    var lanes = new ArrayList<LaneView>();
    int running = 0;
    for (AtWorker worker : workers) {
      lanes.addAll(worker.lanes);
      running += worker.running;
    }
    return new Snapshot(
        health(lanes, plant),
        partitions,
        lanes,
        blocked,
        lags(plant),
        halted,
        held,
        heldBytes,
        running,
        delivered,
        done,
        alreadyDone,
        deadLettered,
        gapSkips,
        commitsFailed,
        metadataIgnored);
  }

  // While a partition is paused its lag still grows, since its end is asked for and not what was
  // fetched.
  private Map<Partition, Long> lags(Plant plant) {
    var lags = new LinkedHashMap<Partition, Long>();
    for (PartitionView view : partitions) {
      long end = plant.end(view.partition());
      if (end >= 0 && view.commitPoint() >= 0) {
        lags.put(view.partition(), Math.max(0, end - view.commitPoint()));
      }
    }
    return lags;
  }

  private Health health(List<LaneView> lanes, Plant plant) {
    Duration age = Duration.ofNanos(oldestAtCommitPointNanos);
    Plant.Failure failure = plant.failure();
    Stalls stalls = plant.stalls();
    String commitsFail = plant.commitsFail();
    if (failure != null) {
      return failed(failure);
    } else if (plant.phase() == Plant.Phase.CLOSING) {
      return new Health(State.CLOSING, held + " records are left", age);
    } else if (!stalls.isEmpty()) {
      return new Health(State.STALLED, stalls.toString(), age);
    } else if (commitsFail != null) {
      return new Health(State.COMMITS_FAIL, commitsFail, age);
    } else if (deadLettersFail) {
      String reason = deadLettersPending + " dead letters cannot be written";
      return new Health(State.DEAD_LETTERS_FAIL, reason, age);
    } else if (holdsReprieved) {
      return new Health(
          State.DEAD_LETTER_BUDGET_SPENT,
          "nearly everything fails, so nothing more is given up for now",
          age);
    }
    return flow(lanes, age);
  }

  private Health flow(List<LaneView> lanes, Duration age) {
    for (PartitionView view : partitions) {
      if (view.pauses().contains(Pause.STORE)) {
        Session holder = view.holder();
        String who = holder == null ? "several sessions" : "session " + holder;
        return new Health(State.HELD_BY_SESSION, view.partition() + " is held by " + who, age);
      }
    }
    for (PartitionView view : partitions) {
      if (view.pauses().contains(Pause.GAP)) {
        String reason = view.partition() + " is held at offset " + view.commitPoint();
        return new Health(State.GAP, reason, age);
      }
    }
    for (PartitionView view : partitions) {
      if (view.pauses().contains(Pause.HALTS)) {
        String reason = view.partition() + " waits to know which of its sessions are halted";
        return new Health(State.HALTS_UNKNOWN, reason, age);
      }
    }
    long busy = lanes.stream().filter(lane -> lane.state() != LaneState.IDLE).count();
    long waiting =
        lanes.stream()
            .filter(lane ->
                lane.state() == LaneState.BACKING_OFF || lane.state() == LaneState.REPRIEVED)
            .count();
    if (busy > 0 && busy == waiting) {
      return new Health(State.ALL_BACKING_OFF, waiting + " sessions back off", age);
    }
    boolean paused =
        !partitions.isEmpty()
            && partitions.stream().allMatch(view -> view.pauses().contains(Pause.USER));
    return paused && busy == 0
        ? new Health(State.PAUSED, "everything is paused", age)
        : new Health(State.RUNNING, "", age);
  }
}
