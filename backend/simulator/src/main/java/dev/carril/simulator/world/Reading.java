package dev.carril.simulator.world;

import dev.carril.simulator.Command;
import dev.carril.simulator.Happening;
import dev.carril.simulator.Notice;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Problem.OnlyToRead.Purpose;
import dev.carril.simulator.Reply;
import dev.carril.simulator.group.Group;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.log.Partition;
import dev.carril.simulator.log.Range;
import dev.carril.simulator.log.Topic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// `read`, which moves nothing, and `consume`, which is one step of a consumer: join, read, work,
/// save.
record Reading(World world) {

  private static final int OFFSETS_SHOWN = 200;

  static Problem unknownPartition(Topic topic, int partition) {
    List<String> there =
        IntStream.range(0, topic.partitionCount()).mapToObj(Integer::toString).toList();
    return new Problem.UnknownPartition(topic.name(), Integer.toString(partition), there);
  }

  Outcome read(Command.Read it) {
    Topic topic = world.findReadable(it.topic());
    if (topic == null) {
      return new Outcome.Refused(new LetterTopics(world).unknown(it.topic()));
    }
    Integer only = it.partition();
    if (only != null && only >= topic.partitionCount()) {
      return new Outcome.Refused(unknownPartition(topic, only));
    }
    List<Partition> rows = only == null ? topic.partitions() : List.of(topic.partition(only));
    var records = new ArrayList<LogRecord>();
    var notices = new ArrayList<Notice>();
    int read = 0;
    for (Partition row : rows) {
      long from = it.from() == null ? row.start() : it.from();
      if (from > row.end()) {
        notices.add(new Notice.BeyondEnd(row.number(), from, row.end()));
      } else if (from < row.start()) {
        notices.add(new Notice.BelowStart(row.number(), from, row.start()));
      }
      List<LogRecord> found = row.from(from, Long.MAX_VALUE / 2);
      records.addAll(found);
      read += found.isEmpty() ? 0 : 1;
    }
    if (read > 1) {
      notices.add(new Notice.NoOrderBetween(rows.size()));
    }
    Long end = only == null ? null : topic.partition(only).end();
    return new Outcome.Done(
        new Reply.Records(topic.name(), records, rows.size(), end), notices, false);
  }

  /// What a consumer is about to read in one partition.
  ///
  /// @param saved the group's position, or null
  /// @param from where reading begins
  /// @param to where it gets to
  private record Part(
      int partition, @Nullable Long saved, long from, long to, List<LogRecord> records) {}

  Outcome consume(Command.Consume it) {
    Topic topic = world.findTopic(it.topic());
    if (topic == null) {
      return new Outcome.Refused(world.unknownTopic(it.topic(), Purpose.CONSUME));
    }
    Group before = world.findGroup(it.group());
    Problem full = isFull(it.group(), it.member());
    if (full != null) {
      return new Outcome.Refused(full);
    }
    if (world.isInstance(it.member(), it.group())) {
      return new Outcome.Refused(new Problem.MemberIsTaken(it.member(), it.group()));
    }
    // Everything happens to a copy, so that a statement that fails leaves no trace of this consume.
    Group group = before == null ? new Group(it.group(), world.groups().size()) : before.copy();
    boolean joined = !group.topicsOf(it.member()).contains(topic.name());
    group.join(it.member(), topic.name());
    SequencedMap<String, List<Integer>> assignment =
        group.assignment(topic.name(), topic.partitionCount());
    List<Integer> dealt = assignment.getOrDefault(it.member(), List.of());
    List<Integer> late = dealt.stream().filter(p -> world.isTaken(topic, group, p)).toList();
    List<Integer> owned = dealt.stream().filter(p -> !late.contains(p)).toList();
    List<Part> parts = plan(it, topic, group, owned);
    List<LogRecord> planned = parts.stream().flatMap(part -> part.records().stream()).toList();

    Work.Result result = new Work(world).through(planned, it);
    if (result.problem() != null) {
      return new Outcome.Refused(result.problem());
    }
    List<LogRecord> handled = planned.subList(0, result.handled());

    boolean saved = !(it.saving() instanceof Command.Saving.Never);
    boolean moved = settle(group, topic, parts, saved);
    group.deliver(handled.size());
    boolean changed = before == null || joined || moved || !planned.isEmpty();
    if (changed) {
      touch(before, group);
      world.put(group);
      world
          .journal()
          .saw(
              new Happening.Consumed(
                  group.name(),
                  it.member(),
                  saved,
                  stretches(topic, parts, handled),
                  result.fellOver()));
    }
    var positions = new LinkedHashMap<Integer, Long>();
    parts.forEach(part -> positions.put(part.partition(), part.to()));
    List<Range> lost = lost(topic, parts);
    var reply =
        new Reply.Consumed(
            topic.name(),
            group.name(),
            it.member(),
            owned,
            List.copyOf(handled),
            positions,
            saved,
            result.fellOver(),
            lost,
            result.results());
    List<Notice> notices =
        late.isEmpty()
            ? notices(it, topic, parts, lost, planned.isEmpty(), assignment.size())
            : List.of(
                new Notice.StillHandedOver(
                    it.member(), late.stream().map(number -> "p" + number).toList()));
    return new Outcome.Done(reply, notices, changed);
  }

