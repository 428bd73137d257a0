package dev.carril.engine.check;

import dev.carril.engine.source.Partition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Looks at every record that the engines of one group handle: was the order of each session kept,
/// was nothing lost, was nothing handled twice that need not have been?
///
/// It is told what was appended, if anybody can tell, and hears every engine of the group. Engines
/// on real threads may all talk to it at once.
public final class OrderChecker {
  /// How many of each kind a report names.
  private static final int NAMED = 1_000;

  private static final BitSet NOTHING = new BitSet(0);

  private final Map<Partition, Book> books = new TreeMap<>();
  private final Map<String, Engine> engines = new HashMap<>();
  private final List<Disorder> violations = new ArrayList<>();
  private final List<Duplicate> duplicates = new ArrayList<>();
  private long violationCount;
  private long redriven;

  private final @Nullable Findings findings;

  /// Nothing has happened yet.
  public OrderChecker() {
    this(null);
  }

  /// The same, and whoever is named here is told of what is found as it is found.
  public OrderChecker(@Nullable Findings findings) {
    this.findings = findings;
  }

  /// Is told of what is found.
  public interface Findings {
    void disorder(Disorder one);

    /// @param isFirst false where the same was found of this record before
    void duplicate(Duplicate one, boolean isFirst);
  }

  /// A handler call that started while an earlier record of its session had not ended.
  ///
  /// @param after the record that should have ended first
  public record Disorder(Kind kind, Session session, Place place, Place after) {
    /// How order was broken.
    public enum Kind {
      /// An earlier record had not been handled yet.
      OVERTAKEN,
      /// An earlier record was being handled.
      OVERLAP;

      public String word() {
        return name().toLowerCase(Locale.ROOT);
      }
    }
  }

  /// A record that was handled more than once, or by two engines at once.
  public record Duplicate(Kind kind, Place place) {
    /// How it came to be handled again.
    public enum Kind {
      AGAIN,
      /// A former owner was still at work on its session.
      ZOMBIE;

      public String word() {
        return name().toLowerCase(Locale.ROOT);
      }
    }
  }

  /// @param checked distinct records that were judged
  /// @param losses records that were appended and have not ended
  /// @param duplicates distinct records that were handled more than once
  /// @param zombies distinct records that began while a former owner was at work on their session
  /// @param someDuplicates both, each record once of each kind
  public record Report(
      long checked,
      long violations,
      List<Disorder> someViolations,
      long losses,
      List<Lost> lost,
      long duplicates,
      long zombies,
      List<Duplicate> someDuplicates,
      long redriven) {
    public Report {
      someViolations = List.copyOf(someViolations);
      lost = List.copyOf(lost);
      someDuplicates = List.copyOf(someDuplicates);
    }

    public boolean isClean() {
      return violations == 0 && losses == 0;
    }
  }

  /// A record that nobody handled.
  public record Lost(Partition partition, long offset) {}

  // What became of a partition's records, by offset.
  private static final class Book {
    final BitSet appended = new BitSet();
    final BitSet ended = new BitSet();
    final BitSet judged = new BitSet();
    final BitSet again = new BitSet();
    final BitSet zombies = new BitSet();
  }

  /// The ear that one engine talks to.
  public synchronized Listener engine(String name) {
    var engine = new Engine();
    engines.put(name, engine);
    return event -> {
      synchronized (this) {
        engine.tell(event);
      }
    };
  }

  /// An engine is gone without a word.
  public synchronized void crashed(String name) {
    engines.remove(name);
  }

  /// A record was appended, so it must be handled in the end.
  public synchronized void appended(Partition partition, long offset) {
    book(partition).appended.set(Math.toIntExact(offset));
  }

  /// What is to be said when everything has come to its end: records that have not ended count as
  /// lost.
  public synchronized Report report() {
    return report(Map.of());
  }

  /// What is to be said so far: what an engine still holds, running or waiting, is not lost, and
  /// may be later.
  public synchronized Report reportSoFar() {
    Map<Partition, BitSet> held = new HashMap<>();
    engines.values().forEach(engine -> engine.addHeld(held));
    return report(held);
  }

  private Report report(Map<Partition, BitSet> held) {
    var lost = new ArrayList<Lost>();
    long checked = 0;
    long again = 0;
    long zombies = 0;
    long losses = 0;
    for (var entry : books.entrySet()) {
      Book book = entry.getValue();
      checked += book.judged.cardinality();
      again += book.again.cardinality();
      zombies += book.zombies.cardinality();
      var missing = (BitSet) book.appended.clone();
      missing.andNot(book.ended);
      missing.andNot(held.getOrDefault(entry.getKey(), NOTHING));
      losses += missing.cardinality();
      missing.stream().limit(NAMED).forEach(offset -> lost.add(new Lost(entry.getKey(), offset)));
    }
    return new Report(
        checked, violationCount, violations, losses, lost, again, zombies, duplicates, redriven);
  }

  private Book book(Partition partition) {
    return books.computeIfAbsent(partition, _ -> new Book());
  }

