package dev.carril.simulator.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carril.simulator.Problem;
import dev.carril.simulator.language.Parser;
import dev.carril.simulator.words.Words;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RealToolsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      quoteCharacter = '~',
      value = {
        "kafka-topics --create --topic orders --partitions 3 --bootstrap-server b:9092 > create topic orders partitions 3 partitioner murmur2",
        "bin/kafka-topics.sh --bootstrap-server b:9092 --create --topic=orders --config retention.ms=604800000 > create topic orders partitions 1 partitioner murmur2 retention 604800000ms",
        "kafka-topics --create --topic p --partitions 1 --config cleanup.policy=compact > create topic p partitions 1 partitioner murmur2 compacted",
        "docker exec -it broker /opt/kafka/bin/kafka-topics.sh --list > topics",
        "echo hello world | kafka-console-producer --topic orders > produce orders -- hello world",
        "$ echo 'order-61:{\"order\":61}' | kafka-console-producer --topic orders --property parse.key=true --property key.separator=: > produce orders key=\"order-61\" -- {\"order\":61}",
        "kafka-console-consumer --topic orders --from-beginning > read orders",
        "kafka-console-consumer --topic orders --partition 1 --offset 2 > read orders partition 1 from 2",
        "kafka-console-consumer --topic orders --group billing --from-beginning --max-messages 2 > consume orders group billing max 2 from-beginning",
        "kafka-console-consumer --topic orders --group b --consumer-property enable.auto.commit=false > consume orders group b no-commit",
        "kafka-consumer-groups --describe --group billing > describe group billing",
        "kafka-consumer-groups --list > groups",
        "kafka-consumer-groups --group email --topic orders --reset-offsets --to-earliest --execute > reset group email topic orders to earliest",
        "kafka-consumer-groups --group email --all-topics --reset-offsets --to-offset 2 --execute > reset group email to 2",
        "kafka-get-offsets --topic orders > offsets orders",
      })
  void a_real_command_is_read_as_ours(String real, String ours) {
    assertEquals(new FromReal.Understood(ours), FromReal.read(real).orElseThrow());
    assertTrue(Parser.parse(ours) instanceof Parser.Understood, ours);
  }

  @ParameterizedTest
  @CsvSource({
    "kafka-topics --delete --topic orders, delete-topic",
    "kafka-topics --alter --topic orders --partitions 6, alter-topic",
    "kafka-topics --list --zookeeper z:2181, zookeeper",
    "kafka-console-producer --topic orders, no-input",
    "kafka-console-consumer --topic orders, waits-for-new",
    "kafka-console-consumer --topic o --group g --partition 1, partition-of-group",
    "kafka-consumer-groups --group g --all-topics --reset-offsets --to-earliest, only-shows",
    "kafka-consumer-groups --group g --topic o:1 --reset-offsets --to-earliest --execute, some-partitions",
    "kafka-consumer-groups --group g --all-topics --reset-offsets --shift-by 2 --execute, reset-target",
    "kafka-consumer-groups --delete --group g, delete-group",
  })
  void what_has_no_place_here_is_explained(String real, String reason) {
    var wrong = (FromReal.Wrong) FromReal.read(real).orElseThrow();
    assertEquals(reason, ((Problem.ToolHasNoPlace) wrong.problem()).reason());
    for (String language : Words.languages().keySet()) {
      assertTrue(!Words.of(language).tell(wrong.problem()).isBlank());
    }
  }

  @Test
  void a_tool_or_option_that_is_not_known_is_named_with_its_place() {
    var tool = (FromReal.Wrong) FromReal.read("kafka-acls --list").orElseThrow();
    assertEquals("tool-unknown", tool.problem().code());
    var option = (FromReal.Wrong) FromReal.read("kafka-topics --lst").orElseThrow();
    assertEquals(new Problem.ToolOptionUnknown("kafka-topics", "--lst"), option.problem());
    assertEquals(13, option.start());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create topic orders partitions 3 partitioner murmur2 retention 7d",
        "create topic p partitions 1 partitioner murmur2 compacted",
        "topics",
        "produce orders key=\"customer 7\" -- {\"order\":61}",
        "produce orders key=\"it's\" header a=\"b\" -- two  words | and 'more'",
        "produce orders key=\"k\" tombstone",
        "read orders",
        "read orders partition 1 from 2",
        "consume orders group g max 3 from-beginning",
        "consume orders group g no-commit",
        "describe group g",
        "groups",
        "reset group g to 3",
        "reset group g topic orders to latest"
      })
  void what_we_say_at_a_real_cluster_is_read_as_the_same_again(String line) {
    var meant = (Parser.Understood) Parser.parse(line);
    String real = ToReal.tell(meant.command()).lines().getFirst();
    var back = (FromReal.Understood) FromReal.read(real).orElseThrow();
    var again = (Parser.Understood) Parser.parse(back.line());
    assertEquals(meant.command(), again.command(), real);
  }

  @Test
  void a_line_without_such_a_tool_is_left_alone() {
    assertTrue(FromReal.read("produce orders kafka-topics --list").isEmpty());
    assertTrue(FromReal.read("topics").isEmpty());
  }

  @Test
  void a_backslash_goes_on_in_the_next_line() {
    String real = "kafka-topics --create \\\n  --topic orders \\\n  --partitions 2";
    assertEquals(
        new FromReal.Understood("create topic orders partitions 2 partitioner murmur2"),
        FromReal.read(real).orElseThrow());
    assertEquals(
        List.of(real),
        dev.carril.simulator.language.Script.split(real).stream().map(c -> c.text()).toList());
  }

  @Test
  void every_note_has_its_sentence() {
    for (String code :
        List.of(
            "leave",
            "wait",
            "compact",
            "sql",
            "undo",
            "console",
            "offsets",
            "never-ends",
            "retention-records",
            "partitioner",
            "partition",
            "from-needs-partition",
            "commit-first",
            "then-sql",
            "reset-stopped")) {
      Words.languages().keySet().forEach(l -> assertTrue(Words.of(l).has("real." + code), code));
    }
  }

  @Test
  void reading_never_throws() {
    String[] pieces = {
      "kafka-topics",
      "--topic",
      "--create",
      "'",
      "\"",
      "\\",
      "|",
      "echo",
      "<<<",
      "=",
      "--property",
      "parse.key=true",
      "--group",
      "--reset-offsets",
      "$",
      " ",
      "\n",
      "é"
    };
    for (long seed = 0; seed < 20_000; seed++) {
      var random = new Random(seed);
      var line = new StringBuilder("kafka-console-producer");
      for (int i = random.nextInt(8); i >= 0; i--) {
        line.append(random.nextBoolean() ? " " : "").append(pieces[random.nextInt(pieces.length)]);
      }
      try {
        FromReal.read(line.toString());
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + line, e);
      }
    }
  }
}
