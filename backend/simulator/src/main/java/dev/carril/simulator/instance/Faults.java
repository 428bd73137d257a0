package dev.carril.simulator.instance;

import dev.carril.engine.source.Partition;
import dev.carril.simulator.log.LogRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What goes wrong in a world until it is healed.
final class Faults {
  private final long seed;
  private final List<Failing> failing = new ArrayList<>();
  private final List<Slow> slow = new ArrayList<>();
  private final List<Hanging> hanging = new ArrayList<>();

  // How often each record of a limited fault has failed.
  private final Map<Spot, Integer> failures = new HashMap<>();
  long deadLettersAwayUntilNanos;
  long commitsFailUntilNanos;

  Faults(long seed) {
    this.seed = seed;
  }

  /// @param times how often each record fails
  private record Failing(String topic, Which which, int times, boolean terminal) {}

  private record Slow(String topic, Which which, long nanos) {}

  private record Hanging(String topic, Which which) {}

  private record Spot(Partition partition, long offset) {}

  void fail(String topic, Which which, int times, boolean terminal) {
    failing.removeIf(it -> it.topic.equals(topic) && it.which.equals(which));
    failing.add(new Failing(topic, which, times, terminal));
  }

  void slow(String topic, Which which, long nanos) {
    slow.removeIf(it -> it.topic.equals(topic) && it.which.equals(which));
    slow.add(new Slow(topic, which, nanos));
  }

  void hang(String topic, Which which) {
    hanging.add(new Hanging(topic, which));
  }

  void heal() {
    failing.clear();
    slow.clear();
    hanging.clear();
    failures.clear();
    deadLettersAwayUntilNanos = 0;
    commitsFailUntilNanos = 0;
  }

  boolean isEmpty(long nowNanos) {
    return failing.isEmpty()
        && slow.isEmpty()
        && hanging.isEmpty()
        && deadLettersAwayUntilNanos <= nowNanos
        && commitsFailUntilNanos <= nowNanos;
  }

  /// How a handler call ends that has not been told yet.
  Core.Ending ending(Partition partition, LogRecord record) {
    for (Failing fault : failing) {
      if (fault.topic.equals(partition.topic()) && fault.which.has(record, seed)) {
        if (fault.times != Integer.MAX_VALUE) {
          var spot = new Spot(partition, record.offset());
          if (failures.merge(spot, 1, Integer::sum) > fault.times) {
            continue;
          }
        }
        return fault.terminal ? Core.Ending.FAILED_FOR_GOOD : Core.Ending.FAILED;
      }
    }
    return Core.Ending.WELL;
  }

  boolean hangs(Partition partition, LogRecord record) {
    for (Hanging fault : hanging) {
      if (fault.topic.equals(partition.topic()) && fault.which.has(record, seed)) {
        return true;
      }
    }
    return false;
  }

  /// How long a handler call takes that would take so long.
  long workNanos(Partition partition, LogRecord record, long usually) {
    for (Slow fault : slow) {
      if (fault.topic.equals(partition.topic()) && fault.which.has(record, seed)) {
        return fault.nanos;
      }
    }
    return usually;
  }
}
