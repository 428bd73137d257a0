package dev.carril.simulator.language;

import static dev.carril.simulator.language.Operations.NAME;
import static dev.carril.simulator.language.Part.flag;
import static dev.carril.simulator.language.Part.needed;
import static dev.carril.simulator.language.Part.option;
import static dev.carril.simulator.language.Part.place;

import dev.carril.simulator.Command;
import dev.carril.simulator.Reply;
import dev.carril.simulator.instance.Which;
import dev.carril.simulator.log.Header;
import dev.carril.simulator.log.Partitioner;
import dev.carril.simulator.log.Retention;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Every command's form, written once. Parsing, help, completion and suggestions are read off it.
public final class Grammar {
  /// What people try who know tables better than logs.
  static final List<String> CHANGING = List.of("update", "delete", "insert", "drop", "alter");

  static final String TOMBSTONE = "tombstone";

  static final String ALL = "all";

  static final List<Form> FORMS =
      List.of(
          Form.of(
                  "create topic",
                  a ->
                      new Command.CreateTopic(
                          a.get("topic", String.class),
                          a.get("partitions", Integer.class),
                          a.has("partitioner")
                              ? a.get("partitioner", Partitioner.class)
                              : Partitioner.SUM,
                          Optional.ofNullable(a.find("retention", Retention.class)),
                          a.has("compacted")),
                  place("topic", Kind.NEW_TOPIC),
                  needed("partitions", Kind.COUNT),
                  option("partitioner", Kind.PARTITIONER),
                  option("retention", Kind.RETENTION),
                  flag("compacted"))
              .eg("create topic orders partitions 3", "create topic prices partitions 1 compacted"),
          Form.of("topics", _ -> new Command.Topics()).eg("topics"),
          Form.of(
                  "produce",
                  Grammar::produce,
                  place("topic", Kind.TOPIC),
                  new Part.Option("key", List.of("key"), Kind.KEY, false, false, true, null, null),
                  option("partition", Kind.PARTITION),
                  new Part.Option(
                      "header", List.of("header"), Kind.HEADER, false, true, false, null, null),
                  new Part.Rest("value", List.of(), Kind.VALUE, true))
              .eg(
                  "produce orders key=customer-7 {\"order\":61,\"total\":12.40}",
                  "produce orders -- partition 3 is down",
                  "produce prices key=product-7 tombstone"),
          Form.of(
                  "read",
                  a ->
                      new Command.Read(
                          a.get("topic", String.class),
                          a.find("partition", Integer.class),
                          a.find("from", Long.class)),
                  place("topic", Kind.TOPIC),
                  option("partition", Kind.PARTITION),
                  option("from", Kind.OFFSET))
              .eg("read orders", "read orders partition 1 from 2"),
          Form.of(
                  "consume",
                  Grammar::consume,
                  place("topic", Kind.TOPIC),
                  needed("group", Kind.GROUP),
                  option("as", Kind.MEMBER),
                  option("max", Kind.COUNT),
                  flag("from-beginning"),
                  flag("no-commit"),
                  flag("commit-first", "no-commit"),
                  new Part.Option(
                      "fall-over after",
                      List.of("fall-over", "after"),
                      Kind.COUNT_OR_NONE,
                      false,
                      false,
                      false,
                      null,
                      "commit-first"),
                  new Part.Rest("sql", List.of("then", "sql"), Kind.STATEMENT, false))
              .eg(
                  "consume orders group billing from-beginning",
                  "consume orders group billing as billing-2 max 2",
                  "consume orders group billing then sql INSERT INTO invoices VALUES (:order, :total)"),
          Form.of(
                  "offsets",
                  a -> new Command.Offsets(a.get("topic", String.class)),
                  place("topic", Kind.TOPIC))
              .eg("offsets orders"),
          Form.of(
                  "describe",
                  a -> new Command.Describe(a.get("group", String.class)),
                  needed("group", Kind.GROUP))
              .eg("describe group billing"),
          Form.of("groups", _ -> new Command.Groups()).eg("groups"),
          Form.of(
                  "reset",
                  a ->
                      new Command.Reset(
                          a.get("group", String.class),
                          a.find("topic", String.class),
                          a.get("to", Command.Target.class)),
                  needed("group", Kind.GROUP),
                  option("topic", Kind.TOPIC),
                  needed("to", Kind.TARGET))
              .eg("reset group email to earliest", "reset group email topic orders to 2"),
          Form.of(
                  "leave",
                  a -> {
                    String group = a.get("group", String.class);
                    return new Command.Leave(group, member(a, group));
                  },
                  needed("group", Kind.GROUP),
                  option("as", Kind.MEMBER))
              .eg("leave group billing as billing-2"),
          Form.of(
                  "wait",
                  a -> new Command.Wait(a.get("duration", Long.class)),
                  place("duration", Kind.DURATION))
              .eg("wait 8d", "wait 500ms"),
          Form.of(
                  "compact",
                  a -> new Command.Compact(a.get("topic", String.class)),
                  place("topic", Kind.TOPIC))
              .eg("compact prices"),
          Form.of(
                  "sql",
                  a -> new Command.Sql(a.get("sql", String.class)),
                  new Part.Rest("sql", List.of(), Kind.STATEMENT, true))
              .eg("sql CREATE TABLE invoices (order_id INTEGER UNIQUE, total TEXT)"),
          Operations.START,
          Form.of("stop", a -> new Command.Stop(a.get("name", String.class)), NAME).eg("stop anna"),
          Form.of("crash", a -> new Command.Crash(a.get("name", String.class)), NAME)
              .eg("crash anna"),
          Form.of("restart", a -> new Command.Restart(a.get("name", String.class)), NAME)
              .eg("restart anna"),
          Form.of(
                  "lose",
                  a ->
                      new Command.Lose(
                          a.get("name", String.class), a.get("partition", Integer.class)),
                  NAME,
                  place("partition", Kind.ROW))
              .eg("lose anna p0"),
          Form.of(
                  "freeze",
                  a -> new Command.Freeze(a.get("name", String.class), a.get("time", Long.class)),
                  NAME,
                  place("time", Kind.DURATION))
              .eg("freeze anna 30s"),
          Operations.TRAFFIC,
          Form.of("traffic off", _ -> new Command.TrafficOff()).eg("traffic off"),
          Operations.SEND,
          Operations.FAIL,
          Form.of(
                  "fail commits",
                  a -> new Command.FailCommits(a.get("time", Long.class)),
                  place("time", Kind.DURATION))
              .eg("fail commits 5s"),
          Form.of(
                  "slow",
                  a ->
                      new Command.Slow(
                          a.get("topic", String.class),
                          a.get("which", Which.class),
                          a.get("time", Long.class)),
                  place("topic", Kind.TOPIC),
                  place("which", Kind.PLACE_OR_KEY),
                  place("time", Kind.DURATION))
              .eg("slow orders p0:104 5s", "slow orders key=order-61 2s"),
          Form.of(
                  "hang",
                  a -> new Command.Hang(a.get("topic", String.class), a.get("which", Which.class)),
                  place("topic", Kind.TOPIC),
                  place("which", Kind.SPOT))
              .eg("hang orders p0:104"),
          Form.of(
                  "outage dead-letters",
                  a -> new Command.OutageDeadLetters(a.get("time", Long.class)),
                  place("time", Kind.DURATION))
              .eg("outage dead-letters 30s"),
          Form.of("heal", _ -> new Command.Heal()).eg("heal"),
          Form.of(
                  "run",
                  a -> new Command.Run(a.get("time", Long.class)),
                  place("time", Kind.DURATION))
              .eg("run 10s"),
          Form.of(
                  "step",
                  a -> {
                    Integer events = a.find("events", Integer.class);
                    return new Command.Step(events == null ? 1 : events);
                  },
                  new Part.Place("events", Kind.COUNT, false))
              .eg("step", "step 20"),
          Form.of(
                  "goto",
                  a -> new Command.Goto(a.get("time", Long.class)),
                  place("time", Kind.SINCE))
              .eg("goto 12s"),
          Form.of(
                  "play",
                  a -> {
                    BigDecimal speed = a.find("speed", BigDecimal.class);
                    return new Command.Play(speed == null ? BigDecimal.ONE : speed);
                  },
                  new Part.Place("speed", Kind.SPEED, false))
              .eg("play", "play 0.5"),
          Form.of("pause", _ -> new Command.Pause()).eg("pause"),
          Form.of("instances", _ -> new Command.Instances()).eg("instances"),
          Form.of("lanes", a -> new Command.Lanes(a.get("name", String.class)), NAME)
              .eg("lanes anna"),
          Form.of("metrics", a -> new Command.Metrics(a.get("name", String.class)), NAME)
              .eg("metrics anna"),
          Reports.COMMIT_POINT,
          Reports.BLOCKED,
          Reports.DEAD_LETTERS,
          Reports.TRACE,
          Operations.COMPARE,
          Operations.REDRIVE,
          Operations.RELEASE,
          Form.of(
                  "check order",
                  a ->
                      new Command.CheckOrder(
                          a.find("topic", String.class), a.get("group", String.class)),
                  new Part.Place("topic", Kind.TOPIC, false),
                  needed("group", Kind.GROUP))
              .eg("check order orders group billing", "check order group billing"),
          Form.of("undo", _ -> new Command.Undo()).eg("undo"),
          Form.of("redo", _ -> new Command.Redo()).eg("redo"),
          Form.of("start over", _ -> new Command.StartOver()).eg("start over"),
          Form.of(
                  "help",
                  a -> new Command.Help(a.find("command", String.class)),
                  new Part.Place("command", Kind.COMMAND, false))
              .eg("help", "help consume"),
          Form.of("history", _ -> new Command.History()).eg("history"),
          Form.of("clear", _ -> new Command.Clear()).eg("clear"));

