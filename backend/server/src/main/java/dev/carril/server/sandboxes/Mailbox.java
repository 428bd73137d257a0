package dev.carril.server.sandboxes;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Orders in the order in which they came, for one owner. When it is full, whoever posts waits:
/// that is felt by the socket it reads from and by nobody else.
final class Mailbox {
  private static final int WAITING_MAX = 1_000;

  /// Commands that are taken out together share one wait for the disk.
  private static final int TOGETHER_MAX = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition space = lock.newCondition();
  private final ArrayDeque<Order> waiting = new ArrayDeque<>();
  private boolean worked;

  /// Puts an order in.
  ///
  /// @return whether nobody works this mailbox off, so that the caller must see to it
  /// @throws Busy if there was no space within the time
  boolean post(Order order, Duration patience) {
    lock.lock();
    try {
      long nanos = patience.toNanos();
      while (waiting.size() >= WAITING_MAX && waits(order)) {
        if (nanos <= 0) {
          throw new Busy();
        }
        nanos = space.awaitNanos(nanos);
      }
      waiting.add(order);
      boolean idle = !worked;
      worked = true;
      return idle;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Busy();
    } finally {
      lock.unlock();
    }
  }

  /// Whether the order waits for space. Those that do not come at most once from each who follows.
  private static boolean waits(Order order) {
    return switch (order) {
      case Order.Run _, Order.Look _, Order.Follow _ -> true;
      case Order.Show _, Order.Unfollow _ -> false;
    };
  }

  /// What is to be done next: several commands, or one order of another kind. When nothing waits it
  /// is empty, and the next [#post] asks for somebody to work.
  List<Order> take() {
    lock.lock();
    try {
      List<Order> taken = new ArrayList<>();
      while (taken.size() < TOGETHER_MAX
          && !waiting.isEmpty()
          && (taken.isEmpty() || waiting.peek() instanceof Order.Run)) {
        taken.add(waiting.remove());
        if (!(taken.getLast() instanceof Order.Run)) {
          break;
        }
      }
      worked = !taken.isEmpty();
      space.signalAll();
      return taken;
    } finally {
      lock.unlock();
    }
  }
}
