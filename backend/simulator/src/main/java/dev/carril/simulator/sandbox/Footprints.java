package dev.carril.simulator.sandbox;

import dev.carril.simulator.instance.Mark;
import dev.carril.simulator.world.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What each command left behind when it ran: what it touched, how many moments it has, and marks
/// in them.
final class Footprints {
  private static final int TOUCHED_KEPT = 2_000;
  private static final Footprint NONE =
      new Footprint(Set.of(), 0, 0, 0, List.of(), World.BEGINNING);

  private final Map<String, Footprint> byEntry = new HashMap<>();
  private long marksKept;

  /// @param touched null if it was very much
  /// @param steps how many steps instances had taken after it
  /// @param events how many of them were its own
  /// @param moments from the beginning through its last
  /// @param endMillis virtual time after it
  private record Footprint(
      @Nullable Set<String> touched,
      long steps,
      long events,
      long moments,
      List<Mark> marks,
      long endMillis) {}

  void ran(Entry.Ran entry, World after, Set<String> touched) {
    keep(entry, after, touched, after.takeMarks());
  }

  /// A command that had run has gone on.
  void lengthened(Entry.Ran entry, World after, Set<String> touched) {
    Footprint before = of(entry.id());
    Set<String> all = before.touched() == null ? null : new HashSet<>(before.touched());
    if (all != null) {
      all.addAll(touched);
    }
    var marks = new ArrayList<>(before.marks());
    marks.addAll(after.takeMarks());
    keep(entry, after, all, marks);
  }

  private void keep(Entry.Ran entry, World after, @Nullable Set<String> touched, List<Mark> marks) {
    Footprint parent = of(entry.parent());
    // A world that was begun anew counts from nothing.
    long events = Math.max(0, after.steps() - parent.steps());
    var footprint =
        new Footprint(
            touched == null || touched.size() > TOUCHED_KEPT ? null : Set.copyOf(touched),
            after.steps(),
            events,
            parent.moments() + Math.max(1, events),
            newest(marks),
            after.nowMillis());
    Footprint before = byEntry.put(entry.id(), footprint);
    marksKept += footprint.marks().size() - (before == null ? 0 : before.marks().size());
  }

  private static List<Mark> newest(List<Mark> marks) {
    return List.copyOf(marks.subList(Math.max(0, marks.size() - Marks.MOST), marks.size()));
  }

  private Footprint of(String entry) {
    return byEntry.getOrDefault(entry, NONE);
  }

  boolean knows(String entry) {
    return entry.equals(Path.BEGINNING) || byEntry.containsKey(entry);
  }

  /// What a command touched, or null if that was very much or is not known.
  @Nullable Set<String> touchedBy(String entry) {
    Footprint known = byEntry.get(entry);
    return known == null ? null : known.touched();
  }

  /// How many events of instances a command has.
  long events(String entry) {
    return of(entry).events();
  }

  /// How many moments there are from the beginning through the last of this command.
  long moments(String entry) {
    return of(entry).moments();
  }

  /// Virtual time after a command.
  long endMillis(String entry) {
    return of(entry).endMillis();
  }

  /// The marks in a command, in order.
  List<Marked> marks(Entry.Ran entry) {
    Footprint its = of(entry.id());
    long before = its.steps() - its.events();
    long first = of(entry.parent()).moments();
    return its.marks().stream()
        .map(mark -> new Marked(first + Math.max(1, mark.step() - before), mark))
        .toList();
  }

  long weight() {
    return 100L * byEntry.size() + 250 * marksKept;
  }
}
