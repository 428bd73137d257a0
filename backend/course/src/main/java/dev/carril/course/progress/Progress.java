package dev.carril.course.progress;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;

/// What somebody has done of the course.
///
/// @param lessons by id, `event-streams/keys`, in the order in which they were begun
/// @param last where somebody was last: the lesson's id; empty before the first
public record Progress(SequencedMap<String, OfLesson> lessons, Optional<String> last) {
  /// Before anything was done.
  public static final Progress NONE = new Progress(new LinkedHashMap<>(), Optional.empty());

  /// More lessons than any course has.
  static final int LESSONS_MOST = 1_000;

  /// More steps, exercises or questions than any lesson has.
  static final int PARTS_MOST = 200;

  public Progress {
    lessons = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(lessons));
  }

  /// What somebody has done of one lesson. Names are those of its files.
  ///
  /// @param step where they were last; empty before the first step
  /// @param seen steps that they have been at
  /// @param solved exercises that they have solved
  /// @param hinted exercise → how many hints they have taken
  /// @param answered question → how they answered it first
  public record OfLesson(
      Optional<String> step,
      SequencedSet<String> seen,
      SequencedSet<String> solved,
      SequencedMap<String, Integer> hinted,
      SequencedMap<String, Answered> answered) {

    /// Before anything was done.
    public static final OfLesson NONE =
        new OfLesson(
            Optional.empty(),
            new LinkedHashSet<>(),
            new LinkedHashSet<>(),
            new LinkedHashMap<>(),
            new LinkedHashMap<>());

    public OfLesson {
      seen = Collections.unmodifiableSequencedSet(new LinkedHashSet<>(seen));
      solved = Collections.unmodifiableSequencedSet(new LinkedHashSet<>(solved));
      hinted = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(hinted));
      answered = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(answered));
    }

    /// How many questions were answered right at once.
    public int score() {
      return (int) answered.values().stream().filter(Answered::right).count();
    }
  }

  /// @param word the name of what was said to the answer: a choice, `right`, `wrong`, a mistake
  public record Answered(boolean right, String word) {}

  /// What somebody has done of a lesson.
  public OfLesson of(String lesson) {
    return lessons.getOrDefault(lesson, OfLesson.NONE);
  }

  private Progress with(String lesson, OfLesson now) {
    if (!lessons.containsKey(lesson) && lessons.size() >= LESSONS_MOST) {
      return this;
    }
    var all = new LinkedHashMap<>(lessons);
    all.put(lesson, now);
    return new Progress(all, Optional.of(lesson));
  }

  /// Somebody is at a step now.
  public Progress at(String lesson, String step) {
    OfLesson was = of(lesson);
    var seen = new LinkedHashSet<>(was.seen());
    if (seen.size() < PARTS_MOST) {
      seen.add(step);
    }
    return with(
        lesson, new OfLesson(Optional.of(step), seen, was.solved(), was.hinted(), was.answered()));
  }

  /// Somebody has solved an exercise.
  public Progress solved(String lesson, String exercise) {
    OfLesson was = of(lesson);
    var solved = new LinkedHashSet<>(was.solved());
    if (solved.size() < PARTS_MOST) {
      solved.add(exercise);
    }
    return with(lesson, new OfLesson(was.step(), was.seen(), solved, was.hinted(), was.answered()));
  }

  /// Somebody has taken so many hints of an exercise. It never becomes fewer.
  public Progress hinted(String lesson, String exercise, int hints) {
    OfLesson was = of(lesson);
    var hinted = new LinkedHashMap<>(was.hinted());
    if (hinted.containsKey(exercise) || hinted.size() < PARTS_MOST) {
      hinted.merge(exercise, hints, Math::max);
    }
    return with(lesson, new OfLesson(was.step(), was.seen(), was.solved(), hinted, was.answered()));
  }

  /// Somebody has answered a question. The first answer counts.
  public Progress answered(String lesson, String question, Answered answer) {
    OfLesson was = of(lesson);
    var answered = new LinkedHashMap<>(was.answered());
    if (answered.size() < PARTS_MOST) {
      answered.putIfAbsent(question, answer);
    }
    return with(lesson, new OfLesson(was.step(), was.seen(), was.solved(), was.hinted(), answered));
  }

  /// Somebody begins the quiz of a lesson again.
  public Progress quizAgain(String lesson) {
    OfLesson was = of(lesson);
    return with(
        lesson,
        new OfLesson(was.step(), was.seen(), was.solved(), was.hinted(), new LinkedHashMap<>()));
  }

  /// This and another, such as one from a file: what was done in either is done. Where both say
  /// something else, this one counts.
  public Progress and(Progress other) {
    Progress both = this;
    for (var entry : other.lessons().entrySet()) {
      both = both.with(entry.getKey(), merged(both.of(entry.getKey()), entry.getValue()));
    }
    return new Progress(both.lessons(), last.isPresent() ? last : other.last());
  }

  private static OfLesson merged(OfLesson one, OfLesson other) {
    var seen = new LinkedHashSet<>(one.seen());
    seen.addAll(other.seen());
    var solved = new LinkedHashSet<>(one.solved());
    solved.addAll(other.solved());
    var hinted = new LinkedHashMap<>(one.hinted());
    other.hinted().forEach((exercise, hints) -> hinted.merge(exercise, hints, Math::max));
    var answered = new LinkedHashMap<>(one.answered());
    other.answered().forEach(answered::putIfAbsent);
    return new OfLesson(
        one.step().isPresent() ? one.step() : other.step(), seen, solved, hinted, answered);
  }
}
