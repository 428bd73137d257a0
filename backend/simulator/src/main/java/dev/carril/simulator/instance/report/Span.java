package dev.carril.simulator.instance.report;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A part of a record's way: a stretch of time, or a moment.
///
/// @param by who told of it, or null for the log
/// @param attempt which handler call it is, or 0
/// @param untilNanos when it ended, the same as its beginning for a moment, or -1 while it goes on
/// @param outcome how it ended, in one word, or null where there is nothing to say
public record Span(
    Kind kind,
    @Nullable Teller by,
    int attempt,
    long fromNanos,
    long untilNanos,
    @Nullable String outcome) {

  /// What a record may be doing.
  public enum Kind {
    PRODUCED,
    DELIVERED,
    ALREADY_DONE,
    PARKED,
    QUEUED,
    ATTEMPT,
    BACK_OFF,
    DEAD_LETTER,
    REPRIEVED,
    HANDED_BACK,
    COMMITTED;

    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  static Span moment(Kind kind, @Nullable Teller by, long nanos) {
    return new Span(kind, by, 0, nanos, nanos, null);
  }

  static Span begun(Kind kind, Teller by, int attempt, long nanos) {
    return new Span(kind, by, attempt, nanos, -1, null);
  }

  boolean isOpen() {
    return untilNanos < 0;
  }

  Span ended(long nanos, @Nullable String how) {
    return new Span(kind, by, attempt, fromNanos, nanos, how);
  }
}
