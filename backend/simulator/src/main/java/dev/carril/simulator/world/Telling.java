package dev.carril.simulator.world;

import dev.carril.simulator.Reply;
import dev.carril.simulator.group.Group;
import dev.carril.simulator.log.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The commands that only tell what is there.
record Telling(World world) {

  Outcome topics() {
    return Outcome.told(
        new Reply.TopicList(
            Stream.concat(
                    world.topics().stream()
                        .map(t ->
                            new Reply.TopicList.Row(t.name(), t.partitionCount(), t.recordCount())),
                    world.letterTopics().stream())
                .toList()));
  }

  Outcome offsets(String name) {
    Topic topic = world.findReadable(name);
    if (topic == null) {
      return new Outcome.Refused(new LetterTopics(world).unknown(name));
    }
    var ends =
        topic.partitions().stream()
            .map(p -> new Reply.OffsetTable.Ends(p.number(), p.start(), p.end()))
            .toList();
    var groups =
        world.groups().stream()
            .filter(group -> group.topics().contains(name))
            .map(group -> new Reply.OffsetTable.GroupOffsets(group.name(), offsets(group, topic)))
            .toList();
    return Outcome.told(new Reply.OffsetTable(name, ends, groups));
  }

  private static List<Reply.OffsetTable.Offset> offsets(Group group, Topic topic) {
    return topic.partitions().stream()
        .map(p ->
            new Reply.OffsetTable.Offset(
                p.number(),
                group.position(topic.name(), p.number()),
                World.lag(group, topic, p.number())))
        .toList();
  }

  Outcome describe(String name) {
    Group group = world.findGroup(name);
    if (group == null) {
      return new Outcome.Refused(world.unknownGroup(name));
    }
    var rows = new ArrayList<Reply.GroupTable.Row>();
    for (String topicName : group.topics()) {
      Topic topic = world.topic(topicName);
      topic
          .partitions()
          .forEach(p ->
              rows.add(
                  new Reply.GroupTable.Row(
                      topicName,
                      p.number(),
                      world.owner(group, topic, p.number()),
                      group.position(topicName, p.number()),
                      p.end(),
                      World.lag(group, topic, p.number()))));
    }
    return Outcome.told(new Reply.GroupTable(name, rows));
  }

  Outcome groups() {
    return Outcome.told(
        new Reply.GroupList(
            world.groups().stream()
                .map(g -> new Reply.GroupList.Row(g.name(), g.members().size(), world.lag(g)))
                .toList()));
  }
}
