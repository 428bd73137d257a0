package dev.carril.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Pages, files and measures, as browsers ask for them.
@Timeout(120)
class PagesTest {
  private static final JsonMapper JSON = new JsonMapper();

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
  void a_browser_keeps_its_sandbox() throws Exception {
    HttpClient anna = server.browser();
    HttpClient ben = server.browser();

    String first = page(anna, "/sandbox").uri().getPath();
    String again = page(anna, "/sandbox").uri().getPath();
    String other = page(ben, "/sandbox").uri().getPath();

    assertEquals(first, again);
    assertNotEquals(first, other);
  }

  @Test
  void a_sandbox_kept_as_a_file_is_the_same_when_it_is_opened_again() throws Exception {
    String sandbox = server.freshSandbox();
    try (TestClient client = server.follow(sandbox)) {
      client.run("create topic orders partitions 3");
      client.run("produce orders key=customer-7 {\"order\":61,\"total\":12.40}");
      client.run("undo");
      client.run("produce orders other");
    }
    String file = server.get("/sandbox/" + sandbox + "/export").body();

    HttpResponse<String> answer = bringIn(file);
    assertEquals(201, answer.statusCode(), answer.body());
    String copy = JSON.readTree(answer.body()).get("address").asText();

    assertNotEquals("/sandbox/" + sandbox, copy);
    assertEquals(JSON.readTree(file), JSON.readTree(server.get(copy + "/export").body()));
  }

  @Test
  void a_file_that_is_wrong_is_answered_with_what_is_wrong() throws Exception {
    for (String[] wrong :
        new String[][] {
          {"{", "import.not-json"},
          {"{}", "import.not-ours"},
          {"{\"carril\":\"sandbox\",\"version\":9}", "import.newer"},
          {
            "{\"carril\":\"sandbox\",\"version\":1,\"seed\":\"1\",\"log\":[{\"ran\":\"a\"}]}",
            "import.bad-entry"
          },
          {
            "{\"carril\":\"sandbox\",\"version\":1,\"seed\":\"1\",\"log\":["
                + "{\"ran\":\"a\",\"parent\":\"\",\"moment\":5,\"line\":\"topics\"}]}",
            "import.does-not-fit"
          },
          {"# a script\ntopics\nfetch orders", "import.script-line"},
          {"# a script\n" + "topics\n".repeat(2_001), "import.script-too-long"}
        }) {
      HttpResponse<String> answer = bringIn(wrong[0]);
      assertEquals(400, answer.statusCode(), wrong[0]);
      assertEquals(wrong[1], JSON.readTree(answer.body()).at("/error/code").asText(), wrong[0]);
    }
  }

  private static HttpResponse<String> bringIn(String file) throws Exception {
    return server.send(
        server.request("/import").POST(HttpRequest.BodyPublishers.ofString(file)).build());
  }

  @Test
  void a_script_is_played_with_its_seed_and_kept_as_a_sandbox() throws Exception {
    HttpResponse<String> answer =
        bringIn(
            "# found\r\n# design lanes, ./carril run --seed -9 FILE\r\n"
                + "create topic orders partitions 1\r\ntopics\r\n");
    assertEquals(201, answer.statusCode(), answer.body());
    String address = JSON.readTree(answer.body()).get("address").asText();
    JsonNode file = JSON.readTree(page(server.browser(), address + "/export").body());
    assertEquals("-9", file.get("seed").asText());
    assertEquals(1, file.get("log").size());
    assertEquals("create topic orders partitions 1", file.at("/log/0/line").asText());
  }

  @Test
  void progress_comes_from_a_file_and_what_is_none_is_said_to_be_none() throws Exception {
    HttpClient anna = server.browser();
    page(anna, "/lesson/event-streams/keys/step/by-key");
    HttpClient ben = server.browser();
    String file = page(anna, "/progress").body();
    assertTrue(file.contains("by-key"), file);

    HttpResponse<String> taken = post(ben, "/progress", file);
    assertEquals(204, taken.statusCode(), taken.body());
    assertEquals(JSON.readTree(file), JSON.readTree(page(ben, "/progress").body()));

    HttpResponse<String> refused = post(ben, "/progress", "{}");
    assertEquals(400, refused.statusCode());
    assertEquals("not-progress", JSON.readTree(refused.body()).at("/error/code").asText());
  }

  @Test
  void the_sandbox_of_an_exercise_stays_until_it_is_begun_again() throws Exception {
    HttpClient anna = server.browser();
    String exercise = "/lesson/event-streams/keys/try/one-order";
    page(anna, "/lesson/event-streams/keys/step/your-turn");

    String first = JSON.readTree(post(anna, exercise, "").body()).get("sandbox").asText();
    String same = JSON.readTree(post(anna, exercise, "").body()).get("sandbox").asText();
    String other =
        JSON.readTree(post(anna, exercise + "/again", "").body()).get("sandbox").asText();

    assertEquals(first, same);
    assertNotEquals(first, other);
    try (TestClient client = server.follow(other)) {
      assertEquals(3, client.facts().get("topic:orders").get("partitions").asInt());
      client.run("produce orders {\"order\":61,\"event\":\"placed\"}");
    }
    String verdict = page(anna, exercise + "/verdict").body();
    assertTrue(
        verdict.contains("Not solved yet.") && verdict.contains("A record has no key"), verdict);
    assertEquals(404, post(anna, "/lesson/event-streams/keys/try/nothing", "").statusCode());
  }

