package dev.carril.simulator.sandbox;

import dev.carril.simulator.Happening;
import dev.carril.simulator.world.Journal;
import dev.carril.simulator.world.World;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What has changed since somebody last looked.
final class Unseen {
  private final Set<String> touched = new LinkedHashSet<>();
  private final List<Happening> happened = new ArrayList<>();
  private boolean anything;
  private boolean tablesTouched;
  private final Set<String> tablesKnown = new HashSet<>();

  /// What a command did.
  void see(Journal.Page page) {
    touched.addAll(page.touched());
    happened.addAll(page.happened());
    tablesTouched |= page.database();
    anything = true;
  }

  /// Under these keys something may be otherwise.
  void touch(Collection<String> keys) {
    touched.addAll(keys);
  }

  void happened(Happening what) {
    happened.add(what);
  }

  /// The world is another one.
  void entered() {
    anything = true;
    tablesTouched = true;
  }

  /// Tells it, and begins anew.
  Changes take(World world, Moments moments) {
    var set = new LinkedHashMap<String, Fact>();
    var gone = new ArrayList<String>();
    if (anything) {
      set.put(Facts.CLOCK, Facts.clock(world));
      set.put(Facts.LOG, moments.logFact());
    }
    Facts.tell(world, touched, set, gone);
    if (tablesTouched) {
      Facts.tellTables(world, tablesKnown, set, gone);
    }
    var changes = new Changes(set, gone, happened);
    touched.clear();
    happened.clear();
    anything = false;
    tablesTouched = false;
    return changes;
  }
}
