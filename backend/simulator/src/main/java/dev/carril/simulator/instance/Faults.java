package dev.carril.simulator.instance;

import dev.carril.engine.source.Partition;
import dev.carril.simulator.log.LogRecord;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/// What goes wrong in a world until it is healed.
final class Faults {
  private final long seed;

  // Told again of the same records, a fault goes behind all others, and the former one is
  // forgotten.
  private final SequencedMap<Target, Failing> failing = new LinkedHashMap<>();
  private final SequencedMap<Target, Long> slow = new LinkedHashMap<>();
  private final Set<Target> hanging = new LinkedHashSet<>();

  // How often each record of a limited fault has failed.
  private final Map<Spot, Integer> failures = new HashMap<>();
  long deadLettersAwayUntilNanos;
  long commitsFailUntilNanos;

  Faults(long seed) {
    this.seed = seed;
  }

  private record Target(String topic, Which which) {}

  /// @param times how often each record fails
  private record Failing(int times, boolean terminal) {}

  private record Spot(Partition partition, long offset) {}

  void fail(String topic, Which which, int times, boolean terminal) {
    failing.putLast(new Target(topic, which), new Failing(times, terminal));
  }

  void slow(String topic, Which which, long nanos) {
    slow.putLast(new Target(topic, which), nanos);
  }

  void hang(String topic, Which which) {
    hanging.add(new Target(topic, which));
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

  private boolean isAbout(Target target, Partition partition, LogRecord record) {
    return target.topic.equals(partition.topic()) && target.which.has(record, seed);
  }

  /// How a handler call ends that has not been told yet.
  Core.Ending ending(Partition partition, LogRecord record) {
    for (var entry : failing.entrySet()) {
      if (isAbout(entry.getKey(), partition, record)) {
        Failing fault = entry.getValue();
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
    for (Target target : hanging) {
      if (isAbout(target, partition, record)) {
        return true;
      }
    }
    return false;
  }

  /// How long a handler call takes that would take so long.
  long workNanos(Partition partition, LogRecord record, long usually) {
    for (var entry : slow.entrySet()) {
      if (isAbout(entry.getKey(), partition, record)) {
        return entry.getValue();
      }
    }
    return usually;
  }
}
