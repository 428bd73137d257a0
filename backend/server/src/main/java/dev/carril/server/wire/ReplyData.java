package dev.carril.server.wire;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carril.simulator.Reply;
import dev.carril.simulator.log.Header;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.log.Range;
import dev.carril.simulator.sql.SqlResult;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Replies for programs: the same in every language, and what is not there is null and never 0.
public final class ReplyData {
  private ReplyData() {}

  /// What the reply tells, in the shape that `./carril run --json` and the protocol promise.
  public static ObjectNode of(Reply reply) {
    ObjectNode json = Json.object();
    switch (reply) {
      case Reply.CreatedTopic(var topic, var partitions) ->
          json.put("topic", topic).put("partitions", partitions);
      case Reply.TopicList(var topics) -> topics(json.putArray("topics"), topics);
      case Reply.Produced(var _, var partition, var offset, var dealt) -> {
        json.put("partition", partition).put("offset", offset);
        dealt(json, dealt);
      }
      case Reply.Records(var _, var records, var _, var _) ->
          records(json.putArray("records"), records);
      case Reply.Consumed consumed -> consumed(json, consumed);
      case Reply.OffsetTable(var _, var partitions, var groups) ->
          offsets(json, partitions, groups);
      case Reply.GroupTable(var group, var rows) -> {
        json.put("group", group);
        groupRows(json.putArray("rows"), rows);
      }
      case Reply.GroupList(var groups) -> groups(json.putArray("groups"), groups);
      case Reply.Reset(var _, var moved) -> moves(json.putArray("moved"), moved);
      case Reply.Left(var _, var _, var assignment) ->
          assignment(json.putObject("assignment"), assignment);
      case Reply.Waited(var nowMillis, var removed, var _) ->
          json.put("now", FactJson.moment(nowMillis)).put("removed", removed);
      case Reply.Compacted(var _, var removed) -> json.put("removed", removed);
      case Reply.Ran(var result) -> sql(json, result);
      case Reply.StartedInstance(var name, var topic, var group, var design, var _, var _) ->
          json.put("name", name).put("topic", topic).put("group", group).put("design", design);
      case Reply.StoppedInstance(var name) -> json.put("name", name);
      case Reply.CrashedInstance(var name) -> json.put("name", name);
      case Reply.LostPartition(var name, var partition) ->
          json.put("name", name).put("partition", partition);
      case Reply.FrozeInstance(var name, var millis) ->
          json.put("name", name).put("millis", millis);
      case Reply.StartedTraffic(
              var topic,
              var sessions,
              var messages,
              var perSecond,
              var instead) -> {
        json.put("topic", topic)
            .put("sessions", sessions)
            .put("messages", messages)
            .put("rate", perSecond);
        if (instead > 0) {
          json.put("instead", instead);
        }
      }
      case Reply.StoppedTraffic(var left) -> json.put("left", left);
      case Reply.SetToFail(var topic, var which, var times, var terminal) ->
          json.put("topic", topic)
              .put("which", which)
              .put("times", times)
              .put("terminal", terminal);
      case Reply.SetSlow(var topic, var which, var millis) ->
          json.put("topic", topic).put("which", which).put("millis", millis);
      case Reply.SetToHang(var topic, var which) -> json.put("topic", topic).put("which", which);
      case Reply.SetOutage(var millis) -> json.put("millis", millis);
      case Reply.SetCommitsToFail(var millis) -> json.put("millis", millis);
      case Reply.Healed(var any) -> json.put("any", any);
      case Reply.Went(var nowMillis, var steps) ->
          json.put("now", FactJson.moment(nowMillis)).put("steps", steps);
      case Reply.OrderChecked it -> checked(json, it);
      case Reply.Sent(var topic, var session, var ordered, var sends, var failing) ->
          json.put("topic", topic)
              .put("session", session)
              .put("ordered", ordered)
              .put("sends", sends)
              .put("failing", failing == 0 ? null : failing);
      case Reply.AtMoment(var nowMillis, var steps) ->
          json.put("now", FactJson.moment(nowMillis)).put("steps", steps);
      case Reply.Playing(var speed) -> json.put("playing", true).put("speed", speed);
      case Reply.Paused() -> json.put("playing", false);
      case Reply.Redrove it -> redrove(json, it);
      case Reply.Released(var group, var session) ->
          json.put("group", group).put("session", session);
      case Reply.Reported(var report) -> ReportData.put(json, report);
      case Reply.Undone(var command) -> json.put("command", command);
      case Reply.Redone(var command) -> json.put("command", command);
      case Reply.WentTo(var command, var at, var nowMillis) ->
          json.put("command", command).put("at", at).put("now", FactJson.moment(nowMillis));
      case Reply.StartedOver() -> {}
      case Reply.Commands(var forms) -> commands(json.putArray("commands"), forms);
      case Reply.Usage usage -> usage(json, usage);
      case Reply.History(var commands) -> strings(json.putArray("commands"), commands);
      case Reply.Cleared() -> {}
    }
    return json;
  }

