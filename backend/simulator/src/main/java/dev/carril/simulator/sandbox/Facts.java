package dev.carril.simulator.sandbox;

import dev.carril.simulator.group.Group;
import dev.carril.simulator.instance.Seen;
import dev.carril.simulator.log.Header;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.log.Partition;
import dev.carril.simulator.log.Topic;
import dev.carril.simulator.sql.TableView;
import dev.carril.simulator.world.Journal;
import dev.carril.simulator.world.World;
import java.text.BreakIterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The facts of a world, all of them or one by its key.
final class Facts {
  static final String CLOCK = "clock";
  static final String LOG = "log";
  static final String TABLE = "table:";

  private static final int SHOWN = 400;
  private static final int HEADERS_SHOWN = 20;

  private Facts() {}

  /// Every key of this world but clock, log and tables, in the order in which a picture is built
  /// up.
  static Set<String> keys(World world) {
    return withInstances(world, keysOfTheLog(world, true));
  }

  /// The same without the records, which are nearly all of them.
  static Set<String> keysWithoutRecords(World world) {
    return withInstances(world, keysOfTheLog(world));
  }

  /// Without records, and without what is seen of instances.
  static Set<String> keysOfTheLog(World world) {
    return keysOfTheLog(world, false);
  }

  private static Set<String> withInstances(World world, Set<String> keys) {
    keys.addAll(world.seen().keySet());
    return keys;
  }

  private static Set<String> keysOfTheLog(World world, boolean withRecords) {
    var keys = new LinkedHashSet<String>();
    for (Topic topic : world.topics()) {
      keys.add(Journal.topic(topic.name()));
      for (Partition partition : topic.partitions()) {
        keys.add(Journal.partition(topic.name(), partition.number()));
        if (withRecords) {
          partition
              .records()
              .forEach(r -> keys.add(Journal.record(topic.name(), partition.number(), r.offset())));
        }
      }
    }
    for (Group group : world.groups()) {
      keys.add(Journal.group(group.name()));
      group.members().forEach(member -> keys.add(Journal.member(group.name(), member)));
      for (String topic : group.topics()) {
        Topic known = world.findTopic(topic);
        for (int p = 0; known != null && p < known.partitionCount(); p++) {
          keys.add(Journal.position(group.name(), topic, p));
        }
      }
    }
    return keys;
  }

  static SequencedMap<String, Fact> tables(World world) {
    var tables = new LinkedHashMap<String, Fact>();
    for (TableView view : world.database().tables()) {
      tables.put(TABLE + view.table(), new Fact.Table(view));
    }
    return tables;
  }

  /// Tells what tables there are, and which of those that were known are gone.
  ///
  /// @param known keys; those that there are now when this returns
  static void tellTables(World world, Set<String> known, Map<String, Fact> set, List<String> gone) {
    SequencedMap<String, Fact> tables = tables(world);
    known.stream().filter(key -> !tables.containsKey(key)).sorted().forEach(gone::add);
    set.putAll(tables);
    known.clear();
    known.addAll(tables.keySet());
  }

  static Fact clock(World world) {
    return new Fact.Clock(world.nowMillis());
  }

  /// Tells what there is under these keys, and under which of them there is nothing.
  static void tell(World world, Set<String> keys, Map<String, Fact> set, List<String> gone) {
    for (String key : keys) {
      Fact fact = of(world, key);
      if (fact == null) {
        gone.add(key);
      } else {
        set.put(key, fact);
      }
    }
  }

  /// The fact under a key, or null where there is none (any more).
  static @Nullable Fact of(World world, String key) {
    String[] parts = key.split(":", -1);
    return switch (parts[0]) {
      case "topic" -> topic(world.findTopic(parts[1]));
      case "partition" -> partition(world.findTopic(parts[1]), number(parts[2]));
      case "record" ->
          record(world.findTopic(parts[1]), number(parts[2]), Long.parseLong(parts[3]));
      case "group" -> group(world, world.findGroup(parts[1]));
      case "member" -> member(world, world.findGroup(parts[1]), parts[2]);
      case "position" ->
          position(world, world.findGroup(parts[1]), world.findTopic(parts[2]), number(parts[3]));
      case "events", "instance", "lane", "progress", "cohort", "letter", "trouble" ->
          seen(world, key);
      default -> throw new IllegalArgumentException("no fact is kept under " + key);
    };
  }

  private static @Nullable Fact seen(World world, String key) {
    Seen seen = world.seen(key);
    return seen == null ? null : new Fact.OfInstances(seen, world.openedMillis());
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
  }

  private static @Nullable Fact topic(@Nullable Topic topic) {
    return topic == null
        ? null
        : new Fact.Topic(
            topic.name(),
            topic.place(),
            topic.partitionCount(),
            topic.partitioner(),
            topic.retention(),
            topic.isCompacted(),
            topic.recordCount(),
            topic.nextPartition());
  }

  private static @Nullable Fact partition(@Nullable Topic topic, int number) {
    if (topic == null || number >= topic.partitionCount()) {
      return null;
    }
    Partition row = topic.partition(number);
    return new Fact.Partition(topic.name(), number, row.start(), row.end());
  }

  private static @Nullable Fact record(@Nullable Topic topic, int number, long offset) {
    if (topic == null || number >= topic.partitionCount()) {
      return null;
    }
    LogRecord whole = topic.partition(number).at(offset);
    if (whole == null) {
      return null;
    }
    LogRecord shown = shown(whole);
    return new Fact.Record(topic.name(), shown, !shown.equals(whole), whole.bytes());
  }

  private static LogRecord shown(LogRecord whole) {
    return new LogRecord(
        whole.partition(),
        whole.offset(),
        cut(whole.key()),
        cut(whole.value()),
        whole.headers().stream()
            .limit(HEADERS_SHOWN)
            .map(h -> new Header(shortened(h.key()), shortened(h.value())))
            .toList(),
        whole.timestampMillis());
  }

  private static @Nullable String cut(@Nullable String text) {
    return text == null ? null : shortened(text);
  }

  private static String shortened(String text) {
    return shortened(text, SHOWN);
  }

  static String shortened(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    // Between characters as people see them: half an emoji would be a box.
    BreakIterator characters = BreakIterator.getCharacterInstance(Locale.ROOT);
    characters.setText(text);
    int end = characters.isBoundary(most) ? most : characters.preceding(most);
    return text.substring(0, end);
  }

  private static @Nullable Fact group(World world, @Nullable Group group) {
    return group == null ? null : new Fact.Group(group.name(), group.place(), world.lag(group));
  }

  private static @Nullable Fact member(World world, @Nullable Group group, String member) {
    if (group == null || !group.hasMember(member)) {
      return null;
    }
    List<Fact.Member.Owned> owned =
        group.topicsOf(member).stream()
            .map(name -> new Fact.Member.Owned(name, owned(world, group, name, member)))
            .toList();
    return new Fact.Member(group.name(), member, owned);
  }

  private static List<Integer> owned(World world, Group group, String name, String member) {
    Topic topic = world.findTopic(name);
    return topic == null
        ? List.of()
        : group.assignment(name, topic.partitionCount()).getOrDefault(member, List.of());
  }

  private static @Nullable Fact position(
      World world, @Nullable Group group, @Nullable Topic topic, int number) {
    if (group == null
        || topic == null
        || number >= topic.partitionCount()
        || !group.topics().contains(topic.name())) {
      return null;
    }
    return new Fact.Position(
        group.name(),
        topic.name(),
        number,
        group.position(topic.name(), number),
        World.lag(group, topic, number),
        group.read(topic.name(), number),
        world.owner(group, topic, number));
  }
}
