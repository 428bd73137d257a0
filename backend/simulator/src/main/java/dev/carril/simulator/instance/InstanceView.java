package dev.carril.simulator.instance;

import dev.carril.engine.check.BlockedOffset;
import dev.carril.engine.check.Halt;
import dev.carril.engine.check.LaneState;
import dev.carril.engine.check.LaneView;
import dev.carril.engine.check.PartitionView;
import dev.carril.engine.check.Session;
import dev.carril.simulator.instance.report.Teller;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What there is to see of an instance. Looking changes nothing.
public final class InstanceView {
  private final Instances all;
  private final Instance instance;

  InstanceView(Instances all, Instance instance) {
    this.all = all;
    this.instance = instance;
  }

  public String name() {
    return instance.name();
  }

  public String topic() {
    return instance.cohort().topic();
  }

  public String group() {
    return instance.cohort().group();
  }

  public Settings settings() {
    return instance.settings();
  }

  /// In one word: running, frozen, draining, stopped or crashed.
  public String state() {
    return switch (instance.state()) {
      case RUNNING -> isFrozen() ? "frozen" : "running";
      case CLOSING -> isFrozen() ? "frozen" : "draining";
      case GONE -> instance.hasCrashed() ? "crashed" : "stopped";
    };
  }

  private boolean isFrozen() {
    return instance.frozenUntilNanos > all.now();
  }

  public boolean isGone() {
    return instance.isGone();
  }

  /// What the group has given it, rising.
  public List<Integer> owned() {
    return instance.cohort().ownedBy(instance);
  }

  /// By workers, then by sessions.
  public List<LaneView> lanes() {
    return isGone()
        ? List.of()
        : instance.core().lanes().stream()
            .sorted(
                Comparator.comparingInt(LaneView::worker)
                    .thenComparing(lane -> lane.session().toString()))
            .toList();
  }

  /// Handlers that run.
  public int running() {
    return (int) lanes().stream().filter(it -> it.state() == LaneState.WORKING).count();
  }

  public List<PartitionView> partitions() {
    return isGone() ? List.of() : instance.core().partitions();
  }

  public List<BlockedOffset> blocked(int most) {
    return isGone() ? List.of() : instance.core().blocked(most, all.now());
  }

  /// Has it records that have not ended, or will it go on when it is no longer frozen?
  public boolean isBusy() {
    return !isGone() && (isFrozen() || instance.core().held() > 0);
  }

  /// Records that were to be dead letters, and are tried again since its budget for those is spent.
  public int reprieved() {
    return instance.watched().reprieved();
  }

  /// What a record is doing that holds the commit point back, in one word. Where its end has been
  /// told to nobody but its worker so far, it has ended.
  public String blocking(int partition, long offset) {
    Seen.Standing standing = instance.watched().standing(partition, offset);
    if (standing != null && standing.hasEnded()) {
      return "ended";
    }
    return standing == null || standing == Seen.Standing.FETCHED
        ? Seen.Standing.QUEUED.word()
        : standing.word();
  }

  /// How many handler calls of a record that has not ended have begun.
  public int attempt(int partition, long offset) {
    return instance.watched().attempt(partition, offset);
  }

  public List<Session> halted() {
    return isGone() ? List.of() : instance.core().halted();
  }

  /// Those of them whose partitions are its own and whose lanes have gone, by name.
  public List<Session> haltedWithoutLane() {
    Set<Session> inLanes = lanes().stream().map(LaneView::session).collect(Collectors.toSet());
    List<Integer> owned = owned();
    return halted().stream()
        .filter(session -> !inLanes.contains(session))
        .filter(session -> {
          Halt halt = instance.cohort().haltOf(session);
          return halt != null && owned.contains(halt.partition().number());
        })
        .sorted(Comparator.comparing(Session::toString))
        .toList();
  }

  public boolean isHalted(Session session) {
    return !isGone() && instance.core().isHalted(session);
  }

  /// Under this it talks in the annals.
  public Teller teller() {
    return instance.teller();
  }
}
