package dev.carril.engine.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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

  /// Nothing has happened yet.
  public Laws() {}

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

  /// What was broken, the first of it first.
  public List<Violation> violations() {
    return List.copyOf(violations);
  }

  /// Something was broken that no event tells.
  public void broken(Law law, String instance, String what) {
    if (violations.size() < KEPT) {
      violations.add(new Violation(law, instance, what));
    }
  }

  /// All that was delivered has ended and all commits have come back: nothing may be left over.
  public void quiet(String name) {
    Engine engine = engines.get(name);
    if (engine != null) {
      engine.quiet();
    }
  }

  /// What is known of one delivery.
  private static final class Delivery {
    final long offset;
    int attempts;
    boolean condemned;
    boolean ended;

    Delivery(long offset) {
      this.offset = offset;
    }
  }

  /// What is known of a partition's stay.
  private static final class Stay {
    final Deque<Delivery> unended = new ArrayDeque<>();
    final Map<Long, Delivery> open = new HashMap<>();
    final Map<Session, Deque<Delivery>> bySession = new HashMap<>();
    long last = -1;
    long sent = -1;
    long until = Long.MAX_VALUE;
    boolean gone;
    boolean lost;
    boolean drained;

    // The lowest delivered offset that has not ended, or the one after the last.
    long safe() {
      while (!unended.isEmpty() && unended.getFirst().ended) {
        unended.removeFirst();
      }
      return unended.isEmpty() ? last + 1 : unended.getFirst().offset;
    }

    void end(long offset) {
      Delivery delivery = open.remove(offset);
      if (delivery != null) {
        delivery.ended = true;
      }
    }

    @Nullable Delivery firstOf(Session session) {
      Deque<Delivery> queue = bySession.get(session);
      while (queue != null && !queue.isEmpty() && queue.getFirst().ended) {
        queue.removeFirst();
        if (queue.isEmpty()) {
          bySession.remove(session);
        }
      }
      return queue == null || queue.isEmpty() ? null : queue.getFirst();
    }
  }

  private final class Engine implements Listener {
    private final String name;
    private final Map<Long, Stay> stays = new HashMap<>();
    private final Map<Session, Place> running = new HashMap<>();

    Engine(String name) {
      this.name = name;
    }

    @Override
    public void tell(Event event) {
      switch (event) {
        case Event.Assigned(_, var epoch, _, _, _) -> stays.put(epoch, new Stay());
        case Event.Delivered(var place, _, _) -> delivered(place);
        case Event.AlreadyDone(var place, _) -> stay(place).end(place.offset());
        case Event.Started(var place, var attempt, _) -> started(place, attempt);
        case Event.Succeeded(var place, var attempt, _) -> stopped(place, attempt, true);
        case Event.Repeated(var place, var attempt, _) -> stopped(place, attempt, true);
        case Event.Failed(var place, var attempt, _, _, _) -> stopped(place, attempt, false);
        case Event.FinishedAfterSkip(var place, var attempt, var well, _) ->
            stopped(place, attempt, well);
        case Event.EndedLate(var place, var attempt, _, _) -> {
          stopped(place, attempt, false);
          stay(place).end(place.offset());
        }
        case Event.HandedBack(var place, _, _) -> handedBack(place);
        case Event.Condemned(var place, _, _, _) -> condemned(place, true);
        case Event.Reprieved(var place, _, _, _) -> condemned(place, false);
        case Event.DeadLettered(var place, _, _, _) -> deadLettered(place);
        case Event.CommitSent(var partition, var epoch, var offset, _, _) ->
            commitSent(partition.toString(), stay(epoch), offset);
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
            Event.Resumed _,
            Event.Committed _,
            Event.CommitFailed _ -> {
          // No law speaks of these.
        }
      }
    }

    private Stay stay(Place place) {
      return stay(place.epoch());
    }

    private Stay stay(long epoch) {
      return Objects.requireNonNull(stays.get(epoch), "an epoch that never began");
    }

    private void delivered(Place place) {
      Stay stay = stay(place);
      if (stay.gone) {
        broken(Law.L5, name, place + " was taken in although its epoch is over");
      }
      if (place.offset() <= stay.last) {
        broken(Law.L2, name, place + " was taken in after " + stay.last);
      }
      var delivery = new Delivery(place.offset());
      stay.last = place.offset();
      stay.open.put(place.offset(), delivery);
      stay.unended.add(delivery);
      stay.bySession.computeIfAbsent(place.session(), _ -> new ArrayDeque<>()).add(delivery);
    }

    private void started(Place place, int attempt) {
      Place other = running.put(place.session(), place);
      if (other != null) {
        broken(Law.L1, name, place + " started while " + other + " ran");
      }
      Stay stay = stay(place);
      Delivery first = stay.firstOf(place.session());
      if (first == null || first.offset != place.offset()) {
        broken(
            Law.L2, name, place + " started before " + (first == null ? "anything" : first.offset));
        return;
      }
      if (attempt != first.attempts + 1) {
        broken(Law.L8, name, place + ": attempt " + attempt + " after " + first.attempts);
      }
      if (first.condemned) {
        broken(Law.L7, name, place + " started although it is to become a dead letter");
      }
      first.attempts = attempt;
      for (Engine engine : engines.values()) {
        engine.overlapWith(this, place);
      }
    }

    // Another engine that let the partition go as planned must run nothing of it.
    private void overlapWith(Engine newcomer, Place place) {
      if (newcomer == this) {
        return;
      }
      Place mine = running.get(place.session());
      if (mine != null && mine.partition().equals(place.partition())) {
        Stay stay = stay(mine);
        if (stay.drained) {
          broken(Law.L16, newcomer.name, place + " started while " + name + " ran " + mine);
        }
      }
    }

    private void stopped(Place place, int attempt, boolean well) {
      Place ran = running.remove(place.session());
      if (!place.equals(ran)) {
        broken(Law.L1, name, place + " stopped while " + ran + " ran");
      }
      Stay stay = stay(place);
      Delivery delivery = stay.open.get(place.offset());
      if (delivery != null && delivery.attempts != attempt) {
        broken(Law.L8, name, place + ": attempt " + attempt + " was " + delivery.attempts);
      }
      if (well) {
        // In an epoch that is over this counts for nothing but what is behind it in its lane.
        stay.end(place.offset());
      }
    }

    private void handedBack(Place place) {
      Stay stay = stay(place);
      if (running.containsValue(place)) {
        broken(Law.L1, name, place + " was handed back while it ran");
      }
      // It never ended, but nothing of its session waits for it any more.
      Deque<Delivery> queue = stay.bySession.get(place.session());
      if (queue != null) {
        queue.removeIf(delivery -> delivery.offset == place.offset());
      }
    }

    private void condemned(Place place, boolean condemned) {
      Stay stay = stay(place);
      Delivery delivery = stay.open.get(place.offset());
      if (stay.gone && condemned) {
        broken(Law.L7, name, "a dead letter for " + place + ", which is not ours any more");
      }
      if (delivery != null) {
        delivery.condemned = condemned;
      }
    }

    private void deadLettered(Place place) {
      Stay stay = stay(place);
      Delivery delivery = stay.open.get(place.offset());
      if (stay.gone) {
        broken(Law.L5, name, place + " became a dead letter although its epoch is over");
      } else if (delivery != null && !delivery.condemned) {
        broken(Law.L7, name, place + " became a dead letter that nobody asked for");
      }
      stay.end(place.offset());
    }

    private void commitSent(String partition, Stay stay, long offset) {
      String what = partition + " at " + offset;
      if (stay.lost) {
        broken(Law.L15, name, what + " is sent although the partition was lost");
      } else if (stay.gone) {
        broken(Law.L5, name, what + " is sent although its epoch is over");
      }
      if (offset > stay.safe()) {
        broken(Law.L3, name, what + " is sent although " + stay.safe() + " has not ended");
      }
      if (offset < stay.sent) {
        broken(Law.L4, name, what + " is sent after " + stay.sent);
      }
      stay.sent = offset;
    }

    private void letGo(long epoch, boolean drained, long atNanos) {
      Stay stay = stay(epoch);
      if (!drained && atNanos - stay.until < 0) {
        broken(Law.L16, name, "epoch " + epoch + " is let go while something runs and has time");
      }
      stay.gone = true;
      stay.drained = drained;
      if (drained) {
        for (Place place : running.values()) {
          if (place.epoch() == epoch) {
            broken(Law.L16, name, place + " runs although its partition was drained");
          }
        }
      }
    }

    private void quiet() {
      for (Stay stay : stays.values()) {
        if (!stay.gone && !stay.open.isEmpty()) {
          broken(Law.L12, name, stay.open.size() + " records have not ended");
        } else if (!stay.gone && stay.last >= 0 && stay.sent != stay.last + 1) {
          broken(Law.L6, name, stay.sent + " is committed, and all up to " + stay.last + " ended");
        }
      }
      if (!running.isEmpty()) {
        broken(Law.L12, name, running.size() + " handlers run");
      }
    }
  }
}
