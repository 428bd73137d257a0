package dev.carril.server.script;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carril.server.wire.Json;
import dev.carril.server.wire.ReplyData;
import dev.carril.simulator.language.Script;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.words.Piece;
import dev.carril.simulator.words.Words;
import java.io.PrintWriter;

/// For programs: one object a command, on one line.
final class JsonPrinter implements Printer {
  private final PrintWriter out;
  private final Words words;

  JsonPrinter(PrintWriter out, Words words) {
    this.out = out;
    this.words = words;
  }

  @Override
  public void print(Script.Command command, Answer answer) {
    ObjectNode json = Json.object().put("line", command.number()).put("command", command.text());
    switch (answer) {
      case Answer.Done done -> {
        json.put("ok", true);
        ArrayNode text = json.putArray("text");
        Piece.lines(words.tell(done.reply(), done.notices())).forEach(text::add);
        json.set("data", ReplyData.of(done.reply()));
      }
      case Answer.Refused(var problem, var start, var _) -> {
        json.put("ok", false);
        json.putObject("error")
            .put("code", problem.code())
            .put("column", start + 1)
            .put("message", words.tell(problem))
            .put("suggestion", problem.suggestion());
      }
    }
    out.print(Json.text(json) + "\n");
  }
}
