package dev.carril.simulator.tools;

import dev.carril.simulator.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads a command of Kafka's own tools as one of the console's.
public final class FromReal {
  private static final List<String> TOOLS =
      List.of(
          "kafka-topics",
          "kafka-console-producer",
          "kafka-console-consumer",
          "kafka-consumer-groups",
          "kafka-get-offsets");

  /// Options that say where the cluster is or how text looks: nothing to do here.
  private static final Set<String> IGNORED =
      Set.of(
          "--bootstrap-server",
          "--broker-list",
          "--command-config",
          "--replication-factor",
          "--if-not-exists",
          "--if-exists",
          "--timeout",
          "--timeout-ms",
          "--verbose",
          "--offsets",
          "--members",
          "--state",
          "--formatter",
          "--formatter-property",
          "--skip-message-on-error",
          "--sync",
          "--acks",
          "--request-required-acks",
          "--compression-codec",
          "--producer-property",
          "--producer.config",
          "--consumer.config",
          "--time");

  private static final Set<String> FLAGS =
      Set.of(
          "--create",
          "--list",
          "--describe",
          "--delete",
          "--alter",
          "--reset-offsets",
          "--delete-offsets",
          "--from-beginning",
          "--to-earliest",
          "--to-latest",
          "--to-current",
          "--all-topics",
          "--all-groups",
          "--execute",
          "--dry-run",
          "--if-not-exists",
          "--if-exists",
          "--verbose",
          "--offsets",
          "--members",
          "--state",
          "--sync",
          "--skip-message-on-error");

  private static final Set<String> VALUED =
      Set.of(
          "--topic",
          "--partitions",
          "--config",
          "--group",
          "--max-messages",
          "--partition",
          "--offset",
          "--property",
          "--reader-property",
          "--consumer-property",
          "--command-property",
          "--to-offset",
          "--shift-by",
          "--by-duration",
          "--to-datetime",
          "--zookeeper",
          "--whitelist",
          "--include");

  private final Shell.Word tool;
  private final String name;
  private final @Nullable String input;
  private final Map<String, List<String>> options = new LinkedHashMap<>();
  private final Map<String, Shell.Word> places = new LinkedHashMap<>();

  private FromReal(Shell.Word tool, String name, @Nullable String input) {
    this.tool = tool;
    this.name = name;
    this.input = input;
  }

  /// What came of reading it.
  public sealed interface Read {}

  /// @param line the console's command that does the same
  public record Understood(String line) implements Read {}

  /// @param start where the part that is wrong begins, in UTF-16 units
  public record Wrong(Problem problem, int start, int end) implements Read {}

  /// Empty where the line is no command of these tools.
  public static Optional<Read> read(String line) {
    if (!line.contains("kafka-")) {
      return Optional.empty();
    }
    List<Shell.Word> words = Shell.words(line);
    int at = toolAt(words);
    if (at < 0) {
      return Optional.empty();
    }
    Shell.Word tool = words.get(at);
    String name = name(tool.text());
    if (!TOOLS.contains(name)) {
      return Optional.of(new Wrong(new Problem.ToolUnknown(name, TOOLS), tool.start(), tool.end()));
    }
    var reading = new FromReal(tool, name, input(words, at));
    try {
      reading.options(words.subList(at + 1, words.size()));
      return Optional.of(new Understood(reading.line()));
    } catch (Stop stop) {
      return Optional.of(stop.wrong);
    }
  }

  /// Whether the line is a command of Kafka's own tools, or the beginning of one.
  public static boolean isTool(String line) {
    return line.contains("kafka-") && toolAt(Shell.words(line)) >= 0;
  }

  /// The tool is the first word, or comes after a prompt, `docker exec …` or a pipe.
  private static int toolAt(List<Shell.Word> words) {
    for (int i = 0; i < words.size(); i++) {
      boolean first = i == 0 || words.get(i - 1).is("|") || words.get(0).is("$");
      boolean inContainer = words.get(0).is("docker") || words.get(0).is("kubectl");
      if ((first || inContainer) && name(words.get(i).text()).startsWith("kafka-")) {
        return i;
      }
    }
    return -1;
  }

  private static String name(String word) {
    String file = word.substring(word.lastIndexOf('/') + 1);
    return file.replaceFirst("\\.(sh|bat)$", "");
  }

