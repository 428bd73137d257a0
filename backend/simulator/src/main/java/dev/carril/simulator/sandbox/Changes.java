package dev.carril.simulator.sandbox;

import dev.carril.simulator.Happening;
import java.util.List;
import java.util.SequencedMap;

/// What is different since somebody last looked.
///
/// @param set facts that are new or not as before, by key
/// @param gone keys that hold nothing any more
/// @param happened what there was to see meanwhile, in order
public record Changes(SequencedMap<String, Fact> set, List<String> gone, List<Happening> happened) {
  public Changes {
    gone = List.copyOf(gone);
    happened = List.copyOf(happened);
  }

  public boolean isEmpty() {
    return set.isEmpty() && gone.isEmpty() && happened.isEmpty();
  }
}
