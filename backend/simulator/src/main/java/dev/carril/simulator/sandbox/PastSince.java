package dev.carril.simulator.sandbox;

import java.util.List;
import java.util.SequencedMap;

/// Another moment of a sandbox's history, told by what it has otherwise than a moment that is known
/// already. Looking at it moves nothing.
///
/// @param since the entry whose state is known
/// @param sinceMillis virtual time of that state: an entry that is played on has more than one
/// @param set facts that are not there or otherwise at the known moment, by key
/// @param gone keys of the known moment that hold nothing here
public record PastSince(
    Moment moment,
    String since,
    long sinceMillis,
    SequencedMap<String, Fact> set,
    List<String> gone) {
  public PastSince {
    gone = List.copyOf(gone);
  }
}
