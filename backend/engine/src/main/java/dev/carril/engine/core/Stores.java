package dev.carril.engine.core;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.Listener;
import dev.carril.engine.check.Pause;
import org.jspecify.annotations.Nullable;

/// How much the partitions' stores may hold: a partition is fetched no more when its own is full,
/// and again once it is half empty.
final class Stores {
  private final Bounds bounds;
  private final Parking parking;
  private final Pauses pauses;
  private final @Nullable Listener listener;

  Stores(Bounds bounds, Parking parking, Pauses pauses, @Nullable Listener listener) {
    this.bounds = bounds;
    this.parking = parking;
    this.pauses = pauses;
    this.listener = listener;
  }

  void park(Held held, long nowNanos) {
    parking.park(held);
    if (listener != null) {
      listener.tell(new Event.Parked(held.place(), nowNanos));
    }
    Epoch epoch = held.epoch;
    if (!epoch.isPausedFor(Pause.STORE)
        && (epoch.parked >= bounds.storeRecordsMax()
            || epoch.parkedBytes >= bounds.storeBytesMax())) {
      Route holder = parking.holder(epoch);
      epoch.holder = holder == null ? null : holder.session;
      pauses.pause(epoch, Pause.STORE, nowNanos);
    }
  }

  /// Something has left the store.
  void relieve(Epoch epoch, long nowNanos) {
    if (epoch.isPausedFor(Pause.STORE)
        && epoch.parked <= bounds.storeRecordsMax() / 2
        && epoch.parkedBytes <= bounds.storeBytesMax() / 2) {
      epoch.holder = null;
      pauses.resume(epoch, Pause.STORE, nowNanos);
    }
  }
}
