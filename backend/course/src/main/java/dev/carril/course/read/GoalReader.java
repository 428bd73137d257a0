package dev.carril.course.read;

import dev.carril.course.Fault.Code;
import dev.carril.course.goal.Amount;
import dev.carril.course.goal.Deliveries;
import dev.carril.course.goal.Expected;
import dev.carril.course.goal.Given;
import dev.carril.course.goal.Goal;
import dev.carril.course.goal.Scalar;
import dev.carril.course.goal.Since;
import dev.carril.course.goal.Spot;
import dev.carril.course.goal.Stand;
import dev.carril.course.goal.Which;
import dev.carril.course.judge.Judge;
import dev.carril.simulator.Notice;
import dev.carril.simulator.Problem;
import dev.carril.simulator.sql.SqlProblem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads goals.
///
/// @param loose whether `not` and `any` are allowed: in claims and signs of a mistake, but not in
///   goals, which have to be told in a sentence
record GoalReader(Faults faults, boolean loose) {
  private static final Pattern AT = Pattern.compile("p(\\d{1,4}):(\\d{1,9})");
  private static final Pattern QUERY = Pattern.compile("(?is)\\s*(select|with|values)\\b.*");
  private static final int DEPTH_MOST = 5;

  /// Those that are not about instances.
  private static final List<String> KINDS =
      List.of(
          "records",
          "topic",
          "positions",
          "members",
          "delivered",
          "refused",
          "inVain",
          "rows",
          "shown",
          "answered",
          "untouched",
          "commands");

  private static final List<String> WHICH =
      List.of("topic", "partition", "key", "notKey", "where", "notWhere", "value", "header");

  private static final List<String> EXPECTED =
      List.of("field", "values", "endsWith", "anyOrder", "against", "offsets", "places");

  static final List<String> AMOUNT = List.of("count", "atLeast", "atMost");

  /// Of what went to somebody: which records, and what must hold for them.
  static final List<String> DELIVERIES =
      all(List.of(WHICH, EXPECTED, AMOUNT, List.of("new", "times", "all", "since")));

  private static final Map<String, List<String>> FIELDS =
      Map.ofEntries(
          Map.entry("records", all(List.of(WHICH, EXPECTED, AMOUNT, List.of("new", "keyCount")))),
          Map.entry("topic", List.of("name", "partitions", "compacted", "retention")),
          Map.entry("positions", List.of("group", "topic", "partition", "at", "lag")),
          Map.entry("members", all(List.of(List.of("group", "topic", "owned"), AMOUNT))),
          Map.entry("delivered", all(List.of(List.of("group", "member"), DELIVERIES))),
          Map.entry("refused", List.of("command", "why", "since")),
          Map.entry("inVain", List.of("why", "command", "group", "topic", "since")),
          Map.entry("rows", all(List.of(List.of("query", "rows", "anyOrder"), AMOUNT))),
          Map.entry(
              "shown",
              all(
                  List.of(
                      List.of("command", "group", "instance", "rows"),
                      WHICH,
                      EXPECTED,
                      AMOUNT,
                      List.of("since")))),
          Map.entry("answered", List.of("name", "number", "choice", "choices", "point")),
          Map.entry("untouched", List.of("group", "topic", "table")),
          Map.entry("commands", all(List.of(AMOUNT, List.of("command")))));

  private static final SequencedMap<String, List<String>> SPOTS = new LinkedHashMap<>();

  static {
    SPOTS.put("cell", List.of("topic", "partition", "offset"));
    SPOTS.put("partition", List.of("topic", "partition"));
    SPOTS.put("position", List.of("group", "topic", "partition"));
    SPOTS.put("nextRead", List.of("group", "topic"));
    SPOTS.put("nextWrite", List.of("topic", "key"));
  }

  private static List<String> all(List<List<String>> lists) {
    return lists.stream().flatMap(List::stream).toList();
  }

