package dev.carril.engine.check;

import dev.carril.engine.check.Ledger.Delivery;
import dev.carril.engine.source.Partition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Holds engines to the laws, by what they tell.
///
/// It keeps books of its own, in the simplest way there is: what was delivered, what has ended,
/// what runs. What events do not tell, such as counters, memory and time, whoever drives the
/// engines brings by [#broken]. Not for several threads at once.
public final class Laws {
  private static final int KEPT = 100;

  private final List<Violation> violations = new ArrayList<>();
  private final Map<String, Engine> engines = new LinkedHashMap<>();

  private final Map<Partition, Ledger.Book> books = new HashMap<>();
  private final boolean seesDeadLetters;

  /// Nothing has happened yet.
  public Laws() {
    this(false);
  }

  private Laws(boolean seesDeadLetters) {
    this.seesDeadLetters = seesDeadLetters;
  }

  /// The same for whoever tells by [#deadLetterIsSafe] what is in the dead letters.
  public static Laws withDeadLetters() {
    return new Laws(true);
  }

  /// The ear that one engine talks to. An engine that starts again under its name starts afresh.
  public Listener engine(String name) {
    var engine = new Engine(name);
    engines.put(name, engine);
    return engine;
  }

  /// An engine is gone without a word; what ran there runs no more.
  public void crashed(String name) {
    engines.remove(name);
  }

  /// Has anything been broken?
  public boolean anyBroken() {
    return !violations.isEmpty();
  }

  /// What was broken, the first of it first.
  public List<Violation> violations() {
    return List.copyOf(violations);
  }

  /// Something was broken that no event tells.
  public void broken(Law law, String instance, String what) {
    var violation = new Violation(law, instance, what);
    if (violations.size() < KEPT && !violations.contains(violation)) {
      violations.add(violation);
    }
  }

  /// All that was delivered has ended and all commits have come back: nothing may be left over.
  public void quiet(String name) {
    Engine engine = engines.get(name);
    if (engine != null) {
      engine.quiet();
    }
  }

  /// A dead letter is safe in its topic.
  public void deadLetterIsSafe(Partition partition, long offset) {
    book(partition).letters.set(Math.toIntExact(offset));
  }

  /// Everything has come to its end, so this record must have been handled.
  public void mustHaveEnded(Partition partition, long offset) {
    Ledger.Book book = book(partition);
    if (!book.ended.get(Math.toIntExact(offset))) {
      boolean delivered = book.delivered.get(Math.toIntExact(offset));
      broken(
          delivered ? Law.L3 : Law.L12,
          "the group",
          partition + ":" + offset + (delivered ? " is lost" : " was never taken in"));
    }
  }

  private Ledger.Book book(Partition partition) {
    return books.computeIfAbsent(partition, _ -> new Ledger.Book());
  }

  /// What is known of a session in one engine.
  private static final class Line {
    @Nullable Delivery first;
    @Nullable Delivery last;
    @Nullable Place running;

    void add(Delivery delivery) {
      if (last == null || first == null) {
        first = delivery;
      } else {
        last.behind = delivery;
      }
      last = delivery;
    }

    /// The first of a stay that still stands in the line.
    @Nullable Delivery firstOf(Ledger stay) {
      while (first != null && !first.isOpen()) {
        first = first.behind;
      }
      Delivery at = first;
      while (at != null && (at.ledger != stay || !at.isOpen())) {
        at = at.behind;
      }
      return at;
    }
  }

  private final class Engine implements Listener {
    private final String name;
    private final List<@Nullable Ledger> stays = new ArrayList<>();
    private final Map<Session, Line> lines = new HashMap<>();
    private int running;

    Engine(String name) {
      this.name = name;
    }

