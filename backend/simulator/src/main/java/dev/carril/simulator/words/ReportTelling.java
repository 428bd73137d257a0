package dev.carril.simulator.words;

import dev.carril.simulator.Report;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Puts what is told about instances into tables.
final class ReportTelling {
  private static final int STATEMENT_SHOWN = 60;

  private final Words words;
  private final Telling telling;

  ReportTelling(Words words, Telling telling) {
    this.words = words;
    this.telling = telling;
  }

  void tell(Report report) {
    switch (report) {
      case Report.Instances it -> instances(it);
      case Report.Lanes it -> lanes(it);
      case Report.CommitPoints it -> commitPoints(it);
      case Report.Blocked it -> blocked(it);
      case Report.DeadLetters it -> deadLetters(it);
      case Report.Trace it -> trace(it);
      case Report.Compared it -> compared(it);
      case Report.Metrics it -> metrics(it);
    }
  }

  private String none() {
    return words.text("none");
  }

  private String orNone(@Nullable Number number) {
    return number == null ? none() : number.toString();
  }

  /// A figure to one digit at most behind the point.
  private String figure(@Nullable Double number) {
    return number == null
        ? none()
        : String.format(Locale.ROOT, "%.1f", number).replaceAll("\\.?0+$", "");
  }

  private String millis(@Nullable Double millis) {
    return millis == null ? none() : figure(millis) + "ms";
  }

  private String state(String word) {
    return words.text("state." + word);
  }

  private void instances(Report.Instances it) {
    if (it.instances().isEmpty()) {
      telling.say("reply.no-instances", Map.of());
      return;
    }
    boolean anySql = it.instances().stream().anyMatch(row -> row.sql() != null);
    telling.table(
        perhaps(
            anySql,
            List.of(
                telling.column("instance"),
                telling.column("topic"),
                telling.column("group"),
                telling.column("design"),
                telling.column("state"),
                telling.column("owned")),
            telling.column("then-sql")),
        it.instances().stream()
            .map(row ->
                perhaps(
                    anySql,
                    List.of(
                        row.name(),
                        row.topic(),
                        row.group(),
                        row.title(),
                        state(row.state()),
                        row.owned().isEmpty()
                            ? none()
                            : String.join(" ", row.owned().stream().map(Telling::p).toList())),
                    row.sql() == null ? none() : onOneLine(row.sql())))
            .toList());
    for (Report.Instances.Row row : it.instances()) {
      row.paused().forEach(one -> paused(row.name(), one));
      if (row.reprieved() > 0) {
        telling.say("reply.reprieved", Map.of("instance", row.name(), "count", row.reprieved()));
      }
    }
  }

  private void paused(String instance, Report.Instances.Paused one) {
    String session = one.session();
    // A store may be full of a few sessions' records, of which none holds it alone.
    String key = "reply.paused." + one.reason() + (session == null ? "" : ".one");
    telling.say(
        key,
        Map.of(
            "instance",
            instance,
            "place",
            Telling.p(one.partition()),
            "session",
            session == null ? "" : Telling.shownWord(session)));
  }

  /// A column that is there only where it has something to say.
  private static <T> List<T> perhaps(boolean isThere, List<T> columns, T last) {
    return isThere ? Stream.concat(columns.stream(), Stream.of(last)).toList() : columns;
  }

  private static String onOneLine(String sql) {
    String line = sql.strip().replaceAll("\\s+", " ");
    return line.codePointCount(0, line.length()) <= STATEMENT_SHOWN
        ? line
        : line.substring(0, line.offsetByCodePoints(0, STATEMENT_SHOWN - 1)) + "…";
  }

  private void lanes(Report.Lanes it) {
    if (it.lanes().isEmpty()) {
      telling.say("reply.no-lanes", Map.of("name", it.name()));
      return;
    }
    telling.table(
        List.of(
            telling.number("worker"),
            telling.column("session"),
            telling.column("state"),
            telling.number("attempt"),
            telling.number("queued"),
            telling.number("back-off")),
        it.lanes().stream()
            .map(row ->
                List.of(
                    orNone(row.worker()),
                    Telling.shownWord(row.session()),
                    state(row.state()),
                    "" + row.attempt(),
                    "" + row.queued(),
                    row.backoffMillis() == null ? none() : Telling.duration(row.backoffMillis())))
            .toList());
  }

