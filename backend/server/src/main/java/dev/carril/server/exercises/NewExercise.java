package dev.carril.server.exercises;

import dev.carril.course.CourseWords;
import dev.carril.course.check.NewLesson;
import dev.carril.server.words.LanguageOption;
import dev.carril.simulator.words.Words;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `carril new exercise FOLDER`: a lesson to begin with, which passes the check as it is.
@Command(
    name = "exercise",
    description = "Makes a lesson to begin with, which passes the check as it is.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exit status: 0 it is there, 1 it could not be made, 2 the folder is not named as lessons are."
    })
public final class NewExercise implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FOLDER",
      description = "The lesson's folder, such as my-course/1-my-track/01-my-lesson.")
  private Path folder;

  @Mixin private LanguageOption language;

  /// Made by picocli, which sets the fields before anybody reads them.
  public NewExercise() {
    this.spec = CommandSpec.create();
    this.folder = Path.of("");
    this.language = new LanguageOption();
  }

  @Override
  public Integer call() {
    Words words = CourseWords.of(language.code());
    try {
      return switch (NewLesson.in(folder)) {
        case NewLesson.Outcome.Made(var files) -> {
          PrintWriter out = spec.commandLine().getOut();
          files.forEach(file -> out.print(file + "\n"));
          out.print(words.text("new.made", Map.of("root", root())) + "\n");
          out.flush();
          yield 0;
        }
        case NewLesson.Outcome.Refused(NewLesson.Refusal.BadName(var name)) ->
            throw new ParameterException(
                spec.commandLine(), words.text("new.bad-name", Map.of("name", name)));
        case NewLesson.Outcome.Refused(NewLesson.Refusal.Exists _) ->
            failed(words.text("new.exists", Map.of("folder", folder.toString())));
      };
    } catch (IOException e) {
      return failed(words.text("new.failed", Map.of("detail", String.valueOf(e))));
    }
  }

  /// The folder that holds the track, as it was given: the check wants to know it.
  private String root() {
    Path track = folder.normalize().getParent();
    if (track == null) {
      return "..";
    }
    Path root = track.getParent();
    return root == null ? "." : root.toString();
  }

  private int failed(String why) {
    spec.commandLine().getErr().println("carril: " + why);
    spec.commandLine().getErr().flush();
    return 1;
  }
}
