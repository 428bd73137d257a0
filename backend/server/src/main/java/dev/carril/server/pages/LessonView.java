package dev.carril.server.pages;

import dev.carril.course.Block;
import dev.carril.course.Bus;
import dev.carril.course.Html;
import dev.carril.course.Lesson;
import dev.carril.course.Listing;
import dev.carril.course.Page;
import dev.carril.course.Question;
import dev.carril.course.Track;
import dev.carril.course.Try;
import dev.carril.course.goal.Given;
import dev.carril.course.progress.Progress;
import dev.carril.server.lessons.Stop;
import dev.carril.simulator.words.Words;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A page of a lesson as its template sees it.
///
/// @param page in the reader's language
/// @param at which of `stops` this is
/// @param done what the reader has done of the lesson
public record LessonView(
    Words words,
    Track track,
    Lesson lesson,
    Page page,
    List<Stop> stops,
    int at,
    Progress.OfLesson done) {

  private static final Pattern LINK =
      Pattern.compile("<a (?:rel=\"nofollow\" )?href=\"([a-z0-9-]+)(?:#([a-z0-9-]+))?\">");
  private static final Pattern COMMAND =
      Pattern.compile("<code class=\"command\" data-command=\"([^\"]*)\">([^<]*)</code>");

  public LessonView {
    stops = List.copyOf(stops);
  }

  public String text(String key) {
    return words.text(key);
  }

  public Stop stop() {
    return stops.get(at);
  }

  public String address() {
    return Stop.address(lesson.id());
  }

  /// The lesson's place among those of its track, from 1.
  public int place() {
    for (int i = 0; i < track.lessons().size(); i++) {
      if (track.lessons().get(i).name().equals(lesson.name())) {
        return i + 1;
      }
    }
    return 0;
  }

  /// Where "next" leads: the next page, the next lesson, or home.
  public String next() {
    return at + 1 < stops.size()
        ? stops.get(at + 1).address(lesson)
        : neighbour(1).map(listing -> Stop.address(listing.id())).orElse("/");
  }

  public String nextWord() {
    if (at + 1 < stops.size()) {
      return text(
          switch (stops.get(at + 1)) {
            case Stop.Opening _, Stop.AtStep _ -> at == 0 ? "lesson.begin" : "lesson.next";
            case Stop.AtQuestion _ ->
                stop() instanceof Stop.AtQuestion ? "lesson.next-question" : "lesson.to-quiz";
            case Stop.Score() -> "lesson.to-score";
          });
    }
    return neighbour(1)
        .map(listing ->
            words.text("lesson.next-lesson", Map.of("title", listing.title(words.language()))))
        .orElseGet(() -> text("lesson.home"));
  }

  /// Where "back" leads, if there is anything before.
  public Optional<String> back() {
    return at > 0 ? Optional.of(stops.get(at - 1).address(lesson)) : neighbour(-1).map(this::end);
  }

  private Optional<Listing> neighbour(int by) {
    int there = place() - 1 + by;
    return there >= 0 && there < track.lessons().size()
        ? Optional.of(track.lessons().get(there))
        : Optional.empty();
  }

  /// The last page of a lesson.
  private String end(Listing listing) {
    return listing
        .lesson()
        .map(it -> Stop.of(it.page(words.language())).getLast().address(it))
        .orElseGet(() -> Stop.address(listing.id()));
  }

  /// Prose as it may be put into the page: links lead to lessons, commands are buttons.
  public String prose(Html html) {
    return prose(html, track.name(), text("lesson.types"));
  }

  static String prose(Html html, String track, String types) {
    String linked =
        LINK.matcher(html.html())
            .replaceAll(link ->
                Matcher.quoteReplacement(
                    "<a href=\""
                        + Stop.address(track + '/' + link.group(1))
                        + (link.group(2) == null ? "" : "/step/" + link.group(2))
                        + "\">"));
    return COMMAND
        .matcher(linked)
        .replaceAll(command ->
            Matcher.quoteReplacement(
                "<button type=\"button\" class=\"command\" data-command=\""
                    + command.group(1)
                    + "\" title=\""
                    + types
                    + "\"><code>"
                    + command.group(2)
                    + "</code></button>"));
  }

  public Question question(String name) {
    return lesson.question(name);
  }

  /// An exercise and how it stands.
  public TryView of(Try exercise, Block.Trying block) {
    return new TryView(words, track, lesson, exercise, block, done);
  }

  /// What a page is called, for those who hear it and in lists.
  public String name(int stop) {
    return switch (stops.get(stop)) {
      case Stop.Opening() -> text("lesson.opening");
      case Stop.AtStep(var step) -> step.title();
      case Stop.AtQuestion(var asked) ->
          words.text("lesson.question.name", Map.of("n", page.quiz().indexOf(asked) + 1));
      case Stop.Score() -> text("lesson.score");
    };
  }

  /// The same where all questions are one entry.
  public String section(int stop) {
    return stops.get(stop) instanceof Stop.AtQuestion ? text("lesson.quiz") : name(stop);
  }

  /// What may be pointed at before a command runs: `lands reads`.
  public String predicts(Try exercise) {
    return exercise.predict().stream()
        .map(predict -> predict.name().toLowerCase(Locale.ROOT))
        .sorted()
        .collect(Collectors.joining(" "));
  }

  /// How a question of an exercise is answered: `choice`, `number` or `point`.
  public String asks(Try exercise, String name) {
    return exercise.answered().stream()
        .filter(answered -> answered.name().equals(name))
        .map(answered ->
            switch (answered.given()) {
              case Given.Choice _ -> "choice";
              case Given.Number _ -> "number";
              case Given.Point _ -> "point";
            })
        .findFirst()
        .orElse("number");
  }

  // ---- a bus ----

  /// The field whose sum a subscriber shows; empty where it counts.
  public String sums(Bus.Shows shows) {
    return switch (shows) {
      case Bus.Shows.Count() -> "";
      case Bus.Shows.Sum(var field) -> field;
    };
  }

  public String act(Bus.Act act) {
    return switch (act) {
      case Bus.Act.Publish _ -> "publish";
      case Bus.Act.Away _ -> "away";
      case Bus.Act.Back _ -> "back";
    };
  }

  /// The event or the subscriber that it is about.
  public String actOn(Bus.Act act) {
    return switch (act) {
      case Bus.Act.Publish(var event) -> event;
      case Bus.Act.Away(var subscriber) -> subscriber;
      case Bus.Act.Back(var subscriber) -> subscriber;
    };
  }

  // ---- the quiz ----

  /// The place of this question among all, from 1.
  public int questionPlace() {
    return stop() instanceof Stop.AtQuestion(var asked) ? page.quiz().indexOf(asked) + 1 : 0;
  }

  public String kindOf(Question question) {
    return switch (question.answer()) {
      case Question.Answer.Choices _ -> "choice";
      case Question.Answer.Number _ -> "number";
      case Question.Answer.Point _ -> "point";
    };
  }

  public int unanswered() {
    return (int)
        page.quiz().stream()
            .filter(asked -> !done.answered().containsKey(asked.question()))
            .count();
  }

  /// Something to read again.
  public record Again(String address, String title) {}

  /// Where the answers to the wrong ones stand, each once.
  public List<Again> toReadAgain() {
    return page.quiz().stream()
        .map(asked -> lesson.question(asked.question()))
        .filter(question -> {
          Progress.Answered answered = done.answered().get(question.name());
          return answered != null && !answered.right();
        })
        .map(question -> new Again(again(track, question), againTitle(track, question, words)))
        .distinct()
        .toList();
  }

  /// Where the answer to a question stands.
  public static String again(Track track, Question question) {
    String[] parts = question.again().split("#", 2);
    return Stop.address(track.name() + '/' + parts[0])
        + (parts.length > 1 ? "/step/" + parts[1] : "");
  }

  public static String againTitle(Track track, Question question, Words words) {
    String[] parts = question.again().split("#", 2);
    return track
        .lesson(parts[0])
        .flatMap(Listing::lesson)
        .map(lesson -> lesson.page(words.language()))
        .map(page ->
            parts.length > 1
                ? page.step(parts[1])
                    .map(step -> page.title() + ": " + step.title())
                    .orElse(page.title())
                : page.title())
        .orElse(parts[0]);
  }

  /// Which kind of page the progress bar shows for a stop.
  public String kind(int stop) {
    if (stop == at) {
      return "here";
    }
    String name = stops.get(stop).name();
    boolean did =
        switch (stops.get(stop)) {
          case Stop.AtQuestion _ -> done.answered().containsKey(name);
          case Stop.Opening(), Stop.Score() -> false;
          case Stop.AtStep _ -> done.seen().contains(name);
        };
    return did ? "did" : "";
  }
}
