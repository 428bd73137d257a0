package dev.carril.simulator;

import dev.carril.engine.check.LaneState;
import dev.carril.engine.check.Reason;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What is told about engine instances when somebody asks. Moments are milliseconds since 1970 of
/// virtual time; what is not there is null.
public sealed interface Report {

  record Instances(List<Row> instances) implements Report {
    /// What an instance may be, in one word.
    public static final List<String> STATES =
        List.of("running", "frozen", "draining", "stopped", "crashed");

    /// @param title the design, and what is otherwise than in it
    /// @param state one of these words
    /// @param paused which of its partitions are not fetched for the time being
    /// @param reprieved records that are tried again since its budget of dead letters is spent
    /// @param sql what its handlers run for each record, or null
    public record Row(
        String name,
        String topic,
        String group,
        String design,
        String title,
        String state,
        List<Integer> owned,
        List<Paused> paused,
        int reprieved,
        @Nullable String sql) {}

    /// @param reason `held-by-session`, `gap`, `user` or `draining`
    /// @param session who holds the partition, where one does
    public record Paused(int partition, String reason, @Nullable String session) {}
  }

  record Lanes(String name, List<Row> lanes) implements Report {
    /// What a lane may be doing, in one word.
    public static final List<String> STATES =
        Stream.of(LaneState.values()).map(LaneState::word).toList();

    /// @param worker whose lane it is, or null for a session that is halted and has none any more
    /// @param state one of these words
    /// @param queued records behind the first
    /// @param backoffMillis until the next attempt, or null
    public record Row(
        String session,
        @Nullable Integer worker,
        String state,
        int attempt,
        int queued,
        @Nullable Long backoffMillis) {}
  }

  record CommitPoints(String topic, String group, List<Row> partitions) implements Report {
    /// @param committed what is saved
    /// @param commitPoint what could be saved, where an instance owns the partition and has read it
    /// @param doneAhead offsets that have ended beyond it
    public record Row(
        int partition,
        @Nullable Long committed,
        @Nullable Long commitPoint,
        @Nullable Integer doneAhead,
        long end,
        @Nullable Long lag) {}
  }

  /// Offsets that hold a commit point back.
  record Blocked(String group, List<Row> blocked) implements Report {
    /// What a record that holds a commit point back may be doing, in one word.
    public static final List<String> STATES =
        List.of("queued", "parked", "working", "backing-off", "condemned", "reprieved", "ended");

    /// @param state one of these words
    public record Row(
        String topic,
        int partition,
        long offset,
        String session,
        long ageMillis,
        int attempt,
        String state) {}
  }

  record DeadLetters(String group, List<Row> records) implements Report {
    /// Why a record may have become one, in one word.
    public static final List<String> REASONS =
        Stream.of(Reason.values()).map(Reason::word).toList();

    /// @param reason one of these words
    /// @param why its handler's statement failed, in the database's words, or null
    public record Row(
        String topic,
        int partition,
        long offset,
        String session,
        String reason,
        int attempts,
        @Nullable String why) {}
  }

  /// The way of one record.
  record Trace(String topic, int partition, long offset, List<Span> spans) implements Report {
    /// @param instance who told of it, or null for the log
    /// @param endMillis the same as its start for a moment, or null while it goes on
    public record Span(
        String name,
        @Nullable String instance,
        @Nullable String group,
        int attempt,
        long startMillis,
        @Nullable Long endMillis,
        @Nullable String outcome) {}
  }

  /// What would have become of a topic's records, design by design.
  record Compared(String topic, List<Row> rows) implements Report {
    /// @param stopped why its figures are of a part, or null where they are of all
    /// @param without options that were given and that this design does not know
    public record Row(
        String design,
        @Nullable Double throughput,
        @Nullable Double p50Millis,
        @Nullable Double p99Millis,
        long violations,
        long lost,
        long duplicates,
        @Nullable Stopped stopped,
        List<String> without) {}

    /// What ended the play of a design before it had come to rest.
    public enum Stopped {
      /// An hour on the clock had gone by since the last record came.
      TIME,
      /// It had taken as many steps as it may.
      STEPS;

      public String word() {
        return name().toLowerCase(Locale.ROOT);
      }
    }
  }

  /// @param throughput records a second, from the first delivery to the last ending
  /// @param p50Millis from a record's first delivery to its end
  /// @param lag of what it owns and has a position in
  record Metrics(
      String name,
      @Nullable Double throughput,
      @Nullable Double p50Millis,
      @Nullable Double p99Millis,
      int inFlight,
      int parked,
      @Nullable Long lag,
      long retries,
      long deadLetters)
      implements Report {}
}
