package dev.carril.simulator.instance;

import dev.carril.engine.check.Event;
import dev.carril.engine.check.OrderChecker;
import dev.carril.engine.check.Place;
import dev.carril.simulator.instance.Seen.Standing;
import dev.carril.simulator.instance.report.Teller;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Gathers from what the instances of one group tell what a picture shows of them. It decides
/// nothing, and nobody who decides asks it.
final class Watcher implements OrderChecker.Findings {
  private final Instances all;
  private final Cohort cohort;
  private final WatchedPartition[] partitions;
  private final Newest<Seen.OfLetter> letters = new Newest<>();
  private final Newest<Seen.OfTrouble> troubles = new Newest<>();
  private long violations;
  private long duplicates;
  private long zombies;
  private long handled;
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

  @Nullable Standing standing(WatchedInstance of, int number, long offset) {
    return partitions[number].standing(of, offset);
  }

  int attempt(WatchedInstance of, int number, long offset) {
    return partitions[number].attempt(of, offset);
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
    if (event instanceof Event.Succeeded it) {
      Place place = it.place();
      Delivery held = partitions[place.partition().number()].newGap(place.offset(), it.atNanos());
      if (held != null) {
        all.chronicle().gap(cohort, instance.name(), held, it.atNanos());
      }
    }
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
    letters.add(
        new Seen.OfLetter(
            cohort.group(),
            cohort.topic(),
            letters.count(),
            place.partition().number(),
            place.offset(),
            WatchedLane.name(place.session()),
            it.reason().word(),
            it.attempt(),
            instance.name(),
            it.atNanos(),
            -1,
            -1));
    touch();
  }

  /// A dead letter's record was appended again. One that died more than once is redriven as often,
  /// the oldest first.
  void redriven(int partition, long offset, int toPartition, long toOffset) {
    letters.change(
        it -> it.isAt(partition, offset) && it.redrivenPartition() < 0,
        it -> it.redriven(toPartition, toOffset));
    touch();
  }

  @Override
  public void disorder(OrderChecker.Disorder one) {
    violations++;
    Place after = one.after();
    trouble(one.kind().word(), one.place(), after.partition().number(), after.offset());
  }

  @Override
  public void duplicate(OrderChecker.Duplicate one, boolean isFirst) {
    if (isFirst) {
      duplicates += one.kind() == OrderChecker.Duplicate.Kind.AGAIN ? 1 : 0;
      zombies += one.kind() == OrderChecker.Duplicate.Kind.ZOMBIE ? 1 : 0;
    }
    trouble(one.kind().word(), one.place(), -1, -1);
  }

  private void trouble(String kind, Place place, int afterPartition, long after) {
    WatchedInstance by = speaking;
    var trouble =
        new Seen.OfTrouble(
            cohort.group(),
            cohort.topic(),
            troubles.count(),
            kind,
            place.partition().number(),
            place.offset(),
            WatchedLane.name(place.session()),
            afterPartition,
            after,
            by == null ? "" : by.name(),
            all.now());
    troubles.add(trouble);
    all.trouble(by == null ? new Teller("", cohort.topic(), cohort.group()) : by.teller(), trouble);
    touch();
  }

  /// Who speaks next.
  void speaks(WatchedInstance instance) {
    speaking = instance;
  }

  // --- what there is to see

  Seen.OfCohort seen() {
    return new Seen.OfCohort(
        cohort.group(), cohort.topic(), handled, letters.count(), violations, duplicates, zombies);
  }

  Seen.OfProgress progress(int number) {
    return partitions[number].seen(cohort.group(), cohort.topic());
  }

  int partitionCount() {
    return partitions.length;
  }

  List<Seen.OfLetter> letters() {
    return letters.all();
  }

  List<Seen.OfTrouble> troubles() {
    return troubles.all();
  }

  Seen.@Nullable OfLetter letter(long number) {
    return letters.find(number);
  }

  Seen.@Nullable OfTrouble trouble(long number) {
    return troubles.find(number);
  }

  /// Notes that somebody looks: keys of dead letters and troubles that came or went since.
  void lookedAt(List<String> keys) {
    touched = false;
    keys.add(SeenKeys.cohort(cohort));
    letters.lookedAt(number -> keys.add(SeenKeys.letter(cohort, number)));
    troubles.lookedAt(number -> keys.add(SeenKeys.trouble(cohort, number)));
  }
}
