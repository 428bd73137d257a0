package dev.carril.simulator.world;

import dev.carril.engine.check.OrderChecker;
import dev.carril.engine.check.Violation;
import dev.carril.simulator.Command;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Reply;
import dev.carril.simulator.instance.Cohort;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Tells whether order was kept.
record Checking(World world) {
  private static final int NAMED = 1_000;

  Outcome checkOrder(Command.CheckOrder it) {
    Problem wrong = whatIsWrong(it);
    if (wrong != null) {
      return new Outcome.Refused(wrong);
    }
    world.instances().lookIfQuiet();
    return Outcome.told(checked(it.group(), asked(it)));
  }

  /// The same, as far as it is known without looking whether anything is left over.
  Outcome soFar(Command.CheckOrder it) {
    Problem wrong = whatIsWrong(it);
    return wrong == null
        ? Outcome.told(checked(it.group(), asked(it)))
        : new Outcome.Refused(wrong);
  }

  private @Nullable Problem whatIsWrong(Command.CheckOrder it) {
    String only = it.topic();
    if (only != null && world.findTopic(only) == null) {
      return world.unknownTopic(only);
    }
    if (world.findGroup(it.group()) == null) {
      return world.unknownGroup(it.group());
    }
    return asked(it).isEmpty() ? new Problem.NoInstances(it.group()) : null;
  }

  private List<Cohort> asked(Command.CheckOrder it) {
    String only = it.topic();
    return world.hasInstances()
        ? world.instances().cohorts(it.group()).stream()
            .filter(cohort -> only == null || only.equals(cohort.topic()))
            .toList()
        : List.of();
  }

  private static Reply.OrderChecked checked(String group, List<Cohort> cohorts) {
    long checked = 0;
    long violationCount = 0;
    long duplicateCount = 0;
    long redriven = 0;
    var violations = new ArrayList<Reply.OrderChecked.Disorder>();
    var lost = new ArrayList<Reply.OrderChecked.Missing>();
    var duplicates = new ArrayList<Reply.OrderChecked.Again>();
    var laws = new ArrayList<Reply.OrderChecked.Broken>();
    for (Cohort cohort : cohorts) {
      OrderChecker.Report report = cohort.report();
      checked += report.checked();
      violationCount += report.violations();
      duplicateCount += report.duplicates();
      redriven += report.redriven();
      report.someViolations().forEach(one -> violations.add(disorder(one)));
      report.lost().forEach(one -> lost.add(missing(one)));
      report.someDuplicates().forEach(one -> duplicates.add(again(one)));
      for (Violation one : cohort.laws().violations()) {
        laws.add(new Reply.OrderChecked.Broken(one.law(), one.instance(), one.what()));
      }
    }
    return new Reply.OrderChecked(
        group,
        checked,
        violationCount,
        named(violations),
        named(lost),
        duplicateCount,
        named(duplicates),
        redriven,
        List.copyOf(laws));
  }

  private static <T> List<T> named(List<T> all) {
    return List.copyOf(all.subList(0, Math.min(NAMED, all.size())));
  }

  private static Reply.OrderChecked.Disorder disorder(OrderChecker.Disorder one) {
    return new Reply.OrderChecked.Disorder(
        word(one.kind()),
        one.session().toString(),
        one.place().partition().topic(),
        one.place().partition().number(),
        one.place().offset(),
        one.after().offset());
  }

  private static Reply.OrderChecked.Missing missing(OrderChecker.Lost one) {
    return new Reply.OrderChecked.Missing(
        one.partition().topic(), one.partition().number(), one.offset());
  }

  private static Reply.OrderChecked.Again again(OrderChecker.Duplicate one) {
    return new Reply.OrderChecked.Again(
        word(one.kind()),
        one.place().session().toString(),
        one.place().partition().topic(),
        one.place().partition().number(),
        one.place().offset());
  }

  private static String word(Enum<?> kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
