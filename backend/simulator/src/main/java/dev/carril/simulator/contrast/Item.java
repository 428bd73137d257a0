package dev.carril.simulator.contrast;

import dev.carril.engine.check.Place;
import dev.carril.simulator.log.LogRecord;

/// One delivery of a record, from its arrival until it has ended or gone.
final class Item {
  final LogRecord record;
  final Place place;
  final Tenure tenure;
  final Strand strand;
  final long arrivedNanos;
  int attempts;
  boolean ended;
  boolean condemned;

  Item(LogRecord record, Place place, Tenure tenure, Strand strand, long arrivedNanos) {
    this.record = record;
    this.place = place;
    this.tenure = tenure;
    this.strand = strand;
    this.arrivedNanos = arrivedNanos;
  }
}
