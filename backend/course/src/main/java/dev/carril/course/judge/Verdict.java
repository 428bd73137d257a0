package dev.carril.course.judge;

import dev.carril.course.goal.Goal;
import java.util.List;
import java.util.Optional;

/// What an attempt has come to.
///
/// @param onStart false: what the start script did was taken back, so nothing can be judged
/// @param goals each with whether it is reached, in their order
/// @param mistake the first known mistake that fits, if it is not solved; its word is in the prose
public record Verdict(
    boolean onStart, boolean solved, List<Judged> goals, Optional<String> mistake) {

  public Verdict {
    goals = List.copyOf(goals);
  }

  /// @param missing what is between the goal and the state; empty where it is reached, or where no
  ///   picture could show it
  public record Judged(Goal goal, boolean reached, List<Missing> missing) {
    public Judged {
      missing = List.copyOf(missing);
    }
  }
}
