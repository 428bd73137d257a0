package dev.carril.simulator.world;

import dev.carril.engine.check.OrderChecker;
import dev.carril.engine.check.Violation;
import dev.carril.simulator.Command;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Problem.OnlyToRead.Purpose;
import dev.carril.simulator.Reply;
import dev.carril.simulator.instance.Cohort;
import java.util.ArrayList;
import java.util.List;

/// Tells whether order was kept.
record Checking(World world) {
  private static final int NAMED = 1_000;

  Outcome checkOrder(Command.CheckOrder it) {
    if (asked(it).whatIsWrong(Purpose.CHECK_ORDER) == null) {
      world.instances().lookIfQuiet();
    }
    return soFar(it);
  }

  /// The same, as far as it is known without looking whether anything is left over.
  Outcome soFar(Command.CheckOrder it) {
    Members asked = asked(it);
    Problem wrong = asked.whatIsWrong(Purpose.CHECK_ORDER);
    return wrong == null
        ? Outcome.told(checked(it.group(), asked.cohorts()))
        : new Outcome.Refused(wrong);
  }

  private Members asked(Command.CheckOrder it) {
    return new Members(world, it.group(), it.topic());
  }

  private static Reply.OrderChecked checked(String group, List<Cohort> cohorts) {
    long checked = 0;
    long violationCount = 0;
    long lostCount = 0;
    long duplicateCount = 0;
    long zombieCount = 0;
    long redriven = 0;
    var violations = new ArrayList<Reply.OrderChecked.Disorder>();
    var lost = new ArrayList<Reply.OrderChecked.Missing>();
    var duplicates = new ArrayList<Reply.OrderChecked.Again>();
    var laws = new ArrayList<Reply.OrderChecked.Broken>();
    for (Cohort cohort : cohorts) {
      OrderChecker.Report report = cohort.report();
      checked += report.checked();
      violationCount += report.violations();
      lostCount += report.losses();
      duplicateCount += report.duplicates();
      zombieCount += report.zombies();
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
        lostCount,
        named(lost),
        duplicateCount,
        zombieCount,
        named(duplicates),
        redriven,
        List.copyOf(laws));
  }

  private static <T> List<T> named(List<T> all) {
    return List.copyOf(all.subList(0, Math.min(NAMED, all.size())));
  }

  private static Reply.OrderChecked.Disorder disorder(OrderChecker.Disorder one) {
    return new Reply.OrderChecked.Disorder(
        one.kind().word(),
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
        one.kind().word(),
        one.place().session().toString(),
        one.place().partition().topic(),
        one.place().partition().number(),
        one.place().offset());
  }
}