  private void commitPoints(Report.CommitPoints it) {
    telling.table(
        List.of(
            telling.column("partition"),
            telling.number("committed"),
            telling.number("commit-point"),
            telling.number("done-ahead"),
            telling.number("end"),
            telling.number("lag")),
        it.partitions().stream()
            .map(row ->
                List.of(
                    Telling.p(row.partition()),
                    orNone(row.committed()),
                    orNone(row.commitPoint()),
                    orNone(row.doneAhead()),
                    "" + row.end(),
                    orNone(row.lag())))
            .toList());
  }

  private void blocked(Report.Blocked it) {
    if (it.blocked().isEmpty()) {
      telling.say("reply.nothing-blocked", Map.of("group", it.group()));
      return;
    }
    telling.table(
        List.of(
            telling.column("record"),
            telling.column("session"),
            telling.column("state"),
            telling.number("attempt"),
            telling.number("age")),
        it.blocked().stream()
            .map(row ->
                List.of(
                    Telling.place(row.topic(), row.partition(), row.offset()),
                    Telling.shownWord(row.session()),
                    state(row.state()),
                    "" + row.attempt(),
                    Telling.duration(row.ageMillis())))
            .toList());
  }

  private void deadLetters(Report.DeadLetters it) {
    if (it.records().isEmpty()) {
      telling.say("reply.no-dead-letters", Map.of("group", it.group()));
      return;
    }
    boolean anyWhy = it.records().stream().anyMatch(row -> row.why() != null);
    telling.table(
        perhaps(
            anyWhy,
            List.of(
                telling.column("record"),
                telling.column("session"),
                telling.column("reason"),
                telling.number("attempts")),
            telling.column("why")),
        it.records().stream()
            .map(row ->
                perhaps(
                    anyWhy,
                    List.of(
                        Telling.place(row.topic(), row.partition(), row.offset()),
                        Telling.shownWord(row.session()),
                        words.text("reason." + row.reason()),
                        "" + row.attempts()),
                    row.why() == null ? none() : why(row.why())))
            .toList());
  }

  private static final Pattern MISSING = Pattern.compile("missing-parameter :(\\S+) \\((.*)\\)");

  // What the database says is told as it says it; what is our own is a code.
  private String why(String said) {
    Matcher missing = MISSING.matcher(said);
    if (missing.matches()) {
      return words.text(
          "why.missing-parameter", Map.of("name", missing.group(1), "have", missing.group(2)));
    }
    String key = "why." + said;
    return words.has(key) ? words.text(key) : said;
  }

  private void trace(Report.Trace it) {
    telling.table(
        List.of(
            telling.column("time"),
            telling.number("took"),
            telling.column("span"),
            telling.column("outcome"),
            telling.column("instance")),
        it.spans().stream()
            .map(row ->
                List.of(
                    Instant.ofEpochMilli(row.startMillis()).toString(),
                    took(row),
                    words.text("span." + row.name(), Map.of("attempt", row.attempt())),
                    outcome(row.outcome()),
                    row.instance() == null ? none() : row.instance()))
            .toList());
  }

  private String took(Report.Trace.Span span) {
    Long end = span.endMillis();
    if (end == null) {
      return words.text("still");
    }
    return end == span.startMillis() ? none() : Telling.duration(end - span.startMillis());
  }

  private String outcome(@Nullable String word) {
    if (word == null) {
      return "";
    }
    String key = "outcome." + word;
    return words.text(words.has(key) ? key : "reason." + word);
  }

  private String perSecond(@Nullable Double count) {
    return count == null ? none() : words.text("per-second", Map.of("count", figure(count)));
  }

  private void compared(Report.Compared it) {
    telling.table(
        List.of(
            telling.column("design"),
            telling.number("throughput"),
            telling.number("p50"),
            telling.number("p99"),
            telling.number("violations"),
            telling.number("lost"),
            telling.number("duplicates")),
        it.rows().stream()
            .map(row ->
                List.of(
                    row.design(),
                    perSecond(row.throughput()),
                    millis(row.p50Millis()),
                    millis(row.p99Millis()),
                    "" + row.violations(),
                    "" + row.lost(),
                    "" + row.duplicates()))
            .toList());
  }

  private void metrics(Report.Metrics it) {
    telling.table(
        List.of(
            telling.number("throughput"),
            telling.number("p50"),
            telling.number("p99"),
            telling.number("in-flight"),
            telling.number("parked"),
            telling.number("lag"),
            telling.number("retries"),
            telling.number("dead-letters")),
        List.of(
            List.of(
                perSecond(it.throughput()),
                millis(it.p50Millis()),
                millis(it.p99Millis()),
                "" + it.inFlight(),
                "" + it.parked(),
                orNone(it.lag()),
                "" + it.retries(),
                "" + it.deadLetters())));
  }
}
