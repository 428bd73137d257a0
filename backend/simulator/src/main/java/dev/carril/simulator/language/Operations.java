package dev.carril.simulator.language;

import static dev.carril.simulator.language.Part.flag;
import static dev.carril.simulator.language.Part.needed;
import static dev.carril.simulator.language.Part.option;
import static dev.carril.simulator.language.Part.place;

import dev.carril.simulator.Command;
import dev.carril.simulator.instance.Design;
import dev.carril.simulator.instance.Settings;
import dev.carril.simulator.instance.Which;
import java.util.List;
import java.util.Locale;

/// The forms of the commands about instances that have many options, and what holds where an option
/// is not given.
final class Operations {
  static final Part NAME = place("name", Kind.INSTANCE);

  private static final long MILLI = 1_000_000;

  /// How an instance is built, besides its design.
  static final List<Part> SETTINGS =
      List.of(
          // Of two options that begin with one word, the longer comes first.
          option("commit every", Kind.DURATION),
          option("commit", Kind.COMMIT),
          option("workers", Kind.COUNT),
          option("lane capacity", Kind.COUNT),
          option("work", Kind.DURATION),
          option("idle", Kind.DURATION),
          option("retry", Kind.COUNT),
          new Part.Option(
              "from", List.of("from"), Kind.DURATION, false, false, false, null, "retry"),
          option("gap-timeout", Kind.DURATION),
          option("dedup", Kind.ON_OFF),
          option("after-dead-letter", Kind.AFTER),
          option("drain within", Kind.DURATION),
          option("drain", Kind.ON_OFF),
          option("fence", Kind.ON_OFF),
          option("retry-at", Kind.RETRY_AT),
          option("when-full", Kind.WHEN_FULL),
          flag("from-beginning"),
          option("handlers within", Kind.DURATION),
          option("handlers", Kind.COUNT),
          option("store", Kind.COUNT),
          option("ahead", Kind.COUNT),
          option("held", Kind.COUNT),
          option("poll", Kind.COUNT),
          option("budget", Kind.COUNT),
          option("shuffle", Kind.DURATION),
          option("pauses", Kind.DURATION),
          flag("resizes"));

  private static final Part.Rest THEN =
      new Part.Rest("sql", List.of("then", "sql"), Kind.STATEMENT, false);

  static final Form START =
      Form.of(
              "start",
              Operations::start,
              NAME,
              needed("on", Kind.TOPIC),
              needed("group", Kind.GROUP),
              option("design", Kind.DESIGN))
          .and(SETTINGS)
          .and(List.of(THEN))
          .eg(
              "start anna on orders group billing from-beginning",
              "start ben on orders group email design pool workers 8 work 20ms",
              "start carla on orders group stock then sql INSERT INTO moves VALUES (:order, :total)");

  static final Form TRAFFIC =
      Form.of(
              "traffic",
              a ->
                  new Command.Traffic(
                      a.get("topic", String.class),
                      a.get("sessions", Integer.class),
                      a.get("messages", Integer.class),
                      a.get("rate", Long.class),
                      a.has("zipf"),
                      a.find("seed", Long.class)),
              place("topic", Kind.TOPIC),
              needed("sessions", Kind.COUNT),
              needed("messages", Kind.COUNT),
              needed("rate", Kind.RATE),
              flag("zipf"),
              option("seed", Kind.SEED))
          .eg("traffic orders sessions 10 messages 200 rate 50/s");

  static final Form FAIL =
      Form.of(
              "fail",
              Operations::fail,
              place("topic", Kind.TOPIC),
              place("which", Kind.WHICH),
              option("times", Kind.COUNT),
              flag("always", "times"),
              flag("transient"),
              flag("terminal", "transient"))
          .eg(
              "fail orders p0:102",
              "fail orders key=order-61 always",
              "fail orders 10% times 2 terminal");

  static final Form SEND =
      Form.of(
              "send",
              Operations::send,
              place("topic", Kind.TOPIC),
              needed("session", Kind.KEY),
              flag("ordered"),
              flag("unordered", "ordered"),
              option("failing", Kind.COUNT_OR_NONE),
              new Part.Rest("values", List.of(), Kind.VALUES, true))
          .eg(
              "send orders session trip-7 unordered London Paris",
              "send orders session trip-7 ordered failing 2 London Paris Rome");

