package dev.carril.simulator.sandbox;

import dev.carril.simulator.instance.Seen;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.log.Partitioner;
import dev.carril.simulator.log.Retention;
import dev.carril.simulator.sql.TableView;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One thing that a picture shows, found under its key. A picture is drawn from facts and nothing
/// else.
public sealed interface Fact {

  /// Under `clock`.
  record Clock(long nowMillis) implements Fact {}

  /// Under `log`.
  ///
  /// @param count commands from the beginning to the head
  /// @param undo the command that undo would take back, or null
  /// @param redo the command that redo would bring back, or null
  /// @param head the entry whose state this is, or empty for the beginning
  /// @param ahead how many commands redo would bring back, one after the other
  /// @param moments how many moments there are from the beginning to the head
  /// @param momentsAhead how many there are in what redo would bring back
  record Log(
      int count,
      @Nullable String undo,
      @Nullable String redo,
      String head,
      int ahead,
      long moments,
      long momentsAhead)
      implements Fact {}

  /// Under `topic:orders`.
  record Topic(
      String topic,
      int place,
      int partitions,
      Partitioner partitioner,
      Optional<Retention> retention,
      boolean compacted,
      long records,
      int nextPartition)
      implements Fact {}

  /// Under `partition:orders:0`.
  record Partition(String topic, int partition, long start, long end) implements Fact {}

  /// Under `record:orders:0:5`.
  ///
  /// @param record as far as a picture has room for it
  /// @param cut whether anything of it was cut
  /// @param bytes of the whole record
  record Record(String topic, LogRecord record, boolean cut, int bytes) implements Fact {}

  /// Under `group:billing`.
  record Group(String group, int place, @Nullable Long lag) implements Fact {}

  /// Under `member:billing:billing-1`.
  record Member(String group, String member, List<Owned> owned) implements Fact {
    public record Owned(String topic, List<Integer> partitions) {}
  }

  /// Under `position:billing:orders:0`, for each partition of each topic that the group knows.
  ///
  /// @param read where reading got to when that is not what is saved, or null
  /// @param member who owns the partition, or null
  record Position(
      String group,
      String topic,
      int partition,
      @Nullable Long position,
      @Nullable Long lag,
      @Nullable Long read,
      @Nullable String member)
      implements Fact {}

  /// What there is to see of engine instances: under `instance:anna`, `lane:anna:17`,
  /// `progress:billing:orders:0`, `cohort:billing:orders`, `letter:billing:orders:4`,
  /// `trouble:billing:orders:2` and `events`.
  ///
  /// @param openedMillis the moment from which times in it count
  record OfInstances(Seen seen, long openedMillis) implements Fact {}

  /// Under `table:invoices`.
  record Table(TableView view) implements Fact {}
}
