package dev.carril.course.check;

import dev.carril.course.Beside;
import dev.carril.course.Bus;
import dev.carril.course.Fault;
import dev.carril.course.Fault.Code;
import dev.carril.course.Lesson;
import dev.carril.course.Predict;
import dev.carril.course.Question;
import dev.carril.course.Script;
import dev.carril.course.Try;
import dev.carril.course.Watch;
import dev.carril.course.goal.Goal;
import dev.carril.course.goal.Spot;
import dev.carril.course.judge.BusPlay;
import dev.carril.course.judge.Play;
import dev.carril.course.judge.Spots;
import dev.carril.course.judge.Verdict;
import dev.carril.course.read.Answers;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Reply;
import dev.carril.simulator.instance.report.Annals;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Fact;
import dev.carril.simulator.world.Journal;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;

/// Plays one lesson.
final class Playing {
  private final Lesson lesson;
  private final List<Fault> faults = new ArrayList<>();

  Playing(Lesson lesson) {
    this.lesson = lesson;
  }

  List<Fault> faults() {
    lesson.watches().values().forEach(this::watch);
    lesson.tries().values().forEach(this::exercise);
    lesson.quiz().values().forEach(this::question);
    lesson.buses().values().forEach(this::bus);
    return List.copyOf(faults);
  }

  private void add(int line, Code code, Map<String, Object> params) {
    faults.add(new Fault(lesson.dataFile(), line, code, params));
  }

  private void refused(Script.Line line, Problem problem) {
    add(line.number(), Code.PLAY_REFUSED, Map.of("line", cut(line.text()), "problem", problem));
  }

  private static String cut(String text) {
    return text.length() <= 80 ? text : text.substring(0, 80) + "…";
  }

  /// A play whose start went well; else the fault is noted.
  private Optional<Play> begun(Script start) {
    var play = new Play(start);
    if (play.failed().isPresent()) {
      play.close();
      refused(play.failed().get().line(), play.failed().get().problem());
      return Optional.empty();
    }
    return Optional.of(play);
  }

  // ---- watch ----

  private void watch(Watch watch) {
    begun(watch.start())
        .ifPresent(play -> {
          try (play) {
            Set<Beside> unseen = new LinkedHashSet<>(watch.beside());
            unseen.removeIf(beside -> isShown(beside, play));
            for (Watch.Step step : watch.steps()) {
              watchStep(step, play);
              unseen.removeIf(beside -> isShown(beside, play));
            }
            unseen.forEach(beside -> notShown(watch.line(), beside));
          }
        });
  }

  private void notShown(int line, Beside beside) {
    String what =
        switch (beside) {
          case Beside.Table(var name) -> name;
          case Beside.Query(var sql) -> cut(sql);
        };
    add(line, Code.PLAY_BESIDE, Map.of("what", what));
  }

  private static boolean isShown(Beside beside, Play play) {
    return switch (beside) {
      case Beside.Table(var name) -> play.facts().containsKey("table:" + name);
      case Beside.Query(var sql) -> play.sandbox().query(sql).isPresent();
    };
  }

  private void watchStep(Watch.Step step, Play play) {
    List<Script.Line> lines = step.run().lines();
    step.predict()
        .filter(predict -> !canPredict(predict, step.run(), play))
        .ifPresent(_ -> add(step.line(), Code.PLAY_PREDICT, Map.of("step", step.caption())));
    for (int i = 0; i < lines.size(); i++) {
      Optional<String> expected = i == lines.size() - 1 ? step.refused() : Optional.empty();
      runStep(step, lines.get(i), expected, play);
    }
    for (Goal claim : step.claims()) {
      if (!forgotten(step.line(), claim, play) && !play.holds(claim)) {
        add(step.line(), Code.PLAY_CLAIM, Map.of("step", step.caption(), "goal", claim));
      }
    }
  }

  /// Whether too much has happened to judge this, which is noted then.
  private boolean forgotten(int line, Goal goal, Play play) {
    if (play.knows(goal)) {
      return false;
    }
    add(line, Code.PLAY_FORGOTTEN, Map.of("most", Annals.MOST, "goal", goal));
    return true;
  }

  private void runStep(Watch.Step step, Script.Line line, Optional<String> expected, Play play) {
    switch (play.run(line.text())) {
      case Answer.Done _ ->
          expected.ifPresent(
              code -> add(line.number(), Code.PLAY_NOT_REFUSED, Map.of("code", code)));
      case Answer.Refused(var problem, var _, var _) -> {
        if (expected.isEmpty()) {
          refused(line, problem);
        } else if (!problem.code().equals(expected.get())) {
          add(
              step.line(),
              Code.PLAY_REFUSED_OTHERWISE,
              Map.of("code", expected.get(), "found", problem.code()));
        }
      }
    }
  }

