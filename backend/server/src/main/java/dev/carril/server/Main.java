package dev.carril.server;

import dev.carril.server.exercises.Check;
import dev.carril.server.exercises.New;
import dev.carril.server.script.RunScript;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The command line. Exit status: 0 all well, 1 it ran and something failed, 2 wrong usage.
@Command(
    name = "carril",
    description = "Event streams to play with. Without a command it serves.",
    mixinStandardHelpOptions = true,
    subcommands = {
      Serve.class,
      RunScript.class,
      Check.class,
      New.class,
      CommandLine.HelpCommand.class
    })
public final class Main implements Callable<Integer> {

  @Spec private CommandSpec spec;

  private Main() {
    this.spec = CommandSpec.create(); // picocli sets the real one before anybody reads it.
  }

  /// Runs one command and ends the process with its exit status.
  public static void main(String[] args) {
    System.exit(commandLine(writer(System.out), writer(System.err)).execute(args));
  }

  /// The commands, which print to these.
  static CommandLine commandLine(PrintWriter out, PrintWriter err) {
    return new CommandLine(new Main()).setOut(out).setErr(err);
  }

  /// UTF-8 whatever the locale says.
  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  @Override
  public Integer call() {
    CommandLine own = spec.commandLine();
    return new CommandLine(new Serve()).setOut(own.getOut()).setErr(own.getErr()).execute();
  }
}
