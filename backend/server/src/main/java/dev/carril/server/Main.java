package dev.carril.server;

import dev.carril.server.exercises.Check;
import dev.carril.server.exercises.New;
import dev.carril.server.prove.Prove;
import dev.carril.server.script.RunScript;
import dev.carril.server.store.Store;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/// The command line. Exit status: 0 all well, 1 it ran and something failed, 2 wrong usage.
@Command(
    name = "carril",
    description = "Event streams to play with. Without a command it serves.",
    mixinStandardHelpOptions = true,
    subcommands = {
      RunScript.class,
      Prove.class,
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
    // Jetty asks for every locale there is, a tenth of the time until the first response. The words
    // are ICU's, and nothing else here speaks a language, so Java need not know a thousand of them.
    System.setProperty("java.locale.providers", "SPI");
    PrintWriter out = writer(System.out);
    PrintWriter err = writer(System.err);
    if (args.length == 0 || args[0].equals("serve")) {
      // Unpacking the database's driver takes as long as reading the command line, and needs
      // nothing.
      Thread.ofPlatform().daemon().name("carril-head-start").start(Store::loadDriver);
      String[] options = Arrays.copyOfRange(args, Math.min(1, args.length), args.length);
      int status = serve(out, err).execute(options);
      Serve.fallSilent();
      System.exit(status);
    }
    System.exit(commandLine(out, err).execute(args));
  }

  /// The one command that is waited for, without the others: reading what each of them takes is a
  /// tenth of the time until the first response.
  private static CommandLine serve(PrintWriter out, PrintWriter err) {
    CommandLine serve = new Serve().command().setCommandName("carril serve");
    return ours(serve).setOut(out).setErr(err);
  }

  /// The commands, which print to these.
  static CommandLine commandLine(PrintWriter out, PrintWriter err) {
    CommandLine all = new CommandLine(new Main());
    return ours(all.addSubcommand(new Serve().command()).setOut(out).setErr(err));
  }

  /// A command and those below it, with what holds for each: it says its version, and what is no
  /// number is told so in words of people, since picocli's own speak of Java's types.
  private static CommandLine ours(CommandLine command) {
    command.getCommandSpec().versionProvider(new Version());
    command.getSubcommands().values().forEach(Main::ours);
    return command
        .registerConverter(int.class, text -> number(text, Integer::valueOf))
        .registerConverter(long.class, text -> number(text, Long::valueOf));
  }

  private static <T> T number(String text, Function<String, T> read) {
    try {
      return read.apply(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is no whole number, or too large a one");
    }
  }

  /// UTF-8 whatever the locale says.
  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  @Override
  public Integer call() {
    CommandLine own = spec.commandLine();
    return serve(own.getOut(), own.getErr()).execute();
  }
}
