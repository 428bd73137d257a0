package dev.carril.simulator.words;

import dev.carril.simulator.Notice;
import dev.carril.simulator.Problem;
import dev.carril.simulator.Reply;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.sql.SqlResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Puts one answer into the sentences and tables of one catalogue.
final class Telling {
  /// Of what went wrong, so many are named in words; the data have more.
  private static final int SHOWN = 10;

  private final Words words;
  private final List<Piece> pieces = new ArrayList<>();

  Telling(Words words) {
    this.words = words;
  }

  List<Piece> pieces(Reply reply, List<Notice> notices) {
    tell(reply);
    for (Notice notice : notices) {
      pieces.add(
          new Piece.Sentence(
              words.text("notice." + Problem.Codes.of(notice.getClass()), Words.params(notice))));
    }
    return List.copyOf(pieces);
  }

  // ---- problems ----

  String sentence(Problem problem) {
    Map<String, @Nullable Object> params = new LinkedHashMap<>(Words.params(problem));
    String key = "problem." + problem.code();
    switch (problem) {
      case Problem.SqlRefused(var _, var more, var _, var _) -> params.putAll(more);
      case Problem.SqlFailed(var detail, var _) ->
          params.put("said", SqliteMessage.of(detail).in(words));
      case Problem.SqlFailedAtRecord(var _, var detail, var _) ->
          params.put("said", SqliteMessage.of(detail).in(words));
      case Problem.WrongValue(var what, var kind, var _, var choices, var _) -> {
        key += "." + kind;
        params.put("what", part(what));
        params.put("choices", words.either(choices));
      }
      case Problem.OnlyToRead(var _, var _, var _, var origins) ->
          params.put("origins", words.either(origins));
      case Problem.ToolHasNoPlace(var _, var _, var reason) -> key += "." + reason;
      case Problem.NumberTooSmall(var what, var _, var _) -> params.put("what", part(what));
      case Problem.NumberTooLarge(var what, var _, var _) -> params.put("what", part(what));
      case Problem.MissingPart(var part, var _) ->
          params.put(
              "part", words.has("missing." + part) ? words.text("missing." + part) : part(part));
      case Problem.BadName(var what, var _) -> params.put("what", words.text("kind." + what));
      case Problem.NameTooLong(var what, var _, var _) ->
          params.put("what", words.text("kind." + what));
      default -> {}
    }
    String record = problem instanceof Problem.SqlRefused refused ? refused.record() : null;
    String where = record == null ? "" : record + ": ";
    return where + words.text(key, params) + besides(problem, key, params);
  }

  /// What would be right: the nearest word, or else all that there are.
  private String besides(Problem problem, String key, Map<String, @Nullable Object> params) {
    if (problem.suggestion() != null) {
      return " " + words.text("problem.did-you-mean", params);
    }
    if (problem instanceof Problem.OnlyToRead it) {
      return " " + words.text(key + "." + it.purpose().word(), params);
    }
    // The database's lists come as text already.
    boolean none =
        params.values().stream().anyMatch(v -> v instanceof Collection<?> c && c.isEmpty())
            || "".equals(params.get("have"));
    if (none && words.has(key + ".none")) {
      return " " + words.text(key + ".none", params);
    }
    return words.has(key + ".there") && !none ? " " + words.text(key + ".there", params) : "";
  }

  /// How a part of a command is called in a sentence: its keyword, or a word for what has none.
  private String part(String name) {
    String key = "part." + name.replace(' ', '-');
    return words.has(key) ? words.text(key) : name;
  }

  // ---- replies ----

