package dev.carril.server.lessons;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.carril.course.Bus;
import dev.carril.course.Course;
import dev.carril.course.Fault;
import dev.carril.course.Lesson;
import dev.carril.course.Listing;
import dev.carril.course.Question;
import dev.carril.course.Track;
import dev.carril.course.Try;
import dev.carril.course.Watch;
import dev.carril.course.check.Check;
import dev.carril.course.goal.Given;
import dev.carril.course.judge.Attempt;
import dev.carril.course.judge.Judge;
import dev.carril.course.judge.Play;
import dev.carril.course.judge.Spots;
import dev.carril.course.judge.Verdict;
import dev.carril.course.progress.Progress;
import dev.carril.course.read.Lessons;
import dev.carril.server.sandboxes.Loan;
import dev.carril.server.sandboxes.Outcome;
import dev.carril.server.sandboxes.Sandboxes;
import dev.carril.server.store.StoreFailure;
import dev.carril.server.wire.FactJson;
import dev.carril.simulator.sandbox.Sandbox;
import dev.carril.simulator.words.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The lessons, and those who learn from them. Safe for use by many threads.
public final class School {
  private static final long LESSONS_KEPT_MOST = 500;

  private final Lessons lessons;
  private final Learners learners;
  private final Sandboxes sandboxes;
  private final Attempts attempts;
  private final Reels reels = new Reels();

  /// What playing a lesson has shown, for as long as its files are as they were.
  private final Cache<Lesson, List<Fault>> shown =
      Caffeine.newBuilder().weakKeys().maximumSize(LESSONS_KEPT_MOST).build();

  public School(Lessons lessons, Learners learners, Sandboxes sandboxes, Attempts attempts) {
    this.lessons = lessons;
    this.learners = learners;
    this.sandboxes = sandboxes;
    this.attempts = attempts;
  }

  /// The course as its files are now: for a page, so that a teacher sees a change by reloading.
  public Course course() {
    return lessons.course();
  }

  /// The course as the last page had it: for what is asked about a page that is open, which happens
  /// after every command in an exercise.
  public Course latest() {
    return lessons.latest();
  }

  /// Reads the course before somebody asks for it, and holds up nothing meanwhile.
  public void readAhead() {
    Thread.ofPlatform().daemon().name("carril-course").start(lessons::latest);
  }

  /// What does not hold in a lesson that can be read. One that may be edited is played when it is
  /// looked at first, and again when its files have changed.
  public List<Fault> faults(Course course, Track track, Listing listing) {
    if (listing.lesson().isEmpty() || !lessons.isEdited(listing)) {
      return listing.faults();
    }
    Lesson lesson = listing.lesson().get();
    List<Fault> known = shown.getIfPresent(lesson);
    if (known == null) {
      known = sandboxes.compute(() -> Check.shown(lesson, track, course));
      shown.put(lesson, known);
    }
    return known;
  }

  /// @param learner empty for somebody of whom nothing is kept
  public Progress progress(String learner) {
    return learners.progress(learner);
  }

  /// Notes something done. It is on disk when this returns.
  public Progress note(String learner, UnaryOperator<Progress> doing) {
    return learners.change(learner, doing);
  }

  // ---- what is shown ----

  /// A Watch, played out as JSON.
  public String reel(Lesson lesson, Watch watch, Words words) {
    return sandboxes.compute(() -> reels.watch(lesson, watch, words));
  }

  /// The solution of an exercise, played out as JSON.
  public String solution(Lesson lesson, Try exercise, Words words) {
    return sandboxes.compute(() -> reels.solution(lesson, exercise, words));
  }

  /// What stands beside a question, as JSON.
  public String picture(Lesson lesson, Question question, Words words) {
    return sandboxes.compute(() -> reels.question(lesson, question, words));
  }

  // ---- sandboxes ----

  /// A sandbox as a Watch leaves it after some steps.
  ///
  /// @param steps how many; 0 for its start
  /// @return its id
  public String tryFrom(Watch watch, int steps) {
    var lines = new ArrayList<>(watch.start().commands());
    watch.steps().stream().limit(steps).forEach(step -> lines.addAll(step.run().commands()));
    return made(lines);
  }

  /// A sandbox for an event bus, with its topic.
  public String begin(Bus bus) {
    return made(List.of(bus.createLog()));
  }

  /// A sandbox as the picture beside a question shows it.
  public String begin(Question question) {
    return made(question.start().commands());
  }

  /// An empty sandbox.
  public String empty() {
    return made(List.of());
  }