  private static final List<String> SHOWING =
      List.of(
          "read",
          "sql",
          "offsets",
          "describe",
          "topics",
          "groups",
          "instances",
          "lanes",
          "metrics",
          "commit-point",
          "blocked",
          "dead-letters",
          "trace",
          "compare",
          "check order");

  private static final List<String> SHOW_GROUPS =
      List.of("describe", "commit-point", "blocked", "dead-letters", "check order");

  private static final List<String> SHOW_INSTANCES = List.of("lanes", "metrics");

  /// Those that tell of nothing that could be chosen by a topic or by anything else of records.
  private static final List<String> SHOW_NO_RECORDS =
      List.of("topics", "groups", "instances", "lanes", "metrics", "blocked", "dead-letters");

  /// What people type that is no command, and has an error of its own.
  private static final List<String> NO_VERBS =
      List.of("update", "delete", "insert", "drop", "alter");

  private static final Set<String> PROBLEMS =
      Stream.concat(
              Stream.of(Problem.class.getPermittedSubclasses())
                  .filter(type -> type != Problem.SqlRefused.class)
                  .map(Problem.Codes::of),
              Stream.of(SqlProblem.Code.class.getPermittedSubclasses())
                  .map(type -> "sql-" + Problem.Codes.of(type)))
          .collect(Collectors.toCollection(TreeSet::new));

  private static final Set<String> NOTICES =
      Stream.of(Notice.class.getPermittedSubclasses())
          .map(Problem.Codes::of)
          .collect(Collectors.toCollection(TreeSet::new));

  /// One goal, or a list of them. Those that cannot be read are left out, and noted.
  List<Goal> goals(Node node) {
    if (node instanceof Node.Items(var items, var _)) {
      if (items.isEmpty() || items.size() > Fields.ITEMS_MOST) {
        faults.add(
            node.line(),
            items.isEmpty() ? Code.EMPTY_LIST : Code.TOO_MANY,
            Map.of("key", "goals", "most", Fields.ITEMS_MOST));
        return List.of();
      }
      return items.stream().flatMap(item -> faults.collect(() -> goal(item, 0)).stream()).toList();
    }
    return faults.collect(() -> goal(node, 0)).stream().toList();
  }

  private Goal goal(Node node, int depth) throws Faults.Stop {
    Node.Mapping mapping = Fields.mapping("goal", node, faults);
    if (mapping.entries().size() != 1) {
      throw faults.stop(node.line(), Code.ONE_KIND, Map.of("kinds", kinds()));
    }
    String kind = mapping.entries().firstEntry().getKey();
    Node value = mapping.entries().firstEntry().getValue().value();
    if (kind.equals("not") || kind.equals("any")) {
      return combined(kind, value, node.line(), depth);
    }
    List<String> allowed = FIELDS.getOrDefault(kind, InstanceGoalReader.FIELDS.get(kind));
    if (allowed == null) {
      Fields.unknown(kind, "goal", kinds(), node.line(), faults);
      throw new Faults.Stop();
    }
    Fields fields = Fields.of(kind, value, faults, allowed);
    return switch (kind) {
      case "records" -> records(fields);
      case "topic" -> topic(fields);
      case "positions" -> positions(fields);
      case "members" -> members(fields);
      case "delivered" -> delivered(fields);
      case "refused" -> refused(fields);
      case "inVain" -> inVain(fields);
      case "rows" -> rows(fields);
      case "shown" -> shown(fields);
      case "answered" -> answered(fields);
      case "untouched" -> untouched(fields);
      case "commands" -> commands(fields);
      default -> new InstanceGoalReader(faults, this).read(kind, fields);
    };
  }

  private static List<String> kinds() {
    return all(
        List.of(
            KINDS,
            List.copyOf(InstanceGoalReader.FIELDS.sequencedKeySet()),
            List.of("not", "any")));
  }

