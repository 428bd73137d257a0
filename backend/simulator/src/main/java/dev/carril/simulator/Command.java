package dev.carril.simulator;

import dev.carril.simulator.log.Header;
import dev.carril.simulator.log.Partitioner;
import dev.carril.simulator.log.Retention;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a person can order. Numbers and names are well-formed; whether they exist is the world's
/// affair.
public sealed interface Command {

  record CreateTopic(
      String topic,
      int partitions,
      Partitioner partitioner,
      Optional<Retention> retention,
      boolean compacted)
      implements Command {}

  record Topics() implements Command {}

  /// @param partition null: by key or in turn
  /// @param value null for a tombstone
  record Produce(
      String topic,
      @Nullable String key,
      @Nullable Integer partition,
      List<Header> headers,
      @Nullable String value)
      implements Command {
    public Produce {
      headers = List.copyOf(headers);
    }
  }

  /// @param partition null: all of them
  /// @param from null: from the start
  record Read(String topic, @Nullable Integer partition, @Nullable Long from) implements Command {}

  /// @param max null: all there is
  /// @param sql what to run for each record, or null
  record Consume(
      String topic,
      String group,
      String member,
      @Nullable Integer max,
      boolean fromBeginning,
      Saving saving,
      @Nullable String sql)
      implements Command {}

  record Offsets(String topic) implements Command {}

  record Describe(String group) implements Command {}

  record Groups() implements Command {}

  /// @param topic null: every topic of the group
  record Reset(String group, @Nullable String topic, Target to) implements Command {}

  record Leave(String group, String member) implements Command {}

  record Wait(long millis) implements Command {}

  record Compact(String topic) implements Command {}

  record Sql(String statement) implements Command {}

  record Undo() implements Command {}

  record Redo() implements Command {}

  record StartOver() implements Command {}

  /// @param about the command to explain, or null for all
  record Help(@Nullable String about) implements Command {}

  record History() implements Command {}

  record Clear() implements Command {}

  /// When a consumer saves its positions.
  sealed interface Saving {
    /// After the work: at least once.
    record AfterWork() implements Saving {}

    /// Not at all: the consumer that fell over between working and saving.
    record Never() implements Saving {}

    /// Before the work: at most once.
    ///
    /// @param fallOverAfter how many records it works through before it falls over, or null
    record BeforeWork(@Nullable Integer fallOverAfter) implements Saving {}
  }

  /// Where `reset` moves positions to.
  sealed interface Target {
    record Offset(long offset) implements Target {}

    record Earliest() implements Target {}

    record Latest() implements Target {}
  }
}
