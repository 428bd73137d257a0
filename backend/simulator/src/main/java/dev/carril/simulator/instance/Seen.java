package dev.carril.simulator.instance;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What a picture shows of instances at one moment. Times are nanoseconds on their clock, or -1
/// where there is none; positions are -1 where there is none.
public sealed interface Seen {

  /// What became of a delivery so far.
  enum Standing {
    /// It was fetched, and is on its way to a worker.
    FETCHED,
    PARKED,
    QUEUED,
    WORKING,
    BACKING_OFF,
    /// It waits for its dead letter to be safe.
    CONDEMNED,
    /// There were more dead letters than poison explains.
    REPRIEVED,
    /// It has ended.
    DONE,
    /// It has ended as a dead letter.
    DEAD,
    /// It was taken out of the way since it held the commit point back.
    SKIPPED;

    /// As it is told.
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean hasEnded() {
      return this == DONE || this == DEAD || this == SKIPPED;
    }
  }

  /// @param title the design, and what is otherwise than in it
  /// @param state `running`, `draining`, `stopped` or `crashed`
  /// @param frozenUntilNanos until when it stands still, or stood
  /// @param expelled whether its group goes on without it although it has not ended
  /// @param ring whether a ring deals its sessions to its workers
  /// @param halted sessions that are halted, some of them where there are many
  /// @param reprieved records that were to be dead letters, and are tried again since there are
  ///   more of those than poison explains
  /// @param sql what its handlers run for each record, the beginning of it where it is long, or
  ///   null
  /// @param loads what each worker has to do, where there are too many lanes to show each
  record OfInstance(
      String instance,
      String topic,
      String group,
      String design,
      String title,
      String state,
      long frozenUntilNanos,
      boolean expelled,
      List<Owned> owned,
      List<Paused> paused,
      int workers,
      boolean ring,
      int laneCapacity,
      int lanes,
      int working,
      int backingOff,
      int queued,
      int parked,
      List<String> halted,
      long handled,
      long retries,
      long letters,
      int reprieved,
      @Nullable String sql,
      List<Load> loads)
      implements Seen {}

  /// @param state `coming`, `owned` or `leaving`
  record Owned(int partition, String state) {}

  /// @param session who holds the partition, where one session does
  record Paused(int partition, String reason, @Nullable String session) {}

  record Load(int worker, int lanes, int working, int backingOff, int queued) {}

  /// @param number none other of its group's instances has it
  /// @param keyless the partition whose records without a key these are, or -1
  /// @param worker -1 where the design gives a session no worker of its own
  /// @param angle of the session on the ring, or -1 where there is none; see [RingView]
  /// @param attempt of the record that is at work or waits for its next attempt; 0 before the first
  /// @param sinceNanos since when it backs off, or has nothing to do
  /// @param untilNanos when its back-off ends, or when it closes if nothing comes
  /// @param queued records behind those that are at work, without the parked
  /// @param records the first of them, in order of arrival
  record OfLane(
      String instance,
      long number,
      String session,
      int keyless,
      int worker,
      int angle,
      String state,
      boolean halted,
      int attempt,
      long sinceNanos,
      long untilNanos,
      int queued,
      int parked,
      List<OfRecord> records)
      implements Seen {}

  record OfRecord(int partition, long offset, Standing standing) {}

  /// How far the instances of a group have come in a partition.
  ///
  /// @param instance who has it, or null
  /// @param committed what is saved
  /// @param commitPoint what could be saved
  /// @param ahead offsets that have ended beyond the commit point
  /// @param gap the first that has not ended, where later ones have
  /// @param stretches what has become of the offsets from the commit point on
  /// @param more offsets beyond the last stretch that is told
  record OfProgress(
      String group,
      String topic,
      int partition,
      @Nullable String instance,
      long committed,
      long commitPoint,
      int ahead,
      @Nullable Gap gap,
      List<Stretch> stretches,
      int more)
      implements Seen {}

  /// @param sinceNanos since when the commit point stands there
  record Gap(long offset, String session, Standing standing, int attempt, long sinceNanos) {}

  /// The same has become of all that was delivered in `[from, to)`.
  record Stretch(long from, long to, Standing standing) {}

  /// A dead letter that is safe.
  ///
  /// @param redrivenPartition where its record was appended again, or -1
  record OfLetter(
      String group,
      String topic,
      long number,
      int partition,
      long offset,
      String session,
      String reason,
      int attempts,
      String instance,
      long atNanos,
      int redrivenPartition,
      long redrivenOffset)
      implements Seen {
    boolean isAt(int itsPartition, long itsOffset) {
      return partition == itsPartition && offset == itsOffset;
    }

    OfLetter redriven(int toPartition, long toOffset) {
      return new OfLetter(
          group,
          topic,
          number,
          partition,
          offset,
          session,
          reason,
          attempts,
          instance,
          atNanos,
          toPartition,
          toOffset);
    }
  }

  /// Something that should not have happened.
  ///
  /// @param kind `overtaken`, `overlap`, `again` or `zombie`
  /// @param after the record that should have ended first, or -1
  record OfTrouble(
      String group,
      String topic,
      long number,
      String kind,
      int partition,
      long offset,
      String session,
      int afterPartition,
      long after,
      String instance,
      long atNanos)
      implements Seen {}

  /// What the instances of a group on a topic have come to.
  ///
  /// @param duplicates distinct records that were handled more than once
  /// @param zombies distinct records that began while a former owner was at work on their session
  record OfCohort(
      String group,
      String topic,
      long handled,
      long letters,
      long violations,
      long duplicates,
      long zombies)
      implements Seen {}

  /// How many things instances have told so far, and which of them are kept.
  record OfEvents(long first, long count) implements Seen {}

  /// One thing that an instance told. What it has nothing to say about is -1, 0 or "".
  ///
  /// @param kind such as `began`, `backed-off`, `committed`, `crashed` or `overtaken`
  /// @param untilNanos when a back-off ends
  /// @param reason why, in a word
  /// @param other the worker, or the offset of the record that should have ended first
  record Told(
      long number,
      long atNanos,
      String kind,
      String instance,
      String group,
      String topic,
      int partition,
      long offset,
      String session,
      int attempt,
      long untilNanos,
      String reason,
      long other) {}
}
