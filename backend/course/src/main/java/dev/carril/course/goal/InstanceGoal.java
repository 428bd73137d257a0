package dev.carril.course.goal;

import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Something that holds of engine instances, or does not. Null: does not matter.
public sealed interface InstanceGoal extends Goal {

  /// The instances of a group, as `instances` tells of them.
  ///
  /// @param owned exactly these are there, and have these partitions
  record Instances(
      String group,
      @Nullable String topic,
      @Nullable String name,
      @Nullable String design,
      @Nullable String state,
      @Nullable SequencedMap<String, List<Integer>> owned,
      Amount amount)
      implements InstanceGoal {}

  /// An instance's lanes, as `lanes` tells of them.
  ///
  /// @param queued records behind the first
  record Lanes(
      String instance,
      @Nullable String session,
      @Nullable String state,
      Amount attempt,
      Amount queued,
      Amount amount)
      implements InstanceGoal {}

  /// How far a group's instances have come, as `commit-point` tells.
  ///
  /// @param partition null: each of them
  /// @param at the commit point
  /// @param committed what is saved
  /// @param lag the sum of the partitions that are meant
  record CommitPoint(
      String group,
      String topic,
      @Nullable Integer partition,
      @Nullable Long at,
      @Nullable Long committed,
      Amount doneAhead,
      Amount lag)
      implements InstanceGoal {}

  /// Offsets that hold a commit point back, as `blocked` tells of them.
  record Blocked(
      String group,
      @Nullable String topic,
      @Nullable Integer partition,
      @Nullable Long offset,
      @Nullable String session,
      @Nullable String state,
      Span age,
      Amount amount)
      implements InstanceGoal {}

  /// Dead letters, as `dead-letters` tells of them.
  ///
  /// @param redriven those that were brought back, which it no longer tells of
  record DeadLetters(
      String group,
      @Nullable String topic,
      @Nullable Integer partition,
      @Nullable Long offset,
      @Nullable String session,
      @Nullable String reason,
      boolean redriven,
      Amount amount)
      implements InstanceGoal {}

  /// What `check order` tells.
  ///
  /// @param kind only violations, or repeats, of this kind count
  /// @param session only those of this session count
  record Order(
      String group,
      @Nullable String topic,
      Amount violations,
      Amount lost,
      Amount duplicates,
      Amount checked,
      Amount redriven,
      @Nullable String kind,
      @Nullable String session)
      implements InstanceGoal {
    /// Whether no number is asked for, so that one of the kind must be there.
    public boolean isOfOne() {
      return violations.isAny()
          && lost.isAny()
          && duplicates.isAny()
          && checked.isAny()
          && redriven.isAny();
    }
  }

  /// What `metrics` tells.
  record Metrics(
      String instance,
      Span p50,
      Span p99,
      Amount throughput,
      Amount retries,
      Amount deadLetters,
      Amount lag)
      implements InstanceGoal {}

  /// Records with which handlers of a group's instances succeeded, in the order in which they
  /// ended.
  record Handled(String group, @Nullable String instance, Deliveries deliveries)
      implements InstanceGoal {}

  /// What happened on the way to where the sandbox stands.
  record Happened(
      What what,
      @Nullable String group,
      @Nullable String instance,
      @Nullable String topic,
      @Nullable Integer partition,
      @Nullable String session,
      Since since,
      Amount amount)
      implements InstanceGoal {
    /// Whether nothing that happens afterwards can make it hold no longer.
    public boolean lasts() {
      return amount.count() == null && amount.atMost() == null;
    }
  }

  /// A session that is halted now.
  record Halted(String group, String session) implements InstanceGoal {}

  /// How much virtual time has gone by since the start.
  record Clock(Span since) implements InstanceGoal {}
}