  private void tell(Reply reply) {
    switch (reply) {
      case Reply.CreatedTopic it -> say("reply.created-topic", Words.params(it));
      case Reply.TopicList it -> topics(it);
      case Reply.Produced it -> produced(it);
      case Reply.Records it -> records(it);
      case Reply.Consumed it -> consumed(it);
      case Reply.OffsetTable it -> offsets(it);
      case Reply.GroupTable it -> group(it);
      case Reply.GroupList it -> groups(it);
      case Reply.Reset it -> reset(it);
      case Reply.Left it -> left(it);
      case Reply.Waited it -> waited(it);
      case Reply.Compacted it -> say("reply.compacted", Words.params(it));
      case Reply.Ran it -> sql(it.result());
      case Reply.StartedInstance it ->
          say(it.again() ? "reply.restarted" : "reply.started", Words.params(it));
      case Reply.StoppedInstance it -> say("reply.stopped", Words.params(it));
      case Reply.CrashedInstance it -> say("reply.crashed", Words.params(it));
      case Reply.LostPartition it -> say("reply.lost", Words.params(it));
      case Reply.FrozeInstance(var name, var millis) ->
          say("reply.froze", Map.of("name", name, "time", duration(millis)));
      case Reply.StartedTraffic it -> say("reply.traffic", Words.params(it));
      case Reply.StoppedTraffic it -> say("reply.traffic-off", Words.params(it));
      case Reply.SetToFail it -> toFail(it);
      case Reply.SetSlow(var topic, var which, var millis) ->
          say("reply.slow", Map.of("topic", topic, "which", which, "time", duration(millis)));
      case Reply.SetToHang it -> say("reply.hang", Words.params(it));
      case Reply.SetOutage(var millis) -> say("reply.outage", Map.of("time", duration(millis)));
      case Reply.SetCommitsToFail(var millis) ->
          say("reply.fail-commits", Map.of("time", duration(millis)));
      case Reply.Healed(var any) -> say(any ? "reply.healed" : "reply.healed-nothing", Map.of());
      case Reply.Went(var nowMillis, var steps) ->
          say(
              "reply.went",
              Map.of("now", Instant.ofEpochMilli(nowMillis).toString(), "steps", steps));
      case Reply.OrderChecked it -> checked(it);
      case Reply.Sent it -> sent(it);
      case Reply.AtMoment(var nowMillis, var steps) ->
          say(
              "reply.went",
              Map.of("now", Instant.ofEpochMilli(nowMillis).toString(), "steps", steps));
      case Reply.Playing(var speed) ->
          say("reply.play", Map.of("speed", speed.stripTrailingZeros().toPlainString()));
      case Reply.Paused() -> say("reply.pause", Map.of());
      case Reply.Redrove it -> redrove(it);
      case Reply.Released it ->
          say("reply.released", Map.of("session", shownWord(it.session()), "group", it.group()));
      case Reply.Reported(var report) -> new ReportTelling(words, this).tell(report);
      case Reply.Undone it -> say("reply.undone", Words.params(it));
      case Reply.Redone it -> say("reply.redone", Words.params(it));
      case Reply.WentTo it ->
          say(it.command() == null ? "reply.went-to-beginning" : "reply.went-to", Words.params(it));
      case Reply.StartedOver _ -> say("reply.started-over", Map.of());
      case Reply.Commands it -> commands(it);
      case Reply.Usage it -> usage(it);
      case Reply.History it -> history(it);
      case Reply.Cleared _ -> {}
    }
  }

  void say(String key, Map<String, ? extends @Nullable Object> params) {
    pieces.add(new Piece.Sentence(words.text(key, params)));
  }

  void table(List<Piece.Column> columns, List<List<String>> rows) {
    pieces.add(new Piece.Table(columns, rows));
  }

  Piece.Column column(String code) {
    return new Piece.Column(words.text("column." + code), false);
  }

  Piece.Column number(String code) {
    return new Piece.Column(words.text("column." + code), true);
  }

  private static Piece.Column bare() {
    return new Piece.Column("", false);
  }

  static String p(int partition) {
    return "p" + partition;
  }

  static String p(int partition, long offset) {
    return "p" + partition + ":" + offset;
  }

  String orNone(@Nullable Long number) {
    return number == null ? words.text("none") : Long.toString(number);
  }

  private String position(@Nullable Long position) {
    return position == null ? words.text("no-position") : Long.toString(position);
  }

  // ---- instances ----

  private void toFail(Reply.SetToFail it) {
    Integer times = it.times();
    var params = new LinkedHashMap<String, @Nullable Object>();
    params.put("topic", it.topic());
    params.put("which", it.which());
    params.put("times", times == null ? 0 : times);
    params.put("terminal", it.terminal() ? "yes" : "no");
    say(times == null ? "reply.fail-always" : "reply.fail", params);
  }

