package dev.carril.course.check;

import dev.carril.course.Belief;
import dev.carril.course.Block;
import dev.carril.course.Course;
import dev.carril.course.Fault;
import dev.carril.course.Fault.Code;
import dev.carril.course.Lesson;
import dev.carril.course.Listing;
import dev.carril.course.Step;
import dev.carril.course.Track;
import dev.carril.course.read.Lessons;
import dev.carril.simulator.world.Nearest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Checks lessons: reads them, plays them, follows their links.
public final class Check {
  private Check() {}

  /// What a check came to.
  ///
  /// @param lessons how many were looked at
  /// @param faults empty if everything holds
  public record Result(int lessons, List<Fault> faults) {
    public Result {
      faults = List.copyOf(faults);
    }
  }

  /// Checks the lessons that come with Carril.
  public static Result builtIn() {
    return alone(Lessons.builtIn());
  }

  /// Checks a folder of lessons that knows of no others.
  public static Result alone(Path folder) {
    return course(Lessons.in(List.of(folder)).course(), _ -> true, Set.of());
  }

  /// Checks a folder of lessons, which may add to the tracks that come with Carril.
  public static Result folder(Path folder) {
    Path builtIn = Lessons.builtIn();
    if (isSame(folder, builtIn)) {
      return builtIn();
    }
    Course alone = Lessons.in(List.of(builtIn)).course();
    Course both = Lessons.in(List.of(builtIn, folder)).course();
    var faults = new ArrayList<>(both.faults());
    faults.removeAll(alone.faults());
    var own = new Course(both.tracks(), both.beliefs(), faults);
    return course(
        own, listing -> isIn(listing.folder(), folder), alone.beliefs().sequencedKeySet());
  }

  private static boolean isIn(Path path, Path folder) {
    return path.getFileSystem().equals(folder.getFileSystem()) && path.startsWith(folder);
  }

  private static boolean isSame(Path one, Path other) {
    try {
      return Files.isSameFile(one, other);
    } catch (IOException e) {
      return false; // One of them cannot be looked at, so reading it will say why.
    }
  }

  /// @param meant which lessons are to be checked; the others are there to link to
  /// @param otherBeliefs that are not to be checked
  private static Result course(Course course, Predicate<Listing> meant, Set<String> otherBeliefs) {
    var faults = new ArrayList<>(course.faults());
    int lessons = 0;
    for (Track track : course.tracks()) {
      for (Listing listing : track.lessons()) {
        if (meant.test(listing)) {
          lessons++;
          faults.addAll(listing.faults());
          listing
              .lesson()
              .ifPresent(lesson -> {
                faults.addAll(shown(lesson, track, course));
              });
        }
      }
    }
    course.beliefs().values().stream()
        .filter(belief -> !otherBeliefs.contains(belief.name()))
        .forEach(belief -> belief(belief, course, meant, faults));
    return new Result(lessons, faults);
  }

  /// Checks a lesson as a page shows it: plays it, and follows its links and those of its quiz.
  public static List<Fault> shown(Lesson lesson, Track track, Course course) {
    var faults = new ArrayList<>(lesson(lesson));
    faults.addAll(links(lesson, track));
    faults.addAll(refuted(lesson, course));
    return List.copyOf(faults);
  }

  /// Plays one lesson. Links are not followed.
  public static List<Fault> lesson(Lesson lesson) {
    try {
      return new Playing(lesson).faults();
    } catch (RuntimeException e) {
      // Whatever a lesson makes the simulator do, the other lessons are checked all the same.
      return List.of(
          new Fault(lesson.dataFile(), 0, Code.PLAY_FAILED, Map.of("detail", e.toString())));
    }
  }

  // ---- links ----

  private static List<Fault> links(Lesson lesson, Track track) {
    var faults = new ArrayList<Fault>();
    for (Lesson.Link link : lesson.links()) {
      if (!leads(link.to(), track)) {
        faults.add(
            new Fault(link.file(), link.line(), Code.LINK_UNKNOWN, Map.of("link", link.to())));
      }
    }
    lesson
        .quiz()
        .values()
        .forEach(question -> {
          if (!leads(question.again(), track)) {
            faults.add(
                new Fault(
                    lesson.dataFile(),
                    question.line(),
                    Code.LINK_UNKNOWN,
                    Map.of("link", question.again())));
          }
        });
    return faults;
  }

  private static boolean leads(String to, Track track) {
    String[] parts = to.split("#", 2);
    return track
        .lesson(parts[0])
        .filter(listing ->
            parts.length == 1
                || listing
                    .lesson()
                    .isEmpty() // It has faults of its own, so its steps are not known.
                || listing.lesson().get().anyPage().step(parts[1]).isPresent())
        .isPresent();
  }

  // ---- beliefs ----

  private static List<Fault> refuted(Lesson lesson, Course course) {
    var faults = new ArrayList<Fault>();
    lesson
        .refutes()
        .forEach((belief, refuted) -> {
          if (!course.beliefs().containsKey(belief)) {
            String nearest = Nearest.to(belief, course.beliefs().keySet());
            faults.add(
                new Fault(
                    lesson.dataFile(),
                    refuted.line(),
                    Code.BELIEF_UNKNOWN,
                    Map.of("belief", belief, "suggestion", nearest == null ? "" : nearest)));
          }
          if (!shows(lesson, refuted.step())) {
            faults.add(
                new Fault(
                    lesson.dataFile(),
                    refuted.line(),
                    Code.BELIEF_STEP,
                    Map.of("step", refuted.step())));
          }
        });
    return faults;
  }

  /// Whether a step does more than tell.
  private static boolean shows(Lesson lesson, String name) {
    Optional<Step> step = lesson.anyPage().step(name);
    return step.isPresent()
        && step.get().blocks().stream()
            .anyMatch(block ->
                switch (block) {
                  case Block.Idea _ -> false;
                  case Block.Watching(var watch, var _, var _) ->
                      lesson.watch(watch).steps().stream().anyMatch(it -> !it.claims().isEmpty());
                  case Block.Trying _, Block.Aside _, Block.Bussing _ -> true;
                });
  }

  private static void belief(
      Belief belief, Course course, Predicate<Listing> meant, List<Fault> faults) {
    Optional<Listing> listing = course.lesson(belief.lesson());
    Map<String, Object> params = Map.of("belief", belief.name(), "lesson", belief.lesson());
    if (listing.isEmpty()) {
      faults.add(new Fault("beliefs.yaml", belief.line(), Code.BELIEF_LESSON, params));
    } else if (meant.test(listing.get())
        && listing.get().lesson().isPresent()
        && !listing.get().lesson().get().refutes().containsKey(belief.name())) {
      faults.add(new Fault("beliefs.yaml", belief.line(), Code.BELIEF_NOT_REFUTED, params));
    }
  }
}
