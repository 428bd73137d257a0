package dev.carril.server.script;

import dev.carril.simulator.language.Script;
import dev.carril.simulator.sandbox.Answer;

/// Shows what a command answered.
sealed interface Printer permits TextPrinter, JsonPrinter {
  void print(Script.Command command, Answer answer);
}
