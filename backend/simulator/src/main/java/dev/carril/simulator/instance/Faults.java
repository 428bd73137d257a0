package dev.carril.simulator.instance;

import dev.carril.engine.source.Partition;
import dev.carril.simulator.log.LogRecord;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
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

  // How often each record of a limited fault has failed, in each group.
  private final Map<Spot, Integer> failures = new HashMap<>();
  long deadLettersAwayUntilNanos;
  long commitsFailUntilNanos;

  Faults(long seed) {
    this.seed = seed;
  }

  private record Target(String topic, Which which) {}

  /// @param times how often each record fails
  private record Failing(int times, boolean terminal) {}

  private record Spot(Target fault, String group, Partition partition, long offset) {}

  void fail(String topic, Which which, int times, boolean terminal) {
    var target = new Target(topic, which);
    failures.keySet().removeIf(spot -> spot.fault.equals(target));
    failing.putLast(target, new Failing(times, terminal));
    sort(failing);
  }

  void slow(String topic, Which which, long nanos) {
    slow.putLast(new Target(topic, which), nanos);
    sort(slow);
  }

  // What is told of one record holds for it whatever is told of more, and so does what is told of a
  // key beside a share.
  private static <T> void sort(SequencedMap<Target, T> faults) {
    List<Map.Entry<Target, T>> sorted =
        faults.entrySet().stream()
            .map(fault -> Map.entry(fault.getKey(), fault.getValue()))
            .sorted(Comparator.comparingInt(fault -> breadth(fault.getKey().which)))
            .toList();
    faults.clear();
    sorted.forEach(fault -> faults.putLast(fault.getKey(), fault.getValue()));
  }

  private static int breadth(Which which) {
    return switch (which) {
      case Which.At _ -> 0;
      case Which.OfKey _ -> 1;
      case Which.Share _ -> 2;
    };
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

  /// How a handler call of a group ends that has not been told yet. Each group meets the same
  /// faults.
  Core.Ending ending(String group, Partition partition, LogRecord record) {
    for (var entry : failing.entrySet()) {
      if (isAbout(entry.getKey(), partition, record)) {
        Failing fault = entry.getValue();
        if (fault.times != Integer.MAX_VALUE) {
          var spot = new Spot(entry.getKey(), group, partition, record.offset());
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
