package dev.carril.simulator.instance.report;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.Listener;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Everything that instances have told, in order, as far back as there is room: the oldest is
/// forgotten first. What happens to an instance and is no event of its core stands among it.
public final class Annals {
  /// Some ten events a record, for all the records that a sandbox may hold.
  public static final int MOST = 1 << 17;

  private static final int LEAST = 64;
  private static final int BYTES_EACH = 72;

  private @Nullable Object[] all = new Object[LEAST];
  private @Nullable Teller[] tellers = new Teller[LEAST];
  private long told;

  /// Whoever looks through what cores told.
  public interface Reader {
    void read(Teller by, Event event);
  }

  /// Whoever looks through all of it.
  public interface WholeReader {
    /// @param number how many things were told before
    /// @param what an event, or what else was [#add]ed
    void read(long number, Teller by, Object what);
  }

  /// The ear that one instance talks to.
  public Listener ear(Teller teller) {
    return event -> keep(teller, event);
  }

  /// Something that is no event of a core.
  public void add(Teller teller, Object what) {
    keep(teller, what);
  }

  private void keep(Teller teller, Object what) {
    if (told == all.length && told < MOST) {
      all = Arrays.copyOf(all, 2 * all.length);
      tellers = Arrays.copyOf(tellers, all.length);
    }
    int place = (int) (told++ % all.length);
    all[place] = what;
    tellers[place] = teller;
  }

  /// How many things were told so far.
  public long count() {
    return told;
  }

  /// How many of them are forgotten.
  public long forgotten() {
    return Math.max(0, told - all.length);
  }

  /// Reads what cores told, as far as it is kept, the oldest first.
  public void read(Reader reader) {
    read(
        0,
        (_, teller, what) -> {
          if (what instanceof Event event) {
            reader.read(teller, event);
          }
        });
  }

  /// Reads everything that is kept, the oldest first.
  ///
  /// @param from only from this number on
  public void read(long from, WholeReader reader) {
    for (long at = Math.max(from, forgotten()); at < told; at++) {
      int place = (int) (at % all.length);
      Object what = all[place];
      Teller teller = tellers[place];
      if (what != null && teller != null) {
        reader.read(at, teller, what);
      }
    }
  }

  /// About how many bytes of memory it holds.
  public long weight() {
    return BYTES_EACH * Math.min(told, all.length);
  }
}
