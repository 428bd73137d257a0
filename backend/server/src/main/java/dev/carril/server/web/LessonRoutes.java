package dev.carril.server.web;

import dev.carril.course.Block;
import dev.carril.course.Bus;
import dev.carril.course.Course;
import dev.carril.course.Fault;
import dev.carril.course.Html;
import dev.carril.course.Lesson;
import dev.carril.course.Listing;
import dev.carril.course.Page;
import dev.carril.course.Question;
import dev.carril.course.Track;
import dev.carril.course.Try;
import dev.carril.course.Watch;
import dev.carril.course.goal.Given;
import dev.carril.course.judge.Spots;
import dev.carril.course.progress.Progress;
import dev.carril.course.progress.ProgressFile;
import dev.carril.course.read.Answers;
import dev.carril.server.lessons.School;
import dev.carril.server.lessons.Stop;
import dev.carril.server.pages.HomeView;
import dev.carril.server.pages.LessonView;
import dev.carril.server.pages.Pages;
import dev.carril.server.pages.TryView;
import dev.carril.server.wire.Json;
import dev.carril.server.words.Catalogue;
import dev.carril.simulator.words.Words;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The home page, the pages of lessons, and what they ask for: a Watch to show, a sandbox to try
/// in, a verdict, a hint, the mark of an answer; and progress as a file.
final class LessonRoutes {
  private static final String LEARNER = "carril-learner";
  private static final int A_MINUTE = 3_000;
  private static final int A_MINUTE_FROM_ONE_ADDRESS = 300;
  private static final String LESSON = "/lesson/{track}/{lesson}";
  private static final String TRY = LESSON + "/try/{try}";

  private final School school;
  private final Supplier<Pages> pages;
  private final Turnstile turnstile = new Turnstile(A_MINUTE, A_MINUTE_FROM_ONE_ADDRESS);

  LessonRoutes(School school, Supplier<Pages> pages) {
    this.school = school;
    this.pages = pages;
  }

  void mount(RoutesConfig routes) {
    routes.get("/", this::home);
    routes.get(LESSON, context -> page(context, ""));
    routes.get(LESSON + "/step/{name}", context -> page(context, "step"));
    routes.get(LESSON + "/question/{name}", context -> page(context, "question"));
    routes.get(LESSON + "/score", context -> page(context, "score"));
    routes.get(LESSON + "/watch/{watch}", this::reel);
    routes.post(LESSON + "/watch/{watch}/{steps}", this::tryFrom);
    routes.get(LESSON + "/picture/{question}", this::picture);
    routes.post(LESSON + "/picture/{question}", this::tryPicture);
    routes.post(LESSON + "/question/{question}", this::mark);
    routes.post(LESSON + "/quiz", this::quizAgain);
    routes.post(LESSON + "/bus/{bus}", this::beginBus);
    routes.post("/lesson/sandbox", this::empty);
    routes.post(TRY, context -> begin(context, false));
    routes.post(TRY + "/again", context -> begin(context, true));
    routes.get(TRY + "/verdict", this::verdict);
    routes.post(TRY + "/hint", this::hint);
    routes.get(TRY + "/solution", this::solution);
    routes.get(TRY + "/reel", this::solutionReel);
    routes.post(TRY + "/answer/{question}", this::answer);
    routes.get("/progress", this::export);
    routes.post("/progress", this::bringIn);
  }

  // ---- who asks, and for what ----

  /// What the address names.
  private record Asked(
      Track track, Lesson lesson, Page page, Words words, String learner, Progress progress) {

    Progress.OfLesson done() {
      return progress.of(lesson.id());
    }
  }

  /// Thrown where a lesson's files have mistakes: what is shown is those.
  private static final class Faulty extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Listing listing;

