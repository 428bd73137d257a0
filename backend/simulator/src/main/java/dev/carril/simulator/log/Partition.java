package dev.carril.simulator.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One row of the log. Records stand in the order of their offsets; compaction leaves gaps between
/// them, retention raises the start.
public final class Partition {
  private final int number;
  private List<LogRecord> records;

  // Retention takes from the front: the first record that is still there stands at this index.
  private int first;
  private long start;
  private long end;
  private long bytes;

  Partition(int number, long start) {
    this.number = number;
    this.records = new ArrayList<>();
    this.start = start;
    this.end = start;
  }

  private Partition(Partition other) {
    number = other.number;
    records = new ArrayList<>(other.records());
    start = other.start;
    end = other.end;
    bytes = other.bytes;
  }

  Partition copy() {
    return new Partition(this);
  }

  public int number() {
    return number;
  }

  /// The oldest offset that can be asked for.
  public long start() {
    return start;
  }

  /// The offset that the next record will get.
  public long end() {
    return end;
  }

  public long bytes() {
    return bytes;
  }

  /// What is still there, oldest first. A view: good until the next change.
  public List<LogRecord> records() {
    return records.subList(first, records.size());
  }

  /// The records from an offset on, at most so many. A view: good until the next change.
  public List<LogRecord> from(long offset, long most) {
    int at = indexOf(offset);
    return records.subList(at, (int) Math.min(records.size(), at + most));
  }

  /// The record at an offset, or null where there is none (never was, fell off, or was compacted).
  public @Nullable LogRecord at(long offset) {
    int at = indexOf(offset);
    return at < records.size() && records.get(at).offset() == offset ? records.get(at) : null;
  }

  LogRecord append(
      @Nullable String key, @Nullable String value, List<Header> headers, long timestampMillis) {
    var record = new LogRecord(number, end, key, value, headers, timestampMillis);
    records.add(record);
    bytes += record.bytes();
    end++;
    return record;
  }

  /// Takes the oldest records off, as many as the rule wants gone, and raises the start. Returns
  /// the offsets that went, rising.
  List<Long> retain(Retention retention, long nowMillis) {
    if (first == records.size() || !isTooMuch(retention, nowMillis)) {
      return List.of();
    }
    var gone = new ArrayList<Long>();
    while (first < records.size() && isTooMuch(retention, nowMillis)) {
      gone.add(records.get(first).offset());
      bytes -= records.get(first).bytes();
      first++;
    }
    start = first < records.size() ? records.get(first).offset() : end;
    forgetTheFront();
    return gone;
  }

  private boolean isTooMuch(Retention retention, long nowMillis) {
    return switch (retention) {
      case Retention.Age(var millis) -> nowMillis - records.get(first).timestampMillis() > millis;
      case Retention.Records(var count) -> records.size() - first > count;
      case Retention.Bytes(var most) -> bytes > most;
    };
  }

  private void forgetTheFront() {
    // Moving the rest for each record that falls off would make a long retention quadratic.
    if (first > 64 && first > records.size() / 2) {
      records = new ArrayList<>(records());
      first = 0;
    }
  }

  /// Keeps the last record of each key; a tombstone takes its key out. Returns the offsets that
  /// went, rising.
  List<Long> compact() {
    Map<String, Long> last = new HashMap<>();
    for (LogRecord record : records()) {
      last.put(keyOf(record), record.offset());
    }
    var kept = new ArrayList<LogRecord>();
    var gone = new ArrayList<Long>();
    for (LogRecord record : records()) {
      if (record.value() != null && Objects.equals(last.get(keyOf(record)), record.offset())) {
        kept.add(record);
      } else {
        gone.add(record.offset());
        bytes -= record.bytes();
      }
    }
    records = kept;
    first = 0;
    return gone;
  }

  private static String keyOf(LogRecord record) {
    if (record.key() == null) {
      throw new IllegalStateException("a compacted topic holds a record without a key: " + record);
    }
    return record.key();
  }

  /// Where the first record at or after this offset stands.
  private int indexOf(long offset) {
    int low = first;
    int high = records.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (records.get(middle).offset() < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
