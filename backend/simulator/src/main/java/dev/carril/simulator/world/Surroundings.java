package dev.carril.simulator.world;

import dev.carril.simulator.group.Group;
import dev.carril.simulator.instance.Around;
import dev.carril.simulator.instance.Effect;
import dev.carril.simulator.log.Header;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.log.Topic;
import java.util.List;

/// The world as its instances see it.
record Surroundings(World world) implements Around {
  @Override
  public Topic topic(String name) {
    return world.topic(name);
  }

  @Override
  public Group group(String name) {
    Group group = world.findGroup(name);
    if (group == null) {
      group = new Group(name, world.groups().size());
      world.put(group);
    }
    return group;
  }

  @Override
  public boolean append(Topic topic, String key, String value, List<Header> headers) {
    if (isFull(key, value, headers)) {
      return false;
    }
    LogRecord record = topic.append(null, key, value, headers, world.nowMillis());
    world.appended(topic, record);
    return true;
  }

  private boolean isFull(String key, String value, List<Header> headers) {
    Limits limits = world.limits();
    return limits.records() < Integer.MAX_VALUE
        && (world.heldRecords() >= limits.records()
            || world.heldBytes() + LogRecord.bytes(key, value, headers) > limits.heldBytes());
  }

  @Override
  public Effect run(String statement, LogRecord record) {
    return world.runEffect(statement, record);
  }

  @Override
  public void moved(Group group) {
    if (world.journal().isKept()) {
      world.touchGroup(group);
    }
  }
}
