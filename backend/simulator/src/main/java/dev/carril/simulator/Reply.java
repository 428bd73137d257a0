package dev.carril.simulator;

import dev.carril.engine.check.Law;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.log.Range;
import dev.carril.simulator.sql.SqlResult;
import java.math.BigDecimal;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// What a command that worked tells. One record a kind of command; moments are milliseconds since
/// 1970 of virtual time.
public sealed interface Reply {

  record CreatedTopic(String topic, int partitions) implements Reply {}

  record TopicList(List<Row> topics) implements Reply {
    public record Row(String name, int partitions, long records) {}
  }

  record Produced(String topic, int partition, long offset, Dealt dealt) implements Reply {}

  /// Why a record went to its partition.
  sealed interface Dealt {
    /// `partition N` said so.
    record Chosen() implements Dealt {}

    /// No key: the next one in turn.
    record InTurn() implements Dealt {}

    /// The key's character codes added up, and the remainder by the number of partitions.
    record BySum(String key, long sum, int partitions, int remainder) implements Dealt {}

    record ByMurmur2(String key, int partitions) implements Dealt {}
  }

  /// @param partitions how many were looked into
  /// @param end the end of the partition that was asked for, or null when all were
  record Records(String topic, List<LogRecord> records, int partitions, @Nullable Long end)
      implements Reply {}

  /// @param owned what the member owns of this topic, rising
  /// @param records what it was handed, in order
  /// @param positions where reading got to in each owned partition
  /// @param saved whether these are now the group's positions
  /// @param lost offsets that retention took before this group read them
  /// @param sql one result a record, where `then sql` was given
  record Consumed(
      String topic,
      String group,
      String member,
      List<Integer> owned,
      List<LogRecord> records,
      SequencedMap<Integer, Long> positions,
      boolean saved,
      @Nullable FellOver fellOver,
      List<Range> lost,
      List<SqlResult> sql)
      implements Reply {}

  /// The first record that a consumer which saved first did not finish.
  ///
  /// @param why what its statement said, or null where the command asked for it
  record FellOver(int partition, long offset, @Nullable String why) {}

  record OffsetTable(String topic, List<Ends> partitions, List<GroupOffsets> groups)
      implements Reply {
    public record Ends(int partition, long start, long end) {}

    public record GroupOffsets(String group, List<Offset> positions) {}

    /// No position is null, and so is its lag.
    public record Offset(int partition, @Nullable Long position, @Nullable Long lag) {}
  }

  record GroupTable(String group, List<Row> rows) implements Reply {
    public record Row(
        String topic,
        int partition,
        @Nullable String member,
        @Nullable Long position,
        long end,
        @Nullable Long lag) {}
  }

  record GroupList(List<Row> groups) implements Reply {
    public record Row(String group, int members, @Nullable Long lag) {}
  }

  record Reset(String group, List<Move> moved) implements Reply {
    /// @param clamped the wanted offset is not there; `to` is the nearest that is
    public record Move(
        String topic, int partition, @Nullable Long from, long to, boolean clamped) {}
  }

  /// @param assignment what each member that is left owns now
  record Left(String group, String member, SequencedMap<String, List<Owned>> assignment)
      implements Reply {}

  record Owned(String topic, int partition) {}

  /// @param removed how many records fell off
  record Waited(long nowMillis, long removed, List<Range> ranges) implements Reply {}

  record Compacted(String topic, long removed) implements Reply {}

  record Ran(SqlResult result) implements Reply {}

  /// @param design as it is typed
  /// @param title the same with what is otherwise than in it
  record StartedInstance(
      String name, String topic, String group, String design, String title, boolean again)
      implements Reply {}

  /// It has been told to end, and finishes what it has begun.
  record StoppedInstance(String name) implements Reply {}

  record CrashedInstance(String name) implements Reply {}

  record LostPartition(String name, int partition) implements Reply {}

  record FrozeInstance(String name, long millis) implements Reply {}

