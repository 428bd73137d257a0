package dev.carril.simulator.sandbox;

import dev.carril.simulator.Command;
import dev.carril.simulator.language.Parser;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// The command log as a tree, where its head is, and what redo would bring back.
final class Path {
  /// The state before the first command.
  static final String BEGINNING = "";

  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, Entry> byId = new HashMap<>();

  // From the beginning to the head.
  private final List<Entry.Ran> path = new ArrayList<>();

  // What was undone, the last one first.
  private final Deque<Entry.Ran> undone = new ArrayDeque<>();

  /// Adds an entry that fits.
  ///
  /// @throws IllegalStateException if it does not go on from the head, or its id was used
  void add(Entry entry) {
    if (byId.putIfAbsent(entry.id(), entry) != null) {
      throw new IllegalStateException("entry id used twice: " + entry.id());
    }
    entries.add(entry);
    switch (entry) {
      case Entry.Ran ran -> {
        if (!head().equals(ran.parent()) && goesBack(ran)) {
          leap(ran.parent());
        }
        expectHead(ran.parent());
        path.add(ran);
        undone.clear();
      }
      case Entry.Moved moved -> move(moved);
    }
  }

  /// Puts a longer line in the place of the newest entry's, which has to be the head.
  ///
  /// @throws IllegalStateException if the newest entry is another one
  void lengthen(Entry.Ran longer) {
    Entry newest = entries.removeLast();
    if (!newest.id().equals(longer.id()) || !head().equals(longer.id())) {
      throw new IllegalStateException("not the newest entry: " + longer.id());
    }
    entries.add(longer);
    byId.put(longer.id(), longer);
    path.set(path.size() - 1, longer);
  }

  // Two commands go on from elsewhere without a move of the head: into a stretch of time.
  private boolean goesBack(Entry.Ran ran) {
    return holds(ran.parent())
        && Parser.parse(ran.line()) instanceof Parser.Understood understood
        && (understood.command() instanceof Command.Goto
            || understood.command() instanceof Command.Step);
  }

  private void move(Entry.Moved moved) {
    expectHead(moved.from());
    switch (moved.why()) {
      case UNDO -> undone.push(path.removeLast());
      case REDO -> path.add(undone.pop());
      case GOTO -> leap(moved.to());
    }
    expectHead(moved.to());
  }

  /// Back or forth on the same line what lies ahead stays there for redo; on another branch nothing
  /// does.
  private void leap(String to) {
    List<Entry.Ran> line = line();
    int at = to.equals(BEGINNING) ? 0 : place(line, to) + 1;
    boolean onLine = at > 0 || to.equals(BEGINNING);
    List<Entry.Ran> behind = onLine ? line.subList(0, at) : pathTo(to);
    List<Entry.Ran> ahead = onLine ? line.subList(at, line.size()) : List.of();
    path.clear();
    path.addAll(behind);
    undone.clear();
    undone.addAll(ahead);
  }

  /// How many of these commands come before the one of this id, or -1 if it is not among them. Near
  /// the end it is found soonest.
  static int place(List<Entry.Ran> line, String id) {
    for (int i = line.size() - 1; i >= 0; i--) {
      if (line.get(i).id().equals(id)) {
        return i;
      }
    }
    return -1;
  }

  /// Every command from the beginning through the head to the last that redo would bring back.
  List<Entry.Ran> line() {
    var line = new ArrayList<>(path);
    line.addAll(undone);
    return line;
  }

  /// How many commands redo would bring back.
  int ahead() {
    return undone.size();
  }

  /// Where branches end that are not this line, the newest first.
  ///
  /// @param moments how many moments there are from the beginning to an entry of this line
  /// @param ends virtual time after an entry
  List<Branch> branches(int most, ToLongFunction<String> moments, ToLongFunction<String> ends) {
    List<Entry.Ran> line = line();
    var places = new HashMap<String, Integer>();
    places.put(BEGINNING, 0);
    for (int i = 0; i < line.size(); i++) {
      places.put(line.get(i).id(), i + 1);
    }
    var parents = new HashSet<String>();
    entries.forEach(entry -> {
      if (entry instanceof Entry.Ran ran) {
        parents.add(ran.parent());
      }
    });
    var branches = new ArrayList<Branch>();
    for (Entry entry : entries.reversed()) {
      if (branches.size() < most
          && entry instanceof Entry.Ran tip
          && !parents.contains(tip.id())
          && !places.containsKey(tip.id())) {
        branches.add(branch(tip, places, moments, ends));
      }
    }
    return branches;
  }

  private Entry.Ran ran(String id) {
    if (!(byId.get(id) instanceof Entry.Ran ran)) {
      throw new IllegalStateException("no command with the id " + id);
    }
    return ran;
  }

  private Branch branch(
      Entry.Ran tip,
      Map<String, Integer> places,
      ToLongFunction<String> moments,
      ToLongFunction<String> ends) {
    Entry.Ran first = tip;
    int length = 1;
    while (!places.containsKey(first.parent())) {
      first = ran(first.parent());
      length++;
    }
    return new Branch(
        tip.id(),
        places.get(first.parent()),
        moments.applyAsLong(first.parent()),
        length,
        first.line(),
        tip.line(),
        ends.applyAsLong(tip.id()));
  }

  private void expectHead(String expected) {
    if (!head().equals(expected)) {
      throw new IllegalStateException(
          "entry "
              + entries.size()
              + " goes on from '"
              + expected
              + "', not from '"
              + head()
              + "'");
    }
  }

  /// The commands from the beginning to an entry.
  List<Entry.Ran> pathTo(String id) {
    var found = new ArrayDeque<Entry.Ran>();
    String at = id;
    while (!at.equals(BEGINNING)) {
      Entry.Ran ran = ran(at);
      found.push(ran);
      at = ran.parent();
    }
    return List.copyOf(found);
  }

  /// Whether this is a command's id, or stands for the beginning.
  boolean holds(String id) {
    return id.equals(BEGINNING) || byId.get(id) instanceof Entry.Ran;
  }

  List<Entry> entries() {
    return entries;
  }

  @Nullable Entry find(String id) {
    return byId.get(id);
  }

  String head() {
    return path.isEmpty() ? BEGINNING : path.getLast().id();
  }

  List<Entry.Ran> commands() {
    return path;
  }

  Entry.@Nullable Ran last() {
    return path.isEmpty() ? null : path.getLast();
  }

  /// The entry that the line ends with.
  String end() {
    return undone.isEmpty() ? head() : undone.getLast().id();
  }

  Entry.@Nullable Ran next() {
    return undone.peek();
  }
}
