package dev.carril.simulator.instance;

import dev.carril.engine.source.Partition;

/// A partition that the group has given to an instance. When it comes back it is another stay.
final class Stay {
  final Instance instance;
  final Partition partition;
  final int number;

  // It was asked back and has not come yet.
  boolean leaving;

  // The process knows of it, fetches from here, and what its core wants.
  boolean known;
  boolean toldToCore;
  long position;
  boolean fetchPaused;
  boolean wantedPaused;

  Stay(Instance instance, Partition partition) {
    this.instance = instance;
    this.partition = partition;
    this.number = partition.number();
  }

  @Override
  public String toString() {
    return partition + " at " + instance.name();
  }
}
