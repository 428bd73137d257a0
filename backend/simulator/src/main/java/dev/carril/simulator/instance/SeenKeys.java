package dev.carril.simulator.instance;

/// Under which key a picture finds what it shows of instances. Names never hold a colon; sessions
/// may, so their lanes have numbers.
final class SeenKeys {
  static final String EVENTS = "events";

  private SeenKeys() {}

  static String instance(String name) {
    return "instance:" + name;
  }

  static String lane(WatchedLane lane) {
    return "lane:" + lane.of.name() + ':' + lane.number;
  }

  static String progress(Cohort cohort, int partition) {
    return "progress:" + cohort.group() + ':' + cohort.topic() + ':' + partition;
  }

  static String cohort(Cohort cohort) {
    return "cohort:" + cohort.group() + ':' + cohort.topic();
  }

  static String letter(Cohort cohort, long number) {
    return "letter:" + cohort.group() + ':' + cohort.topic() + ':' + number;
  }

  static String trouble(Cohort cohort, long number) {
    return "trouble:" + cohort.group() + ':' + cohort.topic() + ':' + number;
  }
}