  private Goal combined(String kind, Node value, int line, int depth) throws Faults.Stop {
    if (!loose) {
      throw faults.stop(line, Code.ONLY_IN_WHEN, Map.of("key", kind));
    }
    if (depth >= DEPTH_MOST) {
      throw faults.stop(line, Code.YAML_TOO_DEEP, Map.of("most", DEPTH_MOST));
    }
    if (kind.equals("not")) {
      return new Goal.Not(goal(value, depth + 1));
    }
    var goals = new ArrayList<Goal>();
    for (Node item : Fields.items(kind, value, faults)) {
      goals.add(goal(item, depth + 1));
    }
    if (goals.isEmpty()) {
      throw faults.stop(line, Code.EMPTY_LIST, Map.of("key", kind));
    }
    return new Goal.Any(goals);
  }

  // ---- records ----

  private Goal records(Fields fields) throws Faults.Stop {
    fields.get("topic");
    return new Goal.Records(
        which(fields, true), expected(fields, true), fields.countOrNull("keyCount", 0));
  }

  private Which which(Fields fields, boolean fresh) throws Faults.Stop {
    Node value = fields.find("value");
    var where = new LinkedHashMap<String, Scalar>();
    for (Map.Entry<String, Node.Mapping.Entry> field : fields.entries("where").entrySet()) {
      where.put(field.getKey(), Fields.scalar(field.getKey(), field.getValue().value(), faults));
    }
    var notWhere = new LinkedHashMap<String, List<Scalar>>();
    for (Map.Entry<String, Node.Mapping.Entry> field : fields.entries("notWhere").entrySet()) {
      notWhere.put(
          field.getKey(), Fields.scalars(field.getKey(), field.getValue().value(), faults));
    }
    var header = new LinkedHashMap<String, String>();
    for (Map.Entry<String, Node.Mapping.Entry> field : fields.entries("header").entrySet()) {
      header.put(field.getKey(), Fields.text(field.getKey(), field.getValue().value(), faults));
    }
    return new Which(
        fields.textOrNull("topic"),
        fields.countOrNull("partition", 0),
        key(fields),
        where,
        notWhere,
        value == null ? null : Fields.scalar("value", value, faults),
        header,
        fresh && fields.flag("new"));
  }

  private Which.Key key(Fields fields) throws Faults.Stop {
    Node key = fields.find("key");
    String other = fields.textOrNull("notKey");
    if (key != null && other != null) {
      throw fields.excludes("key", "notKey");
    }
    if (other != null) {
      return new Which.Key.Other(other);
    }
    if (key == null) {
      return new Which.Key.Any();
    }
    return Fields.scalar("key", key, faults) instanceof Scalar.Null
        ? new Which.Key.None()
        : new Which.Key.Exactly(((Node.Scalar) key).text());
  }

  /// @param log whether these are records of the log, where an order exists in a partition only
  private Expected expected(Fields fields, boolean log) throws Faults.Stop {
    boolean ends = fields.has("endsWith");
    if (ends && fields.has("values")) {
      throw fields.excludes("values", "endsWith");
    }
    String valuesKey = ends ? "endsWith" : "values";
    List<Scalar> values = fields.has(valuesKey) ? fields.scalars(valuesKey) : null;
    List<Scalar> against = fields.has("against") ? fields.scalars("against") : List.of();
    boolean anyOrder = fields.flag("anyOrder");
    String field = fields.textOrNull("field");
    if (anyOrder && values == null) {
      throw fields.needs("anyOrder", "values");
    }
    if (field != null && values == null && against.isEmpty()) {
      throw fields.needs("field", "values");
    }
    List<Long> offsets = offsets(fields);
    if (offsets != null && log && !fields.has("partition")) {
      throw fields.needs("offsets", "partition");
    }
    return new Expected(
        field, values, ends, anyOrder, against, offsets, places(fields), amount(fields));
  }

  private @Nullable List<Long> offsets(Fields fields) throws Faults.Stop {
    if (!fields.has("offsets")) {
      return null;
    }
    var offsets = new ArrayList<Long>();
    for (Node item : fields.items("offsets")) {
      offsets.add(Fields.number("offsets", item, 0, 1_000_000_000, faults));
    }
    return offsets;
  }

