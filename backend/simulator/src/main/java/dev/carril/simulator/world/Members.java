package dev.carril.simulator.world;

import dev.carril.simulator.Problem;
import dev.carril.simulator.Problem.OnlyToRead.Purpose;
import dev.carril.simulator.instance.Cohort;
import dev.carril.simulator.instance.InstanceView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The engine instances of a group, for the commands that are about one.
///
/// @param topic only those that read this one, or null for all
record Members(World world, String group, @Nullable String topic) {

  Members(World world, String group) {
    this(world, group, null);
  }

  /// Why nothing can be said of them, or null.
  ///
  /// @param purpose what was wanted of the topic
  @Nullable Problem whatIsWrong(Purpose purpose) {
    return topic != null && world.findTopic(topic) == null
        ? world.unknownTopic(topic, purpose)
        : whatIsWrong();
  }

  /// The same of those of all topics.
  @Nullable Problem whatIsWrong() {
    if (world.findGroup(group) == null) {
      return world.unknownGroup(group);
    }
    return cohorts().isEmpty() ? new Problem.NoInstances(group) : null;
  }

  /// One for each topic that they read.
  List<Cohort> cohorts() {
    return world.hasInstances()
        ? world.instances().cohorts(group).stream().filter(it -> isMeant(it.topic())).toList()
        : List.of();
  }

  List<InstanceView> views() {
    return all(world).stream()
        .filter(it -> it.group().equals(group) && isMeant(it.topic()))
        .toList();
  }

  private boolean isMeant(String itsTopic) {
    return topic == null || topic.equals(itsTopic);
  }

  /// Those of every group.
  static List<InstanceView> all(World world) {
    return world.hasInstances() ? world.instances().views() : List.of();
  }
}
