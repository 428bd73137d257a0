package dev.carril.engine.source.memory;

import dev.carril.engine.source.CommitFailed;
import dev.carril.engine.source.LogRecord;
import dev.carril.engine.source.Ownership;
import dev.carril.engine.source.Partition;
import dev.carril.engine.source.Saved;
import dev.carril.engine.source.Slice;
import dev.carril.engine.source.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One member of a group, as the one thread sees it that polls.
///
/// Everything that may take long or calls back happens outside the log's lock.
final class Member<K, V> implements Source<K, V> {
  static final int POLL_MAX = 500;
  static final long POLL_BYTES_MAX = 8 << 20;
  private static final Duration AWAY_MAX = Duration.ofMinutes(5);

  private final MemoryLog<K, V> log;
  private final MemoryGroup<K, V> group;
  private final int pollMax;
  private final long pollBytesMax;
  private final Map<Partition, Long> positions = new LinkedHashMap<>();
  private final Set<Partition> paused = new LinkedHashSet<>();
  private final List<Runnable> answers = new ArrayList<>();
  private @Nullable Ownership ownership;
  private Set<String> topics = Set.of();
  private boolean woken;
  private boolean expelled;

  // Its process is taken to be gone. Read under the log's lock.
  private boolean dead;
  private long polledNanos;

  Member(MemoryLog<K, V> log, MemoryGroup<K, V> group, int pollMax, long pollBytesMax) {
    this.log = log;
    this.group = group;
    this.pollMax = pollMax;
    this.pollBytesMax = pollBytesMax;
  }

  @Override
  public void subscribe(Collection<String> wanted, Ownership told) {
    synchronized (log) {
      wanted.forEach(log::partitions);
      topics = new LinkedHashSet<>(wanted);
      ownership = told;
      polledNanos = System.nanoTime();
      group.join(this);
    }
  }

  Set<String> topics() {
    return topics;
  }

  long polledNanos() {
    return polledNanos;
  }

  void truncate(Partition partition, long end) {
    positions.computeIfPresent(partition, (_, at) -> Math.min(at, end));
  }

  void expelled() {
    expelled = true;
  }

  void die() {
    dead = true;
    answers.clear();
  }

  private boolean isDead() {
    synchronized (log) {
      return dead;
    }
  }

  // --- polling

  @Override
  public List<Slice<K, V>> poll(Duration atMost) {
    long untilNanos = System.nanoTime() + atMost.toNanos();
    if (!isDead()) {
      settle();
      moveOwnership();
    }
    synchronized (log) {
      while (true) {
        List<Slice<K, V>> slices = dead ? List.of() : read();
        long leftNanos = untilNanos - System.nanoTime();
        if (!slices.isEmpty() || woken || leftNanos <= 0 || !dead && hasToMove()) {
          woken = false;
          return slices;
        }
        pause(leftNanos);
      }
    }
  }

  private void pause(long nanos) {
    try {
      log.wait(Math.max(1, Math.min(nanos / 1_000_000, 1_000)));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      woken = true;
    }
  }

  private List<Slice<K, V>> read() {
    var slices = new ArrayList<Slice<K, V>>();
    int room = pollMax;
    long roomBytes = pollBytesMax;
    for (var position : positions.entrySet()) {
      Partition partition = position.getKey();
      if (room > 0 && !paused.contains(partition) && group.owns(this, partition)) {
        boolean first = slices.isEmpty();
        var records = log.read(partition, position.getValue(), room, roomBytes, first);
        if (!records.isEmpty()) {
          slices.add(new Slice<>(partition, records));
          position.setValue(records.getLast().offset() + 1);
          room -= records.size();
          roomBytes -= records.stream().mapToLong(LogRecord::bytes).sum();
        }
      }
    }
    // The next poll begins with another partition, so that none waits for ever.
    if (!slices.isEmpty() && positions.size() > 1) {
      Partition first = positions.keySet().iterator().next();
      Long at = positions.remove(first);
      positions.put(first, at == null ? 0 : at);
    }
    return slices;
  }

  private void settle() {
    List<Runnable> some;
    synchronized (log) {
      some = List.copyOf(answers);
      answers.clear();
    }
    some.forEach(Runnable::run);
  }