    Faulty(Listing listing) {
      super(listing.id(), null, false, false);
      this.listing = listing;
    }
  }

  /// Who asks about a page that is open.
  private Asked asked(Context context) {
    return asked(context, school.latest());
  }

  private Asked asked(Context context, Course course) {
    context.header("Cache-Control", "no-store");
    String id = context.pathParam("track") + '/' + context.pathParam("lesson");
    Listing listing = course.lesson(id).orElseThrow(() -> missing(context, course));
    Track track = course.track(listing.track()).orElseThrow(NotFoundResponse::new);
    Lesson lesson = listing.lesson().orElseThrow(() -> new Faulty(listing));
    Words words = words(context);
    String learner = learner(context);
    return new Asked(
        track, lesson, lesson.page(words.language()), words, learner, school.progress(learner));
  }

  /// A lesson that is not there, or that only has a folder that is not called as it should be.
  private static RuntimeException missing(Context context, Course course) {
    String track = context.pathParam("track");
    String lesson = context.pathParam("lesson");
    List<Fault> faults =
        course.faults().stream()
            .filter(fault -> fault.code() == Fault.Code.FOLDER_NAME)
            .filter(fault -> isNamed(fault.file(), track) || isNamed(fault.file(), lesson))
            .toList();
    return faults.isEmpty()
        ? new NotFoundResponse()
        : new Faulty(new Listing(track, lesson, 0, lesson, Path.of(""), Optional.empty(), faults));
  }

  /// Whether the last folder in this is called so, apart from its number.
  private static boolean isNamed(String label, String name) {
    String folder = label.substring(label.lastIndexOf('/') + 1);
    return folder.replaceFirst("^\\d+-", "").equals(name);
  }

  private static Words words(Context context) {
    return Catalogue.of(Languages.of(context));
  }

  /// Who asks, or nothing.
  private static String learner(Context context) {
    String cookie = context.cookie(LEARNER);
    return cookie != null && Ids.isOne(cookie) ? cookie : "";
  }

  /// Who asks; a new one who comes with a page that is really seen.
  private String learnerWhoComes(Context context) {
    String known = learner(context);
    if (!known.isEmpty()) {
      return known;
    }
    String mode = context.header("Sec-Fetch-Mode");
    if (mode != null && !mode.equals("navigate") && !mode.equals("cors")
        || !turnstile.pass(context)) {
      return "";
    }
    String fresh = Ids.fresh();
    Ids.remember(context, LEARNER, fresh);
    return fresh;
  }

  private static <T> T there(@Nullable T part) {
    if (part == null) {
      throw new NotFoundResponse();
    }
    return part;
  }

  // ---- pages ----

  private void home(Context context) {
    context.header("Cache-Control", "no-store");
    if (Ids.chooseLanguage(context)) {
      return;
    }
    var view = new HomeView(words(context), school.course(), school.progress(learner(context)));
    context.contentType(Web.HTML).result(pages.get().home(view));
  }

  private void page(Context context, String kind) {
    if (Ids.chooseLanguage(context)) {
      return;
    }
    Asked asked;
    try {
      asked = asked(context, school.course());
    } catch (Faulty e) {
      context.contentType(Web.HTML).result(pages.get().faults(words(context), e.listing));
      return;
    }
    Optional<Listing> faulty = faulty(asked);
    if (faulty.isPresent()) {
      context.contentType(Web.HTML).result(pages.get().faults(words(context), faulty.get()));
      return;
    }
    List<Stop> stops = Stop.of(asked.page());
    int at =
        find(
            stops,
            kind,
            kind.equals("step") || kind.equals("question") ? context.pathParam("name") : "");
    Stop stop = stops.get(at);
    Progress progress =
        school.note(
            learnerWhoComes(context),
            before -> stop.name().isEmpty() ? before : before.at(asked.lesson().id(), stop.name()));
    var view =
        new LessonView(
            asked.words(),
            asked.track(),
            asked.lesson(),
            asked.page(),
            stops,
            at,
            progress.of(asked.lesson().id()));
    boolean part =
        context.header("HX-Request") != null
            && context.header("HX-History-Restore-Request") == null;
    context.header("Vary", "Cookie, Accept-Language, HX-Request");
    context.contentType(Web.HTML);
    context.result(part ? pages.get().stop(view) : pages.get().lesson(view));
  }

  /// A lesson that can be read, and in which something does not hold.
  private Optional<Listing> faulty(Asked asked) {
    Course course = school.latest();
    return course
        .lesson(asked.lesson().id())
        .flatMap(listing -> {
          List<Fault> faults = school.faults(course, asked.track(), listing);
          return faults.isEmpty()
              ? Optional.empty()
              : Optional.of(
                  new Listing(
                      listing.track(),
                      listing.name(),
                      listing.number(),
                      listing.label(),
                      listing.folder(),
                      Optional.empty(),
                      faults));
        });
  }

  private static int find(List<Stop> stops, String kind, String name) {
    for (int i = 0; i < stops.size(); i++) {
      boolean found =
          switch (stops.get(i)) {
            case Stop.Opening() -> kind.isEmpty();
            case Stop.AtStep(var step) -> kind.equals("step") && step.name().equals(name);
            case Stop.AtQuestion(var question) ->
                kind.equals("question") && question.question().equals(name);
            case Stop.Score() -> kind.equals("score");
          };
      if (found) {
        return i;
      }
    }
    throw new NotFoundResponse();
  }

  // ---- what is shown on the stage ----

  private void reel(Context context) {
    Asked asked = asked(context);
    Watch watch = there(asked.lesson().watches().get(context.pathParam("watch")));
    Web.json(context, school.reel(asked.lesson(), watch, asked.words()));
  }

  private void picture(Context context) {
    Asked asked = asked(context);
    Question question = there(asked.lesson().quiz().get(context.pathParam("question")));
    Web.json(context, school.picture(asked.lesson(), question, asked.words()));
  }

  private void solutionReel(Context context) {
    Asked asked = asked(context);
    Web.json(context, school.solution(asked.lesson(), exercise(context, asked), asked.words()));
  }

  // ---- sandboxes ----

  private void tryFrom(Context context) {
    Asked asked = asked(context);
    Watch watch = there(asked.lesson().watches().get(context.pathParam("watch")));
    String steps = context.pathParam("steps");
    if (!steps.matches("\\d{1,4}")) {
      throw new NotFoundResponse();
    }
    turnstile.take(context);
    sandbox(context, school.tryFrom(watch, Integer.parseInt(steps)));
  }

  private void tryPicture(Context context) {
    Asked asked = asked(context);
    Question question = there(asked.lesson().quiz().get(context.pathParam("question")));
    turnstile.take(context);
    sandbox(context, school.begin(question));
  }

  private void beginBus(Context context) {
    Asked asked = asked(context);
    Bus bus = there(asked.lesson().buses().get(context.pathParam("bus")));
    turnstile.take(context);
    sandbox(context, school.begin(bus));
  }

  private void empty(Context context) {
    context.header("Cache-Control", "no-store");
    turnstile.take(context);
    sandbox(context, school.empty());
  }

  private void begin(Context context, boolean again) {
    Asked asked = asked(context);
    Try exercise = exercise(context, asked);
    String learner = learnerWhoComes(context);
    Optional<String> begun =
        again ? Optional.empty() : school.tried(learner, asked.lesson(), exercise);
    if (begun.isEmpty()) {
      turnstile.take(context);
    }
    sandbox(context, begun.orElseGet(() -> school.begin(learner, asked.lesson(), exercise)));
  }

  private static void sandbox(Context context, String id) {
    context.status(HttpStatus.CREATED);
    Web.json(context, Json.text(Json.object().put("sandbox", id)));
  }

  // ---- exercises ----

  private static Try exercise(Context context, Asked asked) {
    return there(asked.lesson().tries().get(context.pathParam("try")));
  }

  private TryView view(Asked asked, Try exercise, Progress progress) {
    Block.Trying words =
        asked.page().steps().stream()
            .flatMap(step -> step.blocks().stream())
            .filter(block ->
                block instanceof Block.Trying trying && trying.exercise().equals(exercise.name()))
            .map(Block.Trying.class::cast)
            .findFirst()
            .orElseThrow(NotFoundResponse::new);
    return new TryView(
        asked.words(),
        asked.track(),
        asked.lesson(),
        exercise,
        words,
        progress.of(asked.lesson().id()));
  }

  private void verdict(Context context) {
    verdict(context, Optional.empty());
  }

  /// @param said what is to be said first
  private void verdict(Context context, Optional<String> said) {
    Asked asked = asked(context);
    Try exercise = exercise(context, asked);
    var judged = school.judge(asked.learner(), asked.lesson(), exercise);
    Progress progress = judged.isEmpty() ? asked.progress() : school.progress(asked.learner());
    context.contentType(Web.HTML);
    context.result(pages.get().verdict(view(asked, exercise, progress), judged, said));
  }

  private void hint(Context context) {
    Asked asked = asked(context);
    Try exercise = exercise(context, asked);
    int taken = asked.done().hinted().getOrDefault(exercise.name(), 0);
    int now = Math.min(taken + 1, exercise.hints().size());
    Progress progress =
        school.note(
            learnerWhoComes(context),
            before -> before.hinted(asked.lesson().id(), exercise.name(), now));
    context.contentType(Web.HTML).result(pages.get().hints(view(asked, exercise, progress)));
  }

  private void solution(Context context) {
    Asked asked = asked(context);
    Try exercise = exercise(context, asked);
    context
        .contentType(Web.HTML)
        .result(pages.get().solution(view(asked, exercise, asked.progress())));
  }

  private void answer(Context context) {
    Asked asked = asked(context);
    Try exercise = exercise(context, asked);
    String question = context.pathParam("question");
    Optional<Given> given = given(context);
    given.ifPresent(it -> school.answer(asked.learner(), asked.lesson(), exercise, question, it));
    boolean wantsNumber =
        exercise.answered().stream()
            .anyMatch(it -> it.name().equals(question) && it.given() instanceof Given.Number);
    verdict(
        context,
        given.isPresent()
            ? Optional.empty()
            : Optional.of(asked.words().text(unreadable(wantsNumber))));
  }

  /// What is said to what is no answer; what was answered before stays.
  private static String unreadable(boolean wantsNumber) {
    return wantsNumber ? "lesson.no-number" : "lesson.unreadable";
  }

  // ---- the quiz ----

  private void mark(Context context) {
    Asked asked = asked(context);
    Question question = there(asked.lesson().quiz().get(context.pathParam("question")));
    Optional<Given> given = given(context);
    String unreadable = unreadable(question.answer() instanceof Question.Answer.Number);
    if (given.isEmpty()) {
      context.contentType(Web.HTML).result(pages.get().unreadable(asked.words(), unreadable));
      return;
    }
    String learner = learnerWhoComes(context);
    try {
      Spots.Marked marked = school.mark(learner, asked.lesson(), question, given.get());
      Html why =
          asked.page().quiz().stream()
              .filter(one -> one.question().equals(question.name()))
              .flatMap(one -> Optional.ofNullable(one.words().get(marked.word())).stream())
              .map(dev.carril.course.Asked.Word::why)
              .findFirst()
              .orElse(Html.NONE);
      context
          .contentType(Web.HTML)
          .result(pages.get().mark(asked.words(), asked.track(), question, marked.right(), why));
    } catch (IllegalArgumentException e) {
      context.contentType(Web.HTML).result(pages.get().unreadable(asked.words(), unreadable));
    }
  }

  /// What somebody answered: a choice, a number, or a place as a lesson's scripts write it.
  private static Optional<Given> given(Context context) {
    String choice = context.formParam("choice");
    String number = context.formParam("number");
    String point = context.formParam("point");
    if (choice != null && choice.length() <= 40) {
      return Optional.of(new Given.Choice(choice, List.of()));
    }
    Optional<BigDecimal> typed =
        number == null ? Optional.empty() : Answers.number(number.strip().replace(',', '.'));
    if (typed.isPresent()) {
      return typed.map(Given.Number::new);
    }
    return point == null || point.length() > 1_000
        ? Optional.empty()
        : Answers.spot(point).map(Given.Point::new);
  }

  private void quizAgain(Context context) {
    Asked asked = asked(context);
    school.note(asked.learner(), before -> before.quizAgain(asked.lesson().id()));
    String first =
        asked.page().quiz().isEmpty()
            ? ""
            : "/question/" + asked.page().quiz().getFirst().question();
    context.redirect(Stop.address(asked.lesson().id()) + first, HttpStatus.SEE_OTHER);
  }

  // ---- progress as a file ----

  private void export(Context context) {
    context.header("Cache-Control", "no-store");
    context.header("Content-Disposition", "attachment; filename=\"progress.carril.json\"");
    Web.json(context, ProgressFile.write(school.progress(learner(context))));
  }

  private void bringIn(Context context) throws IOException {
    context.header("Cache-Control", "no-store");
    turnstile.take(context);
    byte[] body = context.bodyInputStream().readNBytes(ProgressFile.LENGTH_MOST + 1);
    switch (ProgressFile.read(new String(body, StandardCharsets.UTF_8))) {
      case ProgressFile.Read.Done(var progress) -> {
        school.note(learnerWhoComes(context), before -> before.and(progress));
        context.status(HttpStatus.NO_CONTENT);
      }
      case ProgressFile.Read.Refused(var problem) -> {
        context.status(HttpStatus.BAD_REQUEST);
        String code = problem.code();
        Errors.json(context, code, words(context).text("import.progress." + code));
      }
    }
  }
}
