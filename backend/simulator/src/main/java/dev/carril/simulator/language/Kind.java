package dev.carril.simulator.language;

/// What may stand at a place in a command, and how help writes it.
enum Kind {
  NEW_TOPIC("TOPIC"),
  TOPIC("TOPIC"),
  GROUP("G"),
  MEMBER("M"),
  /// A partition's number.
  PARTITION("N"),
  /// How many, from 1.
  COUNT("N"),
  /// How many, from 0.
  COUNT_OR_NONE("N"),
  OFFSET("N"),
  PARTITIONER("sum|murmur2"),
  RETENTION("7d|20 records|10kB"),
  DURATION("D"),
  TARGET("N|earliest|latest"),
  KEY("K"),
  HEADER("k=v"),
  COMMAND("command"),
  VALUE("VALUE|tombstone"),
  STATEMENT("STATEMENT");

  private final String shown;

  Kind(String shown) {
    this.shown = shown;
  }

  String shown() {
    return shown;
  }
}