  /// As one would type it: 90s, 1500ms.
  static String duration(long millis) {
    return millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
  }

  private void sent(Reply.Sent it) {
    say(
        it.ordered() ? "reply.sent.ordered" : "reply.sent.unordered",
        Map.of(
            "sends", it.sends(),
            "session", shownWord(it.session()),
            "topic", it.topic()));
    if (it.failing() > 0) {
      say("reply.sent.failing", Map.of("failing", it.failing()));
    }
  }

  private void redrove(Reply.Redrove it) {
    if (!it.records().isEmpty()) {
      table(
          List.of(column("topic"), column("was"), column("is")),
          it.records().stream()
              .map(row ->
                  List.of(
                      row.topic(), p(row.partition(), row.of()), p(row.partition(), row.offset())))
              .toList());
    }
    it.released()
        .forEach(session ->
            say("reply.released", Map.of("session", shownWord(session), "group", it.group())));
  }

  private void checked(Reply.OrderChecked it) {
    say(
        "reply.checked",
        Map.of(
            "checked", it.checked(),
            "violations", it.violationCount(),
            "lost", it.lostCount(),
            "duplicates", it.duplicateCount(),
            "zombies", it.zombieCount(),
            "redriven", it.redriven()));
    it.violations().stream()
        .limit(SHOWN)
        .forEach(one ->
            say(
                "reply.checked." + one.kind(),
                Map.of(
                    "place", place(one.topic(), one.partition(), one.offset()),
                    "session", shownWord(one.session()),
                    "after", one.after())));
    more("violations", it.violationCount());
    it.lost().stream()
        .limit(SHOWN)
        .forEach(one ->
            say(
                "reply.checked.lost",
                Map.of("place", place(one.topic(), one.partition(), one.offset()))));
    more("lost", it.lostCount());
    it.duplicates().stream()
        .limit(SHOWN)
        .forEach(one ->
            say(
                "reply.checked." + one.kind(),
                Map.of(
                    "place", place(one.topic(), one.partition(), one.offset()),
                    "session", shownWord(one.session()))));
    more("duplicates", it.duplicateCount() + it.zombieCount());
    it.laws().stream()
        .map(one ->
            words.text(
                "reply.checked.law",
                Map.of(
                    "law", one.law().name(),
                    "instance", one.instance(),
                    "statement", words.text("law." + one.law().name()))))
        .distinct()
        .limit(SHOWN)
        .forEach(sentence -> pieces.add(new Piece.Sentence(sentence)));
  }

  // Only the first of each kind are named.
  private void more(String kind, long count) {
    if (count > SHOWN) {
      say("reply.checked.more." + kind, Map.of("more", count - SHOWN));
    }
  }

  static String place(String topic, int partition, long offset) {
    return topic + " " + p(partition, offset);
  }

  private void topics(Reply.TopicList it) {
    if (it.topics().isEmpty()) {
      say("reply.no-topics", Map.of());
      return;
    }
    table(
        List.of(column("topic"), number("partitions"), number("records")),
        it.topics().stream()
            .map(t -> List.of(t.name(), "" + t.partitions(), "" + t.records()))
            .toList());
  }

  private void produced(Reply.Produced it) {
    var params = new LinkedHashMap<String, @Nullable Object>();
    params.put("place", p(it.partition(), it.offset()));
    params.putAll(Words.params(it.dealt()));
    params.computeIfPresent("key", (_, key) -> shownWord(key.toString()));
    String how =
        switch (it.dealt()) {
          case Reply.Dealt.Chosen() -> "chosen";
          case Reply.Dealt.InTurn() -> "in-turn";
          case Reply.Dealt.BySum _ -> "by-sum";
          case Reply.Dealt.ByMurmur2 _ -> "by-murmur2";
        };
    say("reply.produced." + how, params);
  }

  private void records(Reply.Records it) {
    recordLines(it.records());
    if (it.records().isEmpty()) {
      say("reply.no-records", Map.of("topic", it.topic()));
    }
  }

