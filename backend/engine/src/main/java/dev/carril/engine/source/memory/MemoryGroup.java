package dev.carril.engine.source.memory;

import dev.carril.engine.source.CommitFailed;
import dev.carril.engine.source.Partition;
import dev.carril.engine.source.Saved;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Who reads together, who owns what, and what they committed. Guarded by the log.
final class MemoryGroup<K, V> {
  private final MemoryLog<K, V> log;
  private final List<Member<K, V>> members = new ArrayList<>();
  private final Map<Partition, Member<K, V>> owners = new LinkedHashMap<>();
  private final Map<Partition, Saved> saved = new LinkedHashMap<>();
  private final Set<Partition> toHandOver = new LinkedHashSet<>();
  private @Nullable CommitFailed failure;
  private int failures;

  MemoryGroup(MemoryLog<K, V> log) {
    this.log = log;
  }

  void join(Member<K, V> member) {
    members.add(member);
    log.notifyAll();
  }

  void leave(Member<K, V> member) {
    members.remove(member);
    owners.values().removeIf(owner -> owner == member);
    log.notifyAll();
  }

  boolean has(Member<K, V> member) {
    return members.contains(member);
  }

  void crash() {
    for (Member<K, V> member : List.copyOf(members)) {
      member.die();
      leave(member);
    }
  }

  /// Those who have not polled for too long are out, and lose what they own.
  void expire(long nowNanos, long awayNanos) {
    for (Member<K, V> member : List.copyOf(members)) {
      if (nowNanos - member.polledNanos() > awayNanos) {
        member.expelled();
        leave(member);
      }
    }
  }

  /// What a member should own: of each topic a range, the first members one more.
  Set<Partition> share(Member<K, V> member) {
    var share = new LinkedHashSet<Partition>();
    for (String topic : member.topics()) {
      List<Member<K, V>> readers =
          members.stream().filter(other -> other.topics().contains(topic)).toList();
      int place = readers.indexOf(member);
      int partitions = log.partitions(topic);
      int each = partitions / readers.size();
      int more = partitions % readers.size();
      int from = place * each + Math.min(place, more);
      int to = from + each + (place < more ? 1 : 0);
      for (int number = from; number < to; number++) {
        share.add(new Partition(topic, number));
      }
    }
    return share;
  }

  boolean isFree(Partition partition) {
    return !owners.containsKey(partition);
  }

  boolean owns(Member<K, V> member, Partition partition) {
    return owners.get(partition) == member;
  }

  void give(Partition partition, Member<K, V> member) {
    owners.put(partition, member);
  }

  void free(Partition partition, Member<K, V> member) {
    owners.remove(partition, member);
    toHandOver.remove(partition);
    log.notifyAll();
  }

  void lose(Partition partition) {
    owners.remove(partition);
  }

  void handOver(Partition partition) {
    toHandOver.add(partition);
  }

  boolean isToHandOver(Partition partition) {
    return toHandOver.contains(partition);
  }

  void truncate(Partition partition, long end) {
    members.forEach(member -> member.truncate(partition, end));
  }

  Saved saved(Partition partition) {
    return saved.getOrDefault(partition, Saved.NOTHING);
  }

  void save(Partition partition, Saved offset) {
    saved.put(partition, offset);
  }

  void failCommits(int times, CommitFailed why) {
    failures = times;
    failure = why;
  }

  void commit(Member<K, V> member, Map<Partition, Saved> offsets) throws CommitFailed {
    if (failures > 0 && failure != null) {
      failures--;
      throw failure;
    }
    for (Partition partition : offsets.keySet()) {
      if (!owns(member, partition)) {
        throw new CommitFailed(partition + " belongs to somebody else", false);
      }
    }
    saved.putAll(offsets);
  }
}
