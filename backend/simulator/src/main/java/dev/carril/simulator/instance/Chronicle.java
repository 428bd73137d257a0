package dev.carril.simulator.instance;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.Place;
import dev.carril.engine.check.Session;
import dev.carril.engine.source.Partition;
import dev.carril.simulator.instance.Seen.Told;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What instances have told, in order; the last of it is kept.
final class Chronicle {
  /// Older ones are found again by a replay.
  static final int KEPT = 10_000;

  private final Deque<Line> lines = new ArrayDeque<>();
  private long count;

  // Made into what is shown only when somebody looks.
  private record Line(long number, Cohort cohort, String instance, Object what, long atNanos) {}

  long count() {
    return count;
  }

  long first() {
    return lines.isEmpty() ? count : lines.getFirst().number;
  }

  void add(Cohort cohort, String instance, Event event) {
    switch (event) {
      case Event.Delivered _, Event.CommitSent _ -> {
        // What follows at once says it.
      }
      default -> keep(cohort, instance, event, event.atNanos());
    }
  }

  void add(Cohort cohort, String instance, EventWord turn, long atNanos) {
    keep(cohort, instance, turn, atNanos);
  }

  /// The statement of a handler failed.
  void add(Cohort cohort, String instance, Call call, String why, long atNanos) {
    Partition partition = call.partition();
    var failed =
        new StatementFailed(
            partition.number(),
            call.record().offset(),
            Objects.requireNonNullElse(call.record().key(), ""),
            call.attempt(),
            why);
    keep(cohort, instance, failed, atNanos);
  }

  private record StatementFailed(
      int partition, long offset, String session, int attempt, String why) {}

  void add(Cohort cohort, Seen.OfTrouble trouble) {
    keep(cohort, trouble.instance(), trouble, trouble.atNanos());
  }

  private void keep(Cohort cohort, String instance, Object what, long atNanos) {
    lines.addLast(new Line(count++, cohort, instance, what, atNanos));
    if (lines.size() > KEPT) {
      lines.removeFirst();
    }
  }

  /// The last of them, in order.
  ///
  /// @param before only those with a smaller number
  /// @param session only those of this session, or null for all
  List<Told> last(long before, int most, @Nullable String session) {
    var found = new ArrayList<Told>();
    for (Iterator<Line> all = lines.descendingIterator(); all.hasNext() && found.size() < most; ) {
      Line line = all.next();
      if (line.number < before) {
        Told told = told(line);
        if (session == null || session.equals(told.session())) {
          found.add(told);
        }
      }
    }
    Collections.reverse(found);
    return found;
  }

  /// A thing that an instance told, as it is shown.
  ///
  /// @param what an event of its core, what happened to it, or what should not have happened
  static Told told(long number, Cohort cohort, String instance, Object what, long atNanos) {
    return told(new Line(number, cohort, instance, what, atNanos));
  }

  private static Told told(Line line) {
    return switch (line.what) {
      case EventWord turn -> base(line, turn.word());
      case Seen.OfTrouble it ->
          new Told(
              line.number,
              line.atNanos,
              it.kind(),
              it.instance(),
              it.group(),
              it.topic(),
              it.partition(),
              it.offset(),
              it.session(),
              0,
              -1,
              "",
              it.after());
      case StatementFailed it ->
          base(line, "statement-failed")
              .in(it.partition)
              .at(it.offset)
              .of(it.session)
              .attempt(it.attempt)
              .because(it.why);
      case Event event -> told(line, event);
      default -> throw new IllegalStateException("nobody tells " + line.what);
    };
  }

  private static Told told(Line line, Event event) {
    Told plain = base(line, EventWord.of(event).word());
    return switch (event) {
      case Event.Delivered it -> of(plain, it).because(it.redriven() ? "redriven" : "");
      case Event.BackedOff it -> of(plain, it).until(it.untilNanos());
      case Event.Failed it -> of(plain, it).because(it.terminal() ? "terminal" : "transient");
      case Event.Condemned it -> of(plain, it).because(it.reason().word());
      case Event.Reprieved it -> of(plain, it).because(it.reason().word());
      case Event.DeadLettered it -> of(plain, it).because(it.reason().word());
      case Event.EndedLate it -> of(plain, it).because(it.well() ? "well" : "badly");
      case Event.FinishedAfterSkip it -> of(plain, it).because(it.well() ? "well" : "badly");
      case Event.Queued it -> of(plain, it).other(it.worker());
      case Event.OfRecord it -> of(plain, it);
      case Event.LaneOpened it -> of(plain, it).other(it.worker());
      case Event.LaneClosed it -> of(plain, it).other(it.worker());
      case Event.OfSession it -> of(plain, it);
      case Event.Paused it -> {
        Session holder = it.session();
        Told told = in(plain, it.partition()).because(it.reason().word());
        yield holder == null ? told : told.of(name(holder));
      }
      case Event.Resumed it -> in(plain, it.partition()).because(it.reason().word());
      case Event.Committed it -> in(plain, it.partition()).at(it.offset());
      case Event.CommitFailed it -> in(plain, it.partition()).at(it.offset());
      case Event.Assigned it -> in(plain, it.partition()).at(it.position());
      case Event.LetGo it -> in(plain, it.partition()).because(it.drained() ? "drained" : "late");
      case Event.OfPartition it -> in(plain, it.partition());
    };
  }

  private static Told base(Line line, String kind) {
    return new Told(
        line.number,
        line.atNanos,
        kind,
        line.instance,
        line.cohort.group(),
        line.cohort.topic(),
        -1,
        -1,
        "",
        0,
        -1,
        "",
        -1);
  }

  private static Told of(Told plain, Event.OfRecord event) {
    Place place = event.place();
    return in(plain, place.partition())
        .at(place.offset())
        .of(name(place.session()))
        .attempt(event.attempt());
  }

  private static Told of(Told plain, Event.OfSession event) {
    return plain.of(name(event.session()));
  }

  private static Told in(Told plain, Partition partition) {
    return plain.in(partition.number());
  }

  // The session of records without a key has no name.
  private static String name(Session session) {
    return session.key() == null ? "" : session.toString();
  }
}
