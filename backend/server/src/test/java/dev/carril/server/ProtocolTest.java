package dev.carril.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The conversation between a page and its sandbox.
@Timeout(120)
class ProtocolTest {
  @TempDir static Path data;
  private static RunningServer server;

  @BeforeAll
  static void start() throws Exception {
    server = RunningServer.on(data);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void a_command_is_answered_and_seen() throws Exception {
    try (TestClient anna = server.follow(server.freshSandbox())) {
      long before = anna.revision();

      JsonNode reply = anna.run("create topic orders partitions 3");

      assertTrue(reply.get("ok").asBoolean());
      assertEquals("create topic orders partitions 3", reply.get("command").asText());
      assertEquals("create", reply.get("kind").asText());
      assertEquals("{\"topic\":\"orders\",\"partitions\":3}", reply.get("data").toString());
      assertEquals(reply.get("text").get(0), reply.get("pieces").get(0).get("sentence"));
      anna.awaitRevision(reply.get("revision").asLong());
      assertEquals(before + 1, anna.revision());
      assertEquals(3, anna.facts().get("topic:orders").get("partitions").asInt());
      assertTrue(anna.facts().containsKey("partition:orders:2"));
    }
  }

  @Test
  void the_picture_has_every_kind_of_fact() throws Exception {
    try (TestClient anna = server.follow(server.freshSandbox())) {
      anna.run("create topic orders partitions 3 retention 20 records");
      anna.run("produce orders key=customer-7 header trace=abc {\"order\":61,\"total\":12.40}");
      anna.run("consume orders group billing from-beginning no-commit");
      JsonNode last = anna.run("sql CREATE TABLE invoices (id INTEGER, total TEXT)");
      anna.awaitRevision(last.get("revision").asLong());

      assertFact(anna, "clock", "{'now':'2026-01-01T09:00:04Z'}");
      assertFact(
          anna,
          "topic:orders",
          """
          {'topic':'orders','place':0,'partitions':3,'partitioner':'sum',
          'retention':{'kind':'records','amount':20},'compacted':false,'records':1,'nextPartition':0}\
          """);
      assertFact(anna, "partition:orders:1", "{'topic':'orders','partition':1,'start':0,'end':1}");
      assertFact(
          anna,
          "record:orders:1:0",
          """
          {'topic':'orders','partition':1,'offset':0,'key':'customer-7',
          'value':'{\\"order\\":61,\\"total\\":12.40}','cut':false,'bytes':44,
          'headers':[{'key':'trace','value':'abc'}],'timestamp':'2026-01-01T09:00:01Z'}\
          """);
      assertFact(anna, "group:billing", "{'group':'billing','place':0,'lag':null}");
      assertFact(
          anna,
          "member:billing:billing-1",
          """
          {'group':'billing','member':'billing-1','owned':[{'topic':'orders','partitions':[0,1,2]}]}\
          """);
      assertFact(
          anna,
          "position:billing:orders:1",
          """
          {'group':'billing','topic':'orders','partition':1,'position':null,'lag':null,'read':1,
          'member':'billing-1'}\
          """);
      assertFact(
          anna,
          "table:invoices",
          """
          {'table':'invoices','columns':['id','total'],'numeric':[true,false],'rows':[],'count':0}\
          """);
      JsonNode log = anna.facts().get("log");
      assertEquals(4, log.get("count").asInt());
      assertTrue(log.get("undo").asText().startsWith("sql CREATE"));
      assertTrue(log.get("redo").isNull());
      assertFalse(log.get("head").asText().isEmpty());
    }
  }

  @Test
  void instances_are_told_as_facts_and_what_they_did_to_who_asks() throws Exception {
    try (TestClient anna = server.follow(server.freshSandbox())) {
      anna.run("create topic chat partitions 1");
      anna.run("produce chat key=ana hello");
      anna.run("produce chat key=ben hello");
      anna.run("fail chat p0:0");
      anna.run("start one on chat group sms retry 3 from 5s from-beginning");
      JsonNode last = anna.run("run 200ms");
      anna.awaitRevision(last.get("revision").asLong());

      JsonNode lane = fact(anna, "lane:", "session", "ana");
      assertEquals("backing-off", lane.get("state").asText());
      assertEquals(
          "[{\"partition\":0,\"offset\":0,\"is\":\"backing-off\"}]",
          lane.get("records").toString());
      assertTrue(lane.get("until").asText().startsWith("2026-01-01T09:00:0"), lane.toString());
      assertEquals("running", anna.facts().get("instance:one").get("state").asText());
      assertFact(
          anna,
          "cohort:sms:chat",
          "{'group':'sms','topic':'chat','handled':1,'letters':0,'violations':0,'duplicates':0,'zombies':0}");
      JsonNode progress = anna.facts().get("progress:sms:chat:0");
      assertEquals(0, progress.get("gap").get("offset").asInt());
      assertEquals("done", progress.get("stretches").get(1).get("is").asText());

      JsonNode all = anna.ask(TestClient.message("events"), "events").get("events");
      assertEquals(anna.facts().get("events").get("count").asInt(), all.size());
      assertEquals("started", all.get(0).get("kind").asText());
      JsonNode ofBen =
          anna.ask(TestClient.message("events").put("session", "ben"), "events").get("events");
      for (JsonNode one : ofBen) {
        assertEquals("ben", one.get("session").asText());
      }
      assertEquals("began", ofBen.get(2).get("kind").asText(), ofBen.toString());
      JsonNode early =
          anna.ask(TestClient.message("events").put("before", 1), "events").get("events");
      assertEquals(1, early.size());
    }
  }

  private static JsonNode fact(TestClient client, String start, String field, String value) {
    return client.facts().entrySet().stream()
        .filter(it -> it.getKey().startsWith(start))
        .map(java.util.Map.Entry::getValue)
        .filter(it -> it.path(field).asText().equals(value))
        .findFirst()
        .orElseThrow();
  }

  private static void assertFact(TestClient client, String key, String expected) throws Exception {
    String json = expected.replace("\n", "").replace('\'', '"');
    assertEquals(json, client.facts().get(key).toString());
  }

  @Test
  void a_second_tab_follows() throws Exception {
    String sandbox = server.freshSandbox();
    try (TestClient anna = server.follow(sandbox);
        TestClient ben = server.follow(sandbox)) {
      anna.run("create topic orders partitions 2");
      JsonNode reply = ben.run("produce orders hello");
      anna.awaitRevision(reply.get("revision").asLong());
      ben.awaitRevision(reply.get("revision").asLong());

      assertEquals(ben.facts(), anna.facts());
      assertEquals("hello", anna.facts().get("record:orders:0:0").get("value").asText());
    }
  }

  @Test
  void what_changed_says_by_which_command_and_what_was_to_be_seen() throws Exception {
    try (TestClient anna = server.follow(server.freshSandbox())) {
      anna.run("create topic orders partitions 1");
      anna.await("changes");
      anna.run("mine", "produce orders hello");
      JsonNode changes = anna.await("changes");

      assertEquals("[\"mine\"]", changes.get("by").toString());
      assertEquals(
          "[{\"kind\":\"appended\",\"topic\":\"orders\",\"partition\":0,\"offset\":0}]",
          changes.get("happened").toString());
      anna.run("consume orders group billing from-beginning");
      assertEquals(
          "{\"kind\":\"consumed\",\"group\":\"billing\",\"member\":\"billing-1\",\"saved\":true,"
              + "\"reads\":[{\"topic\":\"orders\",\"partition\":0,\"from\":0,\"to\":1,\"offsets\":[0]}],"
              + "\"fellOver\":null}",
          anna.await("changes").get("happened").get(0).toString());
      anna.run("undo");
      assertEquals("undone", anna.await("changes").get("happened").get(0).get("kind").asText());
    }
  }

  @Test
  void an_error_says_what_and_where_and_what_would_be_right() throws Exception {
    try (TestClient anna = server.follow(server.freshSandbox())) {
      anna.run("create topic orders partitions 1");

      JsonNode reply = anna.run("consume ordres group billing");

      assertFalse(reply.get("ok").asBoolean());
      JsonNode error = reply.get("error");
      assertEquals("unknown-topic", error.get("code").asText());
      assertEquals(9, error.get("column").asInt());
      assertEquals(6, error.get("length").asInt());
      assertEquals("orders", error.get("suggestion").asText());
      assertTrue(error.get("message").asText().contains("ordres"));
    }
  }

  @Test
  void a_command_sent_again_is_answered_again_and_runs_once() throws Exception {
    String sandbox = server.freshSandbox();
    JsonNode first;
    try (TestClient anna = server.follow(sandbox)) {
      anna.run("create topic orders partitions 1");
      first = anna.run("once", "produce orders hello");
    }
    try (TestClient anna = server.follow(sandbox)) {
      JsonNode again = anna.run("once", "produce orders hello");

      assertEquals(first.get("data"), again.get("data"));
      assertTrue(again.get("repeated").asBoolean());
      assertFalse(first.get("repeated").asBoolean());
      assertEquals(1, anna.facts().get("partition:orders:0").get("end").asInt());
    }
  }

  @Test
  void a_paste_is_split_into_commands() throws Exception {
    try (TestClient anna = server.follow(server.freshSandbox())) {
      JsonNode answer =
          anna.ask(
              TestClient.message("split")
                  .put("text", "# a comment\n\ntopics\nproduce orders {\n\"a\": 1}\nhelp"),
              "lines");

      assertEquals(
          "[{\"line\":3,\"text\":\"topics\",\"isAsked\":true},"
              + "{\"line\":4,\"text\":\"produce orders {\\n\\\"a\\\": 1}\",\"isAsked\":false},"
              + "{\"line\":6,\"text\":\"help\",\"isAsked\":true}]",
          answer.get("lines").toString());
    }
  }

  @Test
  void of_a_paste_each_command_says_whether_it_only_asks() throws Exception {
    try (TestClient anna = server.follow(server.freshSandbox())) {
      var asked = new ArrayList<String>();
      anna.ask(
              TestClient.message("split")
                  .put(
                      "text",
                      """
                      lanes anna
                      check order group billing
                      trace orders p0:1
                      kafka-topics.sh --bootstrap-server x:9092 --list
                      nonsense
                      pause
                      play
                      run 1s
                      undo
                      sql SELECT 1
                      sql DELETE FROM bills
                      """),
              "lines")
          .get("lines")
          .forEach(line -> asked.add(line.get("isAsked").asText()));

      assertEquals(
          "true true true true true true false false false true false", String.join(" ", asked));
    }
  }

  @Test
  void an_order_to_the_clock_reaches_all_who_follow_in_front_of_its_reply() throws Exception {
    String sandbox = server.freshSandbox();
    try (TestClient anna = server.follow(sandbox);
        TestClient ben = server.follow(sandbox)) {
      anna.command("go", "play 0.5");
      assertEquals(
          "{\"type\":\"clock\",\"by\":\"go\",\"speed\":0.5,\"yours\":false}",
          ben.await("clock").toString());
      ben.run("halt", "pause");
      JsonNode order = anna.await("clock", frame -> frame.get("by").asText().equals("halt"));

      assertTrue(order.get("speed").isNull());
      assertEquals("halt", ben.await("clock").get("by").asText());
    }
  }

  @Test
  void the_clock_is_played_by_one_page_whoever_orders_it() throws Exception {
    String sandbox = server.freshSandbox();
    try (TestClient program = server.follow(sandbox);
        TestClient anna = server.follow(sandbox);
        TestClient ben = server.follow(sandbox)) {
      assertEquals(List.of(false, false, false), plays(program, program, anna, ben));
      for (TestClient page : List.of(anna, ben)) {
        page.send(TestClient.message("subscribe").put("lang", "en").put("plays", true));
        page.run("topics");
      }

      assertEquals(List.of(false, true, false), plays(program, program, anna, ben));
      assertEquals(List.of(false, false, true), plays(ben, program, anna, ben));
      // Who plays goes on.
      assertEquals(List.of(false, false, true), plays(program, program, anna, ben));
    }
  }

  private static List<Boolean> plays(TestClient orders, TestClient... told) throws Exception {
    String id = TestClient.freshId();
    orders.command(id, "play");
    var plays = new ArrayList<Boolean>();
    for (TestClient one : told) {
      plays.add(
          one.await("clock", frame -> frame.get("by").asText().equals(id))
              .get("yours")
              .asBoolean());
    }
    return plays;
  }

  @Test
  void a_half_typed_line_can_be_completed_and_a_reset_previewed() throws Exception {
    try (TestClient anna = server.follow(server.freshSandbox())) {
      anna.run("create topic orders partitions 1");
      anna.run("produce orders a");
      anna.run("consume orders group billing from-beginning");

      JsonNode completions =
          anna.ask(
              TestClient.message("complete").put("line", "produce ord").put("cursor", 11),
              "completions");
      assertEquals(8, completions.get("from").asInt());
      assertEquals(11, completions.get("to").asInt());
      assertEquals("orders", completions.get("options").get(0).get("text").asText());
      assertFalse(completions.get("options").get(0).get("note").asText().isEmpty());

      JsonNode ghosts =
          anna.ask(
              TestClient.message("preview").put("line", "reset group billing to earliest"),
              "ghosts");
      assertEquals(
          "[{\"group\":\"billing\",\"topic\":\"orders\",\"partition\":0,\"position\":0}]",
          ghosts.get("ghosts").toString());
      assertEquals(
          "[]",
          anna.ask(TestClient.message("preview").put("line", "reset gr"), "ghosts")
              .get("ghosts")
              .toString());
    }
  }

  @Test
  void a_record_can_be_had_whole() throws Exception {
    try (TestClient anna = server.follow(server.freshSandbox())) {
      anna.run("create topic orders partitions 1");
      String value = "x".repeat(5_000);
      long revision = anna.run("produce orders " + value).get("revision").asLong();
      anna.awaitRevision(revision);

      assertTrue(anna.facts().get("record:orders:0:0").get("cut").asBoolean());
      var question =
          TestClient.message("record").put("topic", "orders").put("partition", 0).put("offset", 0);
      JsonNode record = anna.ask(question, "record").get("record");
      assertEquals(value, record.get("value").asText());
      assertTrue(anna.ask(question.deepCopy().put("offset", 1), "record").get("record").isNull());
    }
  }

  @Test
  void a_record_that_is_only_in_the_past_can_be_had_whole_too() throws Exception {
    try (TestClient anna = server.follow(server.freshSandbox())) {
      anna.run("create topic orders partitions 1");
      String value = "x".repeat(5_000);
      anna.awaitRevision(anna.run("produce orders " + value).get("revision").asLong());
      String entry = anna.facts().get("log").get("head").asText();
      anna.awaitRevision(anna.run("undo").get("revision").asLong());
      anna.awaitRevision(anna.run("produce orders another").get("revision").asLong());

      var question =
          TestClient.message("record").put("topic", "orders").put("partition", 0).put("offset", 0);
      assertEquals(
          "another", anna.ask(question, "record").get("record").get("value").asText(), "now");
      var then = question.deepCopy().put("entry", entry);
      assertEquals(value, anna.ask(then, "record").get("record").get("value").asText());
      assertTrue(anna.ask(then.deepCopy().put("entry", "none"), "record").get("record").isNull());
      assertTrue(
          anna.ask(then.deepCopy().put("partition", 4_294_967_296L), "record")
              .get("record")
              .isNull(),
          "a number that is too large is no other number");
    }
  }

  @Test
  void words_come_in_the_language_asked_for() throws Exception {
    try (TestClient anna = server.follow(server.freshSandbox())) {
      String english = anna.run("topics").get("text").toString();
      anna.send(TestClient.message("language").put("lang", "es"));
      String spanish = anna.run("topics").get("text").toString();

      assertNotEquals(english, spanish);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "hello|not-json",
        "{\"type\":\"command\"|not-json",
        "{} {}|not-json",
        "{\"type\":\"topics\",\"type\":\"command\"}|not-json",
        "[1]|not-an-object",
        "{}|missing-field",
        "{\"type\":null}|missing-field",
        "{\"type\":5}|wrong-field",
        "{\"type\":\"dance\"}|unknown-type",
        "{\"type\":\"command\",\"id\":\"a\"}|missing-field",
        "{\"type\":\"command\",\"id\":\"a\",\"line\":5}|wrong-field",
        "{\"type\":\"command\",\"line\":\"topics\"}|missing-field",
        "{\"type\":\"command\",\"id\":\"a b\",\"line\":\"topics\"}|wrong-id",
        "{\"type\":\"command\",\"id\":\"\",\"line\":\"topics\"}|wrong-id",
        "{\"type\":\"complete\",\"id\":\"a\",\"line\":\"t\",\"cursor\":-1}|wrong-field",
        "{\"type\":\"complete\",\"id\":\"a\",\"line\":\"t\",\"cursor\":1.5}|wrong-field",
        "{\"type\":\"record\",\"id\":\"a\",\"topic\":\"t\",\"partition\":0,\"offset\":1e99}|wrong-field",
      })
  void a_message_that_is_none_is_refused_and_the_socket_lives_on(String message, String code)
      throws Exception {
    try (TestClient anna = server.follow(server.freshSandbox())) {
      anna.send(message);

      JsonNode refused = anna.await("refused");
      assertEquals(code, refused.get("error").get("code").asText());
      assertFalse(refused.get("error").get("message").asText().isEmpty());
      assertTrue(anna.run("topics").get("ok").asBoolean());
    }
  }

  @Test
  void nothing_but_subscribe_may_come_first() throws Exception {
    try (TestClient anna =
        TestClient.open(server.address("/sandbox/" + server.freshSandbox() + "/socket"))) {
      anna.command("early", "topics");

      JsonNode refused = anna.await("refused");
      assertEquals("not-subscribed", refused.get("error").get("code").asText());
      assertEquals("early", refused.get("id").asText());
      anna.subscribe();
      assertTrue(anna.run("topics").get("ok").asBoolean());
    }
  }

  @Test
  void a_line_that_is_too_long_is_an_error_in_words() throws Exception {
    try (TestClient anna = server.follow(server.freshSandbox())) {
      JsonNode reply = anna.run("produce orders " + "é".repeat(120_000));

      assertEquals("line-too-long", reply.get("error").get("code").asText());
    }
  }

  @Test
  void a_message_that_is_too_long_is_refused_by_its_id_and_the_socket_lives_on() throws Exception {
    try (TestClient anna = server.follow(server.freshSandbox())) {
      anna.command("long", "produce orders " + "x".repeat(3_000_000));

      JsonNode refused = anna.await("refused");
      assertEquals("message-too-long", refused.get("error").get("code").asText());
      assertEquals("long", refused.get("id").asText());
      assertTrue(anna.run("topics").get("ok").asBoolean());
    }
  }

  @Test
  void text_of_any_kind_comes_back_as_it_was() throws Exception {
    try (TestClient anna = server.follow(server.freshSandbox())) {
      anna.run("create topic orders partitions 1");
      String value = "<script>alert(1)</script> \"\\ ' \u202e עברית 👩‍👩‍👧 \u2028 \t end";
      long revision = anna.run("produce orders " + value).get("revision").asLong();
      anna.awaitRevision(revision);

      assertEquals(value, anna.facts().get("record:orders:0:0").get("value").asText());
    }
  }

  @Test
  void no_such_sandbox_closes_the_socket_for_good() throws Exception {
    String unknown = "A".repeat(22);
    try (TestClient anna = TestClient.open(server.address("/sandbox/" + unknown + "/socket"));
        TestClient ben = TestClient.open(server.address("/sandbox/nonsense/socket"))) {
      anna.send(TestClient.message("subscribe").put("lang", "en"));

      assertEquals(4404, anna.awaitClosed().code());
      assertEquals(4404, ben.awaitClosed().code());
    }
  }

  @Test
  void a_long_reply_is_cut_and_says_so() throws Exception {
    try (TestClient anna = server.follow(server.freshSandbox())) {
      anna.run("create topic orders partitions 1");
      String value = "x".repeat(60_000);
      for (int i = 0; i < 20; i++) {
        assertTrue(anna.run("produce orders " + value).get("ok").asBoolean());
      }

      JsonNode reply = anna.run("read orders");

      assertTrue(reply.get("ok").asBoolean());
      assertTrue(reply.get("data").isNull());
      String told = reply.get("text").toString();
      assertTrue(told.contains("not shown"), told.substring(told.length() - 200));
      assertTrue(reply.toString().length() < 2_500_000);
    }
  }

  @Test
  void another_moment_can_be_looked_at_and_gone_on_from() throws Exception {
    try (TestClient anna = server.follow(server.freshSandbox())) {
      anna.run("create topic orders partitions 1");
      anna.run("produce orders a");
      // State has a lane of its own: a reply may come before what it led to.
      anna.awaitRevision(anna.run("produce orders b").get("revision").asLong());

      JsonNode past = anna.ask(TestClient.message("view").put("at", 2), "past");
      assertEquals("produce orders a", past.get("command").asText());
      assertEquals(1, past.get("facts").get("partition:orders:0").get("end").asInt());
      assertEquals(2, anna.facts().get("partition:orders:0").get("end").asInt());

      JsonNode told =
          anna.ask(TestClient.message("view").put("at", 2).put("since", head(anna)), "past");
      assertEquals(past.get("entry"), told.get("entry"));
      assertEquals(1, told.get("set").get("partition:orders:0").get("end").asInt());
      assertEquals("record:orders:0:1", told.get("gone").get(0).asText());
      assertFalse(told.get("set").has("record:orders:0:0"), "what is the same is not sent again");
      assertTrue(
          anna.ask(TestClient.message("view").put("at", 2).put("since", "nowhere"), "past")
              .has("facts"));

      JsonNode went =
          anna.ask(TestClient.message("goto").put("entry", past.get("entry").asText()), "reply");
      assertEquals("goto", went.get("kind").asText());
      anna.run("produce orders c");
      JsonNode branches = anna.ask(TestClient.message("branches"), "branches").get("branches");
      assertEquals(1, branches.size());
      assertEquals("produce orders b", branches.get(0).get("last").asText());
      assertEquals(2, branches.get(0).get("leavesAt").asInt());

      assertTrue(anna.ask(TestClient.message("view").put("at", 99), "past").get("facts").isNull());
      JsonNode nowhere = anna.ask(TestClient.message("goto").put("entry", "nowhere"), "reply");
      assertEquals("no-such-moment", nowhere.at("/error/code").asText());
    }
  }

  private static String head(TestClient client) {
    return client.facts().get("log").get("head").asText();
  }

  @Test
  void a_command_is_told_as_one_would_type_it_at_a_real_cluster() throws Exception {
    try (TestClient anna = server.follow(server.freshSandbox())) {
      JsonNode real =
          anna.ask(TestClient.message("real").put("line", "describe group billing"), "real");
      assertEquals(
          "kafka-consumer-groups --bootstrap-server localhost:9092 --describe --group billing",
          real.get("lines").get(0).asText());
      assertTrue(
          anna.ask(TestClient.message("real").put("line", "nonsense"), "real")
              .get("lines")
              .isNull());
    }
  }
}
