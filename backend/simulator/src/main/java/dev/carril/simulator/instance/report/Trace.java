package dev.carril.simulator.instance.report;

import dev.carril.engine.check.Event;
import dev.carril.engine.source.Partition;
import dev.carril.simulator.instance.report.Span.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The way of one record through every instance that was given it.
public final class Trace {
  private final Partition partition;
  private final long offset;
  private final List<Span> spans = new ArrayList<>();

  // Groups that were given the record, and have not committed beyond it yet.
  private final Set<String> uncommitted = new HashSet<>();

  private Trace(Partition partition, long offset) {
    this.partition = partition;
    this.offset = offset;
  }

  /// Its spans by their beginnings; empty where nobody has told of it.
  public static List<Span> of(Annals annals, Partition partition, long offset) {
    var trace = new Trace(partition, offset);
    annals.read(trace::read);
    trace.spans.replaceAll(Trace::unlessGone);
    return List.copyOf(trace.spans);
  }

  private static Span unlessGone(Span span) {
    Teller by = span.by();
    return span.isOpen() && by != null && by.goneNanos() >= 0
        ? span.ended(by.goneNanos(), by.how())
        : span;
  }

  private void read(Teller by, Event event) {
    if (event instanceof Event.OfRecord it
        && it.place().offset() == offset
        && it.place().partition().equals(partition)) {
      read(by, it);
    } else if (event instanceof Event.Committed(var of, _, var upTo, var now)
        && upTo > offset
        && of.equals(partition)
        && uncommitted.remove(by.group())) {
      spans.add(Span.moment(Kind.COMMITTED, by, now));
    }
  }

  private void read(Teller by, Event.OfRecord event) {
    long now = event.atNanos();
    int attempt = event.attempt();
    switch (event) {
      case Event.Delivered _ -> {
        uncommitted.add(by.group());
        spans.add(Span.moment(Kind.DELIVERED, by, now));
      }
      case Event.AlreadyDone _ -> spans.add(Span.moment(Kind.ALREADY_DONE, by, now));
      case Event.Parked _ -> spans.add(Span.begun(Kind.PARKED, by, 0, now));
      case Event.Queued _ -> begin(Kind.QUEUED, by, 0, now);
      case Event.Started _ -> begin(Kind.ATTEMPT, by, attempt, now);
      case Event.Succeeded _ -> end(Kind.ATTEMPT, by, now, "succeeded");
      case Event.Repeated _ -> end(Kind.ATTEMPT, by, now, "repeated");
      case Event.Failed(_, _, var terminal, _, _) ->
          end(Kind.ATTEMPT, by, now, terminal ? "failed-for-good" : "failed");
      case Event.FinishedAfterSkip _ -> end(Kind.ATTEMPT, by, now, "finished-after-skip");
      case Event.EndedLate _ -> end(Kind.ATTEMPT, by, now, "ended-late");
      case Event.BackedOff _ -> begin(Kind.BACK_OFF, by, attempt, now);
      case Event.Condemned _ -> begin(Kind.DEAD_LETTER, by, attempt, now);
      case Event.DeadLetterFailed _ -> {
        // It is written again; the span goes on.
      }
      case Event.DeadLettered(_, _, var reason, _) -> end(Kind.DEAD_LETTER, by, now, reason.word());
      case Event.Reprieved _ -> {
        endWaiting(by, now);
        spans.add(Span.moment(Kind.REPRIEVED, by, now));
      }
      case Event.HandedBack _ -> {
        endWaiting(by, now);
        spans.add(Span.moment(Kind.HANDED_BACK, by, now));
      }
    }
  }

  private void begin(Kind kind, Teller by, int attempt, long now) {
    endWaiting(by, now);
    spans.add(Span.begun(kind, by, attempt, now));
  }

  // A handler that was skipped runs on beside what follows; everything else follows one another.
  private void endWaiting(Teller by, long now) {
    for (int at = 0; at < spans.size(); at++) {
      Span span = spans.get(at);
      if (span.isOpen() && span.by() == by && span.kind() != Kind.ATTEMPT) {
        spans.set(at, span.ended(now, null));
      }
    }
  }

  private void end(Kind kind, Teller by, long now, @Nullable String how) {
    for (int at = spans.size() - 1; at >= 0; at--) {
      Span span = spans.get(at);
      if (span.isOpen() && span.by() == by && span.kind() == kind) {
        spans.set(at, span.ended(now, how));
        return;
      }
    }
  }
}
