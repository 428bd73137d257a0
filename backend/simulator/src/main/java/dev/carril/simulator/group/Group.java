package dev.carril.simulator.group;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Readers that share one set of positions. It knows topics by name only; how many partitions they
/// have is told to it.
public final class Group {
  private final String name;
  private final int place;

  // Each member's topics, in the order in which it took them up.
  private final Map<String, Set<String>> members = new TreeMap<>(Assignment.NATURAL);

  // Topics in the order in which the group met them; in each, the saved position by partition.
  private final SequencedMap<String, TreeMap<Integer, Long>> positions = new LinkedHashMap<>();

  // What was saved beside a position, where anything was.
  private final Map<String, TreeMap<Integer, String>> metadata = new LinkedHashMap<>();

  // Where reading got to without being saved: what `no-commit` leaves behind.
  private final Map<String, TreeMap<Integer, Long>> reads = new LinkedHashMap<>();

  // How many records the group was handed, repeats counted: what tells one `no-commit` from two.
  private long delivered;

  /// @param place 0 for the group that came first, and so on
  public Group(String name, int place) {
    this.name = name;
    this.place = place;
  }

  public Group copy() {
    var copy = new Group(name, place);
    members.forEach((member, topics) -> copy.members.put(member, new LinkedHashSet<>(topics)));
    positions.forEach((topic, saved) -> copy.positions.put(topic, new TreeMap<>(saved)));
    metadata.forEach((topic, beside) -> copy.metadata.put(topic, new TreeMap<>(beside)));
    reads.forEach((topic, read) -> copy.reads.put(topic, new TreeMap<>(read)));
    copy.delivered = delivered;
    return copy;
  }

  public String name() {
    return name;
  }

  public int place() {
    return place;
  }

  /// In natural order.
  public List<String> members() {
    return List.copyOf(members.keySet());
  }

  public boolean hasMember(String member) {
    return members.containsKey(member);
  }

  /// The topics that a member reads; none for a stranger.
  public List<String> topicsOf(String member) {
    return List.copyOf(members.getOrDefault(member, Set.of()));
  }

  /// Every topic that the group has a position in or a member for, in the order in which it met
  /// them.
  public List<String> topics() {
    return List.copyOf(positions.keySet());
  }

  /// The members that read a topic, in natural order.
  public List<String> membersOf(String topic) {
    var readers = new ArrayList<String>();
    members.forEach((member, topics) -> {
      if (topics.contains(topic)) {
        readers.add(member);
      }
    });
    return readers;
  }

  public void join(String member, String topic) {
    members.computeIfAbsent(member, _ -> new LinkedHashSet<>()).add(topic);
    meet(topic);
  }

  public void leave(String member) {
    members.remove(member);
  }

  /// What each member of a topic owns.
  public SequencedMap<String, List<Integer>> assignment(String topic, int partitions) {
    return Assignment.byRange(membersOf(topic), partitions);
  }

  /// The member that owns a partition, or null.
  public @Nullable String owner(String topic, int partition, int partitions) {
    for (var owned : assignment(topic, partitions).entrySet()) {
      if (owned.getValue().contains(partition)) {
        return owned.getKey();
      }
    }
    return null;
  }

  /// The offset that will be read next, or null where nothing was saved yet.
  public @Nullable Long position(String topic, int partition) {
    TreeMap<Integer, Long> saved = positions.get(topic);
    return saved == null ? null : saved.get(partition);
  }

  /// Where reading got to, when that is not what is saved; else null.
  public @Nullable Long read(String topic, int partition) {
    TreeMap<Integer, Long> read = reads.get(topic);
    Long at = read == null ? null : read.get(partition);
    return at == null || at.equals(position(topic, partition)) ? null : at;
  }

  /// Saves a position; what was read and not saved is settled by it.
  public void save(String topic, int partition, long position) {
    save(topic, partition, position, "");
  }

  /// The same with a note beside it, which holds for this position only.
  public void save(String topic, int partition, long position, String beside) {
    meet(topic).put(partition, position);
    if (!beside.isEmpty() || metadata.containsKey(topic)) {
      metadata.computeIfAbsent(topic, _ -> new TreeMap<>()).put(partition, beside);
    }
    TreeMap<Integer, Long> read = reads.get(topic);
    if (read != null) {
      read.remove(partition);
    }
  }

  /// What was saved beside a position, or "".
  public String metadata(String topic, int partition) {
    TreeMap<Integer, String> beside = metadata.get(topic);
    return beside == null ? "" : beside.getOrDefault(partition, "");
  }

  /// Remembers how far a reader got that saved nothing.
  public void readTo(String topic, int partition, long offset) {
    reads.computeIfAbsent(topic, _ -> new TreeMap<>()).put(partition, offset);
  }

  public long delivered() {
    return delivered;
  }

  public void deliver(int records) {
    delivered += records;
  }

  private TreeMap<Integer, Long> meet(String topic) {
    return positions.computeIfAbsent(topic, _ -> new TreeMap<>());
  }
}
