package dev.carril.server;

import dev.carril.server.script.RunScript;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The command line. Exit status: 0 all well, 1 it ran and something failed, 2 wrong usage.
@Command(
    name = "carril",
    description = "Event streams to play with. Without a command it serves.",
    mixinStandardHelpOptions = true,
    subcommands = {Serve.class, RunScript.class, CommandLine.HelpCommand.class})
public final class Main implements Callable<Integer> {

  private Main() {}

  /// Runs one command and ends the process with its exit status.
  public static void main(String[] args) {
    System.exit(run(args));
  }

  /// Runs one command.
  ///
  /// @return the exit status
  static int run(String... args) {
    return new CommandLine(new Main())
        .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
        .execute(args);
  }

  @Override
  public Integer call() {
    return run("serve");
  }
}
