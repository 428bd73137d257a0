package dev.carril.simulator.instance;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Records that come by themselves: so many, at a rate, of so many sessions.
final class Traffic {
  private static final long MILLI = 1_000_000;

  // Most traffic is a few records, again and again in a proof.
  private static final String[] VALUES = values();

  final String topic;
  private final int messages;
  private final long perSecond;
  private final Lots lots;
  private final @Nullable String[] keys;
  private final double[] upTo;
  private final long startNanos;
  private int sent;

  /// @param zipf whether the n-th session is 1/n as busy as the first
  Traffic(
      String topic,
      int sessions,
      int messages,
      long perSecond,
      boolean zipf,
      long seed,
      long nowNanos) {
    this.topic = topic;
    this.messages = messages;
    this.perSecond = perSecond;
    this.lots = new Lots(seed);
    this.startNanos = nowNanos;
    this.keys = new String[sessions];
    this.upTo = new double[zipf ? sessions : 0];
    double sum = 0;
    for (int at = 0; at < upTo.length; at++) {
      sum += 1.0 / (at + 1);
      upTo[at] = sum;
    }
  }

  private static String[] values() {
    var values = new String[400];
    for (int number = 0; number < values.length; number++) {
      values[number] = value(number);
    }
    return values;
  }

  int left() {
    return messages - sent;
  }

  /// How many should have been sent by now and were not.
  int dueBy(long nowNanos) {
    long elapsed = nowNanos - startNanos;
    double due = (double) elapsed * perSecond / 1e9 + 1;
    return (int) Math.min(left(), (long) due - sent);
  }

  /// When the next one is due; those of one millisecond come together.
  long nextNanos() {
    long exact = startNanos + (long) Math.ceil(sent * 1e9 / perSecond);
    return perSecond > 1_000 ? Math.ceilDiv(exact, MILLI) * MILLI : exact;
  }

  String nextKey() {
    sent++;
    int session = upTo.length == 0 ? lots.below(keys.length) : zipf();
    String key = keys[session];
    if (key == null) {
      key = "s-" + (session + 1);
      keys[session] = key;
    }
    return key;
  }

  /// What the record has to say whose key was drawn last.
  String value() {
    if (sent >= VALUES.length) {
      return value(sent);
    }
    return VALUES[sent];
  }

  private static String value(int number) {
    return "{\"message\":" + number + "}";
  }

  private int zipf() {
    double lot = lots.below(1 << 30) * upTo[upTo.length - 1] / (1 << 30);
    int at = Arrays.binarySearch(upTo, lot);
    return Math.min(upTo.length - 1, at < 0 ? -at - 1 : at);
  }
}
