package dev.carril.simulator.language;

import dev.carril.simulator.group.Group;
import dev.carril.simulator.instance.Design;
import dev.carril.simulator.log.LogRecord;
import dev.carril.simulator.log.Partition;
import dev.carril.simulator.log.Topic;
import dev.carril.simulator.world.World;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// What may come next in a half-typed line: keywords, and the names that there are.
public final class Completer {
  private static final int MOST = 40;

  /// What can be asked of a topic that is only read.
  private static final Set<String> READING = Set.of("read", "offsets");

  /// How far back keys are looked for: enough for what people play with.
  private static final int KEYS_LOOKED_AT = 500;

  private final World world;
  private final List<Option> options = new ArrayList<>();

  private Completer(World world) {
    this.world = world;
  }

  /// @param from where the word that is being typed begins
  /// @param to where it ends: the cursor
  public record Completions(int from, int to, List<Option> options) {}

  /// @param text what would stand between `from` and `to`
  /// @param code of the sentence beside it, in the catalogue under `offer.`
  /// @param params of that sentence
  public record Option(String text, String code, Map<String, Object> params) {}

  /// What may stand at the cursor. Never throws, whatever the line.
  public static Completions complete(World world, String line, int cursor) {
    int to = Math.clamp(cursor, 0, line.length());
    return new Completer(world).at(line.substring(0, to));
  }

  private Completions at(String typed) {
    var line = new Line(typed);
    var words = new ArrayList<Line.Word>();
    while (!line.isAtEnd()) {
      words.add(line.word());
    }
    boolean begun = !words.isEmpty() && words.getLast().span().end() == typed.length();
    Line.Word partial =
        begun ? words.removeLast() : new Line.Word("", new Span(typed.length(), typed.length()));
    List<String> before = words.stream().map(Line.Word::text).toList();

    Form form = form(before);
    int from = partial.span().start();
    if (form == null) {
      from = verbs(words, partial);
    } else {
      from += after(form, before.subList(form.verb().size(), before.size()), partial.text());
    }
    String start = typed.substring(from).toLowerCase(Locale.ROOT);
    List<Option> fitting =
        options.stream()
            .filter(o -> o.text().toLowerCase(Locale.ROOT).startsWith(start))
            .filter(o -> !o.text().equals(start))
            .limit(MOST)
            .toList();
    return new Completions(from, typed.length(), fitting);
  }

  private static @Nullable Form form(List<String> before) {
    return Grammar.FORMS.stream()
        .filter(f -> before.size() >= f.verb().size())
        .filter(f -> lower(before.subList(0, f.verb().size())).equals(f.verb()))
        .max(Comparator.comparingInt(f -> f.verb().size()))
        .orElse(null);
  }

  private static List<String> lower(List<String> words) {
    return words.stream().map(Parser::lower).toList();
  }

  /// Offers verbs that begin with what was typed, and says where they begin.
  private int verbs(List<Line.Word> before, Line.Word partial) {
    for (Form form : Grammar.FORMS) {
      if (before.size() < form.verb().size()
          && lower(before.stream().map(Line.Word::text).toList())
              .equals(form.verb().subList(0, before.size()))) {
        offer(form.name(), "command." + form.code(), Map.of());
      }
    }
    return before.isEmpty() ? partial.span().start() : before.getFirst().span().start();
  }

