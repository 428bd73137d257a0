package dev.carril.simulator.instance;

import dev.carril.engine.check.Place;

/// One delivery of a record to an instance that is watched, until it has ended there or gone.
final class Delivery {
  final Place place;
  final WatchedLane lane;
  Seen.Standing standing = Seen.Standing.FETCHED;
  int attempt;
  long sinceNanos = -1;
  long untilNanos = -1;

  // It was skipped while its handler ran, which has not come to an end yet; its dead letter is
  // safe.
  boolean skipped;
  boolean settled;

  // It was to be a dead letter, and is tried again until it ends.
  boolean reprieved;

  Delivery(Place place, WatchedLane lane) {
    this.place = place;
    this.lane = lane;
  }

  int number() {
    return place.partition().number();
  }

  long offset() {
    return place.offset();
  }
}
