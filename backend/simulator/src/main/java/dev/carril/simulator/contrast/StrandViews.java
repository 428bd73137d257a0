package dev.carril.simulator.contrast;

import dev.carril.engine.check.LaneState;
import dev.carril.engine.check.LaneView;
import dev.carril.engine.source.Partition;
import dev.carril.simulator.instance.Design;
import java.util.ArrayList;
import java.util.List;

/// What a strand shows where the engine would show lanes: a row for each record that runs or holds
/// it up.
final class StrandViews {
  private StrandViews() {}

  static List<LaneView> of(Strand strand, Design design) {
    var views = new ArrayList<LaneView>();
    for (int at = 0; at < strand.running.size(); at++) {
      Item item = strand.running.get(at);
      views.add(
          new LaneView(
              item.place.session(),
              design == Design.POOL ? at : worker(strand),
              LaneState.WORKING,
              false,
              item.attempts,
              behind(strand, item),
              0));
    }
    Item blocked = strand.blocked;
    if (blocked != null) {
      boolean waits = strand.blockedUntilNanos < Long.MAX_VALUE;
      LaneState state = waits ? LaneState.BACKING_OFF : LaneState.CONDEMNED;
      long due = waits ? strand.blockedUntilNanos : 0;
      views.add(view(blocked, strand, state, due));
    }
    return views;
  }

  /// One that waits for its next attempt and holds nothing up.
  static LaneView delayed(Item item, long untilNanos) {
    return view(item, item.strand, LaneState.BACKING_OFF, untilNanos);
  }

  private static LaneView view(Item item, Strand strand, LaneState state, long dueNanos) {
    return new LaneView(
        item.place.session(),
        worker(strand),
        state,
        false,
        item.attempts,
        behind(strand, item),
        dueNanos);
  }

  private static int worker(Strand strand) {
    return switch (strand.key) {
      case Number worker -> worker.intValue();
      case Partition partition -> partition.number();
      // A session, or everything.
      default -> 0;
    };
  }

  // In a pool nothing waits for anything but its turn; elsewhere all of a strand waits for what
  // runs.
  private static int behind(Strand strand, Item item) {
    return strand.width == 1
        ? strand.queue.size()
        : (int)
            strand.queue.stream()
                .filter(it -> it.place.session().equals(item.place.session()))
                .count();
  }
}
