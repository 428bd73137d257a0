package dev.carril.server.web;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// Lets what makes something new through at a bounded pace, in all and for each address.
final class Turnstile {
  private static final int ADDRESSES_KEPT = 10_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Bucket all;
  private final Map<String, Bucket> byAddress;
  private final int anAddressAMinute;

  /// @param allAMinute in all
  /// @param anAddressAMinute from one address that is not this machine's own
  Turnstile(int allAMinute, int anAddressAMinute) {
    this.all = new Bucket(allAMinute);
    this.anAddressAMinute = anAddressAMinute;
    this.byAddress =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > ADDRESSES_KEPT;
          }
        };
  }

  /// Takes one turn if there is one.
  ///
  /// @param address empty for this machine's own, which a proxy in front would use for everybody
  boolean pass(String address, long nowNanos) {
    lock.lock();
    try {
      Bucket own =
          address.isEmpty()
              ? null
              : byAddress.computeIfAbsent(address, _ -> new Bucket(anAddressAMinute));
      if (!all.has(nowNanos) || own != null && !own.has(nowNanos)) {
        return false;
      }
      all.take();
      if (own != null) {
        own.take();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /// The same for whoever asks, now.
  boolean pass(Context context) {
    return pass(Ids.address(context), System.nanoTime());
  }

  /// Takes a turn for whoever asks, now.
  ///
  /// @throws Refusal if there is none
  void take(Context context) {
    if (!pass(context)) {
      context.header("Retry-After", "60");
      throw new Refusal(HttpStatus.TOO_MANY_REQUESTS);
    }
  }

  /// So many turns, which come back within a minute.
  private static final class Bucket {
    private static final double MINUTE_NANOS = 60e9;

    private final int size;
    private double turns;
    private long seenNanos;
    private boolean seen;

    Bucket(int size) {
      this.size = size;
      this.turns = size;
    }

    boolean has(long nowNanos) {
      if (seen) {
        turns = Math.min(size, turns + size * ((nowNanos - seenNanos) / MINUTE_NANOS));
      }
      seen = true;
      seenNanos = nowNanos;
      return turns >= 1;
    }

    void take() {
      turns--;
    }
  }
}
