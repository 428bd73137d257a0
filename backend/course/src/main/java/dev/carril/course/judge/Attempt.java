package dev.carril.course.judge;

import dev.carril.course.Script;
import dev.carril.course.goal.Given;
import dev.carril.simulator.Command;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Entry;
import dev.carril.simulator.sandbox.Sandbox;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Somebody's attempt at an exercise: what happened in its sandbox since the start.
///
/// What was undone has not happened: only the way from the start to where the sandbox stands
/// counts, with what was read or refused on it. Commands that changed something are found again in
/// the sandbox's own log, so an attempt can be taken up from the sandbox alone; what was read,
/// refused or answered is then forgotten, and can be done again.
///
/// Not thread-safe: it has the owner of its sandbox.
public final class Attempt {
  private static final int ASIDES_MOST = 2_000;

  private final Began began;
  private final Map<String, Event> changes = new HashMap<>();
  private final List<Aside> asides = new ArrayList<>();
  private final Map<String, Given> given = new HashMap<>();

  // How many things instances had told after an entry.
  private final Map<String, Long> told = new HashMap<>();

  /// What changed nothing, and the entry that was the head then.
  private record Aside(String head, Event event) {}

  private Attempt(Began began) {
    this.began = began;
  }

  /// An attempt in a sandbox that this start script has begun, with ids of [#startId].
  public static Attempt at(Script start, long seed) {
    return new Attempt(Began.of(start, seed));
  }

  static Attempt at(Began began) {
    return new Attempt(began);
  }

  /// The id under which the start script's command of this number, from 1, is run in a sandbox.
  public static String startId(int number) {
    return Began.id(number);
  }

  /// A sandbox as a start script makes it.
  public static Sandbox sandbox(Script start, long seed) {
    Sandbox sandbox = Sandbox.empty(seed);
    Began.of(start, sandbox);
    return sandbox;
  }

  /// Notes what came of a line.
  ///
  /// @param sandbox as it is after the line
  public void ran(Sandbox sandbox, String line, Answer answer) {
    switch (answer) {
      case Answer.Done(var _, var _, var entry, var repeated) -> {
        if (entry.orElse(null) instanceof Entry.Ran ran) {
          changes.put(ran.id(), Event.of(line, answer));
          told.put(ran.id(), sandbox.toldCount());
        } else if (entry.isEmpty() && !repeated) {
          aside(sandbox, line, answer);
        }
      }
      case Answer.Refused _ -> aside(sandbox, line, answer);
    }
  }

  private void aside(Sandbox sandbox, String line, Answer answer) {
    if (asides.size() >= ASIDES_MOST) {
      asides.removeFirst();
    }
    asides.add(new Aside(head(sandbox.path()), Event.of(line, answer)));
  }

  private static String head(List<Entry.Ran> path) {
    return path.isEmpty() ? "" : path.getLast().id();
  }

  /// Notes the answer to a question. A later one takes its place.
  public void answered(String name, Given answer) {
    given.put(name, answer);
  }

  /// What was answered last, or null.
  public @Nullable Given answer(String name) {
    return given.get(name);
  }

  /// Whether the sandbox still stands on what its start script did: undo and `start over` can take
  /// that back, and then nothing can be judged.
  boolean isOnStart(Sandbox sandbox) {
    List<Entry.Ran> path = sandbox.path();
    List<String> ids = path.stream().limit(began.ids().size()).map(Entry.Ran::id).toList();
    return ids.equals(began.ids())
        && path.stream()
            .skip(ids.size())
            .noneMatch(ran -> event(sandbox, ran).command() instanceof Command.StartOver);
  }

  Scene scene(Sandbox sandbox) {
    List<Entry.Ran> path = sandbox.path();
    int start = Math.min(began.ids().size(), path.size());
    var events = new ArrayList<Event>();
    addAsides(head(path.subList(0, start)), events);
    for (Entry.Ran ran : path.subList(start, path.size())) {
      events.add(event(sandbox, ran));
      addAsides(ran.id(), events);
    }
    return new Scene(
        sandbox,
        sandbox.factsOfTheLog(),
        began,
        events,
        Map.copyOf(given),
        new Inquiry(sandbox),
        () -> beforeLast(sandbox, path, events));
  }

  /// How many things instances had told before the last of these events.
  private long beforeLast(Sandbox sandbox, List<Entry.Ran> path, List<Event> events) {
    if (events.isEmpty() || !events.getLast().changed()) {
      return sandbox.toldCount();
    }
    String before = path.getLast().parent();
    return told.computeIfAbsent(before, sandbox::toldCount);
  }

  private void addAsides(String head, List<Event> events) {
    for (Aside aside : asides) {
      if (aside.head().equals(head)) {
        events.add(aside.event());
      }
    }
  }

  private Event event(Sandbox sandbox, Entry.Ran ran) {
    return changes.computeIfAbsent(
        ran.id(), id -> Event.of(ran.line(), sandbox.run(id, ran.line())));
  }
}
