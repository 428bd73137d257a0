package dev.carril.simulator.world;

import dev.carril.simulator.Problem;
import dev.carril.simulator.Reply;
import dev.carril.simulator.group.Group;
import dev.carril.simulator.instance.Cohort;
import dev.carril.simulator.instance.DeadLetters;
import dev.carril.simulator.log.Header;
import dev.carril.simulator.log.Partitioner;
import dev.carril.simulator.log.Topic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The topics of dead letters, one for each group whose instances write some. They are made when
/// somebody looks, from what is kept of dead letters anyway, so nobody else can write to them, and
/// no picture, limit or proof has to know them.
public record LetterTopics(World world) {
  /// What a group's name ends with there.
  public static final String SUFFIX = ".dead-letters";

  static String nameOf(String group) {
    return group + SUFFIX;
  }

  /// Those to which something was written, and how much of it is there. None of them is made.
  List<Reply.TopicList.Row> all() {
    var rows = new ArrayList<Reply.TopicList.Row>();
    for (Group group : world.groups()) {
      long count = written(group.name());
      if (count > 0) {
        rows.add(new Reply.TopicList.Row(nameOf(group.name()), 1, count));
      }
    }
    return rows;
  }

  private long written(String group) {
    return new Members(world, group)
        .cohorts().stream().mapToLong(cohort -> cohort.deadLetters().written()).sum();
  }

  /// The group whose such a name is, or null. It is there or may come, so nobody else may have it.
  static @Nullable String ownerOf(String name) {
    return name.endsWith(SUFFIX) && name.length() > SUFFIX.length()
        ? name.substring(0, name.length() - SUFFIX.length())
        : null;
  }

  /// Whose it is, or null where no instance could write to it.
  @Nullable String groupOf(String name) {
    String group = ownerOf(name);
    return group == null || new Members(world, group).cohorts().isEmpty() ? null : group;
  }

  @Nullable Topic find(String name) {
    String group = groupOf(name);
    return group == null ? null : made(name, new Members(world, group).cohorts());
  }

  private Topic made(String name, List<Cohort> cohorts) {
    long gone = 0;
    var written = new ArrayList<DeadLetters.Kept>();
    for (Cohort cohort : cohorts) {
      gone += cohort.deadLetters().forgotten();
      written.addAll(cohort.deadLetters().allWritten());
    }
    written.sort(Comparator.comparingLong(DeadLetters.Kept::atNanos));
    int place = world.topics().size();
    var topic = new Topic(name, place, 1, Partitioner.SUM, Optional.empty(), false, gone);
    for (DeadLetters.Kept it : written) {
      topic.append(
          0, it.record().key(), it.record().value(), headers(it), world.moment(it.atNanos()));
    }
    return topic;
  }

  /// As the engine's own dead letters have them, but for the stack, which no handler has here.
  private static List<Header> headers(DeadLetters.Kept it) {
    var headers = new ArrayList<>(it.record().headers());
    headers.add(new Header("dead-letter-topic", it.topic()));
    headers.add(new Header("dead-letter-partition", "" + it.record().partition()));
    headers.add(new Header("dead-letter-offset", "" + it.record().offset()));
    headers.add(new Header("dead-letter-session", it.session().toString()));
    headers.add(new Header("dead-letter-reason", it.reason().word()));
    headers.add(new Header("dead-letter-attempts", "" + it.attempts()));
    String why = it.why();
    if (why != null) {
      headers.add(new Header("dead-letter-failure", why));
    }
    return headers;
  }

  /// Why nothing can be read under such a name.
  Problem unknown(String name) {
    var there = new ArrayList<String>();
    world.topics().forEach(topic -> there.add(topic.name()));
    all().forEach(topic -> there.add(topic.name()));
    return new Problem.UnknownTopic(name, Nearest.to(name, there), List.copyOf(there));
  }
}
