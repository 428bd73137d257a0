package dev.carril.engine.core;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.LaneState;
import dev.carril.engine.check.LaneView;
import dev.carril.engine.check.Listener;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The lanes of a worker: opened when a session has something to do, closed when it has been idle
/// for long enough.
final class OpenLanes {
  private final int worker;
  private final DispatchOut out;
  private final @Nullable Listener listener;
  private final List<Lane> lanes = new ArrayList<>();

  OpenLanes(int worker, DispatchOut out, @Nullable Listener listener) {
    this.worker = worker;
    this.out = out;
    this.listener = listener;
  }

  /// The lane of a session, which is opened if it has none.
  Lane of(Route route, long nowNanos) {
    Lane lane = route.lane;
    return lane != null ? lane : open(route, nowNanos);
  }

  private Lane open(Route route, long nowNanos) {
    var lane = new Lane(route, worker);
    route.lane = lane;
    lane.place = lanes.size();
    lanes.add(lane);
    out.opened(lane);
    if (listener != null) {
      listener.tell(new Event.LaneOpened(route.session, worker, nowNanos));
    }
    return lane;
  }

  void close(Lane lane, long nowNanos) {
    Route route = lane.route;
    if (!lane.isEmpty()) {
      throw new IllegalStateException("the lane of " + route.session + " is not empty");
    }
    Lane moved = lanes.removeLast();
    if (moved != lane) {
      lanes.set(lane.place, moved);
      moved.place = lane.place;
    }
    route.lane = null;
    out.closed(lane);
    if (listener != null) {
      listener.tell(new Event.LaneClosed(route.session, worker, nowNanos));
    }
  }

  int size() {
    return lanes.size();
  }

  Lane get(int at) {
    return lanes.get(at);
  }

  void forEach(Consumer<Lane> visitor) {
    lanes.forEach(visitor);
  }

  // --- what there is to see

  List<LaneView> look() {
    var views = new ArrayList<LaneView>(lanes.size());
    for (Lane lane : lanes) {
      views.add(view(lane));
    }
    return views;
  }

  private static LaneView view(Lane lane) {
    boolean working = lane.state == LaneState.WORKING;
    Held first = working && lane.run.count > 0 ? lane.run.records[0] : lane.first;
    int attempt = first == null ? 0 : working ? first.attempts + 1 : first.attempts;
    int behind = working ? lane.run.count - 1 : first == null ? 0 : -1;
    return new LaneView(
        lane.route.session,
        lane.worker,
        lane.state,
        lane.halted,
        attempt,
        lane.queued() + behind,
        lane.alarmPlace >= 0 && !working ? lane.dueNanos : 0);
  }

  /// Counts again what is counted along the way (law 11).
  ///
  /// @return what does not agree
  List<String> recount(int running, int alarms) {
    List<String> wrong = new ArrayList<>(0);
    int working = 0;
    int alarmed = 0;
    for (int at = 0; at < lanes.size(); at++) {
      Lane lane = lanes.get(at);
      working += lane.state == LaneState.WORKING ? 1 : 0;
      alarmed += lane.alarmPlace >= 0 ? 1 : 0;
      if (lane.queued() != lane.recounted()) {
        wrong.add(
            lane.session() + ": " + lane.queued() + " queued, counted again " + lane.recounted());
      }
      if (lane.state == LaneState.WORKING && lane.run.count == 0
          || lane.state != LaneState.WORKING && lane.run.count > 0
          || lane.state == LaneState.IDLE && lane.first != null
          || lane.route.lane != lane) {
        wrong.add(lane.session() + ": it cannot be " + lane.state);
      }
    }
    if (working != running) {
      wrong.add(running + " running, counted again " + working);
    }
    if (alarmed != alarms) {
      wrong.add(alarms + " alarms, counted again " + alarmed);
    }
    return wrong;
  }

  /// A lane that stands still although nothing is awaited that would move it (law 12), or null.
  @Nullable String stuck() {
    for (int at = 0; at < lanes.size(); at++) {
      Lane lane = lanes.get(at);
      boolean stuck =
          switch (lane.state) {
            case READY -> !lane.queuedAsReady;
            case BACKING_OFF, REPRIEVED -> lane.alarmPlace < 0;
            case HALTED -> !lane.halted;
            case IDLE -> lane.first != null;
            case WORKING -> lane.run.count == 0;
            case CONDEMNED -> lane.first == null || lane.first.stage != Held.Stage.CONDEMNED;
          };
      if (stuck) {
        return lane.session() + " stands still and is " + lane.state;
      }
    }
    return null;
  }
}
