package dev.carril.engine.core;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.Listener;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// When what has ended is committed: all partitions at once, one commit after the other, and none
/// before its interval is over.
final class Commits {
  private final Times times;
  private final Collection<Epoch> ours;
  private final IntakeOut out;
  private final @Nullable Listener listener;

  // The commits that are under way, if any are, and when the next may go.
  private @Nullable List<Commit> underWay;
  private boolean dirty;
  private long dueNanos;

  /// @param ours the epochs of the partitions that are ours, as they come and go
  Commits(
      Times times,
      Collection<Epoch> ours,
      IntakeOut out,
      @Nullable Listener listener,
      long nowNanos) {
    this.times = times;
    this.ours = ours;
    this.out = out;
    this.listener = listener;
    this.dueNanos = nowNanos + times.commitNanos();
  }

  /// Something has ended.
  void wanted() {
    dirty = true;
  }

  /// What is to be committed for one partition now, on its way.
  Commit of(Epoch epoch, long nowNanos) {
    Commit commit = Commit.of(epoch);
    if (listener != null) {
      listener.tell(
          new Event.CommitSent(
              epoch.partition, epoch.number, commit.offset(), commit.ahead(), nowNanos));
    }
    return commit;
  }

  void tick(long nowNanos) {
    if (dirty && underWay == null && dueNanos - nowNanos <= 0) {
      commitWhatIsDirty(nowNanos);
    }
  }

  /// When there is something to do next, or Long.MAX_VALUE.
  long dueNanos() {
    return dirty && underWay == null ? dueNanos : Long.MAX_VALUE;
  }

  private void commitWhatIsDirty(long nowNanos) {
    dueNanos = nowNanos + times.commitNanos();
    dirty = false;
    var commits = new ArrayList<Commit>();
    for (Epoch epoch : ours) {
      if (epoch.isDirty()) {
        commits.add(of(epoch, nowNanos));
      }
    }
    if (!commits.isEmpty()) {
      underWay = commits;
      out.commit(commits);
    }
  }

  void committed(Collection<Commit> commits, long nowNanos) {
    for (Commit commit : commits) {
      Epoch epoch = commit.epoch();
      epoch.committed = commit.offset();
      epoch.committedVersion = commit.version();
      if (listener != null) {
        listener.tell(
            new Event.Committed(epoch.partition, epoch.number, commit.offset(), nowNanos));
      }
    }
    settled(commits);
  }

  void failed(Collection<Commit> commits, String why, long nowNanos) {
    if (listener != null) {
      for (Commit commit : commits) {
        Epoch epoch = commit.epoch();
        listener.tell(
            new Event.CommitFailed(epoch.partition, epoch.number, commit.offset(), why, nowNanos));
      }
    }
    settled(commits);
  }

  // There may be more to commit than was. Those of a drain have gone and are not looked at.
  @SuppressWarnings("ReferenceEquality") // The very list that was sent, not one like it.
  private void settled(Collection<Commit> commits) {
    if (commits == underWay) {
      underWay = null;
    }
    for (Epoch epoch : ours) {
      dirty |= epoch.isDirty();
    }
  }
}
