package dev.carril.server;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The command line. Exit status: 0 all well, 1 it ran and something failed, 2 wrong usage.
@Command(
    name = "carril",
    description = "Event streams to play with.",
    mixinStandardHelpOptions = true,
    subcommands = CommandLine.HelpCommand.class)
public final class Main implements Runnable {

  private Main() {}

  /// Runs one command and ends the process with its exit status.
  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }
}
