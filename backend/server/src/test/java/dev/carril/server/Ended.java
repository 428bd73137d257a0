package dev.carril.server;

import java.io.PrintWriter;
import java.io.StringWriter;

/// What a command said, and the status that it ended with.
record Ended(int status, String out, String err) {

  /// Runs a command that ends by itself, in this process.
  static Ended run(String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    int status = Main.commandLine(new PrintWriter(out), new PrintWriter(err)).execute(args);
    return new Ended(status, out.toString(), err.toString());
  }

  String lastLine() {
    return out.lines().reduce("", (_, line) -> line);
  }
}
