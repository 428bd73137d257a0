package dev.carril.server.pages;

import dev.carril.course.Course;
import dev.carril.course.Lesson;
import dev.carril.course.Listing;
import dev.carril.course.Track;
import dev.carril.course.progress.Progress;
import dev.carril.server.lessons.School;
import dev.carril.server.lessons.Stop;
import dev.carril.simulator.words.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The home page as its template sees it: the tracks as paths, and how far somebody has come.
public record HomeView(Words words, Course course, Progress progress) {

  /// A lesson on its track's path.
  ///
  /// @param kind `did`, `here` or nothing
  /// @param is how far it is, in words
  public record OnPath(int place, String title, String address, String kind, String is) {}

  public String text(String key) {
    return words.text(key);
  }

  /// Where "go on" leads: the page that was left, or the first lesson.
  public Optional<GoOn> goOn() {
    Optional<Listing> last = progress.last().flatMap(course::lesson);
    if (last.isPresent() && last.get().lesson().isPresent()) {
      Lesson lesson = last.get().lesson().get();
      if (!isDone(last.get())) {
        return Optional.of(
            new GoOn(
                resume(lesson),
                words.text("home.go-on", Map.of("title", lesson.page(language()).title()))));
      }
    }
    return course.tracks().stream()
        .flatMap(track -> track.lessons().stream())
        .filter(listing -> !isDone(listing))
        .findFirst()
        .map(listing ->
            new GoOn(
                Stop.address(listing.id()),
                words.text(
                    progress.last().isEmpty() ? "home.begin" : "home.go-on",
                    Map.of("title", listing.title(language())))));
  }

  public record GoOn(String address, String word) {}

  private String language() {
    return words.language();
  }

  private boolean isDone(Listing listing) {
    return listing
        .lesson()
        .map(lesson -> School.isDone(lesson, progress.of(listing.id())))
        .orElse(false);
  }

  /// The page of a lesson that was left, or its first.
  private String resume(Lesson lesson) {
    return progress
        .of(lesson.id())
        .step()
        .flatMap(name ->
            Stop.of(lesson.page(language())).stream()
                .filter(stop -> stop.name().equals(name))
                .findFirst())
        .map(stop -> stop.address(lesson))
        .orElseGet(() -> Stop.address(lesson.id()));
  }

  /// The lessons of a track.
  public List<OnPath> path(Track track) {
    var path = new ArrayList<OnPath>();
    String here =
        progress
            .last()
            .filter(last -> track.lessons().stream().anyMatch(it -> it.id().equals(last)))
            .orElseGet(() ->
                track.lessons().stream()
                    .filter(listing -> !isDone(listing))
                    .findFirst()
                    .map(Listing::id)
                    .orElse(""));
    for (Listing listing : track.lessons()) {
      boolean did = isDone(listing);
      path.add(
          new OnPath(
              path.size() + 1,
              listing.title(language()),
              listing.lesson().map(this::resume).orElseGet(() -> Stop.address(listing.id())),
              did ? "did" : listing.id().equals(here) ? "here" : "",
              is(listing, did)));
    }
    return path;
  }

  private String is(Listing listing, boolean did) {
    if (listing.lesson().isEmpty()) {
      return text("home.is.faulty");
    }
    if (did) {
      return text("home.is.done");
    }
    Progress.OfLesson done = progress.of(listing.id());
    Lesson lesson = listing.lesson().get();
    int all = lesson.anyPage().steps().size() + lesson.tries().size() + lesson.quiz().size();
    // A question is not done by looking at it, and what is no longer in the lesson counts no more.
    long gone =
        lesson.anyPage().steps().stream().filter(step -> done.seen().contains(step.name())).count()
            + lesson.tries().keySet().stream().filter(done.solved()::contains).count()
            + lesson.quiz().keySet().stream().filter(done.answered()::containsKey).count();
    return gone == 0 && done.seen().isEmpty()
        ? ""
        : words.text("home.is.under-way", Map.of("n", gone, "all", all));
  }

  /// How far somebody has come in a track.
  public String far(Track track) {
    if (track.lessons().isEmpty()) {
      return text("home.announced");
    }
    long done = track.lessons().stream().filter(this::isDone).count();
    return words.text("home.far", Map.of("n", done, "all", track.lessons().size()));
  }
}
