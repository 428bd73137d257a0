package dev.carril.engine.core;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Counts again, one by one, what an intake counts along the way.
final class Recount {
  private final Bounds bounds;
  private final List<String> wrong = new ArrayList<>();
  private int routes;
  private int idle;
  private int out;
  private int parked;

  private Recount(Bounds bounds) {
    this.bounds = bounds;
  }

  static List<String> of(
      Bounds bounds, Totals totals, Routes routes, Parking parking, Collection<Epoch> ours) {
    var recount = new Recount(bounds);
    routes.forEach(recount::look);
    recount.same("sessions", "", routes.size(), recount.routes);
    recount.same("idle sessions", "", routes.idle(), recount.idle);
    recount.same("parked records", "", parking.records(), recount.parked);
    recount.same("held records", "", totals.held, recount.out + recount.parked);
    for (Epoch epoch : ours) {
      Tracker tracker = epoch.tracker;
      Tracker.Recounted recounted = tracker.recounted();
      recount.same("done ahead in ", epoch, tracker.ahead(), recounted.ahead());
      recount.same("reprieved in ", epoch, epoch.reprieved, recounted.reprieved());
      // One that was skipped while it ran has ended, but its worker has it; one that was handed
      // back is with nobody and has not ended.
      if (epoch.isOpen() && tracker.unended() > epoch.out + epoch.parked) {
        recount.same("unended in ", epoch, tracker.unended(), epoch.out + epoch.parked);
      }
    }
    return recount.wrong;
  }

  private void look(Route route) {
    routes++;
    out += route.out;
    if (route.isIdle()) {
      idle++;
    }
    int waiting = 0;
    for (Held held = route.parkedFirst; held != null; held = held.next) {
      waiting++;
    }
    parked += waiting;
    same("parked of ", route.session, route.parked, waiting);
    // Or a record would pass those of its session that wait in the store.
    if (route.parked > 0 && route.out < bounds.laneCapacity()) {
      wrong.add(route.session + " has room in its lane and " + route.parked + " parked");
    }
  }

  // Made into words only where there is something to say: it is asked after each step of a proof.
  private void same(String what, Object of, long counted, long recounted) {
    if (counted != recounted) {
      wrong.add(what + of + ": " + counted + ", and " + recounted + " when counted again");
    }
  }
}
