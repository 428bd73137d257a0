package dev.carril.simulator.sql;

/// How large and how long things may be. All are counts, never times: a slow machine gives the same
/// answers as a fast one.
final class Limits {

  static final int STATEMENT_CHARACTERS = 100_000;

  /// Of the database file that SQLite keeps in memory.
  static final int PAGE_BYTES = 1024;

  static final int PAGES = 8192;
  static final long DATABASE_BYTES = (long) PAGE_BYTES * PAGES;
  static final int OBJECTS = 100;

  static final int RESULT_ROWS = 1000;
  static final int RESULT_CHARACTERS = 1_000_000;

  /// The longest text, blob or row, in bytes.
  static final int VALUE_BYTES = 131_072;

  /// Steps of SQLite's virtual machine that one statement may take, and how often they are counted.
  static final int STEPS = 2_000_000;

  static final int STEPS_STRIDE = 500;

  /// What a call from SQLite into Java and back weighs beside a step of its own.
  static final int STEPS_OF_A_CALL = 50;

  /// Strides that the parser may take: views made of views double with each floor.
  static final int PARSER_STRIDES = 10;

  /// A step can copy a whole value, and sorting can keep each one: what counts is steps × bytes. So
  /// the longest text that may still be touched shrinks as a statement goes on, down to a floor.
  static final long STEPS_TIMES_BYTES = 500_000_000L;

  static final int VALUE_BYTES_AT_LEAST = 1000;

  static final int PATTERN_BYTES = 1000;

  /// Views that a statement comes down to, those within views counted each time.
  static final int UNFOLDED_VIEWS = 200;

  private Limits() {}
}
