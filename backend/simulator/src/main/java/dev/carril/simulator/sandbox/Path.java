package dev.carril.simulator.sandbox;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
        expectHead(ran.parent());
        path.add(ran);
        undone.clear();
      }
      case Entry.Moved moved -> move(moved);
    }
  }

  private void move(Entry.Moved moved) {
    expectHead(moved.from());
    switch (moved.why()) {
      case UNDO -> undone.push(path.removeLast());
      case REDO -> path.add(undone.pop());
      case GOTO -> {
        path.clear();
        path.addAll(pathTo(moved.to()));
        undone.clear();
      }
    }
    expectHead(moved.to());
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
      if (!(byId.get(at) instanceof Entry.Ran ran)) {
        throw new IllegalStateException("no command with the id " + at);
      }
      found.push(ran);
      at = ran.parent();
    }
    return List.copyOf(found);
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

  Entry.@Nullable Ran next() {
    return undone.peek();
  }
}
