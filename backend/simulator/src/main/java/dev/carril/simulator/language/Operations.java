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

  static final Form START =
      Form.of(
              "start",
              Operations::start,
              NAME,
              needed("on", Kind.TOPIC),
              needed("group", Kind.GROUP),
              option("design", Kind.DESIGN),
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
              option("pauses", Kind.DURATION))
          .eg(
              "start anna on orders group billing from-beginning",
              "start ben on orders group email design pool workers 8 work 20ms");

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

  private Operations() {}

  private static Command start(Args a) {
    int poll = count(a, "poll", 500);
    var settings =
        new Settings(
            a.has("design") ? a.get("design", Design.class) : Design.LANES,
            word(a, "commit", "contiguous").equals("highest"),
            count(a, "workers", 4),
            count(a, "lane capacity", 100),
            count(a, "store", 25_000),
            count(a, "ahead", 100_000),
            // There must be room for two polls, or the second one never comes.
            Math.max(count(a, "held", 50_000), 2 * poll),
            poll,
            count(a, "handlers", 100_000),
            nanos(a, "work", 50),
            nanos(a, "idle", 5_000),
            count(a, "retry", 3),
            nanos(a, "from", 100),
            nanos(a, "gap-timeout", 0),
            nanos(a, "handlers within", 0),
            nanos(a, "commit every", 1_000),
            nanos(a, "drain within", 30_000),
            count(a, "budget", 100),
            word(a, "dedup", "off").equals("on"),
            word(a, "after-dead-letter", "continue").equals("halt"),
            word(a, "drain", "on").equals("on"),
            word(a, "fence", "on").equals("on"),
            word(a, "retry-at", "lane").equals("end"),
            Settings.WhenFull.valueOf(word(a, "when-full", "pause").toUpperCase(Locale.ROOT)),
            a.has("from-beginning"),
            nanos(a, "shuffle", 0),
            nanos(a, "pauses", 0));
    return new Command.Start(
        a.get("name", String.class),
        a.get("on", String.class),
        a.get("group", String.class),
        settings);
  }

  private static String word(Args a, String name, String otherwise) {
    String word = a.find(name, String.class);
    return word == null ? otherwise : word;
  }

  private static int count(Args a, String name, int otherwise) {
    Integer count = a.find(name, Integer.class);
    return count == null ? otherwise : count;
  }

  private static long nanos(Args a, String name, long otherwiseMillis) {
    Long millis = a.find(name, Long.class);
    return MILLI * (millis == null ? otherwiseMillis : millis);
  }

  private static Command fail(Args a) {
    Integer times = a.find("times", Integer.class);
    Integer meant = a.has("always") ? null : times == null ? Integer.valueOf(1) : times;
    return new Command.Fail(
        a.get("topic", String.class), a.get("which", Which.class), meant, a.has("terminal"));
  }
}
