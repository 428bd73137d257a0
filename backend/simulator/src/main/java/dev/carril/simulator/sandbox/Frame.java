package dev.carril.simulator.sandbox;

import dev.carril.simulator.instance.Mark;
import java.util.List;
import java.util.SequencedMap;

/// A moment of a command, told by what it has otherwise than the one before.
///
/// @param set facts that are new or not as before, by key
/// @param gone keys that hold nothing any more
/// @param marks what people look for and what has happened since the one before
public record Frame(SequencedMap<String, Fact> set, List<String> gone, List<Mark> marks) {
  public Frame {
    gone = List.copyOf(gone);
    marks = List.copyOf(marks);
  }
}
