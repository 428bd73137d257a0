package dev.carril.simulator.instance;

import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import dev.carril.simulator.instance.Seen.Standing;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What one session has at an instance: what is in its lane and what waits for room there. In
/// designs without lanes it stands for the session alone.
final class WatchedLane {
  /// So many records of it are told one by one.
  private static final int TOLD = 12;

  final WatchedInstance of;
  final long number;
  final Session session;
  final @Nullable Partition keyless;
  final Set<Delivery> deliveries = new LinkedHashSet<>();

  // Whether the engine has opened it and not closed it again.
  boolean open;
  int worker = -1;
  private long idleSinceNanos;

  // It has changed since somebody last looked, and whether it was there then.
  boolean touched;
  boolean wasThere;

  WatchedLane(WatchedInstance of, long number, Session session, @Nullable Partition keyless) {
    this.of = of;
    this.number = number;
    this.session = session;
    this.keyless = keyless;
  }

  /// As a picture calls it: the session of records without a key has no name.
  static String name(Session session) {
    return session.key() == null ? "" : session.toString();
  }

  void idleSince(long nanos) {
    idleSinceNanos = nanos;
  }

  /// Whatever has stood still longest is what somebody wants to see.
  boolean isInTrouble() {
    for (Delivery delivery : deliveries) {
      switch (delivery.standing) {
        case BACKING_OFF, CONDEMNED, REPRIEVED, PARKED -> {
          return true;
        }
        default -> {
          // It goes on.
        }
      }
    }
    return of.halted.contains(session);
  }

  private @Nullable Delivery first(Standing standing) {
    for (Delivery delivery : deliveries) {
      if (delivery.standing == standing) {
        return delivery;
      }
    }
    return null;
  }

  /// What it is doing: the record that says so, or null if it has nothing to do.
  @Nullable Delivery head() {
    for (Standing standing :
        List.of(Standing.WORKING, Standing.REPRIEVED, Standing.BACKING_OFF, Standing.CONDEMNED)) {
      Delivery first = first(standing);
      if (first != null) {
        return first;
      }
    }
    return null;
  }

  int count(Standing standing) {
    int count = 0;
    for (Delivery delivery : deliveries) {
      count += delivery.standing == standing ? 1 : 0;
    }
    return count;
  }

  String state() {
    Delivery head = head();
    if (head == null) {
      return deliveries.isEmpty() ? "idle" : "ready";
    }
    return switch (head.standing) {
      case WORKING -> "working";
      case BACKING_OFF -> "backing-off";
      case CONDEMNED -> "condemned";
      case REPRIEVED -> "reprieved";
      default -> throw new IllegalStateException("no lane stands at " + head.standing);
    };
  }

  Seen.OfLane seen() {
    Delivery head = head();
    var records = new ArrayList<Seen.OfRecord>();
    for (Delivery delivery : deliveries) {
      if (records.size() < TOLD) {
        records.add(new Seen.OfRecord(delivery.number(), delivery.offset(), delivery.standing));
      }
    }
    int waiting = count(Standing.QUEUED) + count(Standing.FETCHED);
    boolean idle = deliveries.isEmpty();
    return new Seen.OfLane(
        of.name(),
        number,
        keyless == null ? session.toString() : "",
        keyless == null ? -1 : keyless.number(),
        worker,
        of.hasRing() ? RingView.angle(session) : -1,
        state(),
        of.halted.contains(session),
        head == null ? 0 : head.attempt,
        idle ? idleSinceNanos : head == null ? -1 : head.sinceNanos,
        idle ? idleSinceNanos + of.idleNanos() : head == null ? -1 : head.untilNanos,
        waiting,
        count(Standing.PARKED),
        records);
  }
}
