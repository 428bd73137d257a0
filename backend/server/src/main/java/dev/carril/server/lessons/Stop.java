package dev.carril.server.lessons;

import dev.carril.course.Asked;
import dev.carril.course.Lesson;
import dev.carril.course.Page;
import dev.carril.course.Step;
import java.util.ArrayList;
import java.util.List;

/// One page of a lesson: what is read before one goes on.
public sealed interface Stop {

  /// The summary, and the problem where there is one.
  record Opening() implements Stop {}

  record AtStep(Step step) implements Stop {}

  record AtQuestion(Asked asked) implements Stop {}

  /// What came of the questions.
  record Score() implements Stop {}

  /// All of a lesson, in order.
  static List<Stop> of(Page page) {
    var stops = new ArrayList<Stop>();
    stops.add(new Opening());
    page.steps().forEach(step -> stops.add(new AtStep(step)));
    if (!page.quiz().isEmpty()) {
      page.quiz().forEach(asked -> stops.add(new AtQuestion(asked)));
      stops.add(new Score());
    }
    return stops;
  }

  /// The address of a lesson.
  static String address(String lesson) {
    return "/lesson/" + lesson;
  }

  /// The address of this page of a lesson.
  default String address(Lesson lesson) {
    String address = address(lesson.id());
    return switch (this) {
      case Opening() -> address;
      case AtStep(var step) -> address + "/step/" + step.name();
      case AtQuestion(var asked) -> address + "/question/" + asked.question();
      case Score() -> address + "/score";
    };
  }

  /// As progress names it; empty where progress has no name for it.
  default String name() {
    return switch (this) {
      case Opening(), Score() -> "";
      case AtStep(var step) -> step.name();
      case AtQuestion(var asked) -> asked.question();
    };
  }
}
