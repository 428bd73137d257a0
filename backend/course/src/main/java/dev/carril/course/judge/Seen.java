package dev.carril.course.judge;

import dev.carril.course.goal.Expected;
import dev.carril.course.goal.Scalar;
import dev.carril.course.goal.Which;
import dev.carril.simulator.log.Header;
import dev.carril.simulator.log.LogRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A record that is looked at, in the log, in a delivery or in a reply.
record Seen(String topic, LogRecord record) {

  /// Of its place alone: a topic's records are many, and their texts long.
  @Override
  public int hashCode() {
    return 31 * (31 * topic.hashCode() + record.partition()) + Long.hashCode(record.offset());
  }

  Expected.At at() {
    return new Expected.At(record.partition(), record.offset());
  }

  boolean fits(Which which, Began began) {
    return (which.topic() == null || which.topic().equals(topic))
        && (which.partition() == null || which.partition() == record.partition())
        && fits(which.key())
        && which.where().entrySet().stream().allMatch(this::hasField)
        && which.notWhere().entrySet().stream().allMatch(this::hasNone)
        && (which.value() == null || Values.isWhole(which.value(), record.value()))
        && which.header().entrySet().stream().allMatch(this::hasHeader)
        && !(which.fresh() && began.had(topic, record));
  }

  private boolean fits(Which.Key key) {
    return switch (key) {
      case Which.Key.Any() -> true;
      case Which.Key.None() -> record.key() == null;
      case Which.Key.Exactly(var wanted) -> wanted.equals(record.key());
      case Which.Key.Other(var other) -> record.key() != null && !other.equals(record.key());
    };
  }

  private boolean hasField(Map.Entry<String, Scalar> field) {
    return Values.is(field.getValue(), Values.field(record.value(), field.getKey()));
  }

  private boolean hasNone(Map.Entry<String, List<Scalar>> field) {
    return field.getValue().stream()
        .noneMatch(value -> Values.is(value, Values.field(record.value(), field.getKey())));
  }

  private boolean hasHeader(Map.Entry<String, String> header) {
    return record.headers().contains(new Header(header.getKey(), header.getValue()));
  }

  /// Whether its value, or the field of it that is asked about, is this.
  boolean is(Expected expected, Scalar wanted) {
    return expected.field() == null
        ? Values.isWhole(wanted, record.value())
        : Values.is(wanted, Values.field(record.value(), expected.field()));
  }

  // ---- many of them ----

  /// In the order in which they were appended, over all partitions.
  static List<Seen> asWritten(List<Seen> records) {
    return records.stream()
        .sorted(
            Comparator.<Seen>comparingLong(seen -> seen.record().timestampMillis())
                .thenComparingInt(seen -> seen.record().partition())
                .thenComparingLong(seen -> seen.record().offset()))
        .toList();
  }

  static boolean inOnePartition(List<Seen> records) {
    return records.stream()
            .map(seen -> seen.topic() + ':' + seen.record().partition())
            .distinct()
            .count()
        <= 1;
  }

  /// Exactly these values, one record each, in this order.
  static boolean are(List<Seen> records, Expected expected, List<Scalar> values) {
    if (records.size() != values.size()) {
      return false;
    }
    for (int i = 0; i < values.size(); i++) {
      if (!records.get(i).is(expected, values.get(i))) {
        return false;
      }
    }
    return true;
  }

  /// Exactly these values, one record each.
  static boolean areInAnyOrder(List<Seen> records, Expected expected, List<Scalar> values) {
    var left = new ArrayList<>(records);
    for (Scalar value : values) {
      Seen one = left.stream().filter(seen -> seen.is(expected, value)).findFirst().orElse(null);
      if (one == null) {
        return false;
      }
      left.remove(one);
    }
    return left.isEmpty();
  }

  /// These values are among them, in this order.
  static boolean contain(List<Seen> records, Expected expected, List<Scalar> values) {
    int next = 0;
    for (Seen seen : records) {
      if (next < values.size() && seen.is(expected, values.get(next))) {
        next++;
      }
    }
    return next == values.size();
  }

  /// Two of them are in the other order than in the list.
  static boolean areAgainst(List<Seen> records, Expected expected) {
    int latest = -1;
    for (Seen seen : records) {
      int place = -1;
      for (int i = 0; i < expected.against().size() && place < 0; i++) {
        place = seen.is(expected, expected.against().get(i)) ? i : -1;
      }
      if (place >= 0 && place < latest) {
        return true;
      }
      latest = Math.max(latest, place);
    }
    return false;
  }

  static boolean standAt(List<Seen> records, List<Expected.At> places) {
    return new HashSet<>(records.stream().map(Seen::at).toList()).equals(new HashSet<>(places));
  }

  static long keys(List<Seen> records) {
    return records.stream()
        .map(seen -> seen.record().key())
        .filter(Objects::nonNull)
        .distinct()
        .count();
  }
}