  private @Nullable List<Expected.At> places(Fields fields) throws Faults.Stop {
    if (!fields.has("places")) {
      return null;
    }
    var places = new ArrayList<Expected.At>();
    for (Node item : fields.items("places")) {
      String text = Fields.text("places", item, faults);
      Matcher at = AT.matcher(text);
      if (!at.matches()) {
        throw faults.stop(item.line(), Code.BAD_PLACE, Map.of("place", Fields.cut(text)));
      }
      places.add(new Expected.At(Integer.parseInt(at.group(1)), Long.parseLong(at.group(2))));
    }
    return places;
  }

  Amount amount(Fields fields) throws Faults.Stop {
    return new Amount(
        fields.countOrNull("count", 0),
        fields.countOrNull("atLeast", 0),
        fields.countOrNull("atMost", 0));
  }

  Since since(Fields fields) throws Faults.Stop {
    return fields.has("since")
        ? Since.valueOf(
            fields.choice("since", List.of("start", "beginning", "last")).toUpperCase(Locale.ROOT))
        : Since.START;
  }

  // ---- topics and groups ----

  private Goal topic(Fields fields) throws Faults.Stop {
    String retention = fields.textOrNull("retention");
    if (retention != null && Judge.retention(retention).isEmpty()) {
      throw faults.stop(fields.line(), Code.BAD_RETENTION, Map.of("text", Fields.cut(retention)));
    }
    return new Goal.Topic(
        fields.text("name"),
        fields.countOrNull("partitions", 1),
        fields.has("compacted") ? fields.flag("compacted") : null,
        retention);
  }

  private Goal positions(Fields fields) throws Faults.Stop {
    Integer partition = fields.countOrNull("partition", 0);
    Node at = fields.find("at");
    Long lag = fields.has("lag") ? fields.number("lag", 0, 1_000_000_000) : null;
    if (at == null && lag == null) {
      throw fields.needs("positions", "at");
    }
    Stand stand = null;
    if (at instanceof Node.Mapping(var entries, var _)) {
      if (partition != null) {
        throw fields.excludes("partition", "at");
      }
      var each = new LinkedHashMap<Integer, Stand.Where>();
      for (Map.Entry<String, Node.Mapping.Entry> entry : entries.entrySet()) {
        Node.Mapping.Entry value = entry.getValue();
        var key = new Node.Scalar(entry.getKey(), false, value.line(), value.line());
        each.put((int) Fields.number("at", key, 0, 100_000, faults), where(value.value()));
      }
      stand = new Stand.Each(each);
    } else if (at != null) {
      stand = new Stand.Everywhere(where(at));
    }
    return new Goal.Positions(fields.text("group"), fields.text("topic"), partition, stand, lag);
  }

  private Stand.Where where(Node node) throws Faults.Stop {
    String text = Fields.text("at", node, faults);
    return switch (text) {
      case "earliest" -> new Stand.Where.Earliest();
      case "end" -> new Stand.Where.End();
      case "none" -> new Stand.Where.None();
      default -> {
        if (!text.matches("-?\\d+")) {
          throw faults.stop(
              node.line(),
              Code.WRONG_CHOICE,
              Map.of(
                  "key",
                  "at",
                  "word",
                  Fields.cut(text),
                  "choices",
                  List.of("earliest", "end", "none", "3")));
        }
        yield new Stand.Where.Offset(Fields.number("at", node, 0, 1_000_000_000, faults));
      }
    };
  }

  private Goal members(Fields fields) throws Faults.Stop {
    String topic = fields.textOrNull("topic");
    if (topic == null && fields.has("owned")) {
      throw fields.needs("owned", "topic");
    }
    SequencedMap<String, List<Integer>> owned = owned(fields);
    Amount amount = amount(fields);
    if (owned == null && amount.isAny()) {
      throw fields.needs("members", "owned");
    }
    return new Goal.Members(fields.text("group"), topic, owned, amount);
  }