  private final class Engine {
    // Most sessions have no more at a time, and come and go.
    private static final int FEW = 3;

    // What each session was delivered and has not ended, in order of arrival.
    private final Map<Session, Deque<Place>> unended = new HashMap<>();
    private final Map<Session, Place> running = new HashMap<>();

    // Skipped while their handlers run: when these end after all, that is no second time.
    private final Set<Place> skipped = new HashSet<>();

    // Whoever takes a record in says at once what it does with it. Where nothing is said before the
    // next comes, it was dropped: nothing waits for it any more.
    private @Nullable Place justDelivered;

    void tell(Event event) {
      if (event instanceof Event.OfRecord it) {
        dropOrKeep(it);
      }
      switch (event) {
        case Event.Delivered(var place, var again, _) -> {
          redriven += again ? 1 : 0;
          unended.computeIfAbsent(place.session(), _ -> new ArrayDeque<>(FEW)).add(place);
        }
        case Event.AlreadyDone(var place, _) -> ended(place);
        case Event.Started(var place, _, _) -> started(place);
        case Event.Succeeded(var place, _, _) -> handled(place);
        case Event.Repeated(var place, _, _) -> {
          running.remove(place.session());
          ended(place);
        }
        case Event.Failed(var place, _, _, _, _) -> running.remove(place.session());
        case Event.FinishedAfterSkip(var place, _, var well, _) -> {
          running.remove(place.session());
          boolean counted = skipped.remove(place);
          if (well && !counted) {
            handled(place);
          }
        }
        case Event.EndedLate(var place, _, var well, _) -> {
          running.remove(place.session());
          forget(place);
          if (well) {
            countHandled(place);
          }
        }
        case Event.HandedBack(var place, _, _) -> forget(place);
        case Event.DeadLettered(var place, _, _, _) -> {
          boolean isFirst = !book(place.partition()).ended.get(Math.toIntExact(place.offset()));
          if (isFirst && place.equals(running.get(place.session()))) {
            skipped.add(place);
          }
          ended(place);
        }
        case Event.OfRecord _, Event.OfPartition _, Event.OfSession _ -> {
          // Nothing that order hangs on.
        }
      }
    }

    // Lanes tell of other records in between.
    private void dropOrKeep(Event.OfRecord event) {
      Place before = justDelivered;
      if (event instanceof Event.Delivered) {
        if (before != null) {
          forget(before);
        }
        justDelivered = event.place();
      } else if (event.place().equals(before)) {
        justDelivered = null;
      }
    }

    void addHeld(Map<Partition, BitSet> held) {
      for (Deque<Place> queue : unended.values()) {
        for (Place place : queue) {
          if (!place.equals(justDelivered)) {
            held.computeIfAbsent(place.partition(), _ -> new BitSet())
                .set(Math.toIntExact(place.offset()));
          }
        }
      }
    }

    private void started(Place place) {
      book(place.partition()).judged.set(Math.toIntExact(place.offset()));
      Place other = running.put(place.session(), place);
      Deque<Place> queue = unended.get(place.session());
      Place first = queue == null ? null : queue.peekFirst();
      if (other != null) {
        violated(Disorder.Kind.OVERLAP, place, other);
      } else if (first != null && !first.equals(place)) {
        violated(Disorder.Kind.OVERTAKEN, place, first);
      }
      for (Engine engine : engines.values()) {
        if (engine != this && engine.running.containsKey(place.session())) {
          duplicated(Duplicate.Kind.ZOMBIE, place);
          return;
        }
      }
    }

    private void handled(Place place) {
      running.remove(place.session());
      countHandled(place);
      ended(place);
    }

    private void countHandled(Place place) {
      BitSet handled = book(place.partition()).ended;
      if (handled.get(Math.toIntExact(place.offset()))) {
        duplicated(Duplicate.Kind.AGAIN, place);
      }
      handled.set(Math.toIntExact(place.offset()));
    }

    private void ended(Place place) {
      book(place.partition()).ended.set(Math.toIntExact(place.offset()));
      forget(place);
    }

    private void forget(Place place) {
      Deque<Place> queue = unended.get(place.session());
      if (queue != null && queue.remove(place) && queue.isEmpty()) {
        unended.remove(place.session());
      }
    }

    private void violated(Disorder.Kind kind, Place place, Place after) {
      violationCount++;
      var one = new Disorder(kind, place.session(), place, after);
      if (violations.size() < NAMED) {
        violations.add(one);
      }
      if (findings != null) {
        findings.disorder(one);
      }
    }

    private void duplicated(Duplicate.Kind kind, Place place) {
      Book book = book(place.partition());
      BitSet known = kind == Duplicate.Kind.AGAIN ? book.again : book.zombies;
      int offset = Math.toIntExact(place.offset());
      boolean isFirst = !known.get(offset);
      known.set(offset);
      var one = new Duplicate(kind, place);
      if (isFirst && duplicates.size() < NAMED) {
        duplicates.add(one);
      }
      if (findings != null) {
        findings.duplicate(one, isFirst);
      }
    }
  }
}
