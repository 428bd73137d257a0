package dev.carril.server.socket;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// Counts the sockets that are open, in all, on each sandbox and from each address.
final class Admission {
  private final Bounds bounds;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Integer> onSandbox = new HashMap<>();
  private final Map<String, Integer> fromAddress = new HashMap<>();
  private int inAll;

  Admission(Bounds bounds) {
    this.bounds = bounds;
  }

  /// Lets one more in if there is room.
  ///
  /// @param address empty for this machine's own, which a proxy in front would use for everybody
  boolean enter(String sandbox, String address) {
    lock.lock();
    try {
      boolean room =
          inAll < bounds.sockets()
              && onSandbox.getOrDefault(sandbox, 0) < bounds.socketsASandbox()
              && (address.isEmpty()
                  || fromAddress.getOrDefault(address, 0) < bounds.socketsAnAddress());
      if (room) {
        inAll++;
        onSandbox.merge(sandbox, 1, Integer::sum);
        fromAddress.merge(address, 1, Integer::sum);
      }
      return room;
    } finally {
      lock.unlock();
    }
  }

  /// One that was let in is gone.
  void leave(String sandbox, String address) {
    lock.lock();
    try {
      inAll--;
      onSandbox.computeIfPresent(sandbox, (_, n) -> n == 1 ? null : n - 1);
      fromAddress.computeIfPresent(address, (_, n) -> n == 1 ? null : n - 1);
    } finally {
      lock.unlock();
    }
  }

  int inAll() {
    lock.lock();
    try {
      return inAll;
    } finally {
      lock.unlock();
    }
  }
}
