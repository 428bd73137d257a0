package dev.carril.simulator.world;

import dev.carril.simulator.Command;
import dev.carril.simulator.Happening;
import dev.carril.simulator.Notice;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Problem.OnlyToRead.Purpose;
import dev.carril.simulator.Reply;
import dev.carril.simulator.group.Group;
import dev.carril.simulator.log.Partition;
import dev.carril.simulator.log.Topic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// The commands that move a group's positions and its members.
record Moving(World world) {

  Outcome reset(Command.Reset it) {
    Group group = world.findGroup(it.group());
    if (group == null) {
      return new Outcome.Refused(world.unknownGroup(it.group()));
    }
    String only = it.topic();
    if (only != null && world.findTopic(only) == null) {
      return new Outcome.Refused(world.unknownTopic(only, Purpose.CONSUME));
    }
    if (world.runs(group)) {
      return new Outcome.Refused(new Problem.GroupRuns(group.name()));
    }
    List<Reply.Reset.Move> moves = plan(world, group, it);
    boolean changed = false;
    for (Reply.Reset.Move move : moves) {
      changed |= move(group, move);
    }
    world.touchGroup(group);
    var reply = new Reply.Reset(group.name(), moves);
    return changed
        ? Outcome.did(reply)
        : new Outcome.Done(reply, List.of(new Notice.AlreadyThere(group.name())), false);
  }

  /// Where each position would go; nothing is touched.
  static List<Reply.Reset.Move> plan(World world, Group group, Command.Reset it) {
    String only = it.topic();
    var moves = new ArrayList<Reply.Reset.Move>();
    for (String name : only == null ? group.topics() : List.of(only)) {
      Topic topic = world.topic(name);
      for (Partition partition : topic.partitions()) {
        long wanted =
            switch (it.to()) {
              case Command.Target.Offset(var offset) -> offset;
              case Command.Target.Earliest() -> partition.start();
              case Command.Target.Latest() -> partition.end();
            };
        long to = Math.clamp(wanted, partition.start(), partition.end());
        moves.add(
            new Reply.Reset.Move(
                name,
                partition.number(),
                group.position(name, partition.number()),
                to,
                to != wanted));
      }
    }
    return moves;
  }

  private boolean move(Group group, Reply.Reset.Move move) {
    boolean wasRead = group.read(move.topic(), move.partition()) != null;
    Long from = move.from();
    group.save(move.topic(), move.partition(), move.to());
    if (from != null && from == move.to()) {
      return wasRead;
    }
    world
        .journal()
        .saw(new Happening.Moved(group.name(), move.topic(), move.partition(), from, move.to()));
    return true;
  }

  Outcome leave(Command.Leave it) {
    Group group = world.findGroup(it.group());
    if (group == null) {
      return new Outcome.Refused(world.unknownGroup(it.group()));
    }
    if (!group.hasMember(it.member())) {
      List<String> there = group.members();
      String suggestion = there.size() == 1 ? there.getFirst() : Nearest.to(it.member(), there);
      return new Outcome.Refused(
          new Problem.UnknownMember(it.member(), group.name(), suggestion, there));
    }
    if (world.isInstance(it.member(), group.name())) {
      return new Outcome.Refused(new Problem.MemberIsTaken(it.member(), group.name()));
    }
    world.touchGroup(group);
    group.leave(it.member());
    return Outcome.did(new Reply.Left(group.name(), it.member(), assignment(group)));
  }

  private SequencedMap<String, List<Reply.Owned>> assignment(Group group) {
    var all = new LinkedHashMap<String, List<Reply.Owned>>();
    group.members().forEach(member -> all.put(member, new ArrayList<>()));
    for (String topic : group.topics()) {
      group
          .assignment(topic, world.topic(topic).partitionCount())
          .forEach((member, partitions) ->
              partitions.forEach(p ->
                  all.computeIfAbsent(member, _ -> new ArrayList<>())
                      .add(new Reply.Owned(topic, p))));
    }
    return all;
  }
}
