package dev.carril.simulator.instance;

import dev.carril.engine.check.BlockedOffset;
import dev.carril.engine.check.Halt;
import dev.carril.engine.check.LaneView;
import dev.carril.engine.check.PartitionView;
import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import dev.carril.simulator.log.LogRecord;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What decides in an instance: events in, effects out into a [CoreOut]. It may have several parts
/// that talk to each other by messages; part 0 is the one that the log's thread talks to.
public interface Core {
  int parts();

  /// @param position where the log goes on, or -1 where nothing was saved
  void assigned(Partition partition, long position, String metadata, long nowNanos);

  /// Partitions are to go; [CoreOut#letGo] says when they may.
  void revoke(List<Partition> partitions, long deadlineNanos, Object request, long nowNanos);

  /// The same for all of them, and for what may still come.
  void close(long deadlineNanos, Object request, long nowNanos);

  void lost(List<Partition> partitions, long nowNanos);

  void arrive(Partition partition, LogRecord[] records, long nowNanos);

  /// Nothing of this partition is to be fetched until [#resumeByUser].
  void pauseByUser(Partition partition, long nowNanos);

  void resumeByUser(Partition partition, long nowNanos);

  /// What one part has sent to another by [CoreOut#post].
  void take(int part, Object message, long nowNanos);

  /// A handler call has ended.
  void ended(Call call, Ending ending, long nowNanos);

  void committed(Wish wish, long nowNanos);

  void commitFailed(Wish wish, String why, long nowNanos);

  void deadLetterWritten(Letter letter, long nowNanos);

  void deadLetterFailed(Letter letter, String why, long nowNanos);

  /// Does what is due in a part.
  void tick(int part, long nowNanos);

  /// When there is something due in a part, or Long.MAX_VALUE.
  long dueNanos(int part);

  /// Sends what has gathered in a part. Called at the end of each of its turns.
  void flush(int part, long nowNanos);

  /// Records that were delivered and are still somewhere in it.
  int held();

  /// Sessions that it knows of.
  int sessions();

  /// Offsets of a partition that are done ahead of the commit point, or -1 if it is not its own.
  int ahead(Partition partition);

  /// Does it want the log to bring nothing of this partition?
  boolean isPaused(Partition partition);

  /// Its lanes, or what stands for them where there are none. Looking changes nothing.
  List<LaneView> lanes();

  /// The partitions that are its own.
  List<PartitionView> partitions();

  /// What holds its commit points back, at most so many of each partition.
  List<BlockedOffset> blocked(int most, long nowNanos);

  /// Sessions whose records become dead letters until they are released.
  List<Session> halted();

  /// Is this one of them?
  boolean isHalted(Session session);

  /// The sessions of its group that are halted, as is known when a partition comes.
  void halted(Collection<Halt> kept, long nowNanos);

  /// Lets a halted session go on.
  void release(Session session, long nowNanos);

  /// From now on sessions are dealt to so many workers, which are no more than it was made with.
  void workers(int count);

  /// What could go on and does not (law 12), after a turn of this part, or null. Of what is another
  /// part's alone nothing is said: the turn cannot have touched it.
  @Nullable String stuck(int part);

  /// What is kept for nothing (law 13), or null.
  @Nullable String surplus();

  /// Counts again what a part counts along the way (law 11), and says what does not agree.
  List<String> recount(int part);

  /// How a handler call ended.
  enum Ending {
    WELL,
    /// Its event was handled before, so the handler was not called.
    REPEATED,
    FAILED,
    FAILED_FOR_GOOD
  }
}
