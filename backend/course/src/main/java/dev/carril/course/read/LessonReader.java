package dev.carril.course.read;

import dev.carril.course.Beside;
import dev.carril.course.Bus;
import dev.carril.course.Fault.Code;
import dev.carril.course.Lesson;
import dev.carril.course.Predict;
import dev.carril.course.Question;
import dev.carril.course.Script;
import dev.carril.course.Try;
import dev.carril.course.Watch;
import dev.carril.course.goal.Goal;
import dev.carril.course.goal.Spot;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads `lesson.yaml`.
final class LessonReader {
  private static final List<String> PREDICTIONS = List.of("lands", "reads", "position");

  private final Faults faults;
  private final Set<String> broken = new HashSet<>();

  LessonReader(Faults faults) {
    this.faults = faults;
  }

  /// What the file holds; pages come besides.
  ///
  /// @param broken what is there but could not be read, as `watch lost-order`: prose may name it
  record Data(
      SequencedMap<String, Watch> watches,
      SequencedMap<String, Try> tries,
      SequencedMap<String, Question> quiz,
      SequencedMap<String, Bus> buses,
      SequencedMap<String, Lesson.Refuted> refutes,
      Set<String> broken) {}

  private interface Part<T> {
    T read(String name, Node node, int line) throws Faults.Stop;
  }

  Data read(String text) {
    return faults
        .collect(() -> data(Yaml.read(text, faults)))
        .orElseGet(() -> new Data(empty(), empty(), empty(), empty(), empty(), Set.of("*")));
  }

  private static <T> SequencedMap<String, T> empty() {
    return new LinkedHashMap<>();
  }

  private Data data(Node root) throws Faults.Stop {
    Fields fields =
        Fields.of("lesson.yaml", root, faults, List.of("watch", "tries", "quiz", "bus", "refutes"));
    return new Data(
        all(fields, "watch", this::watch),
        all(fields, "tries", this::exercise),
        all(fields, "quiz", this::question),
        all(fields, "bus", this::bus),
        all(fields, "refutes", this::refutes),
        broken);
  }

  /// Each by itself, so that one that is wrong does not hide the others.
  private <T> SequencedMap<String, T> all(Fields fields, String key, Part<T> part) {
    var all = new LinkedHashMap<String, T>();
    faults
        .collect(() -> fields.named(key))
        .ifPresent(named ->
            named.forEach((name, entry) ->
                faults
                    .collect(() -> part.read(name, entry.value(), entry.line()))
                    .ifPresentOrElse(
                        read -> all.put(name, read), () -> broken.add(key + " " + name))));
    return all;
  }

  private Lesson.Refuted refutes(String belief, Node node, int line) throws Faults.Stop {
    return new Lesson.Refuted(Fields.name(node, "refutes", faults), line);
  }

  // ---- watch ----

  private Watch watch(String name, Node node, int line) throws Faults.Stop {
    Fields fields = Fields.of("watch", node, faults, List.of("start", "beside", "steps"));
    var steps = new ArrayList<Watch.Step>();
    var captions = new HashSet<String>();
    fields.get("steps");
    for (Node item : fields.items("steps")) {
      faults
          .collect(() -> watchStep(item))
          .ifPresent(step -> {
            checkOnce(step.caption(), step.line(), captions);
            steps.add(step);
          });
    }
    int there = fields.items("steps").size();
    if (there == 0) {
      faults.add(line, Code.EMPTY_LIST, Map.of("key", "steps"));
    }
    expectAll(steps, there);
    return new Watch(name, line, start(fields), beside(fields), steps);
  }

  /// What lacks a part is not to be compared with the prose: every difference would be told twice.
  private static void expectAll(List<?> read, int there) throws Faults.Stop {
    if (read.size() < there) {
      throw new Faults.Stop();
    }
  }

  private void checkOnce(String name, int line, Set<String> names) {
    if (!names.add(name)) {
      faults.add(line, Code.NAME_TWICE, Map.of("name", name));
    }
  }

