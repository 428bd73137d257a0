package dev.carril.simulator.instance;

import dev.carril.engine.check.Event;
import dev.carril.engine.source.Partition;
import dev.carril.simulator.instance.Seen.Told;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// What instances have told, in order; the last of it is kept.
final class Chronicle {
  /// Older ones are found again by a replay.
  static final int KEPT = 10_000;

  /// So many marks are kept between two looks, the newest.
  static final int MARKS_KEPT = 500;

  private final Deque<Line> lines = new ArrayDeque<>();
  private final Deque<Mark> marks = new ArrayDeque<>();
  private final LongSupplier steps;
  private long count;

  /// @param steps how many steps instances have taken
  Chronicle(LongSupplier steps) {
    this.steps = steps;
  }

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

  /// A record holds the commit point back. It is marked and has no line: each that ends ahead of it
  /// has one.
  void gap(Cohort cohort, String instance, Delivery held, long atNanos) {
    var draft = new ToldDraft(count, atNanos, "gap", instance, cohort);
    addMark("gap", draft.of(held.place).attempt(held.attempt).done());
  }

  private void addMark(String kind, Told told) {
    marks.addLast(new Mark(kind, steps.getAsLong(), told));
    if (marks.size() > MARKS_KEPT) {
      marks.removeFirst();
    }
  }

  private void keep(Cohort cohort, String instance, Object what, long atNanos) {
    var line = new Line(count++, cohort, instance, what, atNanos);
    lines.addLast(line);
    mark(line);
    if (lines.size() > KEPT) {
      lines.removeFirst();
    }
  }

  private void mark(Line line) {
    String kind = kind(line.what);
    if (kind.isEmpty()) {
      return;
    }
    Mark last = marks.peekLast();
    // A group deals all partitions at once.
    boolean isSame =
        last != null
            && kind.equals("rebalance")
            && last.kind().equals(kind)
            && last.told().group().equals(line.cohort.group())
            && last.told().atNanos() == line.atNanos;
    if (isSame) {
      return;
    }
    addMark(kind, told(line));
  }

  private static String kind(Object what) {
    return switch (what) {
      case EventWord.CRASHED -> "crash";
      case Seen.OfTrouble it ->
          it.kind().equals("overtaken") || it.kind().equals("overlap") ? "violation" : "";
      case Event.Assigned _, Event.LetGo _, Event.Lost _ -> "rebalance";
      case Event.DeadLettered it ->
          it.reason().word().equals("gap-timeout") ? "skipped" : "dead-letter";
      case Event.Halted _ -> "halted";
      default -> "";
    };
  }

  /// The marks since this was last asked for.
  List<Mark> takeMarks() {
    List<Mark> taken = List.copyOf(marks);
    marks.clear();
    return taken;
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
      case EventWord turn -> draft(line, turn.word()).done();
      case Seen.OfTrouble it ->
          draft(line, it.kind())
              .in(it.partition())
              .at(it.offset())
              .of(it.session())
              .other(it.after())
              .done();
      case StatementFailed it ->
          draft(line, "statement-failed")
              .in(it.partition)
              .at(it.offset)
              .of(it.session)
              .attempt(it.attempt)
              .because(it.why)
              .done();
      case Event event -> told(draft(line, EventWord.of(event).word()), event).done();
      default -> throw new IllegalStateException("nobody tells " + line.what);
    };
  }

  private static ToldDraft told(ToldDraft draft, Event event) {
    return switch (event) {
      case Event.OfRecord it -> told(draft.of(it.place()).attempt(it.attempt()), it);
      case Event.LaneOpened it -> draft.of(it.session()).other(it.worker());
      case Event.LaneClosed it -> draft.of(it.session()).other(it.worker());
      case Event.OfSession it -> draft.of(it.session());
      case Event.OfPartition it -> told(draft.in(it.partition()), it);
    };
  }

  private static ToldDraft told(ToldDraft draft, Event.OfRecord event) {
    return switch (event) {
      case Event.Delivered it -> draft.because(it.redriven() ? "redriven" : "");
      case Event.BackedOff it -> draft.until(it.untilNanos());
      case Event.Failed it -> draft.because(it.terminal() ? "terminal" : "transient");
      case Event.Condemned it -> draft.because(it.reason().word());
      case Event.Reprieved it -> draft.because(it.reason().word());
      case Event.DeadLettered it -> draft.because(it.reason().word());
      case Event.EndedLate it -> draft.because(it.well() ? "well" : "badly");
      case Event.FinishedAfterSkip it -> draft.because(it.well() ? "well" : "badly");
      case Event.Queued it -> draft.other(it.worker());
      case Event.OfRecord _ -> draft;
    };
  }

  private static ToldDraft told(ToldDraft draft, Event.OfPartition event) {
    return switch (event) {
      case Event.Paused it -> draft.because(it.reason().word()).of(it.session());
      case Event.Resumed it -> draft.because(it.reason().word());
      case Event.Committed it -> draft.at(it.offset());
      case Event.CommitFailed it -> draft.at(it.offset());
      case Event.Assigned it -> draft.at(it.position());
      case Event.LetGo it -> draft.because(it.drained() ? "drained" : "late");
      case Event.OfPartition _ -> draft;
    };
  }

  private static ToldDraft draft(Line line, String kind) {
    return new ToldDraft(line.number, line.atNanos, kind, line.instance, line.cohort);
  }
}
