package dev.carril.simulator.sandbox;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The marks of a line of commands.
final class Marks {
  /// So many are told, the newest.
  static final int MOST = 500;

  private Marks() {}

  static List<Marked> of(List<Entry.Ran> line, Footprints footprints) {
    var found = new ArrayList<Marked>();
    for (Entry.Ran ran : line.reversed()) {
      if (found.size() >= MOST) {
        break;
      }
      found.addAll(footprints.marks(ran).reversed());
    }
    List<Marked> newest = found.subList(0, Math.min(MOST, found.size()));
    Collections.reverse(newest);
    return List.copyOf(newest);
  }
}
