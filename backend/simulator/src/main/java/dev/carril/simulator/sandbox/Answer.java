package dev.carril.simulator.sandbox;

import dev.carril.simulator.Notice;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Reply;
import java.util.List;
import java.util.Optional;

/// What came of one line.
public sealed interface Answer {

  /// @param entry what was added to the log, or its newest entry if that has a longer line now; it
  ///   must be stored before the reply is sent
  /// @param repeated the line had run before under this id, and did not run again
  record Done(Reply reply, List<Notice> notices, Optional<Entry> entry, boolean repeated)
      implements Answer {}

  /// Nothing changed.
  ///
  /// @param start where the wrong part of the line begins, in UTF-16 units from 0
  /// @param end where it ends; the same as `start` where something is missing
  record Refused(Problem problem, int start, int end) implements Answer {}
}