  /// One line a record: where it stands, its key, its headers if it has any, its value.
  private void recordLines(List<LogRecord> records) {
    if (records.isEmpty()) {
      return;
    }
    boolean headers = records.stream().anyMatch(r -> !r.headers().isEmpty());
    var columns = new ArrayList<>(List.of(bare(), bare()));
    if (headers) {
      columns.add(bare());
    }
    columns.add(bare());
    var rows = new ArrayList<List<String>>();
    for (LogRecord record : records) {
      var row = new ArrayList<String>();
      row.add(p(record.partition(), record.offset()));
      row.add(record.key() == null ? words.text("no-key") : shownWord(record.key()));
      if (headers) {
        row.add(
            String.join(
                " ",
                record.headers().stream().map(h -> h.key() + "=" + shownWord(h.value())).toList()));
      }
      row.add(record.value() == null ? words.text("tombstone") : record.value());
      rows.add(row);
    }
    table(columns, rows);
  }

  /// A key or a header's value. What is empty or has blanks gets quotes, and is written between
  /// them as one would type it: else its own quote looks like its end, and `a=b c=d` like two
  /// headers.
  static String shownWord(String key) {
    boolean plain =
        !key.isEmpty()
            && !key.startsWith("\"")
            && key.chars().noneMatch(c -> Character.isWhitespace(c) || Character.isSpaceChar(c));
    return plain ? key : '"' + key.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private void consumed(Reply.Consumed it) {
    List<String> owned = it.owned().stream().map(Telling::p).toList();
    if (!owned.isEmpty()) {
      say("reply.consumed.owns", Map.of("member", it.member(), "owned", owned));
    }
    recordLines(it.records());
    if (!owned.isEmpty()) {
      List<String> positions = new ArrayList<>();
      it.positions().forEach((partition, at) -> positions.add(p(partition) + " → " + at));
      say(
          it.saved() ? "reply.consumed.saved" : "reply.consumed.not-saved",
          Map.of(
              "group",
              it.group(),
              "count",
              it.records().size(),
              "positions",
              String.join(", ", positions)));
    }
    Reply.FellOver fell = it.fellOver();
    if (fell != null) {
      String at = p(fell.partition(), fell.offset());
      if (fell.why() == null) {
        say("reply.consumed.fell-over", Map.of("member", it.member(), "at", at));
      } else {
        say(
            "reply.consumed.fell-over-because",
            Map.of("member", it.member(), "at", at, "why", why(fell.why())));
      }
    }
    results(it.sql());
  }

  private String why(String detail) {
    String key = "problem.sql-" + detail;
    return words.has(key + ".short")
        ? words.text(key + ".short")
        : SqliteMessage.of(detail).in(words);
  }

  private void offsets(Reply.OffsetTable it) {
    var columns = new ArrayList<>(List.of(bare(), number("start"), number("end")));
    for (Reply.OffsetTable.GroupOffsets group : it.groups()) {
      columns.add(new Piece.Column(group.group(), true));
      columns.add(number("lag"));
    }
    var rows = new ArrayList<List<String>>();
    for (Reply.OffsetTable.Ends ends : it.partitions()) {
      var row = new ArrayList<>(List.of(p(ends.partition()), "" + ends.start(), "" + ends.end()));
      for (Reply.OffsetTable.GroupOffsets group : it.groups()) {
        Reply.OffsetTable.Offset offset = group.positions().get(ends.partition());
        row.add(position(offset.position()));
        row.add(orNone(offset.lag()));
      }
      rows.add(row);
    }
    table(columns, rows);
  }

  private void group(Reply.GroupTable it) {
    table(
        List.of(
            column("topic"),
            column("partition"),
            column("member"),
            number("position"),
            number("end"),
            number("lag")),
        it.rows().stream()
            .map(r ->
                List.of(
                    r.topic(),
                    p(r.partition()),
                    r.member() == null ? words.text("none") : r.member(),
                    position(r.position()),
                    "" + r.end(),
                    orNone(r.lag())))
            .toList());
  }

  private void groups(Reply.GroupList it) {
    if (it.groups().isEmpty()) {
      say("reply.no-groups", Map.of());
      return;
    }
    table(
        List.of(column("group"), number("members"), number("lag")),
        it.groups().stream()
            .map(g -> List.of(g.group(), "" + g.members(), orNone(g.lag())))
            .toList());
  }

  private void reset(Reply.Reset it) {
    table(
        List.of(column("topic"), column("partition"), number("was"), number("is"), bare()),
        it.moved().stream()
            .map(m ->
                List.of(
                    m.topic(),
                    p(m.partition()),
                    position(m.from()),
                    "" + m.to(),
                    m.clamped() ? words.text("reply.reset.clamped") : ""))
            .toList());
  }

  private void left(Reply.Left it) {
    say("reply.left", Map.of("member", it.member(), "group", it.group()));
    it.assignment()
        .forEach((member, owned) -> {
          List<String> places =
              owned.stream().map(o -> o.topic() + " " + p(o.partition())).toList();
          if (places.isEmpty()) {
            say("reply.left.owns-nothing", Map.of("member", member));
          } else {
            say("reply.consumed.owns", Map.of("member", member, "owned", places));
          }
        });
    if (it.assignment().isEmpty()) {
      say("reply.left.nobody", Map.of("group", it.group()));
    }
  }

  private void waited(Reply.Waited it) {
    say("reply.waited", Map.of("now", Instant.ofEpochMilli(it.nowMillis()).toString()));
    if (it.removed() > 0) {
      say("reply.waited.removed", Map.of("removed", it.removed()));
      it.ranges()
          .forEach(r ->
              say(
                  "reply.waited.range",
                  Map.of("topic", r.topic(), "partition", p(r.partition()), "to", r.to())));
    }
  }

  // ---- SQL ----

  private void sql(SqlResult result) {
    switch (result) {
      case SqlResult.Changed(var rows, var schema) ->
          say(schema ? "reply.sql.schema" : "reply.sql.changed", Map.of("rows", rows));
      case SqlResult.Rows rows -> rows(rows);
    }
  }

  private void rows(SqlResult.Rows rows) {
    var columns = new ArrayList<Piece.Column>();
    for (int i = 0; i < rows.columns().size(); i++) {
      columns.add(new Piece.Column(rows.columns().get(i), rows.numeric().get(i)));
    }
    table(
        columns,
        rows.rows().stream()
            .map(row ->
                row.stream().map(cell -> cell == null ? "NULL" : SqlResult.text(cell)).toList())
            .toList());
    say("reply.sql.rows", Map.of("count", rows.rows().size()));
    if (rows.more()) {
      say("reply.sql.more", Map.of("count", rows.rows().size()));
    }
  }

  /// The results of `then sql`: tables one by one, changed rows as one sum.
  private void results(List<SqlResult> results) {
    long changed = 0;
    boolean any = false;
    for (SqlResult result : results) {
      if (result instanceof SqlResult.Changed(var rows, var _)) {
        changed += rows;
        any = true;
      } else {
        sql(result);
      }
    }
    if (any) {
      say("reply.sql.changed", Map.of("rows", changed));
    }
  }

  // ---- help ----

  private void commands(Reply.Commands it) {
    table(
        List.of(bare(), bare()),
        it.forms().stream()
            .map(form -> List.of(form.verb(), words.text("command." + form.code())))
            .toList());
    say("reply.help.more", Map.of());
  }

  private void usage(Reply.Usage it) {
    pieces.add(new Piece.Sentence(it.form().usage()));
    say("command." + it.form().code(), Map.of());
    if (!it.options().isEmpty()) {
      table(
          List.of(bare(), bare()),
          it.options().stream()
              .map(o -> List.of(o.spelling(), words.text("option." + o.code())))
              .toList());
    }
    it.examples().forEach(line -> say("reply.help.example", Map.of("line", line)));
  }

  private void history(Reply.History it) {
    if (it.commands().isEmpty()) {
      say("reply.no-history", Map.of());
      return;
    }
    var rows = new ArrayList<List<String>>();
    for (int i = 0; i < it.commands().size(); i++) {
      rows.add(List.of("" + (i + 1), it.commands().get(i)));
    }
    table(List.of(new Piece.Column("", true), bare()), rows);
  }
}
