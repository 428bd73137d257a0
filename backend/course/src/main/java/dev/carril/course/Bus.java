package dev.carril.course;

import java.math.BigDecimal;
import java.util.List;
import java.util.SequencedMap;

/// An event bus inside the page, beside a log that gets the same events.
///
/// @param topic the log, of one partition
/// @param events name → the value that is published
/// @param subscribers name → what it shows; each is a group on the log, too
public record Bus(
    String name,
    int line,
    String topic,
    SequencedMap<String, String> events,
    SequencedMap<String, Shows> subscribers,
    List<Step> steps) {

  public Bus {
    steps = List.copyOf(steps);
  }

  /// The command that makes the log.
  public String createLog() {
    return "create topic " + topic + " partitions 1";
  }

  /// The command that appends an event's value to the log.
  public String append(String value) {
    return "produce " + topic + " -- " + value;
  }

  /// What a subscriber shows of the events that it has heard of.
  public sealed interface Shows {
    /// How many they are.
    record Count() implements Shows {}

    /// The sum of a field of theirs.
    record Sum(String field) implements Shows {}
  }

  /// @param onBus what subscribers show that listen to the bus, as far as this is claimed
  /// @param onLog what they show that read the log
  public record Step(
      int line,
      String caption,
      Act act,
      SequencedMap<String, BigDecimal> onBus,
      SequencedMap<String, BigDecimal> onLog) {}

  /// What is done in a step.
  public sealed interface Act {
    record Publish(String event) implements Act {}

    record Away(String subscriber) implements Act {}

    record Back(String subscriber) implements Act {}
  }
}
