package dev.carril.server.web;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Makes something when it is first asked for, so that it does not hold up the start.
final class Lazy<T> implements Supplier<T> {
  private final ReentrantLock lock = new ReentrantLock();
  private final Supplier<T> making;
  private volatile @Nullable T made;

  private Lazy(Supplier<T> making) {
    this.making = making;
  }

  static <T> Lazy<T> of(Supplier<T> making) {
    return new Lazy<>(making);
  }

  @Override
  public T get() {
    T ready = made;
    if (ready != null) {
      return ready;
    }
    lock.lock();
    try {
      T now = made;
      if (now == null) {
        now = making.get();
        made = now;
      }
      return now;
    } finally {
      lock.unlock();
    }
  }
}
