package dev.carril.engine.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks now and then whether everything moves, and names what does not: a handler, an owner of a
/// mailbox with letters in it, the thread that polls. It changes nothing.
final class Watchdog implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

  private final Plant plant;
  private final Setup setup;
  private final CountDownLatch stop = new CountDownLatch(1);
  private volatile List<Stall> stalls = List.of();

  Watchdog(Plant plant, Setup setup) {
    this.plant = plant;
    this.setup = setup;
  }

  void stop() {
    stop.countDown();
  }

  List<Stall> stalls() {
    return stalls;
  }

  @Override
  public void run() {
    long everyMillis = Math.max(1, setup.stall().toMillis() / 4);
    try {
      while (!stop.await(everyMillis, TimeUnit.MILLISECONDS)) {
        look();
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    long nowNanos = setup.time().nanos();
    long untilNanos = nowNanos - setup.stall().toNanos();
    var found = new ArrayList<Stall>();
    note(found, "the thread that polls", plant.poll().stuckSinceNanos(), nowNanos, untilNanos);
    note(found, "intake", plant.intake().stuckSinceNanos(), nowNanos, untilNanos);
    for (WorkerLoop worker : plant.workers()) {
      note(found, worker.name(), worker.stuckSinceNanos(), nowNanos, untilNanos);
    }
    try {
      plant
          .askWorkers(dispatch -> WorkerLoop.stalls(dispatch, untilNanos, nowNanos))
          .get(setup.stall().toMillis(), TimeUnit.MILLISECONDS)
          .forEach(found::addAll);
    } catch (Exception stuck) {
      // A worker that does not answer has been named above, or will be.
    }
    List<Stall> now = List.copyOf(found);
    for (Stall stall : now) {
      if (stalls.stream().noneMatch(before -> before.what().equals(stall.what()))) {
        LOG.warn("{}: {}\n{}", setup.name(), stall, frames(stall));
      }
    }
    stalls = now;
  }

  private static void note(
      List<Stall> found, String what, long sinceNanos, long nowNanos, long untilNanos) {
    if (sinceNanos != Long.MAX_VALUE && sinceNanos - untilNanos < 0) {
      found.add(new Stall(what, nowNanos - sinceNanos, List.of()));
    }
  }

  private static String frames(Stall stall) {
    var text = new StringBuilder();
    stall.where().forEach(frame -> text.append("    at ").append(frame).append('\n'));
    return text.toString();
  }
}
