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
import java.util.Locale;
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

  /// What happens to an instance and is no event of its core.
  enum Turn {
    STARTED,
    STOPPED,
    CRASHED,
    FROZE,
    EXPELLED
  }

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

  void add(Cohort cohort, String instance, Turn turn, long atNanos) {
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

  private static Told told(Line line) {
    return switch (line.what) {
      case Turn turn -> base(line, word(turn));
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
    Told plain = base(line, word(event));
    return switch (event) {
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

  private static String word(Turn turn) {
    return turn.name().toLowerCase(Locale.ROOT);
  }

  // As it is called in the wire: `BackedOff` is `backed-off`.
  private static String word(Event event) {
    return switch (event) {
      case Event.Delivered _ -> "delivered";
      case Event.AlreadyDone _ -> "already-done";
      case Event.Parked _ -> "parked";
      case Event.Queued _ -> "queued";
      case Event.Started _ -> "began";
      case Event.Succeeded _ -> "succeeded";
      case Event.Repeated _ -> "repeated";
      case Event.Failed _ -> "failed";
      case Event.BackedOff _ -> "backed-off";
      case Event.Condemned _ -> "condemned";
      case Event.Reprieved _ -> "reprieved";
      case Event.DeadLetterFailed _ -> "letter-failed";
      case Event.DeadLettered _ -> "dead-lettered";
      case Event.FinishedAfterSkip _ -> "finished-after-skip";
      case Event.HandedBack _ -> "handed-back";
      case Event.EndedLate _ -> "ended-late";
      case Event.LaneOpened _ -> "lane-opened";
      case Event.LaneClosed _ -> "lane-closed";
      case Event.Halted _ -> "halted";
      case Event.Released _ -> "released";
      case Event.Assigned _ -> "assigned";
      case Event.MetadataIgnored _ -> "metadata-ignored";
      case Event.Draining _ -> "draining";
      case Event.LetGo _ -> "let-go";
      case Event.Lost _ -> "lost";
      case Event.Paused _ -> "paused";
      case Event.Resumed _ -> "resumed";
      case Event.CommitSent _ -> "commit-sent";
      case Event.Committed _ -> "committed";
      case Event.CommitFailed _ -> "commit-failed";
    };
  }
}
