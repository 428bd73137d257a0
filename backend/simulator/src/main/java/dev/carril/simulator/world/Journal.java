package dev.carril.simulator.world;

import dev.carril.simulator.Happening;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What was touched since somebody last looked, by key, and what there was to see.
///
/// Keys are the picture's: `topic:orders`, `partition:orders:0`, `record:orders:0:5`,
/// `group:billing`, `member:billing:billing-1`, `position:billing:orders:0`; and those of
/// instances. Names never hold a colon.
public final class Journal {
  private final Set<String> touched = new LinkedHashSet<>();
  private final List<Happening> happened = new ArrayList<>();
  private final Map<String, BitSet> rows = new HashMap<>();
  private boolean database;
  private boolean kept = true;

  /// @param touched keys whose fact may have changed, come or gone
  /// @param database whether any table may have changed
  public record Page(Set<String> touched, List<Happening> happened, boolean database) {}

  /// Hands over what was noted, and begins anew.
  public Page take() {
    var page = new Page(new LinkedHashSet<>(touched), List.copyOf(happened), database);
    touched.clear();
    rows.clear();
    happened.clear();
    database = false;
    return page;
  }

  public static String topic(String topic) {
    return "topic:" + topic;
  }

  public static String partition(String topic, int partition) {
    return "partition:" + topic + ':' + partition;
  }

  public static String record(String topic, int partition, long offset) {
    return "record:" + topic + ':' + partition + ':' + offset;
  }

  public static String group(String group) {
    return "group:" + group;
  }

  public static String member(String group, String member) {
    return "member:" + group + ':' + member;
  }

  public static String position(String group, String topic, int partition) {
    return "position:" + group + ':' + topic + ':' + partition;
  }

  /// From now on nothing is noted: nobody will look.
  void close() {
    kept = false;
  }

  boolean isKept() {
    return kept;
  }

  /// Is this the first time since [#take] that this row is touched? Its keys are long texts, and at
  /// each record of a burst they would be the same.
  boolean isFirst(String topic, int partition) {
    if (!kept) {
      return false;
    }
    BitSet ofTopic = rows.computeIfAbsent(topic, _ -> new BitSet());
    boolean isFirst = !ofTopic.get(partition);
    ofTopic.set(partition);
    return isFirst;
  }

  void touch(String key) {
    if (kept) {
      touched.add(key);
    }
  }

  void touchDatabase() {
    database = true;
  }

  void saw(Happening happening) {
    if (kept) {
      happened.add(happening);
    }
  }
}
