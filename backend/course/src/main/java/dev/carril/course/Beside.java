package dev.carril.course;

/// What is shown of the sandbox's database beside the log.
public sealed interface Beside {

  /// The table of this name, once it exists.
  record Table(String name) implements Beside {}

  /// What this query answers, asked again after every command.
  record Query(String sql) implements Beside {}
}
