package dev.carril.server.sandboxes;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// What one command changed, ready to be sent: each value is JSON already, written once however
/// many follow.
///
/// @param after the revision that these changes are made for
/// @param revision the one that they lead to
/// @param set facts by key, in order
/// @param gone keys of facts that are no more
/// @param happened what there was to see
/// @param by the command's id
public record Step(
    long after,
    long revision,
    SequencedMap<String, String> set,
    List<String> gone,
    List<String> happened,
    String by) {
  public Step {
    set = new LinkedHashMap<>(set);
    gone = List.copyOf(gone);
    happened = List.copyOf(happened);
  }
}
