package dev.carril.simulator.sandbox;

import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.log.Partition;
import dev.carril.simulator.log.Topic;
import dev.carril.simulator.world.Journal;
import dev.carril.simulator.world.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// What one world has otherwise than another, clock and log apart. Records are compared as they
/// stand in their rows: to make a fact of each would take longer than the replay that found the
/// world.
final class Difference {
  final SequencedMap<String, Fact> set = new LinkedHashMap<>();
  final List<String> gone = new ArrayList<>();

  Difference(World from, World to) {
    for (String key : Facts.keysWithoutRecords(to)) {
      note(key, Facts.of(from, key), Facts.of(to, key));
    }
    for (String key : Facts.keysWithoutRecords(from)) {
      if (Facts.of(to, key) == null) {
        gone.add(key);
      }
    }
    for (Topic topic : to.topics()) {
      Topic before = from.findTopic(topic.name());
      for (Partition row : topic.partitions()) {
        records(topic.name(), row.number(), rowOf(before, row.number()), row.records(), to);
      }
    }
    for (Topic topic : from.topics()) {
      Topic after = to.findTopic(topic.name());
      for (Partition row : topic.partitions()) {
        if (after == null || row.number() >= after.partitionCount()) {
          records(topic.name(), row.number(), row.records(), List.of(), to);
        }
      }
    }
    tables(Facts.tables(from), Facts.tables(to));
  }

  private static List<LogRecord> rowOf(@Nullable Topic topic, int partition) {
    return topic == null || partition >= topic.partitionCount()
        ? List.of()
        : topic.partition(partition).records();
  }

  private void note(String key, @Nullable Fact before, @Nullable Fact after) {
    if (after != null && !after.equals(before)) {
      set.put(key, after);
    }
  }

  /// Both rows rise by their offsets.
  private void records(
      String topic, int partition, List<LogRecord> before, List<LogRecord> after, World to) {
    int b = 0;
    for (LogRecord record : after) {
      while (b < before.size() && before.get(b).offset() < record.offset()) {
        gone.add(Journal.record(topic, partition, before.get(b++).offset()));
      }
      boolean isSame = b < before.size() && before.get(b).equals(record);
      if (b < before.size() && before.get(b).offset() == record.offset()) {
        b++;
      }
      if (!isSame) {
        String key = Journal.record(topic, partition, record.offset());
        note(key, null, Facts.of(to, key));
      }
    }
    for (; b < before.size(); b++) {
      gone.add(Journal.record(topic, partition, before.get(b).offset()));
    }
  }

  private void tables(SequencedMap<String, Fact> before, SequencedMap<String, Fact> after) {
    after.forEach((key, table) -> note(key, before.get(key), table));
    before.keySet().stream().filter(key -> !after.containsKey(key)).forEach(gone::add);
  }
}
