package dev.carril.course.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.carril.course.Lesson;
import dev.carril.course.Listing;
import dev.carril.course.Script;
import dev.carril.course.Track;
import dev.carril.course.Watch;
import dev.carril.course.judge.Play;
import dev.carril.course.read.Lessons;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Sandbox;
import dev.carril.simulator.words.Piece;
import dev.carril.simulator.words.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What the Watches of each lesson say, command by command, is what is kept of them.
///
/// `-Dcarril.transcripts.write=true` writes what came into the files instead, for review.
class WatchesTest {
  private static final Path FOLDER = Path.of("src/test/resources/dev/carril/course/watches");
  private static final boolean WRITES = Boolean.getBoolean("carril.transcripts.write");

  private static final String RENEW =
      "If that is meant, renew it: mvn -pl backend/course -am test -Dtest=WatchesTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dcarril.transcripts.write=true";

  /// The lessons that have a Watch, by the name of their file.
  private static SequencedMap<String, Lesson> lessons() {
    var lessons = new TreeMap<String, Lesson>();
    for (Track track : Lessons.in(List.of(Path.of("../../exercises"))).course().tracks()) {
      for (Listing listing : track.lessons()) {
        Lesson lesson = listing.lesson().orElseThrow();
        if (!lesson.watches().isEmpty()) {
          lessons.put(lesson.id().replace('/', '-') + ".txt", lesson);
        }
      }
    }
    return lessons;
  }

  @TestFactory
  Stream<DynamicTest> every_watch_says_what_it_said() {
    SequencedMap<String, Lesson> lessons = lessons();
    return Stream.concat(
        lessons.entrySet().stream()
            .map(it ->
                DynamicTest.dynamicTest(it.getKey(), () -> check(it.getKey(), it.getValue()))),
        Stream.of(
            DynamicTest.dynamicTest(
                "nothing is kept of a lesson that is not there",
                () -> assertEquals(lessons.keySet(), kept(), RENEW))));
  }

  private static Set<String> kept() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".txt"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static void check(String name, Lesson lesson) throws IOException {
    Path file = FOLDER.resolve(name);
    var told = new ArrayList<String>();
    lesson.watches().values().forEach(watch -> play(watch, told));
    String played = String.join("\n", told) + "\n";
    if (WRITES) {
      Files.writeString(file, played);
    }
    String kept = Files.exists(file) ? Files.readString(file) : "";
    assertEquals(kept, played, RENEW);
  }

  private static void play(Watch watch, List<String> told) {
    told.add("# Watch " + watch.name());
    try (Sandbox sandbox = Sandbox.empty(Play.SEED)) {
      run(watch.start(), sandbox, told);
      for (Watch.Step step : watch.steps()) {
        told.add("# " + step.caption());
        run(step.run(), sandbox, told);
      }
    }
  }

  private static void run(Script script, Sandbox sandbox, List<String> told) {
    for (String line : script.commands()) {
      told.add(line.replace("\n", "\n> "));
      Stream<String> answers =
          switch (sandbox.run("line-" + told.size(), line)) {
            case Answer.Done(var reply, var notices, var _, var _) ->
                Piece.lines(Words.of("en").tell(reply, notices)).stream().flatMap(String::lines);
            case Answer.Refused(var problem, var _, var _) ->
                Stream.of("error: " + Words.of("en").tell(problem));
          };
      answers.map(answer -> ("  " + answer).stripTrailing()).forEach(told::add);
    }
  }
}
