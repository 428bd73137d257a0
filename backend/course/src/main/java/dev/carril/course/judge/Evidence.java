package dev.carril.course.judge;

import dev.carril.course.Try;
import dev.carril.course.goal.Goal;
import dev.carril.course.goal.InstanceGoal;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Which of several mistakes is to be told: the latest of those that still stand in the way.
///
/// What only was shown, refused or in vain stands in nobody's way: as soon as somebody has gone on,
/// it is told no longer. A page that plays lets time go by without anybody's doing: that is no
/// going on.
record Evidence(Judge judge, List<Event> events) {
  private static final int NEVER = -1;

  /// @param stands whether it shows in how things are now
  /// @param at the number of the last event that has to do with it
  private record Trace(boolean stands, int at) {
    static final Trace NONE = new Trace(false, NEVER);

    Trace and(Trace other) {
      return new Trace(stands || other.stands, Math.max(at, other.at));
    }
  }

  /// The mistakes that fit and that nobody has gone on from, the one to be told first.
  List<String> told(List<Try.Mistake> fitting) {
    return fitting.stream()
        .filter(mistake -> {
          Trace trace = of(mistake);
          return trace.stands() || !hasGoneOnSince(trace.at());
        })
        .sorted(
            Comparator.<Try.Mistake, Boolean>comparing(mistake -> of(mistake).stands())
                .thenComparingInt(mistake -> of(mistake).at())
                .reversed())
        .map(Try.Mistake::name)
        .toList();
  }

  private boolean hasGoneOnSince(int at) {
    return events.stream().skip(at + 1L).anyMatch(event -> event.changed() && !event.isTime());
  }

  private Trace of(Try.Mistake mistake) {
    return of(mistake.when());
  }

  private Trace of(List<Goal> goals) {
    return goals.stream().map(this::of).reduce(Trace.NONE, Trace::and);
  }

  private Trace of(Goal goal) {
    return switch (goal) {
      case Goal.Records it -> standing(event -> isOf(it.which().topic(), event.topic()));
      case Goal.Topic it -> standing(event -> it.name().equals(event.topic()));
      case Goal.Positions it -> standing(event -> it.group().equals(event.group()));
      case Goal.Members it -> standing(event -> it.group().equals(event.group()));
      case Goal.Delivered it -> standing(event -> it.group().equals(event.group()));
      case Goal.Rows _ -> standing(Evidence::mayTouchTables);
      case Goal.Untouched it ->
          standing(event ->
              switch (it.thing()) {
                case GROUP -> it.name().equals(event.group());
                case TOPIC -> it.name().equals(event.topic());
                case TABLE -> mayTouchTables(event);
              });
      case Goal.Commands _, InstanceGoal _ -> standing(_ -> true);
      // An answer stands until another one is given, whatever is done meanwhile.
      case Goal.Answered _ -> new Trace(true, NEVER);
      case Goal.Refused _, Goal.InVain _, Goal.Shown _ ->
          new Trace(false, last(event -> judge.isShownBy(goal, event)));
      case Goal.Not(var inner) -> isOfWhatHappened(inner) ? Trace.NONE : of(inner);
      case Goal.Any(var goals) -> of(goals.stream().filter(judge::holds).toList());
    };
  }

  /// That something has not happened, no event can show.
  private static boolean isOfWhatHappened(Goal goal) {
    return goal.parts()
        .anyMatch(part ->
            part instanceof Goal.Refused
                || part instanceof Goal.InVain
                || part instanceof Goal.Shown);
  }

  private Trace standing(Predicate<Event> isAbout) {
    // While time goes on, instances may do something about anything.
    return new Trace(
        true, last(event -> event.changed() && (event.isTime() || isAbout.test(event))));
  }

  private static boolean isOf(@Nullable String wanted, @Nullable String topic) {
    return wanted == null || wanted.equals(topic);
  }

  private static boolean mayTouchTables(Event event) {
    return event.name().equals("sql") || event.name().equals("consume");
  }

  private int last(Predicate<Event> fits) {
    for (int i = events.size() - 1; i >= 0; i--) {
      if (fits.test(events.get(i))) {
        return i;
      }
    }
    return NEVER;
  }
}