  /// Offers what may follow these words. Returns how much of the partial word stays as it is.
  private int after(Form form, List<String> words, String partial) {
    var seen = new LinkedHashSet<String>();
    int at = 0;
    String topic = null;
    String group = null;
    for (Part.Place place : form.places()) {
      if (at == words.size()) {
        values(place.kind(), null, null);
        if (place.kind() == Kind.TOPIC && READING.contains(form.name())) {
          world.letterTopics().forEach(it -> topic(it.name(), it.partitions(), it.records()));
        }
        return 0;
      }
      topic = place.name().equals("topic") ? words.get(at) : topic;
      at++;
      while (place.kind() == Kind.DESIGNS
          && at < words.size()
          && Design.words().contains(Parser.lower(words.get(at)))) {
        at++;
      }
      if (place.kind() == Kind.DESIGNS && at == words.size()) {
        values(place.kind(), null, null);
      }
    }
    while (at < words.size()) {
      Part.Option option = optionAt(form, words, at);
      if (option == null) {
        at = skipUnknown(form, words, at);
        if (at < 0) {
          return 0;
        }
        continue;
      }
      seen.add(option.name());
      at += option.joined() ? 1 : option.words().size();
      if (option.kind() == null || option.joined()) {
        continue;
      }
      if (at == words.size()) {
        values(option.kind(), topic, group);
        return 0;
      }
      topic = option.name().equals("topic") ? words.get(at) : topic;
      group = option.name().equals("group") ? words.get(at) : group;
      at++;
    }
    return next(form, seen, topic, partial);
  }

  private static Part.@Nullable Option optionAt(Form form, List<String> words, int at) {
    for (Part.Option option : form.options()) {
      int end = at + option.words().size();
      boolean fits =
          option.joined()
              ? Parser.lower(words.get(at)).startsWith(option.keyword() + "=")
              : end <= words.size() && lower(words.subList(at, end)).equals(option.words());
      if (fits) {
        return option;
      }
    }
    return null;
  }

  /// The first word of a keyword of two offers the second; anything else ends what can be helped
  /// with.
  private int skipUnknown(Form form, List<String> words, int at) {
    String word = Parser.lower(words.get(at));
    if (at == words.size() - 1) {
      for (Part.Option option : form.options()) {
        if (option.words().size() == 2 && option.words().getFirst().equals(word)) {
          offer(option.words().get(1), "option." + form.code(option), Map.of());
        }
      }
      form.rest()
          .filter(rest -> rest.words().size() == 2 && rest.words().getFirst().equals(word))
          .ifPresent(rest -> offer(rest.words().get(1), "option." + form.code(rest), Map.of()));
    }
    return -1;
  }

  private int next(Form form, Set<String> seen, @Nullable String topic, String partial) {
    if (Parser.lower(partial).startsWith("key=") && form.name().equals("produce")) {
      keys(topic);
      return "key=".length();
    }
    for (Part.Option option : form.options()) {
      boolean used = seen.contains(option.name()) && !option.repeated();
      boolean excluded =
          seen.contains(option.excludes())
              || form.options().stream()
                  .anyMatch(o -> seen.contains(o.name()) && option.name().equals(o.excludes()));
      boolean early = option.needs() != null && !seen.contains(option.needs());
      if (!used && !excluded && !early) {
        offer(
            option.joined() ? option.keyword() + "=" : option.keyword(),
            "option." + form.code(option),
            Map.of());
      }
    }
    form.rest()
        .ifPresent(rest -> {
          String word = rest.words().isEmpty() ? "" : String.join(" ", rest.words());
          if (rest.kind() == Kind.VALUE) {
            offer(Grammar.TOMBSTONE, "tombstone", Map.of());
          } else if (rest.kind() == Kind.LETTERS) {
            offer(Grammar.ALL, "choice", Map.of());
          } else if (!word.isEmpty()) {
            offer(word, "option." + form.code(rest), Map.of());
          }
        });
    return 0;
  }

  // ---- values ----