  /// The command that this is the reply to, in one word.
  public static String kind(Reply reply) {
    return switch (reply) {
      case Reply.CreatedTopic _ -> "create";
      case Reply.TopicList _ -> "topics";
      case Reply.Produced _ -> "produce";
      case Reply.Records _ -> "read";
      case Reply.Consumed _ -> "consume";
      case Reply.OffsetTable _ -> "offsets";
      case Reply.GroupTable _ -> "describe";
      case Reply.GroupList _ -> "groups";
      case Reply.Reset _ -> "reset";
      case Reply.Left _ -> "leave";
      case Reply.Waited _ -> "wait";
      case Reply.Compacted _ -> "compact";
      case Reply.Ran _ -> "sql";
      case Reply.StartedInstance(var _, var _, var _, var _, var _, var again) ->
          again ? "restart" : "start";
      case Reply.StoppedInstance _ -> "stop";
      case Reply.CrashedInstance _ -> "crash";
      case Reply.LostPartition _ -> "lose";
      case Reply.FrozeInstance _ -> "freeze";
      case Reply.StartedTraffic _, Reply.StoppedTraffic _ -> "traffic";
      case Reply.SetToFail _, Reply.SetCommitsToFail _ -> "fail";
      case Reply.SetSlow _ -> "slow";
      case Reply.SetToHang _ -> "hang";
      case Reply.SetOutage _ -> "outage";
      case Reply.Healed _ -> "heal";
      case Reply.Went _ -> "run";
      case Reply.OrderChecked _ -> "check";
      case Reply.Redrove _ -> "redrive";
      case Reply.Released _ -> "release";
      case Reply.Reported(var report) -> ReportData.kind(report);
      case Reply.Undone _ -> "undo";
      case Reply.Redone _ -> "redo";
      case Reply.WentTo _, Reply.AtMoment _ -> "goto";
      case Reply.Playing _ -> "play";
      case Reply.Paused _ -> "pause";
      case Reply.Sent _ -> "send";
      case Reply.StartedOver _ -> "start";
      case Reply.Commands _, Reply.Usage _ -> "help";
      case Reply.History _ -> "history";
      case Reply.Cleared _ -> "clear";
    };
  }

  private static void checked(ObjectNode json, Reply.OrderChecked it) {
    json.put("checked", it.checked());
    ArrayNode violations = json.putArray("violations");
    for (Reply.OrderChecked.Disorder one : it.violations()) {
      violations
          .addObject()
          .put("kind", one.kind())
          .put("session", one.session())
          .put("topic", one.topic())
          .put("partition", one.partition())
          .put("offset", one.offset())
          .put("after", one.after());
    }
    ArrayNode lost = json.putArray("lost");
    for (Reply.OrderChecked.Missing one : it.lost()) {
      lost.addObject()
          .put("topic", one.topic())
          .put("partition", one.partition())
          .put("offset", one.offset());
    }
    ArrayNode duplicates = json.putArray("duplicates");
    for (Reply.OrderChecked.Again one : it.duplicates()) {
      duplicates
          .addObject()
          .put("kind", one.kind())
          .put("session", one.session())
          .put("topic", one.topic())
          .put("partition", one.partition())
          .put("offset", one.offset());
    }
    json.put("redriven", it.redriven());
    // How many there are in all: the lists name the first thousand.
    json.put("violationCount", it.violationCount());
    json.put("lostCount", it.lostCount());
    json.put("duplicateCount", it.duplicateCount());
    json.put("zombieCount", it.zombieCount());
    ArrayNode laws = json.putArray("laws");
    for (Reply.OrderChecked.Broken one : it.laws()) {
      laws.addObject()
          .put("law", one.law().name())
          .put("instance", one.instance())
          .put("what", one.what());
    }
  }

  private static void redrove(ObjectNode json, Reply.Redrove it) {
    ArrayNode records = json.putArray("records");
    for (Reply.Redrove.Row row : it.records()) {
      records
          .addObject()
          .put("topic", row.topic())
          .put("partition", row.partition())
          .put("offset", row.offset())
          .put("of", row.of());
    }
    strings(json.putArray("released"), it.released());
  }

  private static void topics(ArrayNode json, List<Reply.TopicList.Row> topics) {
    for (Reply.TopicList.Row row : topics) {
      json.addObject()
          .put("name", row.name())
          .put("partitions", row.partitions())
          .put("records", row.records());
    }
  }

  private static void dealt(ObjectNode json, Reply.Dealt dealt) {
    switch (dealt) {
      case Reply.Dealt.BySum(var _, var sum, var _, var remainder) ->
          json.put("sum", sum).put("remainder", remainder);
      case Reply.Dealt.Chosen _, Reply.Dealt.InTurn _, Reply.Dealt.ByMurmur2 _ -> {}
    }
  }

