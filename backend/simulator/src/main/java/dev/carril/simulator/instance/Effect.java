package dev.carril.simulator.instance;

import org.jspecify.annotations.Nullable;

/// What came of a handler's statement.
///
/// @param ending how the handler call ends by it
/// @param why it failed, in the database's words, or null
public record Effect(Core.Ending ending, @Nullable String why) {
  /// It ran.
  public static final Effect WELL = new Effect(Core.Ending.WELL, null);
}
