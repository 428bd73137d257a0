package dev.carril.server.exercises;

import dev.carril.course.CourseWords;
import dev.carril.course.check.Check;
import dev.carril.server.words.LanguageOption;
import dev.carril.simulator.words.Words;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `carril check exercises [DIR]`: reads and plays every lesson, and tells what does not hold.
@Command(
    name = "exercises",
    description =
        "Reads and plays every lesson: solutions, mistakes, claims, links, commands in the prose.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exit status: 0 everything holds, 1 something does not, 2 there is nothing to check."
    })
public final class CheckExercises implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      description = "Folder of tracks and lessons (default: those that come with Carril).")
  private @Nullable Path folder;

  @Mixin private LanguageOption language;

  /// Made by picocli, which sets the fields before anybody reads them.
  public CheckExercises() {
    this.spec = CommandSpec.create();
    this.language = new LanguageOption();
  }

  @Override
  public Integer call() {
    Words words = CourseWords.of(language.code());
    Path given = folder;
    if (given != null && !Files.isDirectory(given)) {
      throw new ParameterException(
          spec.commandLine(), words.text("check.no-folder", Map.of("folder", given.toString())));
    }
    Check.Result result = given == null ? Check.builtIn() : Check.folder(given);
    PrintWriter out = spec.commandLine().getOut();
    result.faults().forEach(fault -> out.print(CourseWords.line(fault, words) + "\n"));
    if (result.faults().isEmpty() && result.lessons() == 0) {
      out.flush();
      throw new ParameterException(
          spec.commandLine(),
          words.text("check.no-lessons", Map.of("folder", String.valueOf(given))));
    }
    out.print(
        words.text(
                result.faults().isEmpty() ? "check.well" : "check.faults",
                Map.of("lessons", result.lessons(), "faults", result.faults().size()))
            + "\n");
    out.flush();
    return result.faults().isEmpty() ? 0 : 1;
  }
}
