package dev.carril.simulator.sandbox;

import dev.carril.simulator.Command;
import dev.carril.simulator.language.Parser;
import dev.carril.simulator.sql.Database;
import dev.carril.simulator.tools.FromReal;

/// What only asks, whatever a sandbox holds.
final class Asking {
  private Asking() {}

  /// Whether a line changes nothing and moves no clock, whatever the sandbox holds: it asks about
  /// what is now, or cannot be read.
  static boolean only(String line) {
    return switch (FromReal.read(line).orElse(null)) {
      case null -> isAsked(line);
      case FromReal.Understood(var translated) -> isAsked(translated);
      case FromReal.Wrong _ -> true;
    };
  }

  private static boolean isAsked(String line) {
    return switch (Parser.parse(line)) {
      case Parser.Wrong _ -> true;
      case Parser.Understood(Command.Play _, _, _) -> false;
      case Parser.Understood(var command, _, _) -> !mayChange(command);
    };
  }

  static boolean mayChange(Command command) {
    return switch (command) {
      case Command.Topics _,
          Command.Read _,
          Command.Offsets _,
          Command.Describe _,
          Command.Groups _,
          Command.Report _,
          Command.Compare _,
          Command.Play _,
          Command.Pause _,
          Command.Help _,
          Command.History _,
          Command.Clear _ ->
          false;
      case Command.CreateTopic _,
          Command.Produce _,
          Command.Consume _,
          Command.Reset _,
          Command.Leave _,
          Command.Wait _,
          Command.Compact _,
          Command.Operation _,
          Command.Undo _,
          Command.Redo _,
          Command.StartOver _ ->
          true;
      case Command.Sql(var statement) -> !Database.onlyReads(statement);
    };
  }
}