  /// The sandbox in which somebody works at an exercise, if they have begun it.
  public Optional<String> tried(String learner, Lesson lesson, Try exercise) {
    return Optional.ofNullable(learners.tried(learner).get(part(lesson, exercise)))
        .filter(sandboxes::has);
  }

  /// Begins an exercise, again if it was begun before.
  ///
  /// @return the id of its sandbox, in which the start script has run
  public String begin(String learner, Lesson lesson, Try exercise) {
    String sandbox = made(exercise.start().commands());
    sandboxes.compute(() -> attempts.in(sandbox, exercise.start()));
    learners.tries(learner, part(lesson, exercise), sandbox);
    return sandbox;
  }

  private static String part(Lesson lesson, Try exercise) {
    return lesson.id() + '/' + exercise.name();
  }

  private String made(List<String> lines) {
    String id = sandboxes.create(Play.SEED);
    try (Loan loan = sandboxes.lend(id)) {
      var ended = new ArrayList<CompletableFuture<Outcome>>();
      for (String line : lines) {
        var end = new CompletableFuture<Outcome>();
        ended.add(end);
        loan.sandbox().run(Attempt.startId(ended.size()), line, end::complete);
      }
      for (CompletableFuture<Outcome> end : ended) {
        switch (end.join()) {
          // What is refused is so on purpose; the check of the exercises sees to it.
          case Outcome.Answered _ -> {}
          case Outcome.Failed(), Outcome.Lost(var _) ->
              throw new StoreFailure("A sandbox could not be begun", null);
        }
      }
    }
    return id;
  }

  // ---- judging ----

  /// What an attempt has come to.
  ///
  /// @param beside what queries beside the log answer, as facts in JSON
  public record Judgement(Verdict verdict, String beside) {}

  /// What somebody's attempt at an exercise has come to; empty if they have not begun it.
  public Optional<Judgement> judge(String learner, Lesson lesson, Try exercise) {
    Optional<Judgement> judged =
        tried(learner, lesson, exercise)
            .map(id -> look(id, sandbox -> judged(id, sandbox, exercise)));
    if (judged.isPresent() && judged.get().verdict().solved()) {
      note(learner, progress -> progress.solved(lesson.id(), exercise.name()));
    }
    return judged;
  }

  private Judgement judged(String id, Sandbox sandbox, Try exercise) {
    Attempt attempt = attempts.in(id, exercise.start());
    return new Judgement(
        Judge.judge(exercise, attempt, sandbox),
        FactJson.text(Reels.beside(sandbox, exercise.beside())));
  }

  /// Answers a question of an exercise, if it was begun.
  public void answer(String learner, Lesson lesson, Try exercise, String question, Given given) {
    tried(learner, lesson, exercise)
        .ifPresent(id ->
            look(
                id,
                _ -> {
                  attempts.in(id, exercise.start()).answered(question, given);
                  return true;
                }));
  }

  /// Marks the answer to a question of the quiz, and keeps the first.
  ///
  /// @throws IllegalArgumentException if it is no answer to this question
  public Spots.Marked mark(String learner, Lesson lesson, Question question, Given given) {
    Spots.Marked marked = sandboxes.compute(() -> marked(question, given));
    note(
        learner,
        progress ->
            progress.answered(
                lesson.id(),
                question.name(),
                new Progress.Answered(marked.right(), marked.word())));
    return marked;
  }

  private static Spots.Marked marked(Question question, Given given) {
    try (var play = new Play(question.start())) {
      return Spots.mark(question, given, play.sandbox());
    }
  }

  /// Looks at a sandbox with its owner, and waits for the answer.
  private <T> T look(String id, Function<Sandbox, T> looking) {
    var seen = new CompletableFuture<@Nullable T>();
    try (Loan loan = sandboxes.lend(id)) {
      loan.sandbox()
          .look(
              sandbox -> {
                try {
                  seen.complete(looking.apply(sandbox));
                } catch (RuntimeException e) {
                  seen.completeExceptionally(e);
                }
              },
              () -> seen.complete(null));
      T answer = seen.join();
      if (answer == null) {
        throw new StoreFailure("A sandbox cannot be read", null);
      }
      return answer;
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /// Whether a lesson has been gone through: every step seen, every exercise solved, every question
  /// answered.
  public static boolean isDone(Lesson lesson, Progress.OfLesson done) {
    return lesson.anyPage().steps().stream().allMatch(step -> done.seen().contains(step.name()))
        && done.solved().containsAll(lesson.tries().keySet())
        && done.answered().keySet().containsAll(lesson.quiz().keySet());
  }
}