    @Override
    public void tell(Event event) {
      switch (event) {
        case Event.Assigned(var partition, var epoch, var position, _, _) ->
            assigned(partition, epoch, position);
        case Event.Delivered(var place, _, _) -> delivered(place);
        case Event.AlreadyDone(var place, _) -> alreadyDone(place);
        case Event.Started(var place, var attempt, _) -> started(place, attempt);
        case Event.Succeeded(var place, var attempt, _) -> stopped(place, attempt, true);
        case Event.Repeated(var place, var attempt, _) -> stopped(place, attempt, true);
        case Event.Failed(var place, var attempt, _, _, _) -> stopped(place, attempt, false);
        case Event.FinishedAfterSkip(var place, var attempt, var well, _) ->
            stopped(place, attempt, well);
        case Event.EndedLate(var place, var attempt, var well, _) ->
            endedLate(place, attempt, well);
        case Event.HandedBack(var place, _, _) -> handedBack(place);
        case Event.Condemned(var place, _, _, _) -> condemned(place, true);
        case Event.Reprieved(var place, _, _, _) -> condemned(place, false);
        case Event.DeadLettered(var place, _, _, _) -> deadLettered(place);
        case Event.CommitSent(var partition, var epoch, var offset, _, _) ->
            commitSent(partition, stay(epoch), offset);
        case Event.Committed(_, var epoch, _, _) -> {
          stay(epoch).unanswered--;
          stay(epoch).commitFailed = false;
        }
        case Event.CommitFailed(_, var epoch, _, _, _) -> commitFailed(stay(epoch));
        case Event.Draining(_, var epoch, var until, _) ->
            stay(epoch).until = Math.min(stay(epoch).until, until);
        case Event.LetGo(_, var epoch, var drained, var at) -> letGo(epoch, drained, at);
        case Event.Lost(_, var epoch, _) -> {
          stay(epoch).gone = true;
          stay(epoch).lost = true;
        }
        case Event.Parked _,
            Event.Queued _,
            Event.BackedOff _,
            Event.DeadLetterFailed _,
            Event.LaneOpened _,
            Event.LaneClosed _,
            Event.Halted _,
            Event.Released _,
            Event.MetadataIgnored _,
            Event.Paused _,
            Event.Resumed _ -> {
          // No law speaks of these.
        }
      }
    }

    private Ledger stay(Place place) {
      return stay(place.epoch());
    }

    private Ledger stay(long epoch) {
      return Objects.requireNonNull(stays.get((int) epoch), "an epoch that never began");
    }

    private Line line(Place place) {
      return lines.computeIfAbsent(place.session(), _ -> new Line());
    }

    private void assigned(Partition partition, long epoch, long position) {
      while (stays.size() <= epoch) {
        stays.add(null);
      }
      stays.set((int) epoch, new Ledger(book(partition), position));
    }

    private void delivered(Place place) {
      Ledger stay = stay(place);
      if (stay.gone) {
        broken(Law.L5, name, place + " was taken in although its epoch is over");
      }
      if (place.offset() <= stay.last) {
        broken(Law.L2, name, place + " was taken in after " + stay.last);
      }
      line(place).add(stay.deliver(place.offset()));
    }

    private void alreadyDone(Place place) {
      Ledger stay = stay(place);
      if (!stay.book.ended.get(Math.toIntExact(place.offset()))) {
        broken(Law.L3, name, place + " is taken to be done, and nobody has handled it");
      }
      end(stay, place);
    }

    private void started(Place place, int attempt) {
      Line line = line(place);
      if (line.running != null) {
        broken(Law.L1, name, place + " started while " + line.running + " ran");
      } else {
        running++;
      }
      line.running = place;
      Ledger stay = stay(place);
      Delivery first = line.firstOf(stay);
      Delivery mine = first;
      if (first == null || first.offset != place.offset()) {
        broken(
            Law.L2, name, place + " started before " + (first == null ? "anything" : first.offset));
        mine = stay.find(place.offset());
      }
      if (mine == null) {
        return;
      }
      // Whoever overtakes has attempts of its own: not to count them would be found fault with when
      // the attempt stops, though nothing but the order was broken.
      if (attempt != mine.attempts + 1) {
        broken(Law.L8, name, place + ": attempt " + attempt + " after " + mine.attempts);
      }
      if (mine.condemned) {
        broken(Law.L7, name, place + " started although it is to become a dead letter");
      }
      mine.attempts = attempt;
      if (engines.size() > 1) {
        for (Engine engine : engines.values()) {
          engine.overlapWith(this, place);
        }
      }
      handledBefore(place, stay.before);
    }

    // Another engine that let the partition go as planned must run nothing of it.
    private void overlapWith(Engine newcomer, Place place) {
      if (newcomer == this || running == 0) {
        return;
      }
      Line line = lines.get(place.session());
      Place mine = line == null ? null : line.running;
      if (mine != null && mine.partition().equals(place.partition()) && stay(mine).drained) {
        broken(Law.L16, newcomer.name, place + " started while " + name + " ran " + mine);
      }
    }

    private void handledBefore(Place place, @Nullable Ledger before) {
      if (before != null && before.wasHandedOver()) {
        Delivery delivery = before.find(place.offset());
        if (delivery != null && delivery.handled) {
          broken(Law.L16, name, place + " is handled again after a planned hand-over");
        }
      }
    }