  // --- who owns what

  private boolean hasToMove() {
    if (expelled || !group.has(this)) {
      return true;
    }
    Set<Partition> share = group.share(this);
    for (Partition mine : positions.keySet()) {
      if (!group.owns(this, mine) || !share.contains(mine) || group.isToHandOver(mine)) {
        return true;
      }
    }
    for (Partition wanted : share) {
      if (!positions.containsKey(wanted) && group.isFree(wanted)) {
        return true;
      }
    }
    return false;
  }

  private void moveOwnership() {
    Ownership told = ownership;
    if (told == null) {
      throw new IllegalStateException("nobody subscribed");
    }
    var taken = new ArrayList<Partition>();
    var leaving = new ArrayList<Partition>();
    synchronized (log) {
      polledNanos = System.nanoTime();
      group.expire(polledNanos, AWAY_MAX.toNanos());
      if (expelled) {
        expelled = false;
        group.join(this);
      }
      Set<Partition> share = group.share(this);
      for (Partition mine : positions.keySet()) {
        if (!group.owns(this, mine)) {
          taken.add(mine);
        } else if (!share.contains(mine) || group.isToHandOver(mine)) {
          leaving.add(mine);
        }
      }
    }
    if (!taken.isEmpty()) {
      told.lost(taken);
      forget(taken);
    }
    if (!leaving.isEmpty()) {
      told.revoked(leaving);
      forget(leaving);
    }
    Map<Partition, Saved> given = takeFree();
    if (!given.isEmpty()) {
      told.assigned(given);
    }
  }

  private void forget(List<Partition> gone) {
    synchronized (log) {
      for (Partition partition : gone) {
        group.free(partition, this);
        positions.remove(partition);
        paused.remove(partition);
      }
    }
  }

  private Map<Partition, Saved> takeFree() {
    var given = new LinkedHashMap<Partition, Saved>();
    synchronized (log) {
      for (Partition partition : group.share(this)) {
        // What was taken from us since we looked is told as lost before it comes again.
        if (group.isFree(partition) && !positions.containsKey(partition)) {
          group.give(partition, this);
          Saved saved = group.saved(partition);
          positions.put(partition, Math.max(saved.offset(), log.start(partition)));
          given.put(partition, saved);
        }
      }
    }
    return given;
  }

  // --- the rest

  @Override
  public int pollMax() {
    return pollMax;
  }

  @Override
  public long pollBytesMax() {
    return pollBytesMax;
  }

  @Override
  public Duration awayMax() {
    return AWAY_MAX;
  }

  @Override
  public void pause(Collection<Partition> partitions) {
    synchronized (log) {
      paused.addAll(partitions);
    }
  }

  @Override
  public void resume(Collection<Partition> partitions) {
    synchronized (log) {
      paused.removeAll(partitions);
    }
  }

  @Override
  public void commit(Map<Partition, Saved> offsets, Duration atMost) throws CommitFailed {
    synchronized (log) {
      if (dead) {
        throw new CommitFailed("nobody hears it", false);
      }
      group.commit(this, offsets);
    }
  }

  @Override
  public void commitLater(Map<Partition, Saved> offsets, Consumer<@Nullable CommitFailed> answer) {
    synchronized (log) {
      if (dead) {
        return;
      }
      CommitFailed failed = null;
      try {
        group.commit(this, offsets);
      } catch (CommitFailed why) {
        failed = why;
      }
      CommitFailed outcome = failed;
      answers.add(() -> answer.accept(outcome));
      woken = true;
    }
  }

  @Override
  public long end(Partition partition) {
    synchronized (log) {
      return log.end(partition);
    }
  }

  @Override
  public void wakeup() {
    synchronized (log) {
      woken = true;
      log.notifyAll();
    }
  }

  @Override
  public void close(Duration atMost) {
    settle();
    Ownership told = ownership;
    List<Partition> leaving;
    synchronized (log) {
      if (dead) {
        return;
      }
      leaving = positions.keySet().stream().filter(mine -> group.owns(this, mine)).toList();
    }
    if (told != null && !leaving.isEmpty()) {
      told.revoked(leaving);
    }
    synchronized (log) {
      group.leave(this);
      positions.clear();
    }
  }
}
