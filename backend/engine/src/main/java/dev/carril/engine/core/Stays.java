package dev.carril.engine.core;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.Listener;
import dev.carril.engine.check.Pause;
import dev.carril.engine.source.Partition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How partitions come and go: each stay of one is an epoch, which is drained before it goes as
/// planned, and fenced when it has gone.
final class Stays {
  private final Map<Partition, Epoch> ours;
  private final Pauses pauses;
  private final Parking parking;
  private final Routes routes;
  private final Totals totals;
  private final DeadLetters deadLetters;
  private final Commits commits;
  private final Post post;
  private final IntakeOut out;
  private final @Nullable Listener listener;
  private final List<Drain> drains = new ArrayList<>();
  private long epochs;
  private boolean closing;

  Stays(
      Map<Partition, Epoch> ours,
      Pauses pauses,
      Parking parking,
      Routes routes,
      Totals totals,
      DeadLetters deadLetters,
      Commits commits,
      Post post,
      IntakeOut out,
      @Nullable Listener listener) {
    this.ours = ours;
    this.pauses = pauses;
    this.parking = parking;
    this.routes = routes;
    this.totals = totals;
    this.deadLetters = deadLetters;
    this.commits = commits;
    this.post = post;
    this.out = out;
    this.listener = listener;
  }

  Epoch begin(Partition partition, long position, String metadata, long nowNanos) {
    if (ours.containsKey(partition)) {
      throw new IllegalStateException(partition + " is ours already");
    }
    Restored restored = Ahead.decode(position, metadata);
    var epoch = new Epoch(partition, ++epochs, position, restored);
    ours.put(partition, epoch);
    tellBegun(epoch, position, restored, nowNanos);
    if (restored.ignored() != null) {
      totals.metadataIgnored++;
    }
    if (closing) {
      epoch.phase = Epoch.Phase.DRAINING;
      pauses.pause(epoch, Pause.DRAINING, nowNanos);
    }
    pauses.begin(epoch, nowNanos);
    return epoch;
  }

  private void tellBegun(Epoch epoch, long position, Restored restored, long nowNanos) {
    if (listener == null) {
      return;
    }
    Partition partition = epoch.partition;
    listener.tell(
        new Event.Assigned(partition, epoch.number, position, restored.count(), nowNanos));
    String ignored = restored.ignored();
    if (ignored != null) {
      listener.tell(new Event.MetadataIgnored(partition, epoch.number, ignored, nowNanos));
    }
  }

  // --- as planned

  void drain(Collection<Partition> partitions, long deadlineNanos, Object request, long nowNanos) {
    var leaving = new ArrayList<Epoch>();
    for (Partition partition : partitions) {
      Epoch epoch = ours.get(partition);
      if (epoch != null) {
        leaving.add(epoch);
      }
    }
    drains.add(new Drain(leaving, deadlineNanos, request));
    for (Epoch epoch : leaving) {
      if (listener != null) {
        listener.tell(new Event.Draining(epoch.partition, epoch.number, deadlineNanos, nowNanos));
      }
      if (epoch.isOpen()) {
        startDraining(epoch, nowNanos);
      }
    }
    post.flush();
    finishDrains(nowNanos);
  }

  void drainAll(long deadlineNanos, Object request, long nowNanos) {
    closing = true;
    drain(List.copyOf(ours.keySet()), deadlineNanos, request, nowNanos);
  }

  private void startDraining(Epoch epoch, long nowNanos) {
    epoch.phase = Epoch.Phase.DRAINING;
    pauses.pause(epoch, Pause.DRAINING, nowNanos);
    dropParked(epoch, nowNanos);
    post.mailAll(new Mail.Revoke(epoch));
  }

  /// Lets go what has nothing out any more, or has had its time.
  void finishDrains(long nowNanos) {
    for (int at = 0; at < drains.size(); ) {
      Drain drain = drains.get(at);
      boolean done = drain.isDone();
      if (done || drain.deadlineNanos - nowNanos <= 0) {
        drains.remove(at);
        letGo(drain, nowNanos);
      } else {
        at++;
      }
    }
  }

  /// When a drain has had its time, or Long.MAX_VALUE.
  long dueNanos() {
    long due = Long.MAX_VALUE;
    for (Drain drain : drains) {
      due = Math.min(due, drain.deadlineNanos);
    }
    return due;
  }

  // The commit and the fence are one step: what ends after it changes nothing.
  private void letGo(Drain drain, long nowNanos) {
    var last = new ArrayList<Commit>();
    for (Epoch epoch : drain.epochs) {
      if (epoch.isOurs()) {
        if (epoch.isDirty()) {
          last.add(commits.of(epoch, nowNanos));
        }
        if (listener != null) {
          listener.tell(new Event.LetGo(epoch.partition, epoch.number, epoch.out == 0, nowNanos));
        }
        fence(epoch);
      }
    }
    drain.commit(last);
    out.letGo(drain);
  }

  // --- otherwise

  void lose(Collection<Partition> partitions, long nowNanos) {
    for (Partition partition : partitions) {
      Epoch epoch = ours.get(partition);
      if (epoch != null) {
        lose(epoch, nowNanos);
      }
    }
    post.flush();
    finishDrains(nowNanos);
  }

  void lose(Epoch epoch, long nowNanos) {
    dropParked(epoch, nowNanos);
    if (listener != null) {
      listener.tell(new Event.Lost(epoch.partition, epoch.number, nowNanos));
    }
    fence(epoch);
  }

  private void fence(Epoch epoch) {
    epoch.phase = Epoch.Phase.GONE;
    ours.remove(epoch.partition);
    deadLetters.forget(epoch);
    if (epoch.out > 0) {
      post.mailAll(new Mail.Fence(epoch));
    }
  }

  private void dropParked(Epoch epoch, long nowNanos) {
    parking.removeAll(
        epoch,
        held -> {
          totals.went(held);
          if (listener != null) {
            listener.tell(new Event.HandedBack(held.place(), 0, nowNanos));
          }
          if (held.route.isIdle()) {
            routes.idle(held.route, nowNanos);
          }
        });
  }
}
