package dev.carril.server.script;

import dev.carril.server.words.LanguageOption;
import dev.carril.simulator.language.Script;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Sandbox;
import dev.carril.simulator.words.Words;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Plays a script and prints what each command answers.
@Command(
    name = "run",
    description = "Plays a script of console commands and prints what each answers.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exit status: 0 all well, 1 a command was an error, 2 the script cannot be read."
    })
public final class RunScript implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The script, in UTF-8; - reads standard input.")
  private String file;

  @Option(names = "--json", description = "One JSON object a command, on a line of its own.")
  private boolean json;

  @Mixin private LanguageOption language;

  @Option(
      names = "--keep-going",
      description = "Goes on after an error; the exit status is 1 all the same.")
  private boolean keepGoing;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Seed of all that is random, in SQL and with instances (default ${DEFAULT-VALUE}).")
  private long seed;

  /// Made by picocli, which sets the fields before anybody reads them.
  public RunScript() {
    this.spec = CommandSpec.create();
    this.file = "";
    this.language = new LanguageOption();
  }

  @Override
  public Integer call() {
    Words words = Words.of(language.code());
    String script;
    try {
      script = read();
    } catch (IOException e) {
      spec.commandLine().getErr().println("carril: " + unreadable(e));
      return 2;
    }
    return play(script, printer(spec.commandLine().getOut(), words)) ? 0 : 1;
  }

  private Printer printer(PrintWriter out, Words words) {
    return json ? new JsonPrinter(out, words) : new TextPrinter(out, words);
  }

  private boolean play(String script, Printer printer) {
    boolean well = true;
    try (Sandbox sandbox = Sandbox.empty(seed)) {
      for (Script.Command command : Script.split(script)) {
        Answer answer = sandbox.run("line-" + command.number(), command.text());
        printer.print(command, answer);
        well &= answer instanceof Answer.Done;
        boolean heard = !spec.commandLine().getOut().checkError();
        if (!heard || !well && !keepGoing) {
          break;
        }
      }
    }
    return well;
  }

  private String read() throws IOException {
    byte[] bytes;
    if (file.equals("-")) {
      try (InputStream in = System.in) {
        bytes = in.readAllBytes();
      }
    } else {
      bytes = Files.readAllBytes(Path.of(file));
    }
    // A decoder that reports: replaced characters would run as something that nobody has written.
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  private String unreadable(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "there is no file " + file;
      case AccessDeniedException _ -> "the file " + file + " may not be read";
      case CharacterCodingException _ -> "the file " + file + " is not UTF-8";
      default -> "the file " + file + " cannot be read: " + e.getMessage();
    };
  }
}