  private void values(Kind kind, @Nullable String topic, @Nullable String group) {
    switch (kind) {
      case TOPIC -> world.topics().forEach(this::topic);
      case GROUP -> world.groups().forEach(this::group);
      case MEMBER -> members(group);
      case PARTITION -> partitions(topic);
      case PARTITIONER -> {
        offer("sum", "partitioner.sum", Map.of());
        offer("murmur2", "partitioner.murmur2", Map.of());
      }
      case TARGET -> {
        offer("earliest", "target.earliest", Map.of());
        offer("latest", "target.latest", Map.of());
      }
      case RETENTION -> {
        offer("7d", "retention.age", Map.of());
        offer("20 records", "retention.records", Map.of());
        offer("10kB", "retention.bytes", Map.of());
      }
      case COMMAND -> Grammar.FORMS.forEach(f -> offer(f.name(), "command." + f.code(), Map.of()));
      case INSTANCE -> world.instanceNames().forEach(name -> offer(name, "instance", Map.of()));
      case ROW -> rows();
      case DESIGN, DESIGNS -> Design.words().forEach(word -> offer(word, "choice", Map.of()));
      case COMMIT, ON_OFF, RETRY_AT, WHEN_FULL, AFTER ->
          kind.choices().forEach(word -> offer(word, "choice", Map.of()));
      // Numbers, new names, durations and free text are the person's own.
      case NEW_TOPIC,
          COUNT,
          COUNT_OR_NONE,
          OFFSET,
          DURATION,
          KEY,
          HEADER,
          VALUE,
          STATEMENT,
          RATE,
          SEED,
          WHICH,
          PLACE_OR_KEY,
          SPOT,
          LETTERS,
          SINCE,
          VALUES -> {}
      case SPEED -> List.of("0.1", "1", "10", "100").forEach(it -> offer(it, "speed", Map.of()));
    }
  }

  private void topic(Topic topic) {
    topic(topic.name(), topic.partitionCount(), topic.recordCount());
  }

  private void topic(String name, int partitions, long records) {
    offer(name, "topic", Map.of("partitions", partitions, "records", records));
  }

  private void group(Group group) {
    Long lag = world.lag(group);
    offer(
        group.name(),
        lag == null ? "group.none" : "group",
        lag == null ? Map.of() : Map.of("lag", lag));
  }

  private void members(@Nullable String name) {
    Group group = name == null ? null : world.findGroup(name);
    if (group == null) {
      return;
    }
    for (String member : group.members()) {
      offer(member, "member", Map.of("owned", owned(group, member)));
    }
    int number = 1;
    while (group.hasMember(group.name() + "-" + number)) {
      number++;
    }
    offer(group.name() + "-" + number, "member.new", Map.of());
  }

  private String owned(Group group, String member) {
    return group.topicsOf(member).stream()
        .flatMap(name -> {
          Topic topic = world.findTopic(name);
          int partitions = topic == null ? 0 : topic.partitionCount();
          return group.assignment(name, partitions).getOrDefault(member, List.of()).stream();
        })
        .map(partition -> "p" + partition)
        .collect(Collectors.joining(", "));
  }

  private void partitions(@Nullable String name) {
    Topic topic = name == null ? null : world.findTopic(name);
    if (topic != null) {
      IntStream.range(0, topic.partitionCount())
          .forEach(p ->
              offer(
                  Integer.toString(p),
                  "partition",
                  Map.of("records", topic.partition(p).records().size())));
    }
  }

  private void rows() {
    int most = world.topics().stream().mapToInt(Topic::partitionCount).max().orElse(0);
    IntStream.range(0, most).forEach(p -> offer("p" + p, "row", Map.of()));
  }

  private void keys(@Nullable String name) {
    Topic topic = name == null ? null : world.findTopic(name);
    if (topic == null) {
      return;
    }
    var keys = new LinkedHashSet<String>();
    for (Partition partition : topic.partitions()) {
      List<LogRecord> newest =
          partition
              .records()
              .subList(
                  Math.max(0, partition.records().size() - KEYS_LOOKED_AT),
                  partition.records().size());
      for (LogRecord record : newest) {
        if (record.key() != null) {
          keys.add(record.key());
        }
      }
    }
    keys.forEach(key -> offer(quoted(key), "key", Map.of()));
  }

  private static String quoted(String key) {
    boolean plain =
        !key.isEmpty()
            && key.chars().noneMatch(c -> Line.plain((char) c) != c || c == ' ' || c == '"');
    return plain ? key : '"' + key.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private void offer(String text, String code, Map<String, Object> params) {
    options.add(new Option(text, code, params));
  }
}
