package dev.carril.engine;

import dev.carril.engine.source.CommitFailed;
import dev.carril.engine.source.Ownership;
import dev.carril.engine.source.Partition;
import dev.carril.engine.source.Saved;
import dev.carril.engine.source.Slice;
import dev.carril.engine.source.Source;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Another source, looked at: what it is asked for is noted, and a test can let it misbehave.
class WatchedSource implements Source<String, String> {
  final AtomicLong polls = new AtomicLong();
  final List<String> calls = new CopyOnWriteArrayList<>();
  final Set<Partition> paused = ConcurrentHashMap.newKeySet();
  private final Source<String, String> source;

  WatchedSource(Source<String, String> source) {
    this.source = source;
  }

  @Override
  public void subscribe(Collection<String> topics, Ownership ownership) {
    source.subscribe(topics, ownership);
  }

  @Override
  public List<Slice<String, String>> poll(Duration atMost) {
    polls.incrementAndGet();
    return source.poll(atMost);
  }

  @Override
  public int pollMax() {
    return source.pollMax();
  }

  @Override
  public long pollBytesMax() {
    return source.pollBytesMax();
  }

  @Override
  public Duration awayMax() {
    return source.awayMax();
  }

  @Override
  public void pause(Collection<Partition> partitions) {
    paused.addAll(partitions);
    source.pause(partitions);
  }

  @Override
  public void resume(Collection<Partition> partitions) {
    paused.removeAll(partitions);
    source.resume(partitions);
  }

  @Override
  public void commit(Map<Partition, Saved> offsets, Duration atMost) throws CommitFailed {
    calls.add("commit");
    source.commit(offsets, atMost);
  }

  @Override
  public void commitLater(Map<Partition, Saved> offsets, Consumer<@Nullable CommitFailed> answer) {
    calls.add("commit later");
    source.commitLater(offsets, answer);
  }

  @Override
  public long end(Partition partition) {
    return source.end(partition);
  }

  @Override
  public void wakeup() {
    source.wakeup();
  }

  @Override
  public void close(Duration atMost) {
    calls.add("close");
    source.close(atMost);
  }
}