  /// What `echo` or `printf` before the pipe, or `<<<` behind the tool, would write.
  private static @Nullable String input(List<Shell.Word> words, int at) {
    for (int i = at; i + 1 < words.size(); i++) {
      if (words.get(i).is("<<<")) {
        return words.get(i + 1).text();
      }
    }
    if (at == 0 || !words.get(at - 1).is("|")) {
      return null;
    }
    List<Shell.Word> before = words.subList(0, at - 1);
    int from = !before.isEmpty() && before.getFirst().is("$") ? 1 : 0;
    if (before.size() <= from) {
      return null;
    }
    String writer = before.get(from).text();
    List<String> rest =
        new ArrayList<>(
            before.subList(from + 1, before.size()).stream().map(Shell.Word::text).toList());
    if (writer.equals("echo")) {
      rest.removeIf(word -> word.equals("-n") || word.equals("-e"));
      return String.join(" ", rest);
    }
    if (writer.equals("printf") && !rest.isEmpty()) {
      String format = rest.getFirst();
      return format.startsWith("%s") && rest.size() > 1 ? rest.get(1) : format.replace("\\n", "");
    }
    return null;
  }

  private void options(List<Shell.Word> words) throws Stop {
    for (int i = 0; i < words.size(); i++) {
      Shell.Word word = words.get(i);
      if (word.is("<<<")) {
        i++;
        continue;
      }
      String option = word.text();
      String value = null;
      int equals = option.indexOf('=');
      if (option.startsWith("--") && equals > 0) {
        value = option.substring(equals + 1);
        option = option.substring(0, equals);
      }
      if (FLAGS.contains(option)) {
        put(option, "", word);
      } else if (VALUED.contains(option) || IGNORED.contains(option)) {
        if (value == null) {
          if (i + 1 >= words.size()) {
            throw stop(new Problem.ToolOptionMissing(name, option + " …"), word);
          }
          value = words.get(++i).text();
        }
        put(option, value, word);
      } else {
        throw stop(new Problem.ToolOptionUnknown(name, word.text()), word);
      }
    }
    if (has("--zookeeper")) {
      throw noPlace("--zookeeper", "zookeeper");
    }
  }

  private void put(String option, String value, Shell.Word word) {
    options.computeIfAbsent(option, _ -> new ArrayList<>()).add(value);
    places.put(option, word);
  }

  private boolean has(String option) {
    return options.containsKey(option);
  }

  private @Nullable String value(String option) {
    List<String> values = options.get(option);
    return values == null ? null : values.getLast();
  }

  private String needed(String option) throws Stop {
    String value = value(option);
    if (value == null) {
      throw stop(new Problem.ToolOptionMissing(name, option), tool);
    }
    return value;
  }

  private String line() throws Stop {
    return switch (name) {
      case "kafka-topics" -> topics();
      case "kafka-console-producer" -> producer();
      case "kafka-console-consumer" -> consumer();
      case "kafka-consumer-groups" -> groups();
      default -> "offsets " + needed("--topic");
    };
  }

  // ---- kafka-topics ----

  private String topics() throws Stop {
    if (has("--delete")) {
      throw noPlace("--delete", "delete-topic");
    }
    if (has("--alter")) {
      throw noPlace("--alter", "alter-topic");
    }
    if (has("--create")) {
      String partitions = value("--partitions");
      var line = new StringBuilder("create topic " + needed("--topic"));
      line.append(" partitions ").append(partitions == null ? "1" : partitions);
      line.append(" partitioner murmur2");
      for (String config : options.getOrDefault("--config", List.of())) {
        line.append(config(config));
      }
      return line.toString();
    }
    if (has("--list")) {
      return "topics";
    }
    if (has("--describe")) {
      String topic = value("--topic");
      return topic == null ? "topics" : "offsets " + topic;
    }
    throw stop(new Problem.ToolOptionMissing(name, "--create, --list, --describe"), tool);
  }

  private String config(String config) throws Stop {
    String[] parts = config.split("=", 2);
    String value = parts.length > 1 ? parts[1] : "";
    return switch (parts[0]) {
      case "retention.ms" -> value.equals("-1") ? "" : " retention " + value + "ms";
      case "retention.bytes" -> value.equals("-1") ? "" : " retention " + value + "B";
      case "cleanup.policy" -> value.contains("compact") ? " compacted" : "";
      default -> throw noPlace("--config", "config");
    };
  }

  // ---- kafka-console-producer ----

  private String producer() throws Stop {
    String topic = needed("--topic");
    if (input == null) {
      throw noPlace("--topic", "no-input");
    }
    Map<String, String> properties = properties("--property", "--reader-property");
    String rest = input;
    var line = new StringBuilder("produce " + topic);
    if (properties.getOrDefault("parse.headers", "").equals("true")) {
      String delimiter = properties.getOrDefault("headers.delimiter", "\t");
      int end = rest.indexOf(delimiter);
      if (end >= 0) {
        headers(rest.substring(0, end), properties, line);
        rest = rest.substring(end + delimiter.length());
      }
    }
    if (properties.getOrDefault("parse.key", "").equals("true")) {
      String separator = properties.getOrDefault("key.separator", "\t");
      int end = rest.indexOf(separator);
      if (end < 0) {
        throw noPlace("--topic", "no-separator");
      }
      line.append(" key=").append(quoted(rest.substring(0, end)));
      rest = rest.substring(end + separator.length());
    }
    String nothing = properties.get("null.marker");
    return nothing != null && nothing.equals(rest)
        ? line.append(" tombstone").toString()
        : line.append(" -- ").append(rest).toString();
  }

