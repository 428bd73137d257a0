package dev.carril.simulator.instance;

import dev.carril.simulator.instance.Seen.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// How far the instances of a group have come in one partition, as its present owner tells it.
final class WatchedPartition {
  /// So many stretches are told.
  private static final int TOLD = 240;

  final Watcher watcher;
  final int number;
  private @Nullable WatchedInstance owner;
  private long epoch;

  // What was delivered in this epoch and lies at or beyond what is committed, or has not ended.
  private final TreeMap<Long, Standing> standings = new TreeMap<>();
  private final TreeMap<Long, Delivery> deliveries = new TreeMap<>();
  private final TreeSet<Long> open = new TreeSet<>();
  private long committed = -1;
  private long next = -1;
  private long point = -1;
  private long pointSinceNanos;
  boolean touched;

  WatchedPartition(Watcher watcher, int number) {
    this.watcher = watcher;
    this.number = number;
  }

  boolean isOf(WatchedInstance instance, long itsEpoch) {
    return owner == instance && epoch == itsEpoch;
  }

  boolean isOf(WatchedInstance instance) {
    return owner == instance;
  }

  void assigned(WatchedInstance to, long itsEpoch, long position, long now) {
    clear();
    owner = to;
    epoch = itsEpoch;
    committed = position;
    next = position;
    point = position;
    pointSinceNanos = now;
  }

  /// Whoever had it has it no longer.
  void clear() {
    owner = null;
    standings.clear();
    deliveries.clear();
    open.clear();
    point = -1;
    next = -1;
  }

  void delivered(Delivery delivery, long now) {
    long offset = delivery.offset();
    standings.put(offset, delivery.standing);
    deliveries.put(offset, delivery);
    open.add(offset);
    next = Math.max(next, offset + 1);
    look(now);
  }

  void stands(long offset, Standing standing, long now) {
    if (!standings.containsKey(offset)) {
      return;
    }
    if (standing.hasEnded()) {
      open.remove(offset);
      deliveries.remove(offset);
      if (offset < committed) {
        standings.remove(offset);
      } else {
        standings.put(offset, standing);
      }
      look(now);
    } else {
      standings.put(offset, standing);
    }
  }

  /// It was given back unfinished.
  void back(long offset, long now) {
    standings.remove(offset);
    deliveries.remove(offset);
    open.remove(offset);
    look(now);
  }

  void committed(long offset, long now) {
    committed = Math.max(committed, offset);
    // What never came to a worker, and yet lies behind what is saved, was dropped.
    open.headSet(committed)
        .removeIf(it -> {
          boolean dropped = standings.get(it) == Standing.FETCHED;
          if (dropped) {
            Delivery delivery = deliveries.remove(it);
            if (delivery != null) {
              delivery.lane.of.forget(delivery, now);
            }
          }
          return dropped;
        });
    standings.headMap(committed).keySet().removeIf(it -> !open.contains(it));
    look(now);
  }

  private void look(long now) {
    long at = open.isEmpty() ? next : open.first();
    if (at != point) {
      point = at;
      pointSinceNanos = now;
    }
  }

  Seen.OfProgress seen(String group, String topic) {
    if (owner == null) {
      return new Seen.OfProgress(group, topic, number, null, committed, -1, 0, null, List.of(), 0);
    }
    int ahead = 0;
    int more = 0;
    var stretches = new ArrayList<Seen.Stretch>();
    long from = -1;
    long to = -1;
    Standing same = null;
    for (Map.Entry<Long, Standing> entry : standings.entrySet()) {
      long offset = entry.getKey();
      Standing standing = entry.getValue();
      ahead += offset > point && standing.hasEnded() ? 1 : 0;
      if (standing == same && offset == to) {
        to = offset + 1;
        continue;
      }
      if (same != null) {
        more += told(stretches, from, to, same);
      }
      from = offset;
      to = offset + 1;
      same = standing;
    }
    if (same != null) {
      more += told(stretches, from, to, same);
    }
    return new Seen.OfProgress(
        group,
        topic,
        number,
        owner.name(),
        committed,
        point,
        ahead,
        ahead == 0 ? null : gap(),
        stretches,
        more);
  }

  private static int told(ArrayList<Seen.Stretch> stretches, long from, long to, Standing same) {
    if (stretches.size() < TOLD) {
      stretches.add(new Seen.Stretch(from, to, same));
      return 0;
    }
    return (int) (to - from);
  }

  private Seen.@Nullable Gap gap() {
    Delivery first = open.isEmpty() ? null : deliveries.get(open.first());
    return first == null
        ? null
        : new Seen.Gap(
            first.offset(),
            first.lane.keyless == null ? first.lane.session.toString() : "",
            first.standing,
            first.attempt,
            pointSinceNanos);
  }
}