  /// @param instead records of the traffic before that will not come, since this takes its place
  record StartedTraffic(String topic, int sessions, int messages, long perSecond, int instead)
      implements Reply {}

  /// @param left records that will not come
  record StoppedTraffic(int left) implements Reply {}

  /// @param which as it is typed
  /// @param times null: always
  record SetToFail(String topic, String which, @Nullable Integer times, boolean terminal)
      implements Reply {}

  record SetSlow(String topic, String which, long millis) implements Reply {}

  record SetToHang(String topic, String which) implements Reply {}

  record SetOutage(long millis) implements Reply {}

  record SetCommitsToFail(long millis) implements Reply {}

  /// @param any false if nothing was wrong
  record Healed(boolean any) implements Reply {}

  /// @param steps what happened meanwhile, one by one
  record Went(long nowMillis, long steps) implements Reply {}

  /// What became of the records that a group was given.
  ///
  /// @param checked distinct records that were judged
  /// @param violationCount how many there are; each list names the first of them
  /// @param duplicateCount distinct records that were handled more than once
  /// @param zombieCount distinct records that began while a former owner was at work on their
  ///   session
  /// @param duplicates the first of both
  record OrderChecked(
      String group,
      long checked,
      long violationCount,
      List<Disorder> violations,
      long lostCount,
      List<Missing> lost,
      long duplicateCount,
      long zombieCount,
      List<Again> duplicates,
      long redriven,
      List<Broken> laws)
      implements Reply {
    /// How order can be broken, in one word.
    public static final List<String> DISORDERS = List.of("overtaken", "overlap");

    /// How a record can come to be handled again, in one word.
    public static final List<String> REPEATS = List.of("again", "zombie");

    /// A handler call that began while an earlier record of its session had not ended.
    ///
    /// @param kind `overtaken` or `overlap`
    /// @param after the offset of the record that should have ended first
    public record Disorder(
        String kind, String session, String topic, int partition, long offset, long after) {}

    /// A record that was never handled.
    public record Missing(String topic, int partition, long offset) {}

    /// @param kind `again` or `zombie`
    public record Again(String kind, String session, String topic, int partition, long offset) {}

    /// A law of the engine that an instance broke.
    ///
    /// @param what for those who look for the cause; in English
    public record Broken(Law law, String instance, String what) {}
  }

  /// @param released sessions that go on, since none of their dead letters is left
  record Redrove(String group, List<Row> records, List<String> released) implements Reply {
    public Redrove {
      records = List.copyOf(records);
      released = List.copyOf(released);
    }

    /// @param of the offset that was dead-lettered
    public record Row(String topic, int partition, long offset, long of) {}
  }

  record Released(String group, String session) implements Reply {}

  /// @param failing which of them fails at first, or 0
  record Sent(String topic, String session, boolean ordered, int sends, int failing)
      implements Reply {}

  /// Another moment of virtual time, reached by going on.
  record AtMoment(long nowMillis, long steps) implements Reply {}

  record Playing(BigDecimal speed) implements Reply {}

  record Paused() implements Reply {}

  /// What was asked about instances.
  record Reported(Report report) implements Reply {}

  record Undone(String command) implements Reply {}

  record Redone(String command) implements Reply {}

  /// The sandbox stands at another moment of its history now.
  ///
  /// @param command the last one that has happened there, or null at the beginning
  /// @param at how many commands lead there
  record WentTo(@Nullable String command, int at, long nowMillis) implements Reply {}

  record StartedOver() implements Reply {}

  /// Every command's form, and the code under which the catalogue explains it.
  record Commands(List<Form> forms) implements Reply {}

  record Form(String code, String verb, String usage) {}

  /// @param options each option's spelling and the code under which the catalogue explains it
  record Usage(Form form, List<Option> options, List<String> examples) implements Reply {
    public record Option(String code, String spelling) {}
  }

  record History(List<String> commands) implements Reply {}

  record Cleared() implements Reply {}
}
