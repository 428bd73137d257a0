package dev.carril.simulator.sandbox;

import org.jspecify.annotations.Nullable;

/// A point of a sandbox's history. Each command ends at one; a command in whose time instances did
/// something has one for each of their events, and its end is that of the last.
///
/// @param entry the command that it lies in or ends, or empty for the beginning
/// @param at how many commands lead there, that one with them
/// @param command that one's line, or null at the beginning
/// @param event how many events of that command have happened
/// @param events how many events it has
/// @param moment how many moments there are on the way there, from the beginning
public record Moment(
    String entry, int at, @Nullable String command, long event, long events, long moment) {

  /// Has all of its command happened?
  boolean isEnd() {
    return event == events;
  }
}
