package dev.carril.course.judge;

import dev.carril.course.goal.Goal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// What an attempt has come to.
///
/// @param onStart false: what the start script did was taken back, so nothing can be judged
/// @param goals each with whether it is reached, in their order
/// @param mistake the known mistake that is to be told, if it is not solved; its word is in the
///   prose
/// @param going how far it is, where there is no such word
public record Verdict(
    boolean onStart, boolean solved, List<Judged> goals, Optional<String> mistake, Going going) {

  public Verdict {
    goals = List.copyOf(goals);
  }

  /// How far somebody is who has not solved it.
  public enum Going {
    NOT_BEGUN,
    UNDER_WAY,
    ANSWERED_WRONG
  }

  /// @param missing what is between the goal and the state; empty where it is reached, or where
  ///   there is no more to say than the goal does
  public record Judged(Goal goal, boolean reached, List<Missing> missing) {
    public Judged {
      missing = List.copyOf(missing);
    }
  }

  /// What is missing for all goals, each thing once: of what two goals say about one cell, what
  /// should stand there counts more than what should not.
  public List<Missing> missing() {
    var all = new LinkedHashMap<Object, Missing>();
    for (Judged goal : goals) {
      for (Missing missing : goal.missing()) {
        all.merge(missing.about(), missing, Missing::theTelling);
      }
    }
    return List.copyOf(all.values());
  }
}
