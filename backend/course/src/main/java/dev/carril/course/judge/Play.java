package dev.carril.course.judge;

import dev.carril.course.Script;
import dev.carril.course.Try;
import dev.carril.course.goal.Given;
import dev.carril.course.goal.Goal;
import dev.carril.simulator.Problem;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Fact;
import dev.carril.simulator.sandbox.Sandbox;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// A sandbox that a script plays in from its start on, judged at any moment. For checks, and for
/// whoever shows how a script goes.
public final class Play implements AutoCloseable {
  /// The seed of every sandbox that a lesson's own scripts play in.
  public static final long SEED = 0;

  private final Sandbox sandbox = Sandbox.empty(SEED);
  private final Began began;
  private final Attempt attempt;
  private int number;

  public Play(Script start) {
    began = Began.of(start, sandbox);
    attempt = Attempt.at(began);
  }

  /// The start's line that was an error, if one was.
  public Optional<Failure> failed() {
    return began.failed();
  }

  /// A line that was an error.
  public record Failure(Script.Line line, Problem problem) {}

  /// Runs a line.
  public Answer run(String line) {
    Answer answer = sandbox.run("play-" + ++number, line);
    attempt.ran(sandbox, line, answer);
    return answer;
  }

  /// Answers a question.
  public void answer(String name, Given given) {
    attempt.answered(name, given);
  }

  public boolean holds(Goal goal) {
    return new Judge(attempt.scene(sandbox)).isSure(goal);
  }

  /// Whether enough is known of what happened to say so.
  public boolean knows(Goal goal) {
    return new Judge(attempt.scene(sandbox)).knows(goal);
  }

  public Verdict verdict(Try exercise) {
    return Judge.judge(exercise, attempt, sandbox);
  }

  /// Every known mistake that fits, solved or not.
  public List<String> mistakes(Try exercise) {
    return new Judge(attempt.scene(sandbox)).mistakes(exercise);
  }

  public SequencedMap<String, Fact> facts() {
    return sandbox.facts();
  }

  /// As it stands. It is this play's own: look, and run nothing.
  public Sandbox sandbox() {
    return sandbox;
  }

  @Override
  public void close() {
    sandbox.close();
  }
}
