package dev.carril.engine.source;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A log that can be read by a group, in the manner of Kafka's consumer.
///
/// One thread calls it; only [#wakeup] may come from another. Whatever a source has to say, it says
/// inside a call: partitions come and go, and commits are answered, inside [#poll], [#commit] and
/// [#close].
///
/// What it throws stops the engine, loudly, with a failure of the thread that polls: only a
/// [CommitFailed] that is not fatal is survived. What was fetched and had not ended is not
/// committed.
public interface Source<K, V> {
  /// Joins the group and reads these topics from now on.
  void subscribe(Collection<String> topics, Ownership ownership);

  /// Waits for records at most so long. It must be called again and again, also when everything is
  /// paused: it is how the group knows that we live.
  List<Slice<K, V>> poll(Duration atMost);

  /// The most records that one poll brings.
  int pollMax();

  /// The most bytes that one poll brings, as [LogRecord#bytes] counts them. A record that is larger
  /// by itself comes alone.
  long pollBytesMax();

  /// What one may be away from polling, or the group takes our partitions.
  Duration awayMax();

  /// Brings nothing of these partitions, until [#resume] or until they go.
  void pause(Collection<Partition> partitions);

  void resume(Collection<Partition> partitions);

  /// Commits, and waits at most so long for it to be taken.
  void commit(Map<Partition, Saved> offsets, Duration atMost) throws CommitFailed;

  /// Commits, and says later how it went: with null if it was taken. An answer that takes too long
  /// is not waited for, and another commit may come before it.
  void commitLater(Map<Partition, Saved> offsets, Consumer<@Nullable CommitFailed> answer);

  /// The offset that comes next at the end of the log, as far as is known without asking, or -1.
  long end(Partition partition);

  /// Makes a poll that waits return, or the next one if none does. From any thread, at any moment;
  /// it ends nothing but a poll.
  void wakeup();

  /// Leaves the group. What is still ours is revoked first.
  void close(Duration atMost);
}
