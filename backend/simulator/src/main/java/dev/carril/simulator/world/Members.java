package dev.carril.simulator.world;

import dev.carril.simulator.Problem;
import dev.carril.simulator.instance.Cohort;
import dev.carril.simulator.instance.InstanceView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The engine instances of a group, for the commands that are about one.
record Members(World world, String group) {

  /// Why nothing can be said of them, or null.
  @Nullable Problem whatIsWrong() {
    if (world.findGroup(group) == null) {
      return world.unknownGroup(group);
    }
    return cohorts().isEmpty() ? new Problem.NoInstances(group) : null;
  }

  /// One for each topic that they read.
  List<Cohort> cohorts() {
    return world.hasInstances() ? world.instances().cohorts(group) : List.of();
  }

  List<InstanceView> views() {
    return world.hasInstances()
        ? world.instances().views().stream().filter(it -> it.group().equals(group)).toList()
        : List.of();
  }
}
