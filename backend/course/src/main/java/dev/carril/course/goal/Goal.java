package dev.carril.course.goal;

import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Something that holds in a sandbox, or does not. It is judged on the state and on what happened,
/// never on the text that was typed.
public sealed interface Goal
    permits Goal.Records,
        Goal.Topic,
        Goal.Positions,
        Goal.Members,
        Goal.Delivered,
        Goal.Refused,
        Goal.InVain,
        Goal.Rows,
        Goal.Shown,
        Goal.Answered,
        Goal.Untouched,
        Goal.Commands,
        Goal.Not,
        Goal.Any,
        InstanceGoal {

  /// The goals that it is made of, each a plain one: itself, if it is no `not` and no `any`.
  default Stream<Goal> parts() {
    return switch (this) {
      case Not(var inner) -> inner.parts();
      case Any(var goals) -> goals.stream().flatMap(Goal::parts);
      case Records _,
          Topic _,
          Positions _,
          Members _,
          Delivered _,
          Refused _,
          InVain _,
          Rows _,
          Shown _,
          Answered _,
          Untouched _,
          Commands _,
          InstanceGoal _ ->
          Stream.of(this);
    };
  }

  /// Records that stand in the log.
  ///
  /// @param keyCount so many different keys, or null
  record Records(Which which, Expected expected, @Nullable Integer keyCount) implements Goal {}

  /// A topic that is there. Null: does not matter.
  ///
  /// @param retention as typed
  record Topic(
      String name,
      @Nullable Integer partitions,
      @Nullable Boolean compacted,
      @Nullable String retention)
      implements Goal {}

  /// Where a group stands. Null: does not matter; no partition means all of them.
  ///
  /// @param lag their sum
  record Positions(
      String group,
      String topic,
      @Nullable Integer partition,
      @Nullable Stand stand,
      @Nullable Long lag)
      implements Goal {}

  /// A group's members.
  ///
  /// @param owned exactly these members and what they own of the topic, or null
  record Members(
      String group,
      @Nullable String topic,
      @Nullable SequencedMap<String, List<Integer>> owned,
      Amount amount)
      implements Goal {}

  /// What `consume` handed to a group, or to one member of it.
  record Delivered(String group, @Nullable String member, Deliveries deliveries) implements Goal {}

  /// A command that was an error.
  ///
  /// @param command its words, or null for any
  /// @param why codes of which it was one; empty for any
  record Refused(@Nullable String command, List<String> why, Since since) implements Goal {}

  /// A command that worked, but not as it may have been meant.
  ///
  /// @param why codes of notices of which there was one
  record InVain(
      List<String> why,
      @Nullable String command,
      @Nullable String group,
      @Nullable String topic,
      Since since)
      implements Goal {}

  /// What a query answers.
  ///
  /// @param rows exactly these, or null
  record Rows(String query, @Nullable List<List<Scalar>> rows, boolean anyOrder, Amount amount)
      implements Goal {}

  /// What a reply has shown.
  ///
  /// @param rows of `sql`: these are among them, in this order; empty for any
  /// @param group of a command about a group, or null for any
  /// @param instance of a command about an instance, or null for any
  record Shown(
      String command,
      Which which,
      Expected expected,
      List<List<Scalar>> rows,
      @Nullable String group,
      @Nullable String instance,
      Since since)
      implements Goal {}

  /// What the learner has answered last.
  ///
  /// @param name the question's, in the prose
  record Answered(String name, Given given) implements Goal {}

  /// As at the start.
  record Untouched(Thing thing, String name) implements Goal {
    /// What a goal may be about that stays as it was.
    public enum Thing {
      GROUP,
      TOPIC,
      TABLE
    }
  }

  /// How many commands that changed something lead here from the start.
  ///
  /// @param command only these count, or null for all
  record Commands(@Nullable String command, Amount amount) implements Goal {}

  record Not(Goal goal) implements Goal {}

  /// At least one of them holds.
  record Any(List<Goal> goals) implements Goal {
    public Any {
      goals = List.copyOf(goals);
    }
  }
}
