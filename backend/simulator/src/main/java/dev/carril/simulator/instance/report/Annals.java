package dev.carril.simulator.instance.report;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.Listener;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Everything that instances have told, in order, as far back as there is room: the oldest is
/// forgotten first.
public final class Annals {
  /// Some ten events a record, for all the records that a sandbox may hold.
  private static final int MOST = 1 << 17;

  private static final int LEAST = 64;
  private static final int BYTES_EACH = 72;

  private @Nullable Event[] events = new Event[LEAST];
  private @Nullable Teller[] tellers = new Teller[LEAST];
  private long told;

  /// Whoever looks through it.
  public interface Reader {
    void read(Teller by, Event event);
  }

  /// The ear that one instance talks to.
  public Listener ear(Teller teller) {
    return event -> keep(teller, event);
  }

  private void keep(Teller teller, Event event) {
    if (told == events.length && told < MOST) {
      events = Arrays.copyOf(events, 2 * events.length);
      tellers = Arrays.copyOf(tellers, events.length);
    }
    int place = (int) (told++ % events.length);
    events[place] = event;
    tellers[place] = teller;
  }

  /// Reads what is kept, the oldest first.
  public void read(Reader reader) {
    for (long at = Math.max(0, told - events.length); at < told; at++) {
      int place = (int) (at % events.length);
      Event event = events[place];
      Teller teller = tellers[place];
      if (event != null && teller != null) {
        reader.read(teller, event);
      }
    }
  }

  /// About how many bytes of memory it holds.
  public long weight() {
    return BYTES_EACH * Math.min(told, events.length);
  }
}