  @Test
  void what_is_no_answer_to_a_question_is_said_to_be_none() throws Exception {
    HttpClient anna = server.browser();
    String question = "/lesson/event-streams/quiz/question/no-key";
    String number = "/lesson/order-for-every-session/commit-point/try/which-position";
    post(anna, number, "");
    for (String answer : List.of("choice=nothing", "number=3", "point=orders+p1", "number=x", "")) {
      String said = answer(anna, question, answer);
      assertTrue(said.contains("That is no answer to this question."), said);
    }
    String right = answer(anna, number + "/answer/position", "number=5");
    assertTrue(right.contains("Solved."), right);
    String none = answer(anna, number + "/answer/position", "number=abc");
    assertTrue(none.contains("This place wants a number such as 3 or 12.5"), none);
    String still = page(anna, number + "/verdict").body();
    assertTrue(still.contains("Solved.") && !still.contains("wants a number"), still);
  }

  private static String answer(HttpClient browser, String path, String form) throws Exception {
    HttpResponse<String> said =
        browser.send(
            server
                .request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertEquals(200, said.statusCode(), form);
    return said.body();
  }

  @Test
  void htmx_gets_only_what_changes_and_links_of_the_prose_lead_to_lessons() throws Exception {
    String path = "/lesson/event-streams/keys/step/without-key";
    String whole = server.get(path).body();
    String part = server.get(path, "HX-Request", "true").body();
    String again =
        server.get(path, "HX-Request", "true", "HX-History-Restore-Request", "true").body();

    assertTrue(whole.contains("<html") && whole.contains("id=\"picture\""));
    assertTrue(part.contains("class=\"stop\"") && !part.contains("<html"), part);
    assertTrue(again.contains("<html"));
    assertFalse(whole.contains("style="), whole);
    assertFalse(whole.matches("(?s).*<script(?![^>]*src=)[^>]*>.*"), whole);
    assertEquals(404, server.get("/lesson/event-streams/nothing").statusCode());
    assertEquals(404, server.get("/lesson/event-streams/keys/step/nothing").statusCode());
  }

  private static HttpResponse<String> post(HttpClient browser, String path, String body)
      throws Exception {
    return browser.send(
        server.request(path).POST(HttpRequest.BodyPublishers.ofString(body)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void who_was_given_an_address_comes_back_to_it() throws Exception {
    String given = server.freshSandbox();
    HttpClient anna = server.browser();

    page(anna, "/sandbox/" + given);

    assertEquals("/sandbox/" + given, page(anna, "/sandbox").uri().getPath());
  }

  @Test
  void a_page_names_its_sandbox_and_its_language_and_has_nothing_inline() throws Exception {
    String sandbox = server.freshSandbox();

    HttpResponse<String> page =
        server.get("/sandbox/" + sandbox, "Accept-Language", "es-MX,es;q=0.9,en;q=0.5");

    assertEquals(200, page.statusCode());
    assertEquals(
        "text/html;charset=utf-8",
        page.headers().firstValue("Content-Type").orElseThrow().replace(" ", "").toLowerCase());
    String html = page.body();
    assertTrue(html.contains("<html lang=\"es\""), html);
    assertTrue(html.contains("data-sandbox=\"" + sandbox + "\""), html);
    for (String id : new String[] {"bar", "picture", "database", "console", "live", "banner"}) {
      assertTrue(html.contains("id=\"" + id + "\""), "no #" + id);
    }
    assertFalse(html.matches("(?s).*<script(?![^>]*src=)[^>]*>.*"), html);
    assertFalse(html.contains("style="), html);
    assertFalse(html.matches("(?s).*\\son[a-z]+=.*"), html);
  }

  @Test
  void the_language_can_be_chosen_and_is_kept() throws Exception {
    HttpClient anna = server.browser();
    String sandbox = page(anna, "/sandbox").uri().getPath();

    HttpResponse<String> spanish = page(anna, sandbox + "?lang=es");

    assertEquals(
        sandbox, spanish.uri().toString().substring(server.address("").toString().length()));
    assertTrue(spanish.body().contains("<html lang=\"es\""));
    assertTrue(page(anna, sandbox).body().contains("<html lang=\"es\""));
    assertTrue(page(anna, sandbox + "?lang=xx").body().contains("<html lang=\"es\""));
    assertTrue(page(anna, sandbox + "?lang=en").body().contains("<html lang=\"en\""));
  }

  @Test
  void what_is_not_there_is_said_in_words() throws Exception {
    HttpResponse<String> page =
        server.get("/nothing", "Accept", "text/html", "Accept-Language", "es");
    assertEquals(404, page.statusCode());
    assertTrue(page.body().contains("No hay nada en esta dirección."), page.body());

    HttpResponse<String> sandbox = server.get("/sandbox/" + "A".repeat(22), "Accept", "text/html");
    assertEquals(404, sandbox.statusCode());
    assertTrue(sandbox.body().contains("There is no such sandbox."), sandbox.body());

    HttpResponse<String> json = server.get("/nothing", "Accept", "application/json");
    assertEquals("not-found", JSON.readTree(json.body()).get("error").get("code").asText());
  }

  @Test
  void a_copy_has_what_there_was_and_goes_its_own_way() throws Exception {
    String sandbox = server.freshSandbox();
    try (TestClient anna = server.follow(sandbox)) {
      anna.run("create topic orders partitions 1");
      anna.run("produce orders a");

      HttpResponse<String> shared = server.post("/sandbox/" + sandbox + "/share");
      assertEquals(201, shared.statusCode());
      String address = JSON.readTree(shared.body()).get("address").asText();
      assertTrue(address.matches("/sandbox/[A-Za-z0-9_-]{22}"), address);
      assertNotEquals("/sandbox/" + sandbox, address);

      anna.run("produce orders b");
      try (TestClient ben = server.follow(address.substring("/sandbox/".length()))) {
        assertEquals(1, ben.facts().get("partition:orders:0").get("end").asInt());
        ben.run("undo");
        JsonNode offsets = anna.run("offsets orders").get("data");
        assertEquals(2, offsets.get("partitions").get(0).get("end").asInt());
      }
    }
    assertEquals(404, server.post("/sandbox/" + "A".repeat(22) + "/share").statusCode());
  }

  @Test
  void files_are_kept_by_browsers_and_asked_for_again() throws Exception {
    HttpResponse<String> file = server.get("/frontend/app/socket.js");
    String etag = file.headers().firstValue("ETag").orElseThrow();

    assertEquals(200, file.statusCode());
    assertTrue(
        file.headers().firstValue("Content-Type").orElseThrow().startsWith("text/javascript"));
    assertEquals("no-cache", file.headers().firstValue("Cache-Control").orElseThrow());
    HttpResponse<String> again = server.get("/frontend/app/socket.js", "If-None-Match", etag);
    assertEquals(304, again.statusCode());
    assertEquals("", again.body());
  }

  @Test
  void text_goes_compressed_to_whom_can_read_it() throws Exception {
    String sandbox = server.freshSandbox();
    for (String path :
        new String[] {"/frontend/joined.js", "/words/en.json", "/sandbox/" + sandbox}) {
      HttpResponse<byte[]> zipped =
          HttpClient.newHttpClient()
              .send(
                  server.request(path).header("Accept-Encoding", "gzip").build(),
                  HttpResponse.BodyHandlers.ofByteArray());

      assertEquals("gzip", zipped.headers().firstValue("Content-Encoding").orElse("none"), path);
      assertTrue(zipped.body().length < server.get(path).body().length(), path);
    }
  }

  @Test
  void the_words_of_the_page_are_there_in_each_language() throws Exception {
    JsonNode english = JSON.readTree(server.get("/words/en.json").body());
    JsonNode spanish = JSON.readTree(server.get("/words/es.json").body());

    assertTrue(english.has("page.share"));
    assertNotEquals(english.get("page.share"), spanish.get("page.share"));
    JsonNode later = JSON.readTree(server.get("/words/en.instances.json").body());
    assertTrue(later.has("page.instances.column.lanes"));
    assertFalse(english.has("page.instances.column.lanes"));
  }

  @Test
  void health_and_measures_can_be_asked_for() throws Exception {
    try (TestClient anna = server.follow(server.freshSandbox())) {
      anna.run("create topic orders partitions 1");
      anna.run("nonsense");

      HttpResponse<String> health = server.get("/health");
      assertEquals(200, health.statusCode());
      assertEquals("{\"store\":\"answers\"}", health.body());

      String measures = server.get("/metrics").body();
      for (String name :
          new String[] {
            "carril_commands_total{outcome=\"done\"}",
            "carril_commands_total{outcome=\"refused\"}",
            "carril_reply_seconds_count",
            "carril_reply_seconds_bucket",
            "carril_sockets 1.0",
            "carril_sandboxes",
            "carril_entries_written_total",
            "carril_state_frames_total",
            "carril_state_snapshots_total",
            "carril_pending_units",
            "jvm_memory_used_bytes"
          }) {
        assertTrue(measures.contains("\n" + name), name);
      }
    }
  }

  private static HttpResponse<String> page(HttpClient browser, String path) throws Exception {
    HttpResponse<String> page =
        browser.send(
            HttpRequest.newBuilder(server.address(path)).build(),
            HttpResponse.BodyHandlers.ofString());
    assertEquals(200, page.statusCode());
    return page;
  }
}
