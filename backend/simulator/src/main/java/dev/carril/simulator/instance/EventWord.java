package dev.carril.simulator.instance;

import dev.carril.engine.check.Event;
import java.util.Locale;

/// What a thing that instances tell is called, on the wire and in what is asked about the past.
public enum EventWord {
  // What happens to an instance and is no event of its core.
  STARTED,
  RESTARTED,
  STOPPED,
  CRASHED,
  FROZE,
  EXPELLED,
  // What should not have happened.
  OVERTAKEN,
  OVERLAP,
  AGAIN,
  ZOMBIE,
  // Events of cores.
  DELIVERED,
  ALREADY_DONE,
  PARKED,
  QUEUED,
  BEGAN,
  SUCCEEDED,
  REPEATED,
  FAILED,
  BACKED_OFF,
  CONDEMNED,
  REPRIEVED,
  LETTER_FAILED,
  DEAD_LETTERED,
  FINISHED_AFTER_SKIP,
  HANDED_BACK,
  ENDED_LATE,
  LANE_OPENED,
  LANE_CLOSED,
  HALTED,
  RELEASED,
  ASSIGNED,
  METADATA_IGNORED,
  DRAINING,
  LET_GO,
  LOST,
  PAUSED,
  RESUMED,
  COMMIT_SENT,
  COMMITTED,
  COMMIT_FAILED;

  private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /// `BACKED_OFF` is `backed-off`.
  public String word() {
    return word;
  }

  static EventWord of(Event event) {
    return switch (event) {
      case Event.Delivered _ -> DELIVERED;
      case Event.AlreadyDone _ -> ALREADY_DONE;
      case Event.Parked _ -> PARKED;
      case Event.Queued _ -> QUEUED;
      case Event.Started _ -> BEGAN;
      case Event.Succeeded _ -> SUCCEEDED;
      case Event.Repeated _ -> REPEATED;
      case Event.Failed _ -> FAILED;
      case Event.BackedOff _ -> BACKED_OFF;
      case Event.Condemned _ -> CONDEMNED;
      case Event.Reprieved _ -> REPRIEVED;
      case Event.DeadLetterFailed _ -> LETTER_FAILED;
      case Event.DeadLettered _ -> DEAD_LETTERED;
      case Event.FinishedAfterSkip _ -> FINISHED_AFTER_SKIP;
      case Event.HandedBack _ -> HANDED_BACK;
      case Event.EndedLate _ -> ENDED_LATE;
      case Event.LaneOpened _ -> LANE_OPENED;
      case Event.LaneClosed _ -> LANE_CLOSED;
      case Event.Halted _ -> HALTED;
      case Event.Released _ -> RELEASED;
      case Event.Assigned _ -> ASSIGNED;
      case Event.MetadataIgnored _ -> METADATA_IGNORED;
      case Event.Draining _ -> DRAINING;
      case Event.LetGo _ -> LET_GO;
      case Event.Lost _ -> LOST;
      case Event.Paused _ -> PAUSED;
      case Event.Resumed _ -> RESUMED;
      case Event.CommitSent _ -> COMMIT_SENT;
      case Event.Committed _ -> COMMITTED;
      case Event.CommitFailed _ -> COMMIT_FAILED;
    };
  }
}
