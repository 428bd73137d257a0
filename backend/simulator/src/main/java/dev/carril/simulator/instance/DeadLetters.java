package dev.carril.simulator.instance;

import dev.carril.engine.check.Reason;
import dev.carril.engine.check.Session;
import dev.carril.simulator.log.LogRecord;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// The dead letters of a group's topic, in the order in which they were written, until they are
/// redriven.
public final class DeadLetters {
  /// A record that is dead-lettered again after each crash is there as often; beyond this the
  /// oldest goes.
  private static final int MOST = 50_000;

  private final Deque<Kept> kept = new ArrayDeque<>();

  /// @param record as it was in the log
  /// @param attempts handler calls before it was given up
  public record Kept(
      String topic, LogRecord record, Session session, Reason reason, int attempts, long atNanos) {
    public boolean isAt(int partition, long offset) {
      return record.partition() == partition && record.offset() == offset;
    }
  }

  void add(Letter letter, long nowNanos) {
    if (kept.size() == MOST) {
      kept.removeFirst();
    }
    kept.addLast(
        new Kept(
            letter.partition().topic(),
            letter.record(),
            letter.session(),
            letter.reason(),
            letter.attempts(),
            nowNanos));
  }

  public List<Kept> all() {
    return List.copyOf(kept);
  }

  /// It was appended again.
  public void redriven(Kept letter) {
    kept.removeFirstOccurrence(letter);
  }
}
