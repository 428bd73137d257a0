package dev.carril.engine.core;

import dev.carril.engine.check.Session;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Deals sessions to workers by consistent hashing: each worker has many points on a ring, and a
/// session belongs to the next point after its own. One worker more takes about its share from each
/// of the others and moves nothing among them.
public final class Ring {
  private static final int POINTS_EACH = 160;

  // Most engines have few workers, and in a proof they come and go by the thousand. Nothing of a
  // ring changes once it is made, so they may share it.
  private static final @Nullable Ring[] FEW = new Ring[17];

  private final long[] points;
  private final int[] owners;

  private Ring(long[] points, int[] owners) {
    this.points = points;
    this.owners = owners;
  }

  public static Ring of(int workers) {
    if (workers < 1) {
      throw new IllegalArgumentException("a ring of " + workers + " workers deals nothing");
    }
    if (workers >= FEW.length) {
      return make(workers);
    }
    Ring known = FEW[workers];
    if (known == null) {
      known = make(workers);
      FEW[workers] = known;
    }
    return known;
  }

  private static Ring make(int workers) {
    long[] points = new long[workers * POINTS_EACH];
    for (int at = 0; at < points.length; at++) {
      points[at] = point(at / POINTS_EACH, at % POINTS_EACH);
    }
    Arrays.sort(points);
    int[] owners = new int[points.length];
    for (int worker = 0; worker < workers; worker++) {
      for (int number = 0; number < POINTS_EACH; number++) {
        owners[Arrays.binarySearch(points, point(worker, number))] = worker;
      }
    }
    return new Ring(points, owners);
  }

  public int workerOf(long hash) {
    int at = Arrays.binarySearch(points, hash);
    int next = at >= 0 ? at : -at - 1;
    return owners[next == points.length ? 0 : next];
  }

  /// How many points there are, for who draws them.
  public int points() {
    return points.length;
  }

  /// Where one of them is; they rise.
  public long point(int at) {
    return points[at];
  }

  public int workerAt(int at) {
    return owners[at];
  }

  private static long point(int worker, int number) {
    return Session.mix(Session.mix(worker + 1) + number);
  }
}
