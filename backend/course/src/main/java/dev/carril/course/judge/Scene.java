package dev.carril.course.judge;

import dev.carril.course.goal.Given;
import dev.carril.course.goal.Since;
import dev.carril.simulator.sandbox.Fact;
import dev.carril.simulator.sandbox.Sandbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.LongSupplier;

/// What a goal is looked for in: a sandbox as it stands, how it began, and what led from there to
/// here.
///
/// @param events since the start, in order
/// @param given the last answer to each question
/// @param inquiry into its instances
/// @param beforeLast how many things instances had told before the last command
record Scene(
    Sandbox sandbox,
    SequencedMap<String, Fact> facts,
    Began began,
    List<Event> events,
    Map<String, Given> given,
    Inquiry inquiry,
    LongSupplier beforeLast) {

  /// What instances told from this number on counts.
  long toldFrom(Since since) {
    return switch (since) {
      case BEGINNING -> 0;
      case START -> began.told();
      case LAST -> beforeLast.getAsLong();
    };
  }

  List<Event> events(Since since) {
    return switch (since) {
      case START -> events;
      case LAST -> events.isEmpty() ? List.of() : List.of(events.getLast());
      case BEGINNING -> {
        var all = new ArrayList<>(began.events());
        all.addAll(events);
        yield all;
      }
    };
  }
}