  /// What each member, or instance, must own; null where the goal does not say.
  @Nullable SequencedMap<String, List<Integer>> owned(Fields fields) throws Faults.Stop {
    if (!fields.has("owned")) {
      return null;
    }
    var owned = new LinkedHashMap<String, List<Integer>>();
    for (Map.Entry<String, Node.Mapping.Entry> one : fields.entries("owned").entrySet()) {
      var partitions = new ArrayList<Integer>();
      for (Node item : Fields.items("owned", one.getValue().value(), faults)) {
        partitions.add((int) Fields.number("owned", item, 0, 100_000, faults));
      }
      owned.put(one.getKey(), List.copyOf(partitions));
    }
    return owned;
  }

  // ---- what happened ----

  private Goal delivered(Fields fields) throws Faults.Stop {
    return new Goal.Delivered(
        fields.text("group"), fields.textOrNull("member"), deliveries(fields));
  }

  Deliveries deliveries(Fields fields) throws Faults.Stop {
    boolean all = fields.flag("all");
    if (all && !fields.has("topic")) {
      throw fields.needs("all", "topic");
    }
    return new Deliveries(
        which(fields, true),
        expected(fields, false),
        fields.countOrNull("times", 1),
        all,
        since(fields));
  }

  private Goal refused(Fields fields) throws Faults.Stop {
    String command = command(fields, true);
    List<String> why = codes(fields, PROBLEMS);
    if (command == null && why.isEmpty()) {
      throw fields.needs("refused", "why");
    }
    return new Goal.Refused(command, why, since(fields));
  }

  private Goal inVain(Fields fields) throws Faults.Stop {
    fields.get("why");
    return new Goal.InVain(
        codes(fields, NOTICES),
        command(fields, false),
        fields.textOrNull("group"),
        fields.textOrNull("topic"),
        since(fields));
  }

  private List<String> codes(Fields fields, Set<String> known) throws Faults.Stop {
    List<String> codes = fields.textOrTexts("why");
    for (String code : codes) {
      checkCode(code, known, fields.line(), faults);
    }
    return codes;
  }

  private static void checkCode(String code, Set<String> known, int line, Faults faults)
      throws Faults.Stop {
    if (!known.contains(code)) {
      throw faults.stop(
          line, Code.UNKNOWN_CODE, Map.of("code", Fields.cut(code), "codes", List.copyOf(known)));
    }
  }

  /// Checks a code under which an error is known.
  static void checkProblem(String code, int line, Faults faults) throws Faults.Stop {
    checkCode(code, PROBLEMS, line, faults);
  }

  private @Nullable String command(Fields fields, boolean others) throws Faults.Stop {
    String command = fields.textOrNull("command");
    if (command != null
        && !Commands.VERBS.contains(command)
        && !(others && NO_VERBS.contains(command))) {
      throw faults.stop(
          fields.line(),
          Code.UNKNOWN_COMMAND,
          Map.of("word", Fields.cut(command), "commands", List.copyOf(Commands.VERBS)));
    }
    return command;
  }

  private Goal shown(Fields fields) throws Faults.Stop {
    String command = fields.choice("command", SHOWING);
    Which which = which(fields, false);
    Expected expected = expected(fields, false);
    List<List<Scalar>> rows = fields.has("rows") ? rowsOf(fields) : List.of();
    String group = fields.textOrNull("group");
    if (!rows.isEmpty() && !command.equals("sql")) {
      throw fields.needs("rows", "command: sql");
    }
    String instance = fields.textOrNull("instance");
    if (group != null && !SHOW_GROUPS.contains(command)) {
      throw fields.needs("group", "command: " + String.join(", ", SHOW_GROUPS));
    }
    if (instance != null && !SHOW_INSTANCES.contains(command)) {
      throw fields.needs("instance", "command: " + String.join(", ", SHOW_INSTANCES));
    }
    if (SHOW_NO_RECORDS.contains(command) && fields.has("topic")) {
      throw fields.excludes("command: " + command, "topic");
    }
    return new Goal.Shown(command, which, expected, rows, group, instance, since(fields));
  }