  private static void records(ArrayNode json, List<LogRecord> records) {
    for (LogRecord record : records) {
      ObjectNode one =
          json.addObject()
              .put("partition", record.partition())
              .put("offset", record.offset())
              .put("key", record.key())
              .put("value", record.value());
      ArrayNode headers = one.putArray("headers");
      for (Header header : record.headers()) {
        headers.addObject().put("key", header.key()).put("value", header.value());
      }
      one.put("timestamp", FactJson.moment(record.timestampMillis()));
    }
  }

  private static void consumed(ObjectNode json, Reply.Consumed consumed) {
    json.put("group", consumed.group()).put("member", consumed.member());
    ArrayNode owned = json.putArray("owned");
    consumed.owned().forEach(owned::add);
    records(json.putArray("records"), consumed.records());
    ObjectNode positions = json.putObject("positions");
    consumed
        .positions()
        .forEach((partition, position) -> positions.put(String.valueOf(partition), position));
    json.put("saved", consumed.saved());
    Reply.FellOver fellOver = consumed.fellOver();
    if (fellOver != null) {
      json.putObject("fellOver")
          .put("partition", fellOver.partition())
          .put("offset", fellOver.offset());
    }
    if (!consumed.lost().isEmpty()) {
      ArrayNode lost = json.putArray("lost");
      for (Range range : consumed.lost()) {
        lost.addObject()
            .put("partition", range.partition())
            .put("from", range.from())
            .put("to", range.to());
      }
    }
    if (!consumed.sql().isEmpty()) {
      ArrayNode results = json.putArray("sql");
      consumed.sql().forEach(result -> sql(results.addObject(), result));
    }
  }

  private static void offsets(
      ObjectNode json,
      List<Reply.OffsetTable.Ends> partitions,
      List<Reply.OffsetTable.GroupOffsets> groups) {
    ArrayNode rows = json.putArray("partitions");
    for (Reply.OffsetTable.Ends ends : partitions) {
      rows.addObject()
          .put("partition", ends.partition())
          .put("start", ends.start())
          .put("end", ends.end());
    }
    ArrayNode groupRows = json.putArray("groups");
    for (Reply.OffsetTable.GroupOffsets group : groups) {
      ArrayNode positions = groupRows.addObject().put("group", group.group()).putArray("positions");
      for (Reply.OffsetTable.Offset offset : group.positions()) {
        positions
            .addObject()
            .put("partition", offset.partition())
            .put("position", offset.position())
            .put("lag", offset.lag());
      }
    }
  }

  private static void groupRows(ArrayNode json, List<Reply.GroupTable.Row> rows) {
    for (Reply.GroupTable.Row row : rows) {
      json.addObject()
          .put("topic", row.topic())
          .put("partition", row.partition())
          .put("member", row.member())
          .put("position", row.position())
          .put("end", row.end())
          .put("lag", row.lag());
    }
  }

  private static void groups(ArrayNode json, List<Reply.GroupList.Row> groups) {
    for (Reply.GroupList.Row row : groups) {
      json.addObject()
          .put("group", row.group())
          .put("members", row.members())
          .put("lag", row.lag());
    }
  }

  private static void moves(ArrayNode json, List<Reply.Reset.Move> moved) {
    for (Reply.Reset.Move move : moved) {
      json.addObject()
          .put("topic", move.topic())
          .put("partition", move.partition())
          .put("from", move.from())
          .put("to", move.to())
          .put("clamped", move.clamped());
    }
  }

  private static void assignment(ObjectNode json, Map<String, List<Reply.Owned>> assignment) {
    assignment.forEach((member, owned) -> {
      ArrayNode partitions = json.putArray(member);
      for (Reply.Owned one : owned) {
        partitions.addObject().put("topic", one.topic()).put("partition", one.partition());
      }
    });
  }

  private static void sql(ObjectNode json, SqlResult result) {
    switch (result) {
      case SqlResult.Rows(var columns, var _, var rows, var more, var _) -> {
        strings(json.putArray("columns"), columns);
        ArrayNode lines = json.putArray("rows");
        for (List<@Nullable Object> row : rows) {
          ArrayNode cells = lines.addArray();
          row.forEach(cell -> cell(cells, cell));
        }
        if (more) {
          json.put("more", true);
        }
      }
      case SqlResult.Changed(var rows, var _) -> json.put("changed", rows);
    }
  }

  private static void cell(ArrayNode cells, @Nullable Object cell) {
    switch (cell) {
      case null -> cells.addNull();
      case Long whole -> cells.add(whole);
      case Double number -> cells.add(number);
      // An Object is no closed list; what SqlResult promises besides numbers is text.
      default -> cells.add(cell.toString());
    }
  }

  private static void commands(ArrayNode json, List<Reply.Form> forms) {
    for (Reply.Form form : forms) {
      json.addObject().put("command", form.verb()).put("usage", form.usage());
    }
  }

  private static void usage(ObjectNode json, Reply.Usage usage) {
    json.put("usage", usage.form().usage());
    ArrayNode options = json.putArray("options");
    usage.options().forEach(option -> options.add(option.spelling()));
    strings(json.putArray("examples"), usage.examples());
  }

  private static void strings(ArrayNode json, List<String> strings) {
    strings.forEach(json::add);
  }
}