  private static void headers(String text, Map<String, String> properties, StringBuilder line) {
    String between = properties.getOrDefault("headers.separator", ",");
    String inside = properties.getOrDefault("headers.key.separator", ":");
    for (String header : text.split(java.util.regex.Pattern.quote(between))) {
      String[] parts = header.split(java.util.regex.Pattern.quote(inside), 2);
      line.append(" header ")
          .append(parts[0])
          .append('=')
          .append(quoted(parts.length > 1 ? parts[1] : ""));
    }
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private Map<String, String> properties(String... names) {
    var properties = new LinkedHashMap<String, String>();
    for (String option : names) {
      for (String property : options.getOrDefault(option, List.of())) {
        String[] parts = property.split("=", 2);
        properties.put(parts[0], parts.length > 1 ? parts[1] : "");
      }
    }
    return properties;
  }

  // ---- kafka-console-consumer ----

  private String consumer() throws Stop {
    String topic = value("--topic");
    if (topic == null) {
      throw has("--include") || has("--whitelist")
          ? noPlace(has("--include") ? "--include" : "--whitelist", "several-topics")
          : stop(new Problem.ToolOptionMissing(name, "--topic"), tool);
    }
    Map<String, String> properties =
        properties("--consumer-property", "--command-property", "--property");
    String group = value("--group") == null ? properties.get("group.id") : value("--group");
    boolean earliest =
        has("--from-beginning")
            || properties.getOrDefault("auto.offset.reset", "").equals("earliest");
    return group == null ? read(topic, earliest) : consume(topic, group, earliest, properties);
  }

  private String read(String topic, boolean earliest) throws Stop {
    String partition = value("--partition");
    String offset = value("--offset");
    if (partition != null && offset != null && offset.matches("\\d+")) {
      return "read " + topic + " partition " + partition + " from " + offset;
    }
    boolean fromStart = earliest || "earliest".equals(offset);
    if (!fromStart) {
      throw noPlace("--topic", "waits-for-new");
    }
    return "read " + topic + (partition == null ? "" : " partition " + partition);
  }

  private String consume(
      String topic, String group, boolean earliest, Map<String, String> properties) throws Stop {
    if (has("--partition")) {
      throw noPlace("--partition", "partition-of-group");
    }
    String max = value("--max-messages");
    return "consume "
        + topic
        + " group "
        + group
        + (max == null ? "" : " max " + max)
        + (earliest ? " from-beginning" : "")
        + (properties.getOrDefault("enable.auto.commit", "").equals("false") ? " no-commit" : "");
  }

  // ---- kafka-consumer-groups ----

  private String groups() throws Stop {
    if (has("--list")) {
      return "groups";
    }
    if (has("--reset-offsets")) {
      return reset();
    }
    if (has("--describe")) {
      return has("--all-groups") ? "groups" : "describe group " + needed("--group");
    }
    if (has("--delete") || has("--delete-offsets")) {
      throw noPlace(has("--delete") ? "--delete" : "--delete-offsets", "delete-group");
    }
    throw stop(new Problem.ToolOptionMissing(name, "--list, --describe, --reset-offsets"), tool);
  }

  private String reset() throws Stop {
    String group = needed("--group");
    String topic = value("--topic");
    if (topic == null && !has("--all-topics")) {
      throw stop(new Problem.ToolOptionMissing(name, "--topic, --all-topics"), tool);
    }
    if (topic != null && topic.contains(":")) {
      throw noPlace("--topic", "some-partitions");
    }
    for (String other : List.of("--shift-by", "--by-duration", "--to-datetime", "--to-current")) {
      if (has(other)) {
        throw noPlace(other, "reset-target");
      }
    }
    String to;
    if (has("--to-earliest")) {
      to = "earliest";
    } else if (has("--to-latest")) {
      to = "latest";
    } else {
      to = needed("--to-offset");
    }
    if (!has("--execute")) {
      // Without it the real tool only shows what it would do, and so must this one.
      throw noPlace("--reset-offsets", "only-shows");
    }
    return "reset group " + group + (topic == null ? "" : " topic " + topic) + " to " + to;
  }

  // ---- what is wrong ----

  private Stop noPlace(String option, String reason) {
    Shell.Word word = places.getOrDefault(option, tool);
    return stop(new Problem.ToolHasNoPlace(name, option, reason), word);
  }

  private static Stop stop(Problem problem, Shell.Word word) {
    return new Stop(new Wrong(problem, word.start(), word.end()));
  }

  private static final class Stop extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Wrong wrong;

    Stop(Wrong wrong) {
      super(wrong.problem().code(), null, false, false);
      this.wrong = wrong;
    }
  }
}
