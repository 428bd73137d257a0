package dev.carril.simulator.world;

import dev.carril.simulator.Command;
import dev.carril.simulator.Happening;
import dev.carril.simulator.Notice;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Problem.OnlyToRead.Purpose;
import dev.carril.simulator.Reply;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.log.Partitioner;
import dev.carril.simulator.log.Topic;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The commands that make topics and records come and go. Each looks first whether it may, and only
/// then touches anything.
record Writing(World world) {

  Outcome create(Command.CreateTopic it) {
    if (world.findTopic(it.topic()) != null) {
      return new Outcome.Refused(new Problem.TopicExists(it.topic()));
    }
    String owner = LetterTopics.ownerOf(it.topic());
    if (owner != null) {
      return new Outcome.Refused(new Problem.TopicOfDeadLetters(it.topic(), owner));
    }
    if (world.topics().size() >= world.limits().topics()) {
      return new Outcome.Refused(new Problem.TooManyTopics(world.limits().topics()));
    }
    if (it.partitions() > world.limits().partitions()) {
      return new Outcome.Refused(
          new Problem.TooManyPartitions(it.partitions(), world.limits().partitions()));
    }
    var topic =
        new Topic(
            it.topic(),
            world.topics().size(),
            it.partitions(),
            it.partitioner(),
            it.retention(),
            it.compacted(),
            0);
    world.put(topic);
    world.journal().touch(Journal.topic(topic.name()));
    IntStream.range(0, it.partitions())
        .forEach(p -> world.journal().touch(Journal.partition(topic.name(), p)));
    return Outcome.did(new Reply.CreatedTopic(topic.name(), it.partitions()));
  }

  Outcome produce(Command.Produce it) {
    Topic topic = world.findTopic(it.topic());
    if (topic == null) {
      return new Outcome.Refused(world.unknownTopic(it.topic(), Purpose.APPEND));
    }
    Problem wrong = whatIsWrong(it, topic);
    if (wrong != null) {
      return new Outcome.Refused(wrong);
    }
    LogRecord record =
        topic.append(it.partition(), it.key(), it.value(), it.headers(), world.nowMillis());
    int partition = record.partition();
    world.appended(topic, record);
    world.wake(topic);
    var reply =
        new Reply.Produced(topic.name(), partition, record.offset(), dealt(it, topic, partition));
    List<Notice> notices =
        world.fallen().stream()
            .<Notice>map(f -> new Notice.FellOff(f.partition(), f.from(), f.to()))
            .toList();
    return new Outcome.Done(reply, notices, true);
  }

  private @Nullable Problem whatIsWrong(Command.Produce it, Topic topic) {
    Limits limits = world.limits();
    Integer chosen = it.partition();
    if (chosen != null && chosen >= topic.partitionCount()) {
      return Reading.unknownPartition(topic, chosen);
    }
    if (it.key() == null && it.value() == null) {
      return new Problem.TombstoneNeedsKey();
    }
    if (it.key() == null && topic.isCompacted()) {
      return new Problem.KeyMissing(topic.name());
    }
    int bytes = LogRecord.bytes(it.key(), it.value(), it.headers());
    if (bytes > limits.recordBytes()) {
      return new Problem.RecordTooLarge(bytes, limits.recordBytes());
    }
    if (world.heldRecords() >= limits.records()) {
      return new Problem.TooManyRecords(limits.records());
    }
    if (world.heldBytes() + bytes > limits.heldBytes()) {
      return new Problem.SandboxFull(world.heldBytes() + bytes, limits.heldBytes());
    }
    return null;
  }

  private static Reply.Dealt dealt(Command.Produce it, Topic topic, int partition) {
    String key = it.key();
    if (it.partition() != null) {
      return new Reply.Dealt.Chosen();
    }
    if (key == null) {
      return new Reply.Dealt.InTurn();
    }
    return switch (topic.partitioner()) {
      case SUM ->
          new Reply.Dealt.BySum(key, Partitioner.sum(key), topic.partitionCount(), partition);
      case MURMUR2 -> new Reply.Dealt.ByMurmur2(key, topic.partitionCount());
    };
  }

  Outcome compact(Command.Compact it) {
    Topic topic = world.findTopic(it.topic());
    if (topic == null) {
      return new Outcome.Refused(world.unknownTopic(it.topic(), Purpose.COMPACT));
    }
    if (!topic.isCompacted()) {
      return new Outcome.Refused(new Problem.NotCompacted(topic.name()));
    }
    long removed = 0;
    for (int partition = 0; partition < topic.partitionCount(); partition++) {
      List<Long> gone = topic.compact(partition);
      removed += gone.size();
      for (long offset : gone) {
        world.journal().touch(Journal.record(topic.name(), partition, offset));
        world.journal().saw(new Happening.Removed(topic.name(), partition, offset, offset + 1));
      }
      if (!gone.isEmpty()) {
        world.touchPartition(topic, partition);
      }
    }
    var reply = new Reply.Compacted(topic.name(), removed);
    return removed > 0
        ? Outcome.did(reply)
        : new Outcome.Done(reply, List.of(new Notice.NothingToCompact(topic.name())), false);
  }

  Outcome waitFor(long millis) {
    if (millis > world.millisLeft()) {
      return new Operating(world).tooLate();
    }
    world.advance(millis);
    return new Outcome.Done(
        new Reply.Waited(world.nowMillis(), world.fallenRecords(), world.fallen()),
        new Operating(world).stoppedEarly(),
        true);
  }
}
