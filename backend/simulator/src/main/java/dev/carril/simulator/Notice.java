package dev.carril.simulator;

import java.util.List;

/// Something worth saying besides the reply: it worked, but perhaps not as meant.
public sealed interface Notice {

  /// The code: `PositionWins` is `position-wins`.
  default String code() {
    return Problem.Codes.of(getClass());
  }

  /// `from-beginning` changed nothing: the group has a position in every partition that it owns.
  record PositionWins(String group) implements Notice {}

  /// There was nothing that the group had not read.
  record NothingNew(String group) implements Notice {}

  /// The group begins at the end, so it reads only what comes after this.
  record BeginsAtEnd(String group) implements Notice {}

  /// More members than partitions: this one owns none.
  record OwnsNothing(String member, String topic, int partitions, int members) implements Notice {}

  /// Retention took records before the group read them; it goes on at the start.
  record LostToRetention(String group, int partition, long from, long to, long start)
      implements Notice {}

  /// Several partitions were read, one whole after the other; Kafka promises no order between them.
  record NoOrderBetween(int partitions) implements Notice {}

  /// `from` is beyond the end.
  record BeyondEnd(int partition, long from, long end) implements Notice {}

  /// `from` is below the start; reading began there.
  record BelowStart(int partition, long from, long start) implements Notice {}

  /// Curly quotes, non-breaking or zero-width blanks were read as plain ones.
  record MadePlain() implements Notice {}

  /// This option is the simulator's own: Kafka's consumer has no such switch.
  record OnlyHere(String option) implements Notice {}

  /// All positions were there already.
  record AlreadyThere(String group) implements Notice {}

  /// Compaction found nothing that a later record replaces.
  record NothingToCompact(String topic) implements Notice {}

  /// Retention took records, read or unread, as this one was appended.
  record FellOff(int partition, long from, long to) implements Notice {}

  /// A command of Kafka's own tools was read as this one.
  record Translated(String line) implements Notice {}

  /// So much happened that the clock was stopped before its time; the same command goes on.
  record StoppedEarly(int steps) implements Notice {}

  /// So much would have happened in these designs that not all of it was let happen.
  record ComparedInPart(List<String> designs, int steps) implements Notice {}

  /// These designs had not come to rest an hour after the last record had come.
  record ComparedForAnHour(List<String> designs) implements Notice {}

  /// A design does not know these options, so it was played without them.
  record ComparedWithout(String design, List<String> options) implements Notice {}

  /// There is nothing that could happen.
  record NothingToCome() implements Notice {}

  /// A group has no dead letters.
  record NothingToRedrive(String group) implements Notice {}

  /// Some partitions are still with an instance that hands them over.
  record StillHandedOver(String member, List<String> partitions) implements Notice {}
}