  @Nullable Problem isFull(String name, String member) {
    Limits limits = world.limits();
    Group before = world.findGroup(name);
    if (before == null && world.groups().size() >= limits.groups()) {
      return new Problem.TooManyGroups(limits.groups());
    }
    if (before != null
        && !before.hasMember(member)
        && before.members().size() >= limits.members()) {
      return new Problem.TooManyMembers(before.name(), limits.members());
    }
    return null;
  }

  private static List<Part> plan(
      Command.Consume it, Topic topic, Group group, List<Integer> owned) {
    var parts = new ArrayList<Part>();
    long left = it.max() == null ? Long.MAX_VALUE / 2 : it.max();
    for (int number : owned) {
      Partition row = topic.partition(number);
      Long saved = group.position(topic.name(), number);
      long from;
      if (saved != null) {
        from = Math.max(saved, row.start());
      } else {
        from = it.fromBeginning() ? row.start() : row.end();
      }
      List<LogRecord> records = List.copyOf(row.from(from, left));
      // Where everything was read, the next record comes at the end, whatever compaction left
      // before it.
      boolean all = row.from(from, left + 1).size() == records.size();
      long to = all ? row.end() : records.isEmpty() ? from : records.getLast().offset() + 1;
      parts.add(new Part(number, saved, from, to, records));
      left -= records.size();
    }
    return parts;
  }

  /// Saves where reading got to, or notes it where nothing is saved. True if anything moved.
  private static boolean settle(Group group, Topic topic, List<Part> parts, boolean saved) {
    boolean moved = false;
    for (Part part : parts) {
      if (saved) {
        boolean wasRead = group.read(topic.name(), part.partition()) != null;
        moved |= wasRead || part.saved() == null || part.saved() != part.to();
        group.save(topic.name(), part.partition(), part.to());
      } else if (!part.records().isEmpty()) {
        group.readTo(topic.name(), part.partition(), part.to());
      }
    }
    return moved;
  }

  private void touch(@Nullable Group before, Group after) {
    if (before != null) {
      world.touchGroup(before);
    }
    world.touchGroup(after);
  }

  private static List<Happening.Stretch> stretches(
      Topic topic, List<Part> parts, List<LogRecord> handled) {
    return parts.stream()
        .map(part ->
            new Happening.Stretch(
                topic.name(),
                part.partition(),
                part.saved() == null ? part.from() : part.saved(),
                part.to(),
                handled.stream()
                    .filter(record -> record.partition() == part.partition())
                    .map(LogRecord::offset)
                    .limit(OFFSETS_SHOWN)
                    .toList()))
        .toList();
  }

  private static List<Range> lost(Topic topic, List<Part> parts) {
    return parts.stream()
        .filter(part -> part.saved() != null && part.saved() < part.from())
        .map(part -> new Range(topic.name(), part.partition(), part.saved(), part.from()))
        .toList();
  }

  private static List<Notice> notices(
      Command.Consume it,
      Topic topic,
      List<Part> parts,
      List<Range> lost,
      boolean nothing,
      int members) {
    var notices = new ArrayList<Notice>();
    if (parts.isEmpty()) {
      notices.add(
          new Notice.OwnsNothing(it.member(), topic.name(), topic.partitionCount(), members));
      return notices;
    }
    lost.forEach(range ->
        notices.add(
            new Notice.LostToRetention(
                it.group(), range.partition(), range.from(), range.to(), range.to())));
    boolean allSaved = parts.stream().allMatch(part -> part.saved() != null);
    if (it.fromBeginning() && allSaved) {
      notices.add(new Notice.PositionWins(it.group()));
    }
    boolean beginsAtEnd =
        !it.fromBeginning() && parts.stream().anyMatch(part -> part.saved() == null);
    if (beginsAtEnd) {
      notices.add(new Notice.BeginsAtEnd(it.group()));
    } else if (nothing) {
      notices.add(new Notice.NothingNew(it.group()));
    }
    switch (it.saving()) {
      case Command.Saving.AfterWork() -> {}
      case Command.Saving.Never() -> notices.add(new Notice.OnlyHere("no-commit"));
      case Command.Saving.BeforeWork _ -> notices.add(new Notice.OnlyHere("commit-first"));
    }
    return notices;
  }
}