  private static final Map<String, List<Form>> BY_FIRST_WORD =
      FORMS.stream().collect(Collectors.groupingBy(form -> form.verb().getFirst()));

  private Grammar() {}

  /// The forms whose verbs begin with this word, in order.
  static List<Form> begunBy(String word) {
    return BY_FIRST_WORD.getOrDefault(word, List.of());
  }

  private static Command produce(Args a) {
    Value value = a.get("value", Value.class);
    return new Command.Produce(
        a.get("topic", String.class),
        a.find("key", String.class),
        a.find("partition", Integer.class),
        a.all("header", Header.class),
        value.text());
  }

  /// @param text null for a tombstone
  record Value(@Nullable String text) {}

  private static Command consume(Args a) {
    String group = a.get("group", String.class);
    Command.Saving saving = new Command.Saving.AfterWork();
    if (a.has("no-commit")) {
      saving = new Command.Saving.Never();
    } else if (a.has("commit-first")) {
      saving = new Command.Saving.BeforeWork(a.find("fall-over after", Integer.class));
    }
    return new Command.Consume(
        a.get("topic", String.class),
        group,
        member(a, group),
        a.find("max", Integer.class),
        a.has("from-beginning"),
        saving,
        a.find("sql", String.class));
  }

  /// Who is meant where no member is named: `billing-1` of group billing.
  private static String member(Args a, String group) {
    String named = a.find("as", String.class);
    return named == null ? group + "-1" : named;
  }

  static List<String> verbs() {
    return FORMS.stream().map(Form::name).toList();
  }

  static List<String> firstWords() {
    return FORMS.stream().map(form -> form.verb().getFirst()).distinct().toList();
  }

  /// Every command, for `help`.
  public static Reply.Commands commands() {
    return new Reply.Commands(FORMS.stream().map(Grammar::told).toList());
  }

  /// One command, for `help consume`.
  ///
  /// @throws IllegalArgumentException if there is no such command
  public static Reply.Usage usage(String verb) {
    Form form =
        FORMS.stream()
            .filter(f -> f.name().equals(verb.toLowerCase(Locale.ROOT)))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no command " + verb));
    List<Reply.Usage.Option> options =
        form.parts().stream()
            .map(part -> new Reply.Usage.Option(form.code(part), part.shown()))
            .toList();
    return new Reply.Usage(told(form), options, form.examples());
  }

  private static Reply.Form told(Form form) {
    return new Reply.Form(form.code(), form.name(), form.usage());
  }
}
