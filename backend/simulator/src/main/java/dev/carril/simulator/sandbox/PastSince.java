package dev.carril.simulator.sandbox;

import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Another moment of a sandbox's history, told by what it has otherwise than a moment that is known
/// already. Looking at it moves nothing.
///
/// @param entry the entry whose state it is, or empty for the beginning
/// @param at how many commands lead there
/// @param command the last of them, or null at the beginning
/// @param since the entry whose state is known
/// @param set facts that are not there or otherwise at the known moment, by key
/// @param gone keys of the known moment that hold nothing here
public record PastSince(
    String entry,
    int at,
    @Nullable String command,
    String since,
    SequencedMap<String, Fact> set,
    List<String> gone) {
  public PastSince {
    gone = List.copyOf(gone);
  }
}
