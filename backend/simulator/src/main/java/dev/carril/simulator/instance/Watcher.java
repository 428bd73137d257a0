package dev.carril.simulator.instance;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.OrderChecker;
import dev.carril.engine.check.Place;
import dev.carril.engine.check.Session;
import dev.carril.simulator.instance.report.Teller;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Gathers from what the instances of one group tell what a picture shows of them. It decides
/// nothing, and nobody who decides asks it.
final class Watcher implements OrderChecker.Findings {
  /// So many dead letters and so many troubles are kept, the newest.
  private static final int KEPT = 100;

  private final Instances all;
  private final Cohort cohort;
  private final WatchedPartition[] partitions;
  private final Deque<Seen.OfLetter> letters = new ArrayDeque<>();
  private final Deque<Seen.OfTrouble> troubles = new ArrayDeque<>();
  private long letterCount;
  private long troubleCount;
  private long violations;
  private long duplicates;
  private long handled;
  private long lettersLooked;
  private long troublesLooked;
  private boolean touched;
  private @Nullable WatchedInstance speaking;

  Watcher(Instances all, Cohort cohort, int count) {
    this.all = all;
    this.cohort = cohort;
    partitions = new WatchedPartition[count];
    for (int number = 0; number < count; number++) {
      partitions[number] = new WatchedPartition(this, number);
      touch(partitions[number]);
    }
    touch();
  }

  Cohort cohort() {
    return cohort;
  }

  /// What has changed since somebody last looked.
  static final class Touched {
    final List<WatchedInstance> instances = new ArrayList<>();
    final List<WatchedLane> lanes = new ArrayList<>();
    final List<WatchedPartition> partitions = new ArrayList<>();
    final List<Watcher> watchers = new ArrayList<>();
  }

  Touched touched() {
    return all.touched();
  }

  private void touch() {
    if (!touched) {
      touched = true;
      touched().watchers.add(this);
    }
  }

  private void touch(WatchedPartition row) {
    if (!row.touched) {
      row.touched = true;
      touched().partitions.add(row);
    }
  }

  /// The row of a partition, which is about to change.
  WatchedPartition partition(int number) {
    touch(partitions[number]);
    return partitions[number];
  }

  long nextLane() {
    return all.nextLane();
  }

  /// An instance says something.
  void hear(WatchedInstance instance, Event event) {
    if (event instanceof Event.Succeeded || event instanceof Event.Repeated) {
      handled++;
      touch();
    }
    all.chronicle().add(cohort, instance.name(), event);
    instance.tell(event);
  }

  void left(WatchedInstance instance) {
    for (WatchedPartition row : partitions) {
      if (row.isOf(instance)) {
        row.clear();
        touch(row);
      }
    }
  }

  void deadLettered(WatchedInstance instance, Event.DeadLettered it) {
    Place place = it.place();
    letters.addLast(
        new Seen.OfLetter(
            cohort.group(),
            cohort.topic(),
            letterCount++,
            place.partition().number(),
            place.offset(),
            name(place.session()),
            it.reason().word(),
            it.attempt(),
            instance.name(),
            it.atNanos()));
    if (letters.size() > KEPT) {
      letters.removeFirst();
    }
    touch();
  }

  // The session of records without a key has no name.
  private static String name(Session session) {
    return session.key() == null ? "" : session.toString();
  }

  @Override
  public void disorder(OrderChecker.Disorder one) {
    violations++;
    Place after = one.after();
    trouble(one.kind(), one.place(), after.partition().number(), after.offset());
  }

  @Override
  public void duplicate(OrderChecker.Duplicate one) {
    duplicates++;
    trouble(one.kind(), one.place(), -1, -1);
  }

  private void trouble(Enum<?> kind, Place place, int afterPartition, long after) {
    WatchedInstance by = speaking;
    troubles.addLast(
        new Seen.OfTrouble(
            cohort.group(),
            cohort.topic(),
            troubleCount++,
            kind.name().toLowerCase(Locale.ROOT),
            place.partition().number(),
            place.offset(),
            name(place.session()),
            afterPartition,
            after,
            by == null ? "" : by.name(),
            all.now()));
    all.trouble(
        by == null ? new Teller("", cohort.topic(), cohort.group()) : by.teller(),
        troubles.getLast());
    if (troubles.size() > KEPT) {
      troubles.removeFirst();
    }
    touch();
  }

  /// Who speaks next.
  void speaks(WatchedInstance instance) {
    speaking = instance;
  }

  // --- what there is to see

  Seen.OfCohort seen() {
    return new Seen.OfCohort(
        cohort.group(), cohort.topic(), handled, letterCount, violations, duplicates);
  }

  Seen.OfProgress progress(int number) {
    return partitions[number].seen(cohort.group(), cohort.topic());
  }

  int partitionCount() {
    return partitions.length;
  }

  List<Seen.OfLetter> letters() {
    return List.copyOf(letters);
  }

  List<Seen.OfTrouble> troubles() {
    return List.copyOf(troubles);
  }

  Seen.@Nullable OfLetter letter(long number) {
    for (Seen.OfLetter letter : letters) {
      if (letter.number() == number) {
        return letter;
      }
    }
    return null;
  }

  Seen.@Nullable OfTrouble trouble(long number) {
    for (Seen.OfTrouble trouble : troubles) {
      if (trouble.number() == number) {
        return trouble;
      }
    }
    return null;
  }

  /// Notes that somebody looks: keys of dead letters and troubles that came or went since.
  void lookedAt(List<String> keys) {
    touched = false;
    keys.add(SeenKeys.cohort(cohort));
    for (long number = Math.max(0, lettersLooked - KEPT); number < letterCount; number++) {
      boolean was = number < lettersLooked;
      boolean is = number >= letterCount - KEPT;
      if (was != is) {
        keys.add(SeenKeys.letter(cohort, number));
      }
    }
    lettersLooked = letterCount;
    for (long number = Math.max(0, troublesLooked - KEPT); number < troubleCount; number++) {
      boolean was = number < troublesLooked;
      boolean is = number >= troubleCount - KEPT;
      if (was != is) {
        keys.add(SeenKeys.trouble(cohort, number));
      }
    }
    troublesLooked = troubleCount;
  }
}
