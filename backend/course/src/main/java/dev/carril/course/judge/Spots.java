package dev.carril.course.judge;

import dev.carril.course.Predict;
import dev.carril.course.Question;
import dev.carril.course.goal.Given;
import dev.carril.course.goal.Spot;
import dev.carril.simulator.Happening;
import dev.carril.simulator.Reply;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Fact;
import dev.carril.simulator.sandbox.Sandbox;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/// Which places on the picture are right: what the simulator itself does is the answer.
public final class Spots {
  private static final String ID = "spot";

  private Spots() {}

  /// Every place that counts as this one.
  public static Set<Spot> accepted(Spot spot, Sandbox sandbox) {
    return switch (spot) {
      case Spot.Cell _, Spot.Partition _, Spot.Position _ -> Set.of(spot);
      case Spot.NextRead(var group, var topic) ->
          played(sandbox, "consume " + topic + " group " + group + " max 1", Predict.READS);
      case Spot.NextWrite(var topic, var key) ->
          played(
              sandbox,
              "produce " + topic + (key == null ? "" : " key=" + quoted(key)) + " -- x",
              Predict.LANDS);
    };
  }

  private static String quoted(String key) {
    return '"' + key.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static Set<Spot> played(Sandbox sandbox, String line, Predict predict) {
    return predicted(sandbox, List.of(line), predict);
  }

  /// What is right to point at before these lines run. The sandbox stays as it is.
  ///
  /// @return empty where the lines do nothing that could be pointed at
  public static Set<Spot> predicted(Sandbox sandbox, List<String> lines, Predict predict) {
    try (Sandbox copy = Sandbox.replay(0, sandbox.log())) {
      var spots = new LinkedHashSet<Spot>();
      Map<String, Fact> before = copy.facts();
      int number = 0;
      for (String line : lines) {
        Answer answer = copy.run(ID + '-' + ++number + '-' + copy.log().size(), line);
        if (answer instanceof Answer.Done done) {
          add(spots, done.reply(), predict);
        }
      }
      if (predict == Predict.POSITION) {
        addPositions(spots, before, copy);
      }
      return spots;
    }
  }

  private static void add(Set<Spot> spots, Reply reply, Predict predict) {
    switch (predict) {
      case LANDS -> {
        if (reply instanceof Reply.Produced(var topic, var partition, var offset, var _)) {
          spots.add(new Spot.Cell(topic, partition, offset));
          spots.add(new Spot.Partition(topic, partition));
        }
      }
      case READS -> {
        if (reply instanceof Reply.Consumed consumed
            && spots.isEmpty()
            && !consumed.records().isEmpty()) {
          LogRecord first = consumed.records().getFirst();
          spots.add(new Spot.Cell(consumed.topic(), first.partition(), first.offset()));
        }
      }
      case POSITION -> {} // Seen in what has moved.
    }
  }

  /// ▲ stands before the cell that is read next, so that cell is where to point.
  private static void addPositions(Set<Spot> spots, Map<String, Fact> before, Sandbox after) {
    for (Happening happening : after.takeChanges().happened()) {
      if (happening instanceof Happening.Moved moved) {
        spots.add(new Spot.Cell(moved.topic(), moved.partition(), moved.to()));
      }
    }
    SequencedMap<String, Fact> now = after.facts();
    now.forEach((key, fact) -> {
      if (fact instanceof Fact.Position it
          && it.position() != null
          && !(before.get(key) instanceof Fact.Position was
              && it.position().equals(was.position()))) {
        spots.add(new Spot.Cell(it.topic(), it.partition(), it.position()));
      }
    });
  }

  /// How a question was answered.
  ///
  /// @param word the name of what is said to it, in the prose
  public record Marked(boolean right, String word) {}

  /// Marks the answer to a question of a quiz.
  ///
  /// @param sandbox as the question's start has made it
  /// @throws IllegalArgumentException if the answer is of another kind than the question, or names
  ///   no choice
  public static Marked mark(Question question, Given given, Sandbox sandbox) {
    return switch (question.answer()) {
      case Question.Answer.Choices(var choices, var right)
          when given instanceof Given.Choice(var said, var _) && choices.contains(said) ->
          new Marked(said.equals(right), said);
      case Question.Answer.Point(var right, var mistakes)
          when given instanceof Given.Point(var said) -> {
        if (accepted(right, sandbox).contains(said)) {
          yield new Marked(true, "right");
        }
        yield new Marked(
            false,
            mistakes.entrySet().stream()
                .filter(mistake -> accepted(mistake.getValue(), sandbox).contains(said))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("wrong"));
      }
      case Question.Answer.Number(var right, var mistakes)
          when given instanceof Given.Number(var said) ->
          said.compareTo(right) == 0
              ? new Marked(true, "right")
              : new Marked(
                  false,
                  mistakes.entrySet().stream()
                      .filter(mistake -> mistake.getValue().compareTo(said) == 0)
                      .map(Map.Entry::getKey)
                      .findFirst()
                      .orElse("wrong"));
      case Question.Answer.Choices _, Question.Answer.Point _, Question.Answer.Number _ ->
          throw new IllegalArgumentException(
              "not an answer to the question '" + question.name() + "': " + given);
    };
  }
}
