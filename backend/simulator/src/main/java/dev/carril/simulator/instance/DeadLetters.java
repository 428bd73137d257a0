package dev.carril.simulator.instance;

import dev.carril.engine.check.Reason;
import dev.carril.engine.check.Session;
import dev.carril.simulator.log.LogRecord;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// The dead letters of a group's topic, in the order in which they were written, until they are
/// redriven; and those that were, in the order in which that was done.
public final class DeadLetters {
  /// Beyond this the oldest goes.
  private static final int MOST = 50_000;

  // A record that becomes one again after a crash, before its end was committed, is to be redriven
  // once, where it was written last.
  private final SequencedMap<Place, Kept> kept = new LinkedHashMap<>();
  private final Deque<Kept> redriven = new ArrayDeque<>();

  // A log takes nothing back: what was redriven is there too.
  private final Deque<Kept> written = new ArrayDeque<>();
  private long forgotten;

  /// @param record as it was in the log
  /// @param attempts handler calls before it was given up
  /// @param why its handler's statement failed, or null
  public record Kept(
      String topic,
      LogRecord record,
      Session session,
      Reason reason,
      int attempts,
      @Nullable String why,
      long atNanos) {
    private Place place() {
      return new Place(topic, record.partition(), record.offset());
    }

    public boolean isAt(int partition, long offset) {
      return record.partition() == partition && record.offset() == offset;
    }
  }

  private record Place(String topic, int partition, long offset) {}

  void add(Letter letter, @Nullable String why, long nowNanos) {
    var letterKept =
        new Kept(
            letter.partition().topic(),
            letter.record(),
            letter.session(),
            letter.reason(),
            letter.attempts(),
            why,
            nowNanos);
    kept.putLast(letterKept.place(), letterKept);
    if (kept.size() > MOST) {
      kept.pollFirstEntry();
    }
    if (written.size() == MOST) {
      written.removeFirst();
      forgotten++;
    }
    written.addLast(letterKept);
  }

  /// Every one that was ever written, whatever became of it, but for the oldest.
  public List<Kept> allWritten() {
    return List.copyOf(written);
  }

  /// How many those are.
  public int written() {
    return written.size();
  }

  /// How many were written before those.
  public long forgotten() {
    return forgotten;
  }

  /// Those that were not redriven.
  public List<Kept> all() {
    return List.copyOf(kept.values());
  }

  /// It was appended again.
  void redriven(Kept letter) {
    kept.remove(letter.place());
    if (redriven.size() == MOST) {
      redriven.removeFirst();
    }
    redriven.addLast(letter);
  }

  public List<Kept> allRedriven() {
    return List.copyOf(redriven);
  }
}
