package dev.carril.simulator.language;

import dev.carril.simulator.Problem;
import java.util.ArrayList;
import java.util.List;

/// Reads values that follow one another on a line: words, what stands in quotes, and JSON.
final class SeveralValues {
  private SeveralValues() {}

  static List<String> read(Line line) throws Parser.Stop {
    var values = new ArrayList<String>();
    while (!line.isAtEnd()) {
      char first = line.text().charAt(line.at());
      values.add(first == '{' || first == '[' ? json(line) : word(line));
    }
    return values;
  }

  private static String word(Line line) throws Parser.Stop {
    try {
      return line.quotable().text();
    } catch (Line.Unclosed unclosed) {
      throw new Parser.Stop(new Problem.QuoteNotClosed("values"), unclosed.span());
    } catch (Line.Trailing trailing) {
      throw new Parser.Stop(
          new Problem.AfterQuote(Parser.cut(trailing.word().text())), trailing.word().span());
    }
  }

  private static String json(Line line) throws Parser.Stop {
    int from = line.at();
    int to = end(line.text(), from);
    String text = line.text().substring(from, to);
    Json.Fault fault = Json.fault(text);
    if (fault != null) {
      throw new Parser.Stop(
          fault.problem(), fault.whole() ? new Span(from, from + 1) : fault.span(from, to));
    }
    line.goTo(to);
    return text;
  }

  // Where what opens here is closed, or the end of the line.
  private static int end(String text, int from) {
    int depth = 0;
    boolean inString = false;
    for (int at = from; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '\\' && inString) {
        at++;
      } else if (c == '"') {
        inString = !inString;
      } else if (!inString && (c == '{' || c == '[')) {
        depth++;
      } else if (!inString && (c == '}' || c == ']') && --depth == 0) {
        return at + 1;
      }
    }
    return text.length();
  }
}
