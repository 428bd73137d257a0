package dev.carril.server.pages;

import dev.carril.course.Block;
import dev.carril.course.Html;
import dev.carril.course.Lesson;
import dev.carril.course.Track;
import dev.carril.course.Try;
import dev.carril.course.goal.Given;
import dev.carril.course.goal.Goal;
import dev.carril.course.goal.Sentences;
import dev.carril.course.judge.Missing;
import dev.carril.course.judge.MissingSentences;
import dev.carril.course.judge.Verdict;
import dev.carril.course.progress.Progress;
import dev.carril.course.read.Answers;
import dev.carril.server.lessons.Reels;
import dev.carril.server.lessons.School;
import dev.carril.server.lessons.Stop;
import dev.carril.server.wire.MissingJson;
import dev.carril.simulator.words.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An exercise and how it stands, as templates see it.
///
/// @param block its words in the reader's language
/// @param done what the reader has done of the lesson
public record TryView(
    Words words,
    Track track,
    Lesson lesson,
    Try exercise,
    Block.Trying block,
    Progress.OfLesson done) {

  public String text(String key) {
    return words.text(key);
  }

  public String address() {
    return Stop.address(lesson.id()) + "/try/" + exercise.name();
  }

  public String prose(Html html) {
    return LessonView.prose(html, track.name(), text("lesson.types"));
  }

  public String sentence(Goal goal) {
    return new Sentences(words).of(goal);
  }

  /// The word for the mistake that was made, if it is one that is known.
  public Optional<Html> mistake(Verdict verdict) {
    return verdict.mistake().flatMap(name -> Optional.ofNullable(block.mistakes().get(name)));
  }

  /// How to go on where no known mistake says so; empty before anything was done.
  public Optional<String> going(Verdict verdict) {
    if (!verdict.onStart() || verdict.solved() || mistake(verdict).isPresent()) {
      return Optional.empty();
    }
    return switch (verdict.going()) {
      case NOT_BEGUN -> Optional.empty();
      case UNDER_WAY -> Optional.of(text("verdict.under-way"));
      case ANSWERED_WRONG -> Optional.of(text("verdict.answered-wrong"));
    };
  }

  /// What is missing, in words: the picture alone would not do for everybody.
  public List<String> missing(Verdict verdict) {
    return verdict.missing().stream().limit(SHOWN_MOST).map(this::told).distinct().toList();
  }

  private static final int SHOWN_MOST = 12;

  private String told(Missing missing) {
    return new MissingSentences(words).of(missing);
  }

  /// The same for the picture, as JSON.
  public String ghosts(School.Judgement judgement) {
    return MissingJson.text(judgement.verdict().missing());
  }

  /// The hints that were taken, in their order.
  public List<Html> hints() {
    return exercise.hints().stream()
        .limit(done.hinted().getOrDefault(exercise.name(), 0))
        .map(name -> block.hints().getOrDefault(name, Html.NONE))
        .toList();
  }

  /// The commands that solve it.
  public List<String> solution() {
    return exercise.solution().commands().stream().filter(line -> !Answers.isAnswer(line)).toList();
  }

  /// What has to be answered besides, as people read it.
  public List<String> answers() {
    return exercise.solution().commands().stream()
        .filter(Answers::isAnswer)
        .flatMap(line -> Answers.read(line).stream())
        .map(this::told)
        .toList();
  }

  private String told(Answers.Answer answer) {
    String told =
        switch (answer.given()) {
          case Given.Number(var number) -> number.toPlainString();
          case Given.Point(var spot) -> Reels.text(spot);
          case Given.Choice(var choice, var _) -> {
            Block.Ask ask = block.questions().get(answer.name());
            Html shown = ask == null ? null : ask.choices().get(choice);
            yield shown == null ? choice : shown.text();
          }
        };
    return words.text("lesson.solution.answer", Map.of("answer", told));
  }

  public boolean hasMoreHints() {
    return done.hinted().getOrDefault(exercise.name(), 0) < exercise.hints().size();
  }

  public boolean isSolved() {
    return done.solved().contains(exercise.name());
  }
}
