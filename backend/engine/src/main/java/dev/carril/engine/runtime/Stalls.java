package dev.carril.engine.runtime;

import java.util.ArrayList;
import java.util.List;

/// What does not move: a few by name, the others by number, since where one thing hangs ten
/// thousand sessions may wait for it.
///
/// @param more those that are not named
public record Stalls(List<Stall> named, int more) {
  static final Stalls NONE = new Stalls(List.of(), 0);

  /// Named of one kind and owner.
  static final int NAMED = 3;

  public Stalls {
    named = List.copyOf(named);
  }

  public boolean isEmpty() {
    return named.isEmpty();
  }

  Stalls and(Stalls others) {
    var all = new ArrayList<>(named);
    all.addAll(others.named);
    return new Stalls(all, more + others.more);
  }

  /// The first of them, and how many there are besides.
  @Override
  public String toString() {
    int besides = named.size() - 1 + more;
    return isEmpty() ? "" : named.getFirst() + (besides == 0 ? "" : ", and " + besides + " more");
  }
}
