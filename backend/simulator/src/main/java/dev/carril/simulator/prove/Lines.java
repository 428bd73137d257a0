package dev.carril.simulator.prove;

import dev.carril.simulator.language.Parser;
import java.util.HashMap;
import java.util.Map;

/// Reads lines. The short ones, such as `restart a` and `run 20ms`, are few and come again in
/// thousands of schedules: each is read once.
final class Lines {
  private static final int SHORT = 32;
  private static final int KEPT = 4_096;

  private final Map<String, Parser.Parsed> known = new HashMap<>();

  Parser.Parsed read(String line) {
    if (line.length() > SHORT) {
      return Parser.parse(line);
    }
    Parser.Parsed read = known.get(line);
    if (read == null) {
      read = Parser.parse(line);
      if (known.size() < KEPT) {
        known.put(line, read);
      }
    }
    return read;
  }
}
