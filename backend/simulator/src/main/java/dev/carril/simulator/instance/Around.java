package dev.carril.simulator.instance;

import dev.carril.simulator.group.Group;
import dev.carril.simulator.log.Topic;

/// The world that instances live in.
public interface Around {
  Topic topic(String name);

  Group group(String name);

  /// Appends a record of traffic.
  ///
  /// @return false if there is no room for more
  boolean append(Topic topic, String key, String value);

  /// Positions of a group, or its members, have changed.
  void moved(Group group);
}
