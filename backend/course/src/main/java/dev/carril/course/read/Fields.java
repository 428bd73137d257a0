package dev.carril.course.read;

import dev.carril.course.Fault.Code;
import dev.carril.course.Names;
import dev.carril.course.Script;
import dev.carril.course.goal.Scalar;
import dev.carril.simulator.world.Nearest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The fields of one YAML mapping. A key that is not known is a fault at once, with the known one
/// that looks most like it.
final class Fields {
  static final int ITEMS_MOST = 200;

  private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]{0,17})(\\.[0-9]{1,18})?");
  private static final int SHOWN = 60;

  private final String what;
  private final Node.Mapping mapping;
  private final Faults faults;

  private Fields(String what, Node.Mapping mapping, Faults faults) {
    this.what = what;
    this.mapping = mapping;
    this.faults = faults;
  }

  /// @param what as messages name it, `steps` or `records`
  static Fields of(String what, Node node, Faults faults, List<String> allowed) throws Faults.Stop {
    Node.Mapping mapping = mapping(what, node, faults);
    mapping
        .entries()
        .forEach((key, entry) -> {
          if (!allowed.contains(key)) {
            unknown(key, what, allowed, entry.line(), faults);
          }
        });
    return new Fields(what, mapping, faults);
  }

  static void unknown(String key, String what, List<String> allowed, int line, Faults faults) {
    String nearest = Nearest.to(key, allowed);
    faults.add(
        line,
        Code.UNKNOWN_KEY,
        Map.of(
            "key",
            cut(key),
            "what",
            what,
            "suggestion",
            nearest == null ? "" : nearest,
            "allowed",
            allowed));
  }

  static Node.Mapping mapping(String what, Node node, Faults faults) throws Faults.Stop {
    if (node instanceof Node.Mapping it) {
      return it;
    }
    throw wrongKind(what, "mapping", node, faults);
  }

  private static Faults.Stop wrongKind(String key, String wanted, Node found, Faults faults) {
    String shown = found instanceof Node.Scalar it ? cut(it.text()) : "";
    return faults.stop(
        found.line(),
        Code.WRONG_KIND,
        Map.of(
            "key",
            key,
            "wanted",
            wanted,
            "found",
            shown.isEmpty() ? found.kind() : "value",
            "text",
            shown));
  }

  static String cut(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
  }

  int line() {
    return mapping.line();
  }

  Faults faults() {
    return faults;
  }

  boolean has(String key) {
    return mapping.entries().containsKey(key);
  }

  @Nullable Node find(String key) {
    Node.Mapping.Entry entry = mapping.entries().get(key);
    return entry == null ? null : entry.value();
  }

  Node get(String key) throws Faults.Stop {
    Node node = find(key);
    if (node == null) {
      throw faults.stop(line(), Code.MISSING_KEY, Map.of("key", key, "what", what));
    }
    return node;
  }

  /// Exactly one of these has to be there.
  String oneOf(List<String> keys) throws Faults.Stop {
    List<String> there = keys.stream().filter(this::has).toList();
    if (there.size() != 1) {
      throw faults.stop(line(), Code.ONE_OF, Map.of("what", what, "keys", keys));
    }
    return there.getFirst();
  }

  Faults.Stop needs(String key, String other) {
    return faults.stop(line(), Code.NEEDS, Map.of("what", what, "key", key, "other", other));
  }

  Faults.Stop excludes(String key, String other) {
    return faults.stop(line(), Code.EXCLUDES, Map.of("what", what, "key", key, "other", other));
  }

  // ---- texts and names ----

  private static Node.Scalar scalar(String key, String wanted, Node node, Faults faults)
      throws Faults.Stop {
    if (node instanceof Node.Scalar it) {
      return it;
    }
    throw wrongKind(key, wanted, node, faults);
  }

  static String text(String key, Node node, Faults faults) throws Faults.Stop {
    Node.Scalar scalar = scalar(key, "text", node, faults);
    if (scalar.text().isBlank()) {
      throw wrongKind(key, "text", node, faults);
    }
    return scalar.text();
  }

  String text(String key) throws Faults.Stop {
    return text(key, get(key), faults);
  }

  @Nullable String textOrNull(String key) throws Faults.Stop {
    Node node = find(key);
    return node == null ? null : text(key, node, faults);
  }

  static String name(Node node, String key, Faults faults) throws Faults.Stop {
    String text = text(key, node, faults);
    checkName(text, node.line(), faults);
    return text;
  }

  static void checkName(String text, int line, Faults faults) throws Faults.Stop {
    if (!Names.isName(text)) {
      throw faults.stop(line, Code.BAD_NAME, Map.of("name", cut(text), "most", Names.LENGTH_MOST));
    }
  }

  String name(String key) throws Faults.Stop {
    return name(get(key), key, faults);
  }

  List<String> names(String key) throws Faults.Stop {
    var names = new ArrayList<String>();
    for (Node item : items(key)) {
      String name = name(item, key, faults);
      if (names.contains(name)) {
        throw faults.stop(item.line(), Code.NAME_TWICE, Map.of("name", name));
      }
      names.add(name);
    }
    return names;
  }

  String choice(String key, List<String> choices) throws Faults.Stop {
    return choice(key, get(key), choices, faults);
  }

  static String choice(String key, Node node, List<String> choices, Faults faults)
      throws Faults.Stop {
    String text = text(key, node, faults);
    if (!choices.contains(text)) {
      throw faults.stop(
          node.line(),
          Code.WRONG_CHOICE,
          Map.of("key", key, "word", cut(text), "choices", choices));
    }
    return text;
  }

  /// One text, or a list of texts.
  List<String> textOrTexts(String key) throws Faults.Stop {
    Node node = find(key);
    return switch (node) {
      case null -> List.of();
      case Node.Items _ -> {
        var texts = new ArrayList<String>();
        for (Node item : items(key)) {
          texts.add(text(key, item, faults));
        }
        yield texts;
      }
      case Node.Scalar _, Node.Mapping _ -> List.of(text(key, node, faults));
    };
  }

  // ---- numbers ----

  static long number(String key, Node node, long least, long most, Faults faults)
      throws Faults.Stop {
    Node.Scalar scalar = scalar(key, "whole-number", node, faults);
    long number;
    try {
      if (scalar.quoted()) {
        throw wrongKind(key, "whole-number", node, faults);
      }
      number = Long.parseLong(scalar.text());
    } catch (NumberFormatException e) {
      throw wrongKind(key, "whole-number", node, faults);
    }
    if (number < least || number > most) {
      throw faults.stop(
          node.line(),
          Code.WRONG_NUMBER,
          Map.of(
              "key",
              key,
              "number",
              Long.toString(number),
              "least",
              Long.toString(least),
              "most",
              Long.toString(most)));
    }
    return number;
  }

  long number(String key, long least, long most) throws Faults.Stop {
    return number(key, get(key), least, most, faults);
  }

  @Nullable Integer countOrNull(String key, int least) throws Faults.Stop {
    Node node = find(key);
    return node == null ? null : (int) number(key, node, least, 100_000, faults);
  }

  BigDecimal decimal(String key) throws Faults.Stop {
    return decimal(key, get(key), faults);
  }

  static BigDecimal decimal(String key, Node node, Faults faults) throws Faults.Stop {
    if (scalar(key, node, faults) instanceof Scalar.Number(var number, var _)) {
      return number;
    }
    throw wrongKind(key, "number", node, faults);
  }

  boolean flag(String key) throws Faults.Stop {
    Node node = find(key);
    if (node == null) {
      return false;
    }
    if (scalar(key, node, faults) instanceof Scalar.Bool(var value)) {
      return value;
    }
    throw wrongKind(key, "flag", node, faults);
  }

  /// A value of any kind: what stands without quotes and looks like a number is one.
  static Scalar scalar(String key, Node node, Faults faults) throws Faults.Stop {
    Node.Scalar scalar = scalar(key, "value", node, faults);
    String text = scalar.text();
    if (scalar.quoted()) {
      return new Scalar.Text(text);
    }
    return switch (text) {
      case "null", "~", "" -> new Scalar.Null();
      case "true" -> new Scalar.Bool(true);
      case "false" -> new Scalar.Bool(false);
      default ->
          NUMBER.matcher(text).matches()
              ? new Scalar.Number(new BigDecimal(text), text)
              : new Scalar.Text(text);
    };
  }

  List<Scalar> scalars(String key) throws Faults.Stop {
    return scalars(key, get(key), faults);
  }

  static List<Scalar> scalars(String key, Node node, Faults faults) throws Faults.Stop {
    var scalars = new ArrayList<Scalar>();
    for (Node item : items(key, node, faults)) {
      scalars.add(scalar(key, item, faults));
    }
    return scalars;
  }

  // ---- lists and mappings ----

  List<Node> items(String key) throws Faults.Stop {
    Node node = find(key);
    return node == null ? List.of() : items(key, node, faults);
  }

  static List<Node> items(String key, Node node, Faults faults) throws Faults.Stop {
    if (!(node instanceof Node.Items items)) {
      throw wrongKind(key, "list", node, faults);
    }
    if (items.items().size() > ITEMS_MOST) {
      throw faults.stop(node.line(), Code.TOO_MANY, Map.of("key", key, "most", ITEMS_MOST));
    }
    return items.items();
  }

  /// A mapping whose keys are free, such as names; nothing if it is not there.
  SequencedMap<String, Node.Mapping.Entry> entries(String key) throws Faults.Stop {
    Node node = find(key);
    if (node == null) {
      return new LinkedHashMap<>();
    }
    Node.Mapping it = mapping(key, node, faults);
    if (it.entries().size() > ITEMS_MOST) {
      throw faults.stop(node.line(), Code.TOO_MANY, Map.of("key", key, "most", ITEMS_MOST));
    }
    return it.entries();
  }

  /// A mapping whose keys are names of the lesson's own.
  SequencedMap<String, Node.Mapping.Entry> named(String key) throws Faults.Stop {
    var named = new LinkedHashMap<String, Node.Mapping.Entry>();
    entries(key)
        .forEach((name, entry) -> {
          boolean right =
              faults
                  .collect(() -> {
                    checkName(name, entry.line(), faults);
                    return true;
                  })
                  .isPresent();
          if (right) {
            named.put(name, entry);
          }
        });
    return named;
  }

  // ---- scripts ----

  Script script(String key) throws Faults.Stop {
    Node node = find(key);
    return node == null ? Script.EMPTY : script(key, node, faults);
  }

  static Script script(String key, Node node, Faults faults) throws Faults.Stop {
    Node.Scalar scalar = scalar(key, "script", node, faults);
    if (Commands.isTooLong(scalar.text())) {
      throw faults.stop(
          node.line(), Code.TEXT_TOO_LONG, Map.of("key", key, "most", Commands.LENGTH_MOST));
    }
    List<Script.Line> lines =
        dev.carril.simulator.language.Script.split(scalar.text()).stream()
            .map(command ->
                new Script.Line(scalar.textLine() + command.number() - 1, command.text()))
            .toList();
    if (lines.isEmpty()) {
      throw wrongKind(key, "script", node, faults);
    }
    if (lines.size() > ITEMS_MOST) {
      throw faults.stop(node.line(), Code.TOO_MANY, Map.of("key", key, "most", ITEMS_MOST));
    }
    return new Script(lines);
  }
}