  private Watch.Step watchStep(Node node) throws Faults.Stop {
    Fields fields =
        Fields.of("steps", node, faults, List.of("run", "caption", "claim", "predict", "refused"));
    Script run = fields.script("run");
    Node claim = fields.find("claim");
    String predict = fields.has("predict") ? fields.choice("predict", PREDICTIONS) : null;
    String refused = fields.textOrNull("refused");
    if (refused != null) {
      GoalReader.checkProblem(refused, fields.line(), faults);
    }
    // What a step is refused for may well be that it is no command.
    checkCommands(run, refused != null);
    for (String key : List.of("predict", "refused")) {
      if (fields.has(key) && !fields.has("run")) {
        throw fields.needs(key, "run");
      }
    }
    return new Watch.Step(
        fields.line(),
        fields.name("caption"),
        run,
        claim == null ? List.of() : new GoalReader(faults, true).goals(claim),
        Optional.ofNullable(predict).map(LessonReader::prediction),
        Optional.ofNullable(refused));
  }

  private static Predict prediction(String word) {
    return Predict.valueOf(word.toUpperCase(Locale.ROOT));
  }

  private Script start(Fields fields) throws Faults.Stop {
    Script start = fields.script("start");
    checkCommands(start, false);
    return start;
  }

  /// Every line has to be a command. Only an exercise's own scripts have somebody who could answer.
  private void checkCommands(Script script, boolean lastMayFail) {
    int checked = lastMayFail ? script.lines().size() - 1 : script.lines().size();
    script.lines().stream().limit(Math.max(0, checked)).forEach(this::checkCommand);
  }

  private void checkCommand(Script.Line line) {
    Commands.problem(line.text())
        .ifPresent(problem ->
            faults.add(
                line.number(),
                Code.PLAY_REFUSED,
                Map.of("line", Fields.cut(line.text()), "problem", problem)));
  }

  /// What solves an exercise: commands, and answers to its questions.
  private Script solving(Script script, List<Goal> goals) {
    // Where being refused is part of what is to be seen, a line need not be a command.
    if (goals.stream().noneMatch(Goal.Refused.class::isInstance)) {
      script.lines().stream()
          .filter(line -> !Answers.isAnswer(line.text()))
          .forEach(this::checkCommand);
    }
    return script;
  }

  private List<Beside> beside(Fields fields) throws Faults.Stop {
    var all = new ArrayList<Beside>();
    for (Node item : fields.items("beside")) {
      Fields one = Fields.of("beside", item, faults, List.of("table", "query"));
      all.add(
          one.oneOf(List.of("table", "query")).equals("table")
              ? new Beside.Table(one.text("table"))
              : new Beside.Query(GoalReader.query(one, "query")));
    }
    return all;
  }

  // ---- tries ----

  private Try exercise(String name, Node node, int line) throws Faults.Stop {
    Fields fields =
        Fields.of(
            "tries",
            node,
            faults,
            List.of(
                "start", "goals", "hints", "predict", "beside", "solution", "others", "mistakes"));
    List<Goal> goals = new GoalReader(faults, false).goals(fields.get("goals"));
    fields.get("solution");
    var predict = EnumSet.noneOf(Predict.class);
    for (Node item : fields.items("predict")) {
      predict.add(prediction(Fields.choice("predict", item, PREDICTIONS, faults)));
    }
    var others = new ArrayList<Script>();
    for (Node item : fields.items("others")) {
      others.add(solving(Fields.script("others", item, faults), goals));
    }
    return new Try(
        name,
        line,
        start(fields),
        goals,
        fields.names("hints"),
        predict,
        beside(fields),
        solving(fields.script("solution"), goals),
        others,
        all(fields, "mistakes", this::mistake));
  }

  private Try.Mistake mistake(String name, Node node, int line) throws Faults.Stop {
    Fields fields = Fields.of("mistakes", node, faults, List.of("when", "example"));
    List<Goal> when = new GoalReader(faults, true).goals(fields.get("when"));
    fields.get("example");
    return new Try.Mistake(name, line, when, fields.script("example"));
  }

  // ---- quiz ----

  private Question question(String name, Node node, int line) throws Faults.Stop {
    Fields fields =
        Fields.of(
            "quiz",
            node,
            faults,
            List.of("start", "beside", "choices", "right", "point", "number", "mistakes", "again"));
    Script start = start(fields);
    Question.Answer answer =
        switch (fields.oneOf(List.of("choices", "point", "number"))) {
          case "choices" -> {
            List<String> choices = fields.names("choices");
            if (choices.size() < 2) {
              throw faults.stop(line, Code.EMPTY_LIST, Map.of("key", "choices"));
            }
            if (fields.has("mistakes")) {
              throw fields.excludes("choices", "mistakes");
            }
            yield new Question.Answer.Choices(choices, fields.choice("right", choices));
          }
          case "point" -> {
            if (start.lines().isEmpty()) {
              throw fields.needs("point", "start");
            }
            SequencedMap<String, Spot> mistakes =
                all(fields, "mistakes", (_, spot, _) -> GoalReader.spot(spot, faults));
            yield new Question.Answer.Point(GoalReader.spot(fields.get("point"), faults), mistakes);
          }
          default -> {
            SequencedMap<String, BigDecimal> mistakes =
                all(
                    fields,
                    "mistakes",
                    (_, number, _) -> Fields.decimal("mistakes", number, faults));
            yield new Question.Answer.Number(fields.decimal("number"), mistakes);
          }
        };
    if (fields.has("right") && !(answer instanceof Question.Answer.Choices)) {
      throw fields.needs("right", "choices");
    }
    checkMistakeNames(answer, line);
    return new Question(name, line, start, beside(fields), answer, fields.text("again"));
  }

