package dev.carril.course.check;

import dev.carril.course.Names;
import dev.carril.course.Track;
import dev.carril.course.read.Lessons;
import dev.carril.simulator.words.Words;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Makes a folder to begin a lesson with. It passes the check as it is.
public final class NewLesson {
  private NewLesson() {}

  /// Why there is no new lesson.
  public sealed interface Refusal {
    /// The folder, or the one above, is not named as lessons and tracks are.
    record BadName(String name) implements Refusal {}

    /// There is something already.
    record Exists(Path folder) implements Refusal {}
  }

  /// How it ended.
  public sealed interface Outcome {
    /// @param files what was written
    record Made(List<Path> files) implements Outcome {}

    record Refused(Refusal why) implements Outcome {}
  }

  /// Makes a lesson.
  ///
  /// @param folder `my-course/1-my-track/01-my-lesson`; what is missing above it is made too
  public static Outcome in(Path folder) throws IOException {
    Path lesson = folder.toAbsolutePath().normalize();
    Path track = lesson.getParent();
    String name = name(lesson);
    String trackName = track == null ? "" : name(track);
    if (track == null || name.isEmpty() || trackName.isEmpty()) {
      String wrong = name.isEmpty() ? lesson.getFileName() + "" : String.valueOf(track);
      return new Outcome.Refused(new Refusal.BadName(wrong));
    }
    if (Files.exists(lesson)) {
      return new Outcome.Refused(new Refusal.Exists(folder));
    }
    var written = new ArrayList<Path>();
    Files.createDirectories(lesson);
    List<String> languages = languages(track, trackName);
    if (languages.isEmpty()) {
      languages = List.copyOf(Words.languages().sequencedKeySet());
      for (String language : languages) {
        written.add(write(track.resolve(language + ".md"), "track-" + language + ".md", name));
      }
    }
    written.add(write(lesson.resolve("lesson.yaml"), "lesson.yaml", name));
    for (String language : languages) {
      written.add(write(lesson.resolve(language + ".md"), language + ".md", name));
    }
    return new Outcome.Made(List.copyOf(written));
  }

  /// The name of a numbered folder; empty if it is not named so.
  private static String name(Path folder) {
    return Names.numbered(String.valueOf(folder.getFileName()))
        .map(Names.Numbered::name)
        .orElse("");
  }

  /// The languages that a track speaks, by its own files or as one of Carril's; none for a new one.
  private static List<String> languages(Path track, String name) {
    List<String> own =
        Words.languages().sequencedKeySet().stream()
            .filter(language -> Files.exists(track.resolve(language + ".md")))
            .toList();
    return own.isEmpty()
        ? Lessons.in(List.of(Lessons.builtIn()))
            .course()
            .track(name)
            .map(Track::titles)
            .map(titles -> List.copyOf(titles.sequencedKeySet()))
            .orElse(List.of())
        : own;
  }

  private static Path write(Path file, String template, String name) throws IOException {
    try (InputStream in = NewLesson.class.getResourceAsStream(template)) {
      if (in == null) {
        throw new IllegalStateException("no template " + template);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      Files.writeString(file, text.replace("again: NAME#", "again: " + name + "#"));
    }
    return file;
  }
}
