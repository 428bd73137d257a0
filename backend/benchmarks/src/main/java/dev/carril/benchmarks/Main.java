package dev.carril.benchmarks;

import dev.carril.benchmarks.engine.Article;
import dev.carril.benchmarks.engine.Hot;
import dev.carril.benchmarks.engine.Sleep;
import dev.carril.benchmarks.engine.Synth;
import dev.carril.benchmarks.page.Page;
import dev.carril.benchmarks.server.Load;
import dev.carril.benchmarks.simulator.Simulator;
import dev.carril.benchmarks.start.Start;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Runs one benchmark by its name. Exit status: 0 measured, 1 it ran and something failed, 2 wrong
/// usage.
@Command(
    name = "carril bench",
    description = "Measures Carril.",
    mixinStandardHelpOptions = true,
    subcommands = {
      Start.class,
      Load.class,
      Page.class,
      Simulator.class,
      Synth.class,
      Article.class,
      Sleep.class,
      Hot.class
    })
public final class Main implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  private Main() {}

  /// Runs one benchmark and ends the process with its exit status.
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setParameterExceptionHandler(Main::wrongUsage)
        .setExecutionExceptionHandler((failure, line, parsed) -> {
          line.getErr().println("carril bench: " + failure.getMessage());
          return 1;
        });
  }

  /// Without a name there is nothing to measure.
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which benchmark?");
  }

  @Command(name = "list", description = "Names the benchmarks.")
  void list() {
    spec.commandLine().getOut().print(benchmarks(spec.commandLine()));
    spec.commandLine().getOut().flush();
  }

  private static int wrongUsage(ParameterException wrong, String[] args) {
    CommandLine line = wrong.getCommandLine();
    PrintWriter err = line.getErr();
    List<String> unknown =
        wrong instanceof CommandLine.UnmatchedArgumentException unmatched
            ? unmatched.getUnmatched()
            : List.of();
    if (line.getParent() == null && !unknown.isEmpty() && !unknown.getFirst().startsWith("-")) {
      err.println("carril bench: there is no benchmark '" + unknown.getFirst() + "'.");
    } else {
      err.println("carril bench: " + wrong.getMessage());
    }
    if (line.getParent() == null) {
      err.println("There are:");
      err.print(benchmarks(line));
    } else {
      line.usage(err);
    }
    err.flush();
    return line.getCommandSpec().exitCodeOnInvalidInput();
  }

  /// A line for each benchmark: its name and what it measures.
  private static String benchmarks(CommandLine line) {
    StringBuilder told = new StringBuilder();
    line.getSubcommands()
        .forEach((name, command) -> {
          if (!name.equals("list")) {
            told.append(
                String.format(
                    "  %-12s %s%n",
                    name, command.getCommandSpec().usageMessage().description()[0]));
          }
        });
    return told.toString();
  }
}
