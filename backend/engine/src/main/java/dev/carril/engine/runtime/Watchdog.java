package dev.carril.engine.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks now and then whether everything moves, and names what does not: a handler, a dead letter
/// that nobody acknowledges, an owner of a mailbox with letters in it, the thread that polls. It
/// changes nothing.
///
/// Who waits for a processor has not begun yet and is not named: those are who have it. Handlers
/// that compute take the processors from the engine's own virtual threads, which nothing can take
/// back from them; so it looks for how long a virtual thread waits for one, and says so once.
final class Watchdog implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
  private static final long LONG_NANOS = 1_000_000_000;

  private final Plant plant;
  private final Setup setup;
  private final long patienceNanos;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final Map<Loop, Turn> turns = new HashMap<>();
  private final AtomicBoolean waits = new AtomicBoolean();
  private volatile boolean saidThatOneWaits;
  private volatile Stalls stalls = Stalls.NONE;

  /// A turn that did not end, or did not begin, and when that was seen first.
  private record Turn(long number, long seenNanos) {}

  Watchdog(Plant plant, Setup setup) {
    this.plant = plant;
    this.setup = setup;
    this.patienceNanos = Time.nanosOf(setup.stall());
  }

  void stop() {
    stop.countDown();
  }

  Stalls stalls() {
    return stalls;
  }

  @Override
  public void run() {
    try {
      while (!stop.await(Math.max(1_000_000, patienceNanos / 4), TimeUnit.NANOSECONDS)) {
        look();
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    lookForProcessor();
    long nowNanos = setup.time().nanos();
    long untilNanos = nowNanos - patienceNanos;
    var found = new ArrayList<Stall>();
    note(found, "the thread that polls", plant.poll().stuckSinceNanos(), nowNanos, untilNanos);
    note(found, plant.intake(), nowNanos, untilNanos);
    note(found, plant.deadLetters(), nowNanos, untilNanos);
    plant.workers().forEach(worker -> note(found, worker, nowNanos, untilNanos));
    Stalls now = new Stalls(found, 0).and(plant.deadLetters().stalls(untilNanos, nowNanos));
    try {
      for (Stalls some :
          plant
              .askWorkers(dispatch -> WorkerLoop.stalls(dispatch, untilNanos, nowNanos))
              .get(patienceNanos, TimeUnit.NANOSECONDS)) {
        now = now.and(some);
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    } catch (Exception stuck) {
      // A worker that does not answer has been named above, or will be.
    }
    tell(now);
    stalls = now;
  }

  private void lookForProcessor() {
    if (saidThatOneWaits || !waits.compareAndSet(false, true)) {
      return;
    }
    long askedNanos = setup.time().nanos();
    setup
        .threads()
        .owner(
            setup.name() + " waits",
            () -> {
              waitedFor(setup.time().nanos() - askedNanos);
              waits.set(false);
            })
        .start();
  }

  private void waitedFor(long nanos) {
    if (nanos > Math.min(LONG_NANOS, patienceNanos)) {
      saidThatOneWaits = true;
      LOG.warn(
          "{}: a virtual thread waited {} ms for a processor. Handlers that compute keep all others"
              + " from it, the engine's own threads too: set handlersMax, which is {}, to no more"
              + " than the {} processors",
          setup.name(),
          nanos / 1_000_000,
          setup.handlersMax(),
          Runtime.getRuntime().availableProcessors());
    }
  }

  private void tell(Stalls now) {
    Set<String> before = stalls.named().stream().map(Stall::what).collect(Collectors.toSet());
    for (Stall stall : now.named()) {
      if (!before.contains(stall.what())) {
        LOG.warn("{}: {}\n{}", setup.name(), stall, frames(stall));
      }
    }
    if (now.more() > 0 && stalls.more() == 0) {
      LOG.warn("{}: and {} more do not move", setup.name(), now.more());
    }
  }

  // It may have begun its turn long ago and have got its first letter just now, so what counts is
  // for how long it has been seen in the same one.
  private void note(List<Stall> found, Loop loop, long nowNanos, long untilNanos) {
    if (!loop.isBusy()) {
      turns.remove(loop);
      return;
    }
    long number = loop.turnNanos();
    Turn seen = turns.get(loop);
    if (seen == null || seen.number != number) {
      turns.put(loop, new Turn(number, nowNanos));
    } else {
      note(found, loop.name(), seen.seenNanos, nowNanos, untilNanos);
    }
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
