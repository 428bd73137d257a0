package dev.carril.course.goal;

import dev.carril.simulator.instance.EventWord;
import dev.carril.simulator.instance.Seen;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// What may have happened to instances and what they work on, in the words of lessons.
public enum What {
  STARTED(EventWord.STARTED),
  RESTARTED(EventWord.RESTARTED),
  STOPPED(EventWord.STOPPED),
  CRASHED(EventWord.CRASHED),
  FROZE(EventWord.FROZE),
  EXPELLED(EventWord.EXPELLED),
  ASSIGNED(EventWord.ASSIGNED),
  REVOKED(EventWord.DRAINING),
  LET_GO(EventWord.LET_GO),
  /// Let go when everything that ran had ended.
  DRAINED(EventWord.LET_GO, "drained"),
  LOST(EventWord.LOST),
  PAUSED(EventWord.PAUSED),
  RESUMED(EventWord.RESUMED),
  COMMITTED(EventWord.COMMITTED),
  COMMIT_FAILED(EventWord.COMMIT_FAILED),
  LANE_OPENED(EventWord.LANE_OPENED),
  LANE_CLOSED(EventWord.LANE_CLOSED),
  HALTED(EventWord.HALTED),
  RELEASED(EventWord.RELEASED),
  PARKED(EventWord.PARKED),
  FAILED(EventWord.FAILED),
  BACKED_OFF(EventWord.BACKED_OFF),
  REPEATED(EventWord.REPEATED),
  ALREADY_DONE(EventWord.ALREADY_DONE),
  CONDEMNED(EventWord.CONDEMNED),
  DEAD_LETTERED(EventWord.DEAD_LETTERED),
  LETTER_FAILED(EventWord.LETTER_FAILED),
  REPRIEVED(EventWord.REPRIEVED),
  REDRIVEN(EventWord.DELIVERED, "redriven"),
  SKIPPED(EventWord.CONDEMNED, "gap-timeout"),
  HANDED_BACK(EventWord.HANDED_BACK),
  ENDED_LATE(EventWord.ENDED_LATE),
  FINISHED_AFTER_SKIP(EventWord.FINISHED_AFTER_SKIP),
  OVERTAKEN(EventWord.OVERTAKEN),
  OVERLAP(EventWord.OVERLAP),
  AGAIN(EventWord.AGAIN),
  ZOMBIE(EventWord.ZOMBIE);

  private final EventWord event;
  private final String reason;

  What(EventWord event) {
    this(event, "");
  }

  What(EventWord event, String reason) {
    this.event = event;
    this.reason = reason;
  }

  /// `BACKED_OFF` is `backed-off`.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static List<String> words() {
    return Stream.of(values()).map(What::word).toList();
  }

  /// The one of this word.
  ///
  /// @throws IllegalArgumentException if there is none
  public static What of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /// What an instance tells where this happens.
  public EventWord event() {
    return event;
  }

  /// Whether something of [#event] was this.
  public boolean fits(Seen.Told told) {
    return reason.isEmpty() || reason.equals(told.reason());
  }
}
