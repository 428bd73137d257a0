package dev.carril.simulator.instance;

import dev.carril.simulator.group.Group;
import dev.carril.simulator.log.Header;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.log.Topic;
import java.util.List;

/// The world that instances live in.
public interface Around {
  Topic topic(String name);

  Group group(String name);

  /// Appends a record that comes by itself.
  ///
  /// @return false if there is no room for more
  boolean append(Topic topic, String key, String value, List<Header> headers);

  /// A handler that has done its work runs its statement, for its record.
  Effect run(String statement, LogRecord record);

  /// Positions of a group, or its members, have changed.
  void moved(Group group);
}