  static final Form COMPARE =
      Form.of(
              "compare",
              Operations::compare,
              place("designs", Kind.DESIGNS),
              needed("on", Kind.TOPIC))
          .and(SETTINGS)
          .eg(
              "compare lanes pool on orders",
              "compare lanes workers partition on orders work 20ms");

  static final Form REDRIVE =
      Form.of(
              "redrive",
              a ->
                  new Command.Redrive(
                      a.get("group", String.class),
                      a.find("which", Object.class) instanceof Which.At at ? at : null),
              needed("group", Kind.GROUP),
              new Part.Rest("which", List.of(), Kind.LETTERS, false))
          .eg("redrive group billing", "redrive group billing p0:3");

  static final Form RELEASE =
      Form.of(
              "release",
              a ->
                  new Command.Release(a.get("group", String.class), a.get("session", String.class)),
              needed("group", Kind.GROUP),
              needed("session", Kind.KEY))
          .eg("release group billing session order-61");

  private Operations() {}

  private static Command start(Args a) {
    Design design = a.find("design", Design.class);
    Settings settings = settings(a, Settings.USUAL);
    return new Command.Start(
        a.get("name", String.class),
        a.get("on", String.class),
        a.get("group", String.class),
        design == null ? settings : settings.with(design));
  }

  private static Command compare(Args a) {
    List<?> designs = a.get("designs", List.class);
    return new Command.Compare(
        designs.stream().map(Design.class::cast).toList(),
        a.get("on", String.class),
        settings -> settings(a, settings));
  }

  /// What is said about how an instance is built, over what would hold otherwise.
  private static Settings settings(Args a, Settings other) {
    int poll = count(a, "poll", other.poll());
    return new Settings(
        other.design(),
        isWord(a, "commit", "highest", other.commitHighest()),
        count(a, "workers", other.workers()),
        count(a, "lane capacity", other.laneCapacity()),
        count(a, "store", other.store()),
        count(a, "ahead", other.ahead()),
        // There must be room for two polls, or the second one never comes.
        Math.max(count(a, "held", other.held()), 2 * poll),
        poll,
        count(a, "handlers", other.handlers()),
        nanos(a, "work", other.workNanos()),
        nanos(a, "idle", other.idleNanos()),
        count(a, "retry", other.attemptsMax()),
        nanos(a, "from", other.retryNanos()),
        nanos(a, "gap-timeout", other.gapNanos()),
        nanos(a, "handlers within", other.handlerNanos()),
        nanos(a, "commit every", other.commitNanos()),
        nanos(a, "drain within", other.drainNanos()),
        count(a, "budget", other.budget()),
        isWord(a, "dedup", "on", other.dedup()),
        isWord(a, "after-dead-letter", "halt", other.haltAfterDeadLetter()),
        isWord(a, "drain", "on", other.drain()),
        isWord(a, "fence", "on", other.fence()),
        isWord(a, "retry-at", "end", other.retryAtEnd()),
        a.has("when-full")
            ? Settings.WhenFull.valueOf(a.get("when-full", String.class).toUpperCase(Locale.ROOT))
            : other.whenFull(),
        a.has("from-beginning") || other.fromBeginning(),
        nanos(a, "shuffle", other.shuffleNanos()),
        nanos(a, "pauses", other.pauseNanos()),
        a.has("resizes") || other.resizes(),
        a.has("sql") ? a.get("sql", String.class) : other.sql());
  }

  private static boolean isWord(Args a, String name, String word, boolean otherwise) {
    String said = a.find(name, String.class);
    return said == null ? otherwise : said.equals(word);
  }

  private static int count(Args a, String name, int otherwise) {
    Integer count = a.find(name, Integer.class);
    return count == null ? otherwise : count;
  }

  private static long nanos(Args a, String name, long otherwise) {
    Long millis = a.find(name, Long.class);
    return millis == null ? otherwise : MILLI * millis;
  }

  private static Command send(Args a) {
    List<?> values = a.get("values", List.class);
    return new Command.Send(
        a.get("topic", String.class),
        a.get("session", String.class),
        !a.has("unordered"),
        count(a, "failing", 1),
        values.stream().map(String.class::cast).toList());
  }

  private static Command fail(Args a) {
    Integer times = a.find("times", Integer.class);
    Integer meant = a.has("always") ? null : times == null ? Integer.valueOf(1) : times;
    return new Command.Fail(
        a.get("topic", String.class), a.get("which", Which.class), meant, a.has("terminal"));
  }
}
