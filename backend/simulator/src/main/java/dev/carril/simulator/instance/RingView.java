package dev.carril.simulator.instance;

import dev.carril.engine.check.Session;
import dev.carril.engine.core.Ring;
import java.util.ArrayList;
import java.util.List;

/// The engine's ring as somebody may draw it: its points, rising, and the worker of each. A session
/// belongs to the first point that does not come before its own angle, after the last to the first.
///
/// @param around the angles that there are, from 0
public record RingView(int around, List<Point> points) {
  // Of the engine's 64 bits the highest: more than a browser can draw apart, and few enough to
  // read.
  private static final int BITS = 24;

  /// One of the points of a worker.
  public record Point(int angle, int worker) {}

  public RingView {
    points = List.copyOf(points);
  }

  /// The ring of so many workers.
  public static RingView of(int workers) {
    Ring ring = Ring.of(workers);
    var points = new ArrayList<Point>();
    for (int at = 0; at < ring.points(); at++) {
      points.add(new Point(angle(ring.point(at)), ring.workerAt(at)));
    }
    return new RingView(1 << BITS, points);
  }

  /// The angle of a session, whatever the ring.
  static int angle(Session session) {
    return angle(session.hash());
  }

  // The engine counts from the lowest number, which is below 0.
  private static int angle(long hash) {
    return (int) ((hash ^ Long.MIN_VALUE) >>> (Long.SIZE - BITS));
  }
}