  private void checkMistakeNames(Question.Answer answer, int line) {
    Set<String> names =
        switch (answer) {
          case Question.Answer.Choices _ -> Set.of();
          case Question.Answer.Point(var _, var mistakes) -> mistakes.keySet();
          case Question.Answer.Number(var _, var mistakes) -> mistakes.keySet();
        };
    for (String name : List.of("right", "wrong")) {
      if (names.contains(name)) {
        faults.add(line, Code.NAME_TWICE, Map.of("name", name));
      }
    }
  }

  // ---- bus ----

  private Bus bus(String name, Node node, int line) throws Faults.Stop {
    Fields fields =
        Fields.of("bus", node, faults, List.of("topic", "events", "subscribers", "steps"));
    fields.get("events");
    fields.get("subscribers");
    SequencedMap<String, String> events =
        all(fields, "events", (key, value, _) -> Fields.text(key, value, faults));
    SequencedMap<String, Bus.Shows> subscribers =
        all(fields, "subscribers", (key, value, _) -> shows(key, value));
    var steps = new ArrayList<Bus.Step>();
    var captions = new HashSet<String>();
    for (Node item : fields.items("steps")) {
      faults
          .collect(() -> busStep(item, events, subscribers))
          .ifPresent(step -> {
            checkOnce(step.caption(), step.line(), captions);
            steps.add(step);
          });
    }
    expectAll(steps, fields.items("steps").size());
    return new Bus(name, line, fields.text("topic"), events, subscribers, steps);
  }

  private Bus.Shows shows(String key, Node value) throws Faults.Stop {
    if (value instanceof Node.Mapping) {
      Fields fields = Fields.of("subscribers", value, faults, List.of("sum"));
      return new Bus.Shows.Sum(fields.text("sum"));
    }
    Fields.choice(key, value, List.of("count"), faults);
    return new Bus.Shows.Count();
  }

  private Bus.Step busStep(
      Node node, SequencedMap<String, String> events, SequencedMap<String, Bus.Shows> subscribers)
      throws Faults.Stop {
    Fields fields =
        Fields.of("steps", node, faults, List.of("publish", "away", "back", "caption", "claim"));
    Bus.Act act =
        switch (fields.oneOf(List.of("publish", "away", "back"))) {
          case "publish" ->
              new Bus.Act.Publish(fields.choice("publish", List.copyOf(events.keySet())));
          case "away" -> new Bus.Act.Away(fields.choice("away", List.copyOf(subscribers.keySet())));
          default -> new Bus.Act.Back(fields.choice("back", List.copyOf(subscribers.keySet())));
        };
    Node claim = fields.find("claim");
    Fields claims = claim == null ? null : Fields.of("claim", claim, faults, List.of("bus", "log"));
    return new Bus.Step(
        fields.line(),
        fields.name("caption"),
        act,
        shown(claims, "bus", subscribers),
        shown(claims, "log", subscribers));
  }

  private SequencedMap<String, BigDecimal> shown(
      @Nullable Fields claims, String key, SequencedMap<String, Bus.Shows> subscribers)
      throws Faults.Stop {
    var shown = new LinkedHashMap<String, BigDecimal>();
    if (claims != null) {
      for (Map.Entry<String, Node.Mapping.Entry> entry : claims.entries(key).entrySet()) {
        String subscriber = entry.getKey();
        Node.Mapping.Entry value = entry.getValue();
        if (!subscribers.containsKey(subscriber)) {
          Fields.unknown(subscriber, key, List.copyOf(subscribers.keySet()), value.line(), faults);
        } else {
          shown.put(subscriber, Fields.decimal(subscriber, value.value(), faults));
        }
      }
    }
    return shown;
  }
}
