package dev.carril.simulator.language;

import java.util.List;

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
  STATEMENT("STATEMENT"),
  /// An engine instance.
  INSTANCE("NAME"),
  /// A partition as it is written elsewhere.
  ROW("p0"),
  DESIGN("lanes|pool|workers|partition"),
  /// One or more of them.
  DESIGNS("DESIGN…"),
  COMMIT("contiguous|highest"),
  ON_OFF("on|off"),
  RETRY_AT("lane|end"),
  WHEN_FULL("pause|drop|overtake"),
  AFTER("continue|halt"),
  RATE("N/s"),
  SEED("N"),
  /// Records that a fault is about.
  WHICH("p0:102|key=K|10%"),
  PLACE_OR_KEY("p0:104|key=K"),
  SPOT("p0:104"),
  /// Dead letters.
  LETTERS("p0:3|all"),
  /// So long after the beginning of time.
  SINCE("D"),
  SPEED("SPEED"),
  /// Several values.
  VALUES("VALUE…");

  private final String shown;

  Kind(String shown) {
    this.shown = shown;
  }

  String shown() {
    return shown;
  }

  /// What may be chosen from, or examples where there is more than can be told.
  List<String> choices() {
    return List.of(shown.split("\\|"));
  }
}
