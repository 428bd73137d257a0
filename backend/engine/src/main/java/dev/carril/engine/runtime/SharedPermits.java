package dev.carril.engine.runtime;

import dev.carril.engine.core.Permits;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// The bound on handlers that run at once, shared by all workers.
///
/// A worker that got none says so and tries once more; whoever gives one back wakes one that said
/// so. What that one waited to start may have been taken out meanwhile, so whoever was woken lets
/// the next one know. Lowering the bound takes nothing away from what runs.
final class SharedPermits implements Permits {
  private final AtomicInteger left;
  private final ConcurrentLinkedQueue<WorkerLoop> hungry = new ConcurrentLinkedQueue<>();
  private int most;

  SharedPermits(int most) {
    this.most = most;
    this.left = new AtomicInteger(most);
  }

  @Override
  public boolean take() {
    int free = left.get();
    while (free > 0) {
      if (left.compareAndSet(free, free - 1)) {
        return true;
      }
      free = left.get();
    }
    return false;
  }

  @Override
  public void give() {
    if (left.incrementAndGet() > 0) {
      wakeOne();
    }
  }

  /// This worker could start something.
  void hungry(WorkerLoop worker) {
    if (!worker.saidHungry) {
      worker.saidHungry = true;
      hungry.add(worker);
    }
  }

  /// Called by a worker that has taken what it wants.
  void passOn() {
    if (!hungry.isEmpty() && left.get() > 0) {
      wakeOne();
    }
  }

  synchronized void most(int now) {
    int more = now - most;
    most = now;
    left.addAndGet(more);
    for (int at = 0; at < more && !hungry.isEmpty(); at++) {
      wakeOne();
    }
  }

  private void wakeOne() {
    WorkerLoop worker = hungry.poll();
    if (worker != null) {
      worker.saidHungry = false;
      worker.mailbox.wake();
    }
  }
}
