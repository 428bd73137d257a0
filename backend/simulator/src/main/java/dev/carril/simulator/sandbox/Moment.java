package dev.carril.simulator.sandbox;

import dev.carril.simulator.Command;
import dev.carril.simulator.language.Parser;
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

  /// Whether one can go on from here: from the end of a command, or from within one that does
  /// nothing but let time go by. Of any other the rest would have to be left out.
  public boolean mayGoOn() {
    return isEnd()
        || command != null
            && Parser.parse(command) instanceof Parser.Understood understood
            && isOnlyTime(understood.command());
  }

  private static boolean isOnlyTime(Command command) {
    return command instanceof Command.Run
        || command instanceof Command.Step
        || command instanceof Command.Goto
        || command instanceof Command.Wait;
  }
}