  private static boolean canPredict(Predict predict, Script run, Play play) {
    Set<Spot> spots = Spots.predicted(play.sandbox(), run.commands(), predict);
    long cells = spots.stream().filter(Spot.Cell.class::isInstance).count();
    return predict == Predict.LANDS ? cells == 1 : cells > 0;
  }

  // ---- tries ----

  private void exercise(Try exercise) {
    begun(exercise.start())
        .ifPresent(play -> {
          try (play) {
            start(exercise, play);
          }
          solution(exercise);
          exercise.others().forEach(other -> other(exercise, other));
          exercise.mistakes().values().forEach(mistake -> example(exercise, mistake));
        });
  }

  private void start(Try exercise, Play play) {
    if (play.verdict(exercise).solved()) {
      add(exercise.line(), Code.PLAY_START_SOLVES, Map.of("name", exercise.name()));
    }
    play.mistakes(exercise)
        .forEach(mistake ->
            add(
                exercise.line(),
                Code.PLAY_START_MISTAKE,
                Map.of("name", exercise.name(), "mistake", mistake)));
  }

  /// Runs one line of an exercise's script, which may answer a question.
  private boolean line(Try exercise, Script.Line line, boolean mayFail, Play play) {
    if (Answers.isAnswer(line.text())) {
      Set<String> questions = questions(exercise);
      Optional<Answers.Answer> answer =
          Answers.read(line.text()).filter(it -> questions.contains(it.name()));
      answer.ifPresent(it -> play.answer(it.name(), it.given()));
      if (answer.isEmpty()) {
        add(
            line.number(),
            Code.NAME_UNKNOWN,
            Map.of("name", cut(line.text()), "names", List.copyOf(questions)));
      }
      return answer.isPresent();
    }
    if (play.run(line.text()) instanceof Answer.Refused(var problem, var _, var _) && !mayFail) {
      refused(line, problem);
      return false;
    }
    return true;
  }

