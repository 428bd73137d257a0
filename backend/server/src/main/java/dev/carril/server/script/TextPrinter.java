package dev.carril.server.script;

import dev.carril.simulator.language.Script;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.words.Piece;
import dev.carril.simulator.words.Words;
import java.io.PrintWriter;

/// As the page's console shows it: the command, then its answer, tables aligned.
final class TextPrinter implements Printer {
  private final PrintWriter out;
  private final Words words;

  TextPrinter(PrintWriter out, Words words) {
    this.out = out;
    this.words = words;
  }

  @Override
  public void print(Script.Command command, Answer answer) {
    out.print("> " + command.text() + "\n");
    switch (answer) {
      case Answer.Done done ->
          Piece.lines(words.tell(done.reply(), done.notices()))
              .forEach(line -> out.print(line + "\n"));
      case Answer.Refused(var problem, var _, var _) -> out.print(words.tell(problem) + "\n");
    }
  }
}