    private void stopped(Place place, int attempt, boolean well) {
      Line line = line(place);
      Place ran = line.running;
      if (ran != null) {
        running--;
      }
      line.running = null;
      if (!place.equals(ran)) {
        broken(Law.L1, name, place + " stopped while " + ran + " ran");
      }
      Ledger stay = stay(place);
      Delivery delivery = stay.find(place.offset());
      if (delivery != null && delivery.attempts != attempt) {
        broken(Law.L8, name, place + ": attempt " + attempt + " was " + delivery.attempts);
      }
      if (well) {
        // In an epoch that is over this counts for nothing but what is behind it in its lane.
        stay.book.ended.set(Math.toIntExact(place.offset()));
        if (delivery != null) {
          delivery.ended = true;
          delivery.handled = true;
        }
      }
    }

    private void endedLate(Place place, int attempt, boolean well) {
      stopped(place, attempt, false);
      Ledger stay = stay(place);
      end(stay, place);
      if (well) {
        stay.book.ended.set(Math.toIntExact(place.offset()));
      }
    }

    private static void end(Ledger stay, Place place) {
      Delivery delivery = stay.find(place.offset());
      if (delivery != null) {
        delivery.ended = true;
      }
    }

    private void handedBack(Place place) {
      if (place.equals(line(place).running)) {
        broken(Law.L1, name, place + " was handed back while it ran");
      }
      Delivery delivery = stay(place).find(place.offset());
      if (delivery != null) {
        delivery.back = true;
      }
    }

    private void condemned(Place place, boolean condemned) {
      Ledger stay = stay(place);
      Delivery delivery = stay.find(place.offset());
      if (stay.gone && condemned) {
        broken(Law.L7, name, "a dead letter for " + place + ", which is not ours any more");
      }
      if (delivery != null) {
        delivery.condemned = condemned;
      }
    }

    private void deadLettered(Place place) {
      Ledger stay = stay(place);
      int offset = Math.toIntExact(place.offset());
      Delivery delivery = stay.find(offset);
      if (stay.gone) {
        broken(Law.L5, name, place + " became a dead letter although its epoch is over");
      } else if (delivery != null && !delivery.ended && !delivery.condemned) {
        broken(Law.L7, name, place + " became a dead letter that nobody asked for");
      } else if (seesDeadLetters && !stay.book.letters.get(offset)) {
        broken(Law.L7, name, place + " has ended although its dead letter is not safe");
      }
      stay.book.ended.set(offset);
      end(stay, place);
    }

    private void commitSent(Partition partition, Ledger stay, long offset) {
      if (stay.lost) {
        broken(Law.L15, name, partition + " at " + offset + " is sent although it was lost");
      } else if (stay.gone) {
        broken(Law.L5, name, partition + " at " + offset + " is sent although its epoch is over");
      }
      long safe = stay.safe();
      if (offset > safe) {
        broken(Law.L3, name, partition + " at " + offset + " is sent and " + safe + " is not done");
      }
      if (offset < stay.sent) {
        broken(Law.L4, name, partition + " at " + offset + " is sent after " + stay.sent);
      }
      stay.sent = offset;
      stay.unanswered++;
    }

    private void commitFailed(Ledger stay) {
      stay.unanswered--;
      stay.commitFailed = true;
      // The last commit of a partition that has gone is never made good.
      stay.lastCommitFailed |= stay.gone;
    }

    private void letGo(long epoch, boolean drained, long atNanos) {
      Ledger stay = stay(epoch);
      if (!drained && atNanos - stay.until < 0) {
        broken(Law.L16, name, "epoch " + epoch + " is let go while something runs and has time");
      }
      stay.gone = true;
      stay.drained = drained;
      if (drained) {
        for (Line line : lines.values()) {
          Place place = line.running;
          if (place != null && place.epoch() == epoch) {
            broken(Law.L16, name, place + " runs although its partition was drained");
          }
        }
        if (stay.isBehind()) {
          boolean hole = stay.sent >= 0 && !stay.book.delivered.get(Math.toIntExact(stay.sent));
          broken(
              hole ? Law.L6 : Law.L16,
              name,
              "epoch " + epoch + " is let go at " + stay.sent + ", and more has ended");
        }
      }
    }

    private void quiet() {
      for (Ledger stay : stays) {
        if (stay == null || stay.gone) {
          continue;
        }
        int open = stay.open();
        if (open > 0) {
          broken(Law.L12, name, open + " records have not ended");
        } else if (stay.last >= 0 && stay.sent != stay.last + 1) {
          broken(Law.L6, name, stay.sent + " is committed, and all up to " + stay.last + " ended");
        }
      }
      if (running > 0) {
        broken(Law.L12, name, running + " handlers run");
      }
    }
  }
}