  private static Set<String> questions(Try exercise) {
    return exercise.answered().stream()
        .map(Goal.Answered::name)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /// Where being refused is part of what is to be seen, it is no fault.
  private static boolean wantsRefusal(Try exercise) {
    return exercise.goals().stream().anyMatch(Goal.Refused.class::isInstance);
  }

  private void solution(Try exercise) {
    try (var play = new Play(exercise.start())) {
      Set<String> told = new HashSet<>();
      for (Script.Line line : exercise.solution().lines()) {
        if (!line(exercise, line, wantsRefusal(exercise), play)) {
          return;
        }
        if (!play.verdict(exercise).solved()) {
          play.mistakes(exercise).stream()
              .filter(told::add)
              .forEach(mistake -> solutionMistake(exercise, line, mistake));
        }
      }
      unreached(play.verdict(exercise))
          .filter(goal -> !forgotten(exercise.line(), goal, play))
          .ifPresent(goal ->
              add(
                  exercise.line(),
                  Code.PLAY_SOLUTION,
                  Map.of("name", exercise.name(), "goal", goal)));
    }
  }

  private void solutionMistake(Try exercise, Script.Line line, String mistake) {
    add(
        line.number(),
        Code.PLAY_SOLUTION_MISTAKE,
        Map.of("name", exercise.name(), "mistake", mistake, "line", cut(line.text())));
  }

  private static Optional<Goal> unreached(Verdict verdict) {
    return verdict.goals().stream()
        .filter(judged -> !judged.reached())
        .map(Verdict.Judged::goal)
        .findFirst();
  }

  private void other(Try exercise, Script other) {
    try (var play = new Play(exercise.start())) {
      for (Script.Line line : other.lines()) {
        if (!line(exercise, line, wantsRefusal(exercise), play)) {
          return;
        }
      }
      unreached(play.verdict(exercise))
          .filter(goal -> !forgotten(other.lines().getFirst().number(), goal, play))
          .ifPresent(goal ->
              add(
                  other.lines().getFirst().number(),
                  Code.PLAY_OTHER,
                  Map.of("name", exercise.name(), "goal", goal)));
    }
  }

  private void example(Try exercise, Try.Mistake mistake) {
    try (var play = new Play(exercise.start())) {
      for (Script.Line line : mistake.example().lines()) {
        if (!line(exercise, line, true, play)) {
          return;
        }
      }
      if (play.verdict(exercise).solved()) {
        add(
            mistake.line(),
            Code.PLAY_EXAMPLE_SOLVES,
            Map.of("name", exercise.name(), "mistake", mistake.name()));
      }
      List<String> recognised = play.mistakes(exercise);
      if (!recognised.contains(mistake.name())
          && mistake.when().stream().noneMatch(goal -> forgotten(mistake.line(), goal, play))) {
        add(mistake.line(), Code.PLAY_EXAMPLE, Map.of("mistake", mistake.name()));
      }
      recognised.stream()
          .filter(other -> !other.equals(mistake.name()))
          .forEach(other ->
              add(
                  mistake.line(),
                  Code.PLAY_EXAMPLE_OTHER,
                  Map.of("mistake", mistake.name(), "other", other)));
    }
  }

  // ---- quiz ----

  private void question(Question question) {
    begun(question.start())
        .ifPresent(play -> {
          try (play) {
            if (question.answer() instanceof Question.Answer.Point(var right, var mistakes)) {
              point(question, right, mistakes, play);
            }
            question.beside().stream()
                .filter(beside -> !isShown(beside, play))
                .forEach(beside -> notShown(question.line(), beside));
          }
        });
  }

  private void point(
      Question question, Spot right, SequencedMap<String, Spot> mistakes, Play play) {
    Set<Spot> accepted = onPicture(right, play);
    if (accepted.isEmpty()) {
      add(question.line(), Code.PLAY_POINT, Map.of("name", question.name()));
    }
    mistakes.forEach((name, spot) -> {
      Set<Spot> wrong = onPicture(spot, play);
      if (wrong.isEmpty() || wrong.stream().anyMatch(accepted::contains)) {
        add(
            question.line(),
            Code.PLAY_POINT_MISTAKE,
            Map.of("name", question.name(), "mistake", name));
      }
    });
  }

  private static Set<Spot> onPicture(Spot spot, Play play) {
    var there = new HashSet<Spot>(Spots.accepted(spot, play.sandbox()));
    SequencedMap<String, Fact> facts = play.facts();
    there.removeIf(it -> !isOnPicture(it, facts));
    return there;
  }

  private static boolean isOnPicture(Spot spot, SequencedMap<String, Fact> facts) {
    return switch (spot) {
      case Spot.Cell(var topic, var partition, var offset) ->
          facts.get(Journal.partition(topic, partition)) instanceof Fact.Partition row
              && row.start() <= offset
              && offset <= row.end();
      case Spot.Partition(var topic, var partition) ->
          facts.containsKey(Journal.partition(topic, partition));
      case Spot.Position(var group, var topic, var partition) ->
          facts.containsKey(Journal.position(group, topic, partition));
      case Spot.NextRead _, Spot.NextWrite _ -> false; // Worked out before this is asked.
    };
  }

  // ---- bus ----

  private void bus(Bus bus) {
    if (!canRun(bus)) {
      return;
    }
    try (var play = new BusPlay(bus)) {
      for (Bus.Step step : bus.steps()) {
        play.act(step.act());
        compare(step, step.onBus(), play.onBus(), "bus");
        compare(step, step.onLog(), play.onLog(), "log");
      }
    }
  }

  /// Whether every command that the page will run for it is one that works.
  private boolean canRun(Bus bus) {
    try (var play = new Play(Script.EMPTY)) {
      boolean right = runs(bus, bus.createLog(), play);
      for (Map.Entry<String, String> event : bus.events().entrySet()) {
        right = right && runs(bus, bus.append(event.getValue()), play);
        for (Bus.Shows shows : bus.subscribers().values()) {
          if (!BusPlay.fits(shows, event.getValue())) {
            String field = shows instanceof Bus.Shows.Sum(var summed) ? summed : "";
            add(bus.line(), Code.NOT_JSON, Map.of("text", cut(event.getValue()), "field", field));
            right = false;
          }
        }
      }
      return right;
    }
  }

  private boolean runs(Bus bus, String line, Play play) {
    return switch (play.run(line)) {
      case Answer.Done(Reply.CreatedTopic _, var _, var _, var _) -> true;
      case Answer.Done(Reply.Produced _, var _, var _, var _) -> true;
      case Answer.Done _ -> false;
      case Answer.Refused(var problem, var _, var _) -> {
        refused(new Script.Line(bus.line(), line), problem);
        yield false;
      }
    };
  }

  private void compare(
      Bus.Step step,
      SequencedMap<String, BigDecimal> claimed,
      SequencedMap<String, BigDecimal> shown,
      String side) {
    claimed.forEach((subscriber, wanted) -> {
      BigDecimal found = shown.getOrDefault(subscriber, BigDecimal.ZERO);
      if (found.compareTo(wanted) != 0) {
        add(
            step.line(),
            Code.PLAY_BUS,
            Map.of(
                "step",
                step.caption(),
                "subscriber",
                subscriber,
                "found",
                found.toPlainString(),
                "wanted",
                wanted.toPlainString(),
                "side",
                side));
      }
    });
  }
}
