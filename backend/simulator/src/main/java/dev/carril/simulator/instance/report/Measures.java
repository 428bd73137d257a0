package dev.carril.simulator.instance.report;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.Place;
import dev.carril.engine.source.Partition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// How quick some instances were, together.
///
/// @param throughput records a second that ended, from the first delivery to the last ending; null
///   where none has ended
/// @param p50Nanos half of them ended within so long after their first delivery; null as well
/// @param p99Nanos the same for 99 in a hundred
/// @param retries handler calls that were not the first of their delivery
public record Measures(
    @Nullable Double throughput,
    @Nullable Long p50Nanos,
    @Nullable Long p99Nanos,
    long retries,
    long deadLetters) {

  public static Measures of(Annals annals, Predicate<Teller> who) {
    var counting = new Counting(who);
    counting.read(annals);
    return counting.measures();
  }

  /// Counts what is told, also where the annals forget it before all has been told.
  public static final class Counting {
    private final Predicate<Teller> who;
    private long from;

    // When each record came first, as long as it has not ended.
    private final Map<Spot, Long> delivered = new HashMap<>();
    private final List<Long> nanos = new ArrayList<>();
    private long first = Long.MAX_VALUE;
    private long last;
    private long retries;
    private long deadLetters;

    private record Spot(Partition partition, long offset) {
      static Spot of(Place place) {
        return new Spot(place.partition(), place.offset());
      }
    }

    public Counting(Predicate<Teller> who) {
      this.who = who;
    }

    /// Goes on where it stopped before.
    public void read(Annals annals) {
      annals.read(
          from,
          (_, by, what) -> {
            if (who.test(by) && what instanceof Event.OfRecord it) {
              count(it);
            }
          });
      from = annals.count();
    }

    private void count(Event.OfRecord event) {
      switch (event) {
        case Event.Delivered(var place, _, var now) -> {
          first = Math.min(first, now);
          delivered.putIfAbsent(Spot.of(place), now);
        }
        case Event.Started(_, var attempt, _) -> retries += attempt > 1 ? 1 : 0;
        case Event.Succeeded it -> ended(it);
        case Event.Repeated it -> ended(it);
        case Event.DeadLettered it -> {
          deadLetters++;
          ended(it);
        }
        case Event.AlreadyDone _,
            Event.Parked _,
            Event.Queued _,
            Event.Failed _,
            Event.BackedOff _,
            Event.Condemned _,
            Event.Reprieved _,
            Event.DeadLetterFailed _,
            Event.FinishedAfterSkip _,
            Event.HandedBack _,
            Event.EndedLate _ -> {
          // No end, or none that counts.
        }
      }
    }

    // What is handled again has ended before.
    private void ended(Event.OfRecord event) {
      Long since = delivered.put(Spot.of(event.place()), -1L);
      if (since != null && since >= 0) {
        nanos.add(event.atNanos() - since);
        last = event.atNanos();
      }
    }

    public Measures measures() {
      nanos.sort(null);
      boolean any = !nanos.isEmpty() && last > first;
      return new Measures(
          any ? nanos.size() * 1e9 / (last - first) : null,
          percentile(50),
          percentile(99),
          retries,
          deadLetters);
    }

    private @Nullable Long percentile(int percent) {
      int place = Math.ceilDiv(nanos.size() * percent, 100) - 1;
      return nanos.isEmpty() ? null : nanos.get(Math.max(0, place));
    }
  }
}
