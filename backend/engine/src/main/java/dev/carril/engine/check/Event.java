package dev.carril.engine.check;

import dev.carril.engine.source.Partition;
import org.jspecify.annotations.Nullable;

/// Everything that happens in an engine, in the words that its listeners, the order checker and the
/// picture share.
///
/// Times are the driver's: nanoseconds since a moment that it chose.
public sealed interface Event {
  /// When it happened.
  long atNanos();

  /// What happened to one record.
  ///
  /// `attempt` counts the handler calls of this delivery, from 1; 0 before the first.
  sealed interface OfRecord extends Event {
    Place place();

    int attempt();
  }

  /// What happened to a partition that is, or was, ours.
  sealed interface OfPartition extends Event {
    Partition partition();

    long epoch();
  }

  /// What happened to a session.
  sealed interface OfSession extends Event {
    Session session();
  }

  // --- a record's way, in the order in which it may go it

  /// The log gave it to us.
  ///
  /// @param redriven it was a dead letter before
  record Delivered(Place place, boolean redriven, long atNanos) implements OfRecord {
    @Override
    public int attempt() {
      return 0;
    }
  }

  /// It was done before a restart, ahead of the commit point, and is not handled again.
  record AlreadyDone(Place place, long atNanos) implements OfRecord {
    @Override
    public int attempt() {
      return 0;
    }
  }

  /// Its lane is full; it waits in its partition's store.
  record Parked(Place place, long atNanos) implements OfRecord {
    @Override
    public int attempt() {
      return 0;
    }
  }

  /// It is in its session's lane.
  record Queued(Place place, int worker, long atNanos) implements OfRecord {
    @Override
    public int attempt() {
      return 0;
    }
  }

  /// A handler call begins.
  record Started(Place place, int attempt, long atNanos) implements OfRecord {}

  /// The handler call ended well, and so the record has ended, if its partition is still ours.
  record Succeeded(Place place, int attempt, long atNanos) implements OfRecord {}

  /// Its event was handled before; the handler was not called, and the record has ended.
  record Repeated(Place place, int attempt, long atNanos) implements OfRecord {}

  /// The handler call ended badly.
  record Failed(Place place, int attempt, boolean terminal, String why, long atNanos)
      implements OfRecord {}

  /// It waits in its lane for its next attempt.
  record BackedOff(Place place, int attempt, long untilNanos, long atNanos) implements OfRecord {}

  /// It is to become a dead letter; it has not ended yet.
  record Condemned(Place place, int attempt, Reason reason, long atNanos) implements OfRecord {}

  /// There were more dead letters than poison explains; it is tried again instead.
  record Reprieved(Place place, int attempt, Reason reason, long atNanos) implements OfRecord {}

  /// Its dead letter could not be written, and will be again.
  record DeadLetterFailed(Place place, int attempt, String why, long atNanos) implements OfRecord {}

  /// Its dead letter is safe, and so the record has ended.
  record DeadLettered(Place place, int attempt, Reason reason, long atNanos) implements OfRecord {}

  /// Its handler came to an end after it had been skipped.
  record FinishedAfterSkip(Place place, int attempt, boolean well, long atNanos)
      implements OfRecord {}

  /// It was taken out unfinished, since its partition goes; the next owner handles it.
  record HandedBack(Place place, int attempt, long atNanos) implements OfRecord {}

  /// Its handler came to an end after its partition had gone. It changes nothing.
  record EndedLate(Place place, int attempt, boolean well, long atNanos) implements OfRecord {}

  // --- sessions and lanes

  record LaneOpened(Session session, int worker, long atNanos) implements OfSession {}

  record LaneClosed(Session session, int worker, long atNanos) implements OfSession {}

  /// The session's records become dead letters until somebody releases it.
  record Halted(Session session, long atNanos) implements OfSession {}

  record Released(Session session, long atNanos) implements OfSession {}

  // --- partitions

  /// A partition is ours.
  ///
  /// @param position where the log goes on, or -1 where nothing was saved
  /// @param ahead how many offsets beyond it are known to be done
  record Assigned(Partition partition, long epoch, long position, long ahead, long atNanos)
      implements OfPartition {}

  /// The metadata of its last commit was not ours, or not whole.
  record MetadataIgnored(Partition partition, long epoch, String why, long atNanos)
      implements OfPartition {}

  /// Nothing new of it is taken; what runs may finish until then. Told again if it is asked for
  /// again.
  record Draining(Partition partition, long epoch, long untilNanos, long atNanos)
      implements OfPartition {}

  /// It is no longer ours, as planned.
  ///
  /// @param drained whether everything that ran had finished
  record LetGo(Partition partition, long epoch, boolean drained, long atNanos)
      implements OfPartition {}

  /// It was taken from us.
  record Lost(Partition partition, long epoch, long atNanos) implements OfPartition {}

  /// @param session who holds it, where one session does
  record Paused(
      Partition partition, long epoch, Pause reason, @Nullable Session session, long atNanos)
      implements OfPartition {}

  record Resumed(Partition partition, long epoch, Pause reason, long atNanos)
      implements OfPartition {}

  /// A commit is sent.
  ///
  /// @param ahead how many offsets beyond it are done, whether its metadata holds all of them or
  ///   not
  record CommitSent(Partition partition, long epoch, long offset, int ahead, long atNanos)
      implements OfPartition {}

  record Committed(Partition partition, long epoch, long offset, long atNanos)
      implements OfPartition {}

  record CommitFailed(Partition partition, long epoch, long offset, String why, long atNanos)
      implements OfPartition {}
}
