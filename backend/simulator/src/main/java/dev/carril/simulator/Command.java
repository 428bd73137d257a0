package dev.carril.simulator;

import dev.carril.simulator.instance.Design;
import dev.carril.simulator.instance.Settings;
import dev.carril.simulator.instance.Which;
import dev.carril.simulator.log.Header;
import dev.carril.simulator.log.Partitioner;
import dev.carril.simulator.log.Retention;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
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

  /// What is done to engine instances, to what comes to them, and to their time.
  sealed interface Operation extends Command {}

  record Start(String name, String topic, String group, Settings settings) implements Operation {}

  /// Lets an instance finish what it has begun, and then end.
  record Stop(String name) implements Operation {}

  record Crash(String name) implements Operation {}

  record Restart(String name) implements Operation {}

  /// The group takes a partition from an instance without asking.
  record Lose(String name, int partition) implements Operation {}

  /// The process stands still for a time.
  record Freeze(String name, long millis) implements Operation {}

  /// @param seed null: the sandbox's
  record Traffic(
      String topic, int sessions, int messages, long perSecond, boolean zipf, @Nullable Long seed)
      implements Operation {}

  record TrafficOff() implements Operation {}

  /// Several records of one session, sent without waiting for one before the next.
  ///
  /// @param failing which of them fails at first, from 1, or 0
  record Send(String topic, String session, boolean ordered, int failing, List<String> values)
      implements Operation {
    public Send {
      values = List.copyOf(values);
    }
  }

  /// @param times how often each record fails, or null for always
  record Fail(String topic, Which which, @Nullable Integer times, boolean terminal)
      implements Operation {}

  record FailCommits(long millis) implements Operation {}

  record Slow(String topic, Which which, long millis) implements Operation {}

  record Hang(String topic, Which which) implements Operation {}

  record OutageDeadLetters(long millis) implements Operation {}

  record Heal() implements Operation {}

  /// @param at null: all of the group's
  record Redrive(String group, Which.@Nullable At at) implements Operation {}

  /// Lets a halted session go on.
  record Release(String group, String session) implements Operation {}

  record Run(long millis) implements Operation {}

  record Step(int events) implements Operation {}

  /// To a moment of virtual time, so long after its beginning.
  record Goto(long millis) implements Operation {}

  /// What is asked about engine instances. Nothing changes.
  sealed interface Report extends Command {}

  record Instances() implements Report {}

  record Lanes(String name) implements Report {}

  record Metrics(String name) implements Report {}

  record CommitPoint(String topic, String group) implements Report {}

  record Blocked(String group) implements Report {}

  record DeadLetters(String group) implements Report {}

  record Trace(String topic, Which.At at) implements Report {}

  /// @param topic null: every topic of the group
  record CheckOrder(@Nullable String topic, String group) implements Report {}

  /// @param settings what is said about how they are built, over what the topic's readers are
  record Compare(List<Design> designs, String topic, UnaryOperator<Settings> settings)
      implements Command {
    public Compare {
      designs = List.copyOf(designs);
    }
  }

  /// Lets time go on by itself where somebody watches.
  record Play(BigDecimal speed) implements Command {}

  record Pause() implements Command {}

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
