package dev.carril.simulator.log;

/// How long a partition keeps its oldest records, read or unread.
public sealed interface Retention {

  /// Records older than this fall off.
  record Age(long millis) implements Retention {}

  /// The newest so many stay.
  record Records(long count) implements Retention {}

  /// The newest that fit into so many bytes stay.
  record Bytes(long bytes) implements Retention {}
}
