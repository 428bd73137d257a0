package dev.carril.simulator.tools;

import dev.carril.simulator.Command;
import dev.carril.simulator.log.Header;
import dev.carril.simulator.log.Partitioner;
import dev.carril.simulator.log.Retention;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// What one would type at a real cluster.
///
/// Options are those of Kafka's documentation for 4.x; `localhost:9092` stands for a broker of
/// one's own.
public final class ToReal {
  private static final String BROKER = " --bootstrap-server localhost:9092";

  private ToReal() {}

  /// @param lines commands for a shell, in order; empty where Kafka has no tool for it
  /// @param notes codes of sentences (`real.CODE` in the catalogue) about what is not the same
  public record Told(List<String> lines, List<String> notes) {
    public Told {
      lines = List.copyOf(lines);
      notes = List.copyOf(notes);
    }
  }

  public static Told tell(Command command) {
    return switch (command) {
      case Command.CreateTopic it -> create(it);
      case Command.Topics() -> told("kafka-topics" + BROKER + " --list");
      case Command.Produce it -> produce(it);
      case Command.Read it -> read(it);
      case Command.Consume it -> consume(it);
      case Command.Offsets(var topic) ->
          new Told(
              List.of(
                  "kafka-get-offsets" + BROKER + " --topic " + topic,
                  "kafka-consumer-groups" + BROKER + " --describe --all-groups"),
              List.of("offsets"));
      case Command.Describe(var group) ->
          told("kafka-consumer-groups" + BROKER + " --describe --group " + group);
      case Command.Groups() -> told("kafka-consumer-groups" + BROKER + " --list");
      case Command.Reset it -> reset(it);
      case Command.Leave _ -> none("leave");
      case Command.Wait _ -> none("wait");
      case Command.Compact _ -> none("compact");
      case Command.Sql _ -> none("sql");
      case Command.Start _, Command.Restart _ -> none("start");
      case Command.Stop _, Command.Crash _, Command.Lose _, Command.Freeze _ -> none("stop");
      case Command.Traffic _, Command.TrafficOff _ -> none("traffic");
      case Command.Fail _,
          Command.FailCommits _,
          Command.Slow _,
          Command.Hang _,
          Command.OutageDeadLetters _,
          Command.Heal _ ->
          none("faults");
      case Command.Send _ -> none("send");
      case Command.Run _, Command.Step _, Command.Goto _, Command.Play _, Command.Pause _ ->
          none("wait");
      case Command.CheckOrder _, Command.Compare _ -> none("check");
      case Command.CommitPoint(var _, var group) ->
          new Told(
              List.of("kafka-consumer-groups" + BROKER + " --describe --group " + group),
              List.of("commit-point"));
      case Command.Redrive _, Command.Release _ -> none("redrive");
      case Command.DeadLetters _ -> none("dead-letters");
      case Command.Instances _,
          Command.Lanes _,
          Command.Metrics _,
          Command.Blocked _,
          Command.Trace _ ->
          none("reports");
      case Command.Undo _, Command.Redo _, Command.StartOver _ -> none("undo");
      case Command.Help _, Command.History _, Command.Clear _ -> none("console");
    };
  }

  private static Told told(String line, String... notes) {
    return new Told(List.of(line), List.of(notes));
  }

  private static Told none(String note) {
    return new Told(List.of(), List.of(note));
  }

  private static Told create(Command.CreateTopic it) {
    var line = new StringBuilder("kafka-topics" + BROKER + " --create --topic " + it.topic());
    line.append(" --partitions ").append(it.partitions());
    it.retention()
        .ifPresent(retention ->
            line.append(
                switch (retention) {
                  case Retention.Age(var millis) -> " --config retention.ms=" + millis;
                  case Retention.Bytes(var bytes) -> " --config retention.bytes=" + bytes;
                  case Retention.Records _ -> "";
                }));
    if (it.compacted()) {
      line.append(" --config cleanup.policy=compact");
    }
    var notes = new ArrayList<String>();
    if (it.retention().orElse(null) instanceof Retention.Records) {
      notes.add("retention-records");
    }
    if (it.partitioner() == Partitioner.SUM) {
      notes.add("partitioner");
    }
    return new Told(List.of(line.toString()), notes);
  }

  private static Told produce(Command.Produce it) {
    var input = new StringBuilder();
    var options = new StringBuilder();
    var notes = new ArrayList<String>();
    if (!it.headers().isEmpty()) {
      input.append(
          it.headers().stream().map(ToReal::header).collect(Collectors.joining(",", "", "\t")));
      options.append(" --reader-property parse.headers=true");
    }
    if (it.key() != null) {
      input.append(it.key()).append('|');
      options.append(" --reader-property parse.key=true --reader-property ");
      options.append(Shell.quote("key.separator=|"));
    }
    if (it.value() == null) {
      input.append("NULL");
      options.append(" --reader-property null.marker=NULL");
    } else {
      input.append(onOneLine(it.value()));
    }
    if (it.partition() != null) {
      notes.add("partition");
    }
    String line =
        "printf '%s\\n' "
            + Shell.quote(input.toString())
            + " | kafka-console-producer"
            + BROKER
            + " --topic "
            + it.topic()
            + options;
    return new Told(List.of(line), notes);
  }

  private static String header(Header header) {
    return header.key() + ":" + header.value();
  }

  private static String onOneLine(String value) {
    return value.replaceAll("\\s*[\\r\\n]+\\s*", " ");
  }

  private static Told read(Command.Read it) {
    String options = "";
    if (it.partition() != null) {
      String offset = it.from() == null ? "earliest" : Long.toString(it.from());
      options = " --partition " + it.partition() + " --offset " + offset;
    } else {
      options = " --from-beginning";
    }
    String line = "kafka-console-consumer" + BROKER + " --topic " + it.topic() + options + shows();
    return it.partition() == null && it.from() != null
        ? told(line, "from-needs-partition", "never-ends")
        : told(line, "never-ends");
  }

  private static String shows() {
    return " --formatter-property print.partition=true --formatter-property print.offset=true"
        + " --formatter-property print.key=true";
  }

  private static Told consume(Command.Consume it) {
    var line = new StringBuilder("kafka-console-consumer" + BROKER);
    line.append(" --topic ").append(it.topic()).append(" --group ").append(it.group());
    var notes = new ArrayList<String>();
    if (it.fromBeginning()) {
      line.append(" --from-beginning");
    }
    if (it.max() != null) {
      line.append(" --max-messages ").append(it.max());
    } else {
      notes.add("never-ends");
    }
    switch (it.saving()) {
      case Command.Saving.AfterWork() -> {}
      case Command.Saving.Never() -> line.append(" --command-property enable.auto.commit=false");
      case Command.Saving.BeforeWork _ -> notes.add("commit-first");
    }
    if (it.sql() != null) {
      notes.add("then-sql");
    }
    return new Told(List.of(line.append(shows()).toString()), notes);
  }

  private static Told reset(Command.Reset it) {
    String to =
        switch (it.to()) {
          case Command.Target.Offset(var offset) -> "--to-offset " + offset;
          case Command.Target.Earliest() -> "--to-earliest";
          case Command.Target.Latest() -> "--to-latest";
        };
    String topic = it.topic() == null ? "--all-topics" : "--topic " + it.topic();
    return told(
        "kafka-consumer-groups"
            + BROKER
            + " --group "
            + it.group()
            + " "
            + topic
            + " --reset-offsets "
            + to
            + " --execute",
        "reset-stopped");
  }
}