  private Goal commands(Fields fields) throws Faults.Stop {
    Amount amount = amount(fields);
    if (amount.isAny()) {
      throw fields.needs("commands", "atMost");
    }
    return new Goal.Commands(command(fields, false), amount);
  }

  // ---- the rest ----

  private List<List<Scalar>> rowsOf(Fields fields) throws Faults.Stop {
    var rows = new ArrayList<List<Scalar>>();
    for (Node item : fields.items("rows")) {
      rows.add(Fields.scalars("rows", item, faults));
    }
    return rows;
  }

  private Goal rows(Fields fields) throws Faults.Stop {
    String query = query(fields, "query");
    List<List<Scalar>> rows = fields.has("rows") ? rowsOf(fields) : null;
    boolean anyOrder = fields.flag("anyOrder");
    if (anyOrder && rows == null) {
      throw fields.needs("anyOrder", "rows");
    }
    return new Goal.Rows(query, rows, anyOrder, amount(fields));
  }

  static String query(Fields fields, String key) throws Faults.Stop {
    String query = fields.text(key);
    if (!QUERY.matcher(query).matches()) {
      throw fields
          .faults()
          .stop(fields.line(), Code.NOT_A_QUERY, Map.of("text", Fields.cut(query)));
    }
    return query.strip();
  }

  private Goal answered(Fields fields) throws Faults.Stop {
    String name = fields.name("name");
    Given given =
        switch (fields.oneOf(List.of("number", "choice", "point"))) {
          case "number" -> new Given.Number(fields.decimal("number"));
          case "choice" -> {
            String choice = fields.name("choice");
            fields.get("choices");
            List<String> choices = fields.names("choices");
            if (!choices.contains(choice)) {
              throw faults.stop(
                  fields.line(),
                  Code.WRONG_CHOICE,
                  Map.of("key", "choice", "word", choice, "choices", choices));
            }
            yield new Given.Choice(choice, choices);
          }
          default -> new Given.Point(spot(fields.get("point"), faults));
        };
    return new Goal.Answered(name, given);
  }

  private Goal untouched(Fields fields) throws Faults.Stop {
    String thing = fields.oneOf(List.of("group", "topic", "table"));
    return new Goal.Untouched(
        Goal.Untouched.Thing.valueOf(thing.toUpperCase(Locale.ROOT)), fields.text(thing));
  }

  /// A place on the picture.
  static Spot spot(Node node, Faults faults) throws Faults.Stop {
    Fields kinds = Fields.of("point", node, faults, List.copyOf(SPOTS.sequencedKeySet()));
    String kind = kinds.oneOf(List.copyOf(SPOTS.sequencedKeySet()));
    Fields fields = Fields.of(kind, kinds.get(kind), faults, SPOTS.getOrDefault(kind, List.of()));
    return switch (kind) {
      case "cell" ->
          new Spot.Cell(
              fields.text("topic"),
              (int) fields.number("partition", 0, 100_000),
              fields.number("offset", 0, 1_000_000_000));
      case "partition" ->
          new Spot.Partition(fields.text("topic"), (int) fields.number("partition", 0, 100_000));
      case "position" ->
          new Spot.Position(
              fields.text("group"),
              fields.text("topic"),
              (int) fields.number("partition", 0, 100_000));
      case "nextRead" -> new Spot.NextRead(fields.text("group"), fields.text("topic"));
      default -> {
        Node key = fields.get("key");
        boolean none = Fields.scalar("key", key, faults) instanceof Scalar.Null;
        yield new Spot.NextWrite(fields.text("topic"), none ? null : ((Node.Scalar) key).text());
      }
    };
  }
}
