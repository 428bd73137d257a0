package dev.carril.engine.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.engine.source.Partition;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderCheckerTest {
  private static final Partition P0 = new Partition("orders", 0);
  private static final Session ANNA = Session.of("orders", "anna");

  private final OrderChecker checker = new OrderChecker();
  private final Listener one = checker.engine("one");
  private final Listener two = checker.engine("two");

  private static Place place(long offset) {
    return new Place(P0, 1, offset, ANNA, null);
  }

  private static void deliver(Listener engine, long... offsets) {
    for (long offset : offsets) {
      drop(engine, offset);
      engine.tell(new Event.Queued(place(offset), 0, 0));
    }
  }

  // It was given, and nothing was done with it.
  private static void drop(Listener engine, long offset) {
    engine.tell(new Event.Delivered(place(offset), false, 0));
  }

  private static void start(Listener engine, long offset) {
    engine.tell(new Event.Started(place(offset), 1, 0));
  }

  private static void succeed(Listener engine, long offset) {
    engine.tell(new Event.Succeeded(place(offset), 1, 0));
  }

  private void append(int count) {
    for (int offset = 0; offset < count; offset++) {
      checker.appended(P0, offset);
    }
  }

  @Test
  void order_that_is_kept_is_clean() {
    append(2);
    deliver(one, 0, 1);
    start(one, 0);
    one.tell(new Event.Failed(place(0), 1, false, "", 0));
    one.tell(new Event.Started(place(0), 2, 0));
    succeed(one, 0);
    start(one, 1);
    one.tell(new Event.Repeated(place(1), 1, 0));
    OrderChecker.Report report = checker.report();
    assertTrue(report.isClean());
    assertEquals(2, report.checked());
    assertEquals(0, report.duplicates());
  }

  @Test
  void a_record_that_overtakes_is_a_violation_and_names_the_one_it_overtook() {
    deliver(one, 0, 1);
    start(one, 1);
    OrderChecker.Report report = checker.report();
    assertFalse(report.isClean());
    assertEquals(1, report.violations());
    OrderChecker.Disorder violation = report.someViolations().getFirst();
    assertEquals(OrderChecker.Disorder.Kind.OVERTAKEN, violation.kind());
    assertEquals(place(0), violation.after());
    assertEquals(place(1), violation.place());
  }

  @Test
  void a_record_that_runs_beside_an_earlier_one_is_a_violation() {
    deliver(one, 0, 1);
    start(one, 0);
    start(one, 1);
    assertEquals(
        OrderChecker.Disorder.Kind.OVERLAP, checker.report().someViolations().getFirst().kind());
  }

  @Test
  void what_nobody_handled_is_lost_and_only_there() {
    append(3);
    deliver(one, 0, 1, 2);
    start(one, 0);
    succeed(one, 0);
    one.tell(new Event.Condemned(place(1), 1, Reason.TERMINAL, 0));
    one.tell(new Event.DeadLettered(place(1), 1, Reason.TERMINAL, 0));
    OrderChecker.Report report = checker.report();
    assertEquals(List.of(new OrderChecker.Lost(P0, 2)), report.lost());
    assertEquals(0, report.violations());
    assertFalse(report.isClean());
  }

  @Test
  void what_an_engine_holds_is_not_lost_yet() {
    append(5);
    deliver(one, 0);
    start(one, 0);
    drop(one, 1);
    one.tell(new Event.Parked(place(1), 0));
    drop(one, 2);
    one.tell(new Event.AlreadyDone(place(2), 0));
    drop(one, 3);
    drop(one, 4);
    assertEquals(List.of(3L, 4L), lostSoFar());
    assertEquals(4, checker.report().lost().size());

    one.tell(new Event.HandedBack(place(1), 0, 0));
    assertEquals(List.of(1L, 3L, 4L), lostSoFar());
    checker.crashed("one");
    assertEquals(List.of(0L, 1L, 3L, 4L), lostSoFar());
  }

  private List<Long> lostSoFar() {
    return checker.reportSoFar().lost().stream().map(OrderChecker.Lost::offset).toList();
  }

  @Test
  void what_was_dropped_is_lost_and_overtaken_by_nobody() {
    append(3);
    deliver(one, 0);
    drop(one, 1);
    deliver(one, 2);
    start(one, 0);
    succeed(one, 0);
    start(one, 2);
    succeed(one, 2);
    OrderChecker.Report report = checker.report();
    assertEquals(0, report.violations());
    assertEquals(List.of(new OrderChecker.Lost(P0, 1)), report.lost());
  }

  @Test
  void what_is_handled_again_after_a_crash_is_a_duplicate_and_no_violation() {
    append(1);
    deliver(one, 0);
    start(one, 0);
    succeed(one, 0);
    checker.crashed("one");
    deliver(two, 0);
    start(two, 0);
    succeed(two, 0);
    OrderChecker.Report report = checker.report();
    assertTrue(report.isClean());
    assertEquals(1, report.duplicates());
    assertEquals(OrderChecker.Duplicate.Kind.AGAIN, report.someDuplicates().getFirst().kind());
  }

  @Test
  void a_former_owner_that_is_still_at_work_is_a_zombie() {
    deliver(one, 0);
    start(one, 0);
    deliver(two, 0);
    start(two, 0);
    OrderChecker.Report report = checker.report();
    assertEquals(0, report.violations());
    assertEquals(OrderChecker.Duplicate.Kind.ZOMBIE, report.someDuplicates().getFirst().kind());
    // It was begun twice, and has been handled by nobody yet.
    assertEquals(0, report.duplicates());
    assertEquals(1, report.zombies());
  }

  @Test
  void a_record_that_is_handled_again_and_again_is_one_duplicate() {
    deliver(one, 0, 1);
    start(one, 0);
    for (int time = 0; time < 3; time++) {
      deliver(two, 0, 1);
      start(two, 0);
      succeed(two, 0);
    }
    one.tell(new Event.EndedLate(place(0), 1, true, 0));
    OrderChecker.Report report = checker.report();
    assertEquals(1, report.duplicates());
    assertEquals(1, report.zombies());
    assertEquals(2, report.someDuplicates().size());
  }

  @Test
  void what_was_handed_back_is_waited_for_no_longer() {
    deliver(one, 0, 1);
    one.tell(new Event.HandedBack(place(0), 0, 0));
    start(one, 1);
    assertEquals(0, checker.report().violations());
  }

  @Test
  void redriven_records_are_counted_apart() {
    one.tell(new Event.Delivered(place(0), true, 0));
    assertEquals(1, checker.report().redriven());
  }
}
