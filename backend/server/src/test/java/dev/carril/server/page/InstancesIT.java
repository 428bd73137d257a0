package dev.carril.server.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Request;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Engine instances on the page: what they do, seen, heard, read and followed.
@Timeout(90)
class InstancesIT {
  @RegisterExtension private static final House house = new House();

  /// One instance; the record of ana fails for a while, that of kai for good.
  private static Visitor visitor() {
    return visitor(Visitor.usual());
  }

  private static Visitor visitor(com.microsoft.playwright.Browser.NewContextOptions options) {
    Visitor anna = Visitor.at(house.address(), options);
    anna.run("create topic chat partitions 1");
    for (String key : List.of("ana", "ben", "kai", "ana", "cleo")) {
      anna.run("produce chat key=" + key + " hello");
    }
    anna.run("fail chat p0:0");
    anna.run("fail chat key=kai terminal");
    anna.run("start one on chat group sms retry 3 from 10m from-beginning");
    anna.run("run 300ms");
    anna.awaitThat("document.querySelector('#picture .lane.is-backing-off')");
    return anna;
  }

  @Test
  void what_shows_instances_is_loaded_when_there_are_some() {
    try (Visitor anna = Visitor.at(house.address())) {
      List<String> asked = Collections.synchronizedList(new ArrayList<>());
      anna.page.onRequest((Request request) -> asked.add(request.url()));
      anna.run("create topic chat partitions 1");
      anna.run("produce chat key=ana hello");
      anna.awaitRecords(1);
      assertEquals(List.of(), asked.stream().filter(it -> it.contains("/instances/")).toList());
      anna.run("start one on chat group sms");
      anna.awaitThat("document.querySelector('#picture .instance')");
      assertTrue(asked.stream().anyMatch(it -> it.endsWith("/instances/instances.js")));
    }
  }

  @Test
  void lanes_cells_the_commit_point_and_dead_letters_say_the_same() {
    try (Visitor anna = visitor()) {
      assertEquals(
          List.of("is-backing-off", "is-done", "is-dead", "is-queued", "is-done"), standings(anna));
      String lane = anna.page.locator("#picture .lane.is-backing-off").getAttribute("aria-label");
      assertTrue(
          lane.matches("ana backs off with p0:0, attempt 1, .* s left, 1 waits behind"), lane);
      assertEquals(
          "commit point 0 · gap: 0 of ana backs off; 3 done ahead of it",
          anna.page.locator("#picture .commit-said").textContent());
      assertEquals(
          "p0:2 of kai: failed for good, after 1 attempt",
          anna.page.locator("#picture .letter").getAttribute("aria-label"));
      anna.awaitThat(
          "document.querySelector('#picture .told').textContent.includes('ana backs off with p0:0')");
      anna.page.locator("#time .switch label").getByText("Table").click();
      anna.awaitThat("document.querySelectorAll('#table table').length >= 5");
      String tables = anna.page.locator("#table").innerText();
      assertTrue(tables.contains("backing off") && tables.contains("failed for good"), tables);
      assertEquals(
          List.of("backing off", "done ahead", "dead letter", "queued", "done ahead"),
          anna.page.evaluate(
              "[...document.querySelectorAll('#table tbody tr')].filter(tr => tr.cells.length === 7 && tr.cells[5].textContent === '').map(tr => tr.cells[2].textContent)"),
          "each record's state stands in the table");
    }
  }

  @Test
  void the_clock_of_a_back_off_stands_while_virtual_time_does() {
    try (Visitor anna = visitor()) {
      Object then = hand(anna);
      anna.page.waitForTimeout(300);
      assertEquals(then, hand(anna), "nobody plays");
      anna.run("run 100ms");
      anna.awaitThat(
          "then => document.querySelector('#picture .dial i').getAnimations()[0]?.currentTime !== then",
          then);
      assertEquals(100.0, ((Number) hand(anna)).doubleValue() - ((Number) then).doubleValue(), 1.0);
      Object state =
          anna.page.evaluate(
              "document.querySelector('#picture .dial i').getAnimations()[0].playState");
      assertEquals("paused", state);
    }
  }

  private static Object hand(Visitor visitor) {
    return visitor.page.evaluate(
        "document.querySelector('#picture .dial i').getAnimations()[0].currentTime");
  }

  @Test
  void a_session_is_followed_everywhere_by_keys_alone() {
    try (Visitor anna = visitor()) {
      anna.tabTo(".lane");
      anna.press("Home");
      anna.press("Enter");
      String who =
          (String) anna.page.evaluate("document.activeElement.querySelector('.who').textContent");
      anna.awaitThat("document.querySelectorAll('#picture .lane.followed').length === 1");
      Object cells =
          anna.page.evaluate(
              "[...document.querySelectorAll('#picture .cell.followed')].map(c => c.textContent.split('\\n')[1])");
      assertTrue(!((List<?>) cells).isEmpty(), who);
      assertTrue(((List<?>) cells).stream().allMatch(who::equals), cells + " of " + who);
      assertTrue(anna.page.locator("#picture .follow-line").innerText().contains(who));
      anna.press("Escape");
      anna.awaitThat("document.querySelectorAll('#picture .followed').length === 0");

      anna.page.locator("#picture .letter").click();
      anna.awaitThat("document.querySelector('#picture .letter.followed')");
      assertEquals(1, anna.page.locator("#picture .cell.followed").count());
      anna.page.locator("#picture .cell").first().click();
      anna.awaitThat("document.querySelectorAll('#picture .cell.followed').length === 2");
      anna.button("Stop following").click();
      anna.awaitThat("document.querySelectorAll('#picture .followed').length === 0");
    }
  }

  @Test
  void what_breaks_order_is_marked_where_it_happened_and_said_in_words() {
    try (Visitor anna = Visitor.at(house.address())) {
      breakOrder(anna);
      anna.awaitThat("document.querySelector('#picture .cell.is-broken')");
      assertEquals(
          "Order violation: p0:1 of ana started while p0:0 was still at work",
          anna.page.locator("#picture .trouble").last().innerText());
    }
  }

  @Test
  void what_happened_is_told_in_sentences_of_one_session_or_of_all() {
    try (Visitor anna = visitor()) {
      anna.button("Show events").click();
      anna.awaitThat("document.querySelectorAll('#picture .events li').length > 10");
      anna.page.locator("#picture .standings").scrollIntoViewIfNeeded();
      // The log stays beside its events.
      anna.awaitThat(
          "document.querySelector('#picture .cell').getBoundingClientRect().top >= document.querySelector('#stage').getBoundingClientRect().top");
      String first = anna.page.locator("#picture .events li span").last().textContent();
      assertEquals("one starts", first);
      anna.page.locator("#picture .events-body input").fill("kai");
      anna.awaitThat(
          "(all => all.length > 0 && all.every(s => s.textContent.includes('kai')))([...document.querySelectorAll('#picture .events li span')])");
      assertTrue(
          anna.page
              .locator("#picture .events")
              .textContent()
              .contains("p0:2 of kai is a dead letter"));
      anna.page.locator("#picture .events-body input").fill("");
      anna.run("run 2h");
      anna.awaitThat(
          "document.querySelector('#picture .events').textContent.includes('p0:0 of ana is done')");

      // Who reads tables reads it there.
      anna.page.locator("#time .switch label").getByText("Table").click();
      anna.page.locator("#table .story > button").click();
      anna.awaitThat(
          "document.querySelector('#table .events').textContent.includes('p0:0 of ana is done')");
    }
  }

  @Test
  void the_virtual_clock_plays_pauses_and_takes_one_event_at_a_time() {
    try (Visitor anna = visitor()) {
      String then = clock(anna);
      anna.page.locator("#picture .clock-bar button").first().click();
      anna.awaitThat(
          "then => document.querySelector('#picture .clock-bar .now').textContent !== then", then);
      anna.awaitThat(
          "document.querySelector('#picture .dial i')?.getAnimations()[0]?.playState === 'running'");
      anna.page.locator("#picture .clock-bar button").first().click();
      anna.awaitThat(
          "document.querySelector('#picture .dial i')?.getAnimations()[0]?.playState === 'paused'");
      anna.page.waitForTimeout(500);
      // However long it was played: it is one command, and one undo.
      String played = anna.button("Undo").textContent();
      assertTrue(played.matches(".*run [2-9]\\d\\dms|.*run \\d{4,}ms"), played);
      anna.run("undo");
      anna.awaitThat(
          "then => document.querySelector('#picture .clock-bar .now').textContent === then", then);
      anna.run("redo");
      anna.run("play 2");
      anna.awaitThat(
          "document.querySelector('#picture .dial i')?.getAnimations()[0]?.playState === 'running'");
      assertEquals("2", anna.page.locator("#picture .clock-bar label select").inputValue());
      anna.run("pause");
      anna.awaitThat(
          "document.querySelector('#picture .dial i')?.getAnimations()[0]?.playState === 'paused'");
      anna.page.waitForTimeout(500);
      String paused = clock(anna);
      anna.page.waitForTimeout(500);
      assertEquals(paused, clock(anna));
      anna.button("One event").click();
      anna.awaitThat(
          "then => document.querySelector('#picture .clock-bar .now').textContent !== then",
          paused);

      // What comes by itself while time goes on comes everywhere, and the picture does not run
      // after it.
      anna.run("create topic far partitions 12");
      anna.run("start two on far group sms work 10s");
      anna.run("traffic far sessions 12 messages 200 rate 20/s");
      anna.page.evaluate("document.querySelector('#stage').scrollTop = 0");
      for (int i = 0; i < 6; i++) {
        anna.run("run 100ms");
      }
      anna.awaitThat(
          "[...document.querySelectorAll('#picture .about')].some(it => /12 partitions, \\d\\d records/.test(it.textContent))");
      assertEquals(0, anna.page.evaluate("document.querySelector('#stage').scrollTop"));

      // On a small screen the log stands beside the lanes, which have one column then.
      anna.page.setViewportSize(1024, 768);
      anna.awaitThat(
          "(all => all.length > 0 && all.every(it => it.getBoundingClientRect().right <= it.closest('.lane').getBoundingClientRect().right + 1))([...document.querySelectorAll('#picture .whole .doing')])");

      // On a phone there is no room for the log beside the lanes: it stands above them in short.
      anna.page.setViewportSize(390, 844);
      anna.button("To the lanes").click();
      anna.awaitThat("document.activeElement.closest('.clock-bar')");
      Locator last = anna.page.locator("#picture .in-short button").last();
      assertThat(last).isInViewport();
      String said = last.getAttribute("aria-label");
      assertTrue(said.matches("far p11: .*; go to its row"), said);
      last.click();
      anna.awaitThat(
          "document.activeElement.closest('.partition')?.querySelector('.name').textContent === 'p11'");
      // One instance stands below the other there.
      anna.button("Go to instance two").click();
      anna.awaitThat(
          "document.activeElement.closest('.instance')?.querySelector('b').textContent === 'two'");
    }
  }

  @Test
  void the_clock_is_paused_from_any_page_and_played_by_one() {
    try (Visitor anna = visitor();
        Visitor ben = anna.tab()) {
      ben.awaitThat("document.querySelector('#picture .lane.is-backing-off')");
      anna.run("play");
      anna.awaitThat(PLAYS);

      ben.run("pause");
      anna.awaitThat("!" + PLAYS);
      anna.page.waitForTimeout(500);
      String paused = clock(anna);
      anna.page.waitForTimeout(500);
      assertEquals(paused, clock(anna));

      anna.run("play");
      anna.awaitThat(PLAYS);
      ben.run("play 0.5");
      ben.awaitThat(PLAYS);
      anna.awaitThat("!" + PLAYS);

      // A program of one's own is a remote control: who plays goes on.
      ben.page.evaluate(PROGRAM, "play 2");
      ben.awaitThat("document.querySelector('#picture .clock-bar label select').value === '2'");
      ben.awaitThat(PLAYS);
      anna.awaitThat("!" + PLAYS);

      // What was played and is undone stays undone.
      ben.run("undo");
      ben.awaitThat("!" + PLAYS);
      String undone = clock(ben);
      ben.page.waitForTimeout(500);
      assertEquals(undone, clock(ben));
    }
  }

  /// Somebody who is no page, and orders something.
  private static final String PROGRAM =
      """
      line => new Promise(done => {
        const program = new WebSocket(location.origin.replace('http', 'ws') + location.pathname + '/socket')
        program.onopen = () => {
          program.send(JSON.stringify({ type: 'subscribe', lang: 'en' }))
          program.send(JSON.stringify({ type: 'command', id: 'program', line }))
        }
        program.onmessage = ({ data }) => { if (JSON.parse(data).type === 'reply') done(program.close()) }
      })\
      """;

  private static final String PLAYS =
      "(document.querySelector('#picture .clock-bar button').textContent === 'Pause')";

  private static String clock(Visitor visitor) {
    return visitor.page.locator("#picture .clock-bar .now").textContent();
  }

  @Test
  void each_event_within_a_run_can_be_gone_back_to_and_shows_the_same_picture() {
    try (Visitor anna = visitor()) {
      String now = picture(anna);
      anna.press("Alt+j");
      anna.awaitThat(IS_PAST);
      // Not every event is one that is seen.
      for (int i = 0; i < 10 && picture(anna).equals(now); i++) {
        anna.press("Alt+j");
        anna.page.waitForTimeout(300);
      }
      String before = picture(anna);
      assertTrue(!before.equals(now), before);
      for (int i = 0; i < 10 && picture(anna).equals(before); i++) {
        anna.press("Alt+j");
        anna.page.waitForTimeout(300);
      }
      assertTrue(!picture(anna).equals(before), before);
      anna.press("Alt+l");
      anna.awaitThat("before => " + PICTURE + " === before", before);
      for (int i = 0; i < 20 && (Boolean) anna.page.evaluate(IS_PAST); i++) {
        anna.button("One event").click();
        anna.page.waitForTimeout(300);
      }
      anna.awaitThat("!" + IS_PAST);
      anna.awaitThat("now => " + PICTURE + " === now", now);

      // Along the slider the arrows are events and the Page keys commands.
      anna.page.locator("#time [role=slider]").focus();
      String max = anna.page.locator("#time [role=slider]").getAttribute("aria-valuemax");
      assertTrue(Integer.parseInt(max) > 20, max);
      anna.press("ArrowLeft");
      anna.awaitThat(
          "document.querySelector('#time [role=slider]').getAttribute('aria-valuetext').includes('event')");
      anna.press("PageDown");
      anna.awaitThat(
          "document.querySelector('#time [role=slider]').getAttribute('aria-valuetext').includes('after start one')");
      anna.press("Home");
      anna.awaitThat("document.querySelectorAll('#picture .topic').length === 0");
      anna.press("End");
      anna.awaitThat("!" + IS_PAST);
      anna.awaitThat("now => " + PICTURE + " === now", now);

      // A command that does more than let time go by has no half from which one could go on.
      anna.run("crash one");
      anna.run("traffic chat sessions 2 messages 40 rate 30/s");
      anna.run("produce chat hello");
      anna.press("Alt+j");
      anna.awaitThat(IS_PAST);
      anna.awaitThat(
          "document.querySelector('#time .notice').innerText.includes('from where there is no going on')");
      var goOn = anna.button("Go on from here");
      assertEquals("true", goOn.getAttribute("aria-disabled"));
      assertTrue(goOn.getAttribute("title").contains("Go to its end"), "says why");
      goOn.focus();
      anna.press("Enter");
      anna.awaitThat(
          "document.querySelector('.console').innerText.includes('One cannot go on from within this command')");
      assertTrue((Boolean) anna.page.evaluate(IS_PAST));
    }
  }

  @Test
  void who_goes_on_from_within_a_run_makes_a_branch() {
    try (Visitor anna = visitor()) {
      for (int i = 0; i < 5; i++) {
        anna.press("Alt+j");
      }
      anna.awaitThat("document.querySelector('#time .place').textContent.includes('event')");
      anna.awaitThat(IS_PAST);
      // The last of the five is there.
      anna.page.waitForTimeout(1000);
      String there = picture(anna);
      anna.button("Go on from here").click();
      anna.awaitThat("!" + IS_PAST);
      assertEquals(there, picture(anna));
      anna.awaitThat("document.querySelector('#time').textContent.includes('Branches (1)')");
      assertTrue(anna.button("Undo").textContent().contains("step "));
    }
  }

  @Test
  void what_people_look_for_is_marked_and_gone_to_by_keys() {
    try (Visitor anna = Visitor.at(house.address())) {
      breakOrder(anna);
      anna.run("crash one");
      anna.awaitThat("document.querySelectorAll('#time .tick').length >= 2");
      anna.press("Alt+i");
      anna.awaitThat(
          "document.querySelector('#picture .mark-said').textContent.startsWith('Order violation')");
      assertEquals(1, anna.page.locator("#picture .trouble").count());
      anna.press("Alt+j");
      anna.awaitThat("document.querySelectorAll('#picture .trouble').length === 0");
      anna.press("Alt+l");
      anna.awaitThat("document.querySelectorAll('#picture .trouble').length === 1");
      assertEquals(
          true,
          anna.page.evaluate("document.querySelector('#picture select.marks').options[0].disabled"),
          "their heading is none of them");
      assertEquals(List.of(), anna.barriers());
    }
  }

  private static final String IS_PAST =
      "document.querySelector('.bench').classList.contains('is-past')";

  private static String picture(Visitor visitor) {
    return (String) visitor.page.evaluate(PICTURE);
  }

  /// All but the clock's own bar, which says what can be gone to.
  private static final String PICTURE =
      "[...document.querySelectorAll('#picture .topics, #picture .instances > :not(.clock-bar)')].map(part => part.innerText).join()";

  /// Paris is handled while London still waits for its next attempt.
  private static void breakOrder(Visitor visitor) {
    visitor.run("create topic trips partitions 1");
    visitor.run("produce trips key=ana book London");
    visitor.run("produce trips key=ana make it Paris");
    visitor.run("fail trips p0:0");
    visitor.run("start one on trips group book design pool retry 3 from 1s from-beginning");
    visitor.run("run 3s");
  }

  @Test
  void who_crashed_is_said_and_undo_brings_it_back() {
    try (Visitor anna = visitor()) {
      anna.run("crash one");
      anna.awaitThat("document.querySelector('#picture .instance.is-crashed')");
      assertEquals(0, anna.page.locator("#picture button.lane").count());
      anna.run("undo");
      anna.awaitThat("document.querySelector('#picture .lane.is-backing-off')");
      anna.run("start over");
      anna.awaitThat("document.querySelector('#picture .instances').hidden");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark", "projector"})
  void nothing_keeps_anybody_out(String theme) {
    try (Visitor anna = visitor()) {
      if (theme.equals("projector")) {
        anna.page.evaluate("document.activeElement.blur()");
        anna.press("p");
        anna.awaitThat("document.querySelector('.projecting .caption')");
      } else {
        anna.theme(theme);
      }
      anna.page.locator("#picture .cell").first().click();
      assertEquals(List.of(), anna.barriers());
    }
  }

  @Test
  void twelve_partitions_three_instances_and_two_hundred_sessions_stay_readable() {
    try (Visitor anna = Visitor.at(house.address(), Visitor.usual().setViewportSize(1366, 768))) {
      anna.run("create topic chat partitions 12");
      for (String name : List.of("one", "two", "three")) {
        anna.run("start " + name + " on chat group sms idle 10m work 400ms");
      }
      anna.run("run 1s");
      anna.run("fail chat 3%");
      anna.run("traffic chat sessions 200 messages 2000 rate 1000/s");
      anna.run("run 2s");
      anna.awaitThat("document.querySelectorAll('#picture button.lane').length > 150");
      assertEquals(12, anna.page.locator("#picture .partition").count());
      assertEquals(0, anna.sideways());
      assertEquals(
          List.of(),
          anna.page.evaluate(
              "[...document.querySelectorAll('#picture button.lane .who')].filter(w => w.scrollWidth > w.clientWidth + 1).map(w => w.textContent)"),
          "every name is there whole");
      assertEquals(
          true,
          anna.page.evaluate(
              "[...document.querySelectorAll('#picture button.lane')].every(l => l.getBoundingClientRect().height >= 24)"));
      Object before =
          anna.page.evaluateHandle(
              "window.kept = [...document.querySelectorAll('#picture button.lane')].slice(0, 5)");
      anna.run("step 20");
      assertEquals(
          true, anna.page.evaluate("window.kept.some(lane => lane.isConnected)"), "" + before);
      awaitFewLayers(anna, 30);

      // While time goes on by itself, the log is drawn in one frame and the lanes in the next.
      anna.page.evaluate(
          """
          () => {
            let frame = 0, drawn = 0
            window.apart = 0
            const count = () => { frame++; requestAnimationFrame(count) }
            count()
            const watch = (selector, then) => new MutationObserver(then)
              .observe(document.querySelector(selector), { subtree: true, childList: true, characterData: true })
            watch('#time .changes', () => { drawn = frame })
            watch('#picture .clock-bar .now', () => { if (frame > drawn) window.apart++ })
          }
          """);
      anna.run("play 1");
      anna.awaitThat("window.apart > 1 && document.querySelector('[data-flowing]')");
      anna.run("pause");
      anna.awaitThat("!document.querySelector('[data-flowing]')");
      anna.page.locator("#project").click();
      anna.awaitThat("document.querySelectorAll('#picture .low .fold button').length === 12");
      assertEquals(
          List.of(),
          anna.page.evaluate(
              """
              [...document.querySelectorAll('#picture .fold button')].filter(fold => {
                const text = document.createRange()
                text.selectNodeContents(fold)
                const said = text.getBoundingClientRect(), box = fold.getBoundingClientRect()
                return said.left < box.left - 1 || said.right > box.right + 1
              }).map(fold => fold.textContent)\
              """),
          "how many are folded is there whole in a hall");
      anna.awaitThat("document.querySelector('#picture .gaps').textContent.length > 10");
      anna.awaitThat(
          "document.querySelector('.below:not([hidden])')?.textContent.includes('instance')");
      anna.press("ArrowDown");
      anna.awaitThat("document.querySelector('#stage').scrollTop > 50");
      anna.press("ArrowUp");
      anna.awaitThat("document.querySelector('#stage').scrollTop === 0");
      anna.page.setViewportSize(1024, 768);
      anna.awaitThat(
          "document.querySelector('#stage').scrollWidth <= document.querySelector('#stage').clientWidth");
      anna.awaitThat(
          """
          [...document.querySelectorAll('#picture .cell')].every(cell => {
            const mark = getComputedStyle(cell, '::after')
            if (mark.content === 'none' || !cell.firstChild) return true
            const text = document.createRange()
            text.selectNodeContents(cell)
            const [offset] = text.getClientRects()
            return offset.right <= cell.getBoundingClientRect().right - parseFloat(mark.right) - parseFloat(mark.width)
          })
          """);
    }
  }

  /// Waits until the browser puts what is seen together out of fewer layers than that: each of them
  /// costs with every frame. What still moves has more.
  private static void awaitFewLayers(Visitor visitor, int most) {
    var devTools = visitor.page.context().newCDPSession(visitor.page);
    int[] layers = {0};
    devTools.on(
        "LayerTree.layerTreeDidChange",
        event -> {
          if (event.has("layers")) {
            layers[0] = event.getAsJsonArray("layers").size();
          }
        });
    devTools.send("DOM.enable");
    devTools.send("LayerTree.enable");
    for (int i = 0; i < 100 && (layers[0] == 0 || layers[0] >= most); i++) {
      // It tells of them with the next frame, and there is none without a change.
      visitor.page.evaluate("i => { document.body.style.outline = `${1 + i % 2}px solid` }", i);
      visitor.page.waitForTimeout(100);
    }
    visitor.page.evaluate("document.body.style.outline = ''");
    devTools.detach();
    assertTrue(layers[0] > 0 && layers[0] < most, layers[0] + " layers");
  }

  @Test
  void who_waits_in_a_lane_is_seen_in_it_at_any_width() {
    try (Visitor anna = visitor()) {
      for (int width : List.of(900, 1366, 1920)) {
        anna.page.setViewportSize(width, 768);
        anna.awaitThat(
            """
            [...document.querySelectorAll('#picture .whole .rec')].some(rec => rec.textContent.includes('p0:3')) &&
            [...document.querySelectorAll('#picture .whole .rec')].every(
                rec => rec.getBoundingClientRect().right <= rec.closest('.rails').getBoundingClientRect().right + 1)
            """);
      }
    }
  }

  @Test
  void on_a_phone_nothing_is_lost_sideways() {
    try (Visitor anna = visitor(Visitor.usual().setViewportSize(390, 844))) {
      assertEquals(0, anna.sideways());
      assertTrue(anna.page.locator("#picture .lane.is-backing-off").isVisible());
      anna.run("fail chat key=customer-4711-of-europe-west terminal");
      anna.run("produce chat key=customer-4711-of-europe-west hello");
      anna.run("run 1s");
      anna.awaitThat("document.querySelectorAll('#picture .letter').length === 2");
      assertEquals(
          List.of(),
          anna.page.evaluate(
              """
              [...document.querySelectorAll('#picture .letter')].filter(letter => {
                const why = letter.querySelector('.soft')
                return letter.getBoundingClientRect().right > innerWidth || why.offsetHeight > 24 || why.scrollWidth > why.clientWidth
              }).map(letter => letter.textContent)\
              """),
          "why it is there is read whole");
    }
  }

  @Test
  void the_ring_says_whose_a_session_is_and_a_click_follows_one() {
    try (Visitor anna = visitor()) {
      anna.awaitThat("document.querySelectorAll('#picture .ring .track-of').length === 4");
      assertEquals(4, anna.page.locator("#picture .ring-signs .session").count());
      anna.page.locator("#picture .ring-signs .session").first().click();
      anna.awaitThat("document.querySelector('#picture .lane.followed')");
      String said = anna.page.locator("#picture .ring-said").textContent();
      String worker =
          (String)
              anna.page.evaluate(
                  "document.querySelector('#picture .lane.followed').closest('.worker').querySelector('.id').textContent");
      assertTrue(said.endsWith("the next point is one of worker " + worker + "."), said);
      assertEquals(worker, anna.page.locator("#picture .ring-lens .own").textContent());
      anna.button("Hide ring of one").click();
      anna.awaitThat("!document.querySelector('#picture .ring-box').checkVisibility()");
    }
  }

  @Test
  void a_dead_letter_that_was_redriven_says_where_its_record_is_now() {
    try (Visitor anna = visitor()) {
      anna.run("heal");
      anna.run("redrive group sms p0:2");
      anna.awaitThat("document.querySelector('#picture .letter.is-redriven')");
      assertEquals(
          "p0:2 of kai: failed for good, after 1 attempt; redriven as p0:5",
          anna.page.locator("#picture .letter").getAttribute("aria-label"));
      anna.run("undo");
      anna.awaitThat("document.querySelector('#picture .letter:not(.is-redriven)')");
    }
  }

  @Test
  void instances_of_two_groups_each_have_their_own_marks_and_commit_point() {
    try (Visitor anna = visitor()) {
      anna.run("heal");
      anna.run("start two on chat group mail work 1h from-beginning");
      anna.run("run 1s");
      anna.awaitThat("document.querySelectorAll('#picture .band').length === 2");
      assertEquals(0, anna.page.locator("#picture .cell.is-done, #picture .commit-said").count());
      assertTrue(anna.page.locator("#picture .band .is-working").count() > 0);
      String cell = anna.page.locator("#picture .cell").nth(1).getAttribute("aria-label");
      assertTrue(cell.contains("sms: done ahead") && cell.contains("mail: at work"), cell);
      assertEquals(
          true,
          anna.page.evaluate(
              """
              [...document.querySelectorAll('#picture .has-band')].every(reader => {
                const ends = Math.max(...[...reader.querySelectorAll('.piece')].map(piece => piece.getBoundingClientRect().right))
                const said = reader.querySelector('.aside:not([hidden])')
                return !said || said.getBoundingClientRect().left > ends
              })\
              """),
          "words cover nothing of what became of the offsets");

      anna.button("Projector").click();
      anna.awaitThat(
          "document.querySelector('.projecting') && (all => all.length === 2 && all.every(({ height, bottom }) => height > 6 && bottom < innerHeight))([...document.querySelectorAll('#picture .band')].map(it => it.getBoundingClientRect()))");
      anna.press("Escape");

      // There is room for the marks of three: whose they are is chosen.
      anna.run("start three on chat group push from-beginning");
      anna.run("start four on chat group web from-beginning");
      anna.awaitThat(
          "document.querySelectorAll('#picture .chooser [aria-pressed=true]').length === 3");
      Locator other = anna.page.locator("#picture .chooser [aria-pressed=false]");
      String name = other.textContent();
      other.click();
      anna.awaitThat(
          "name => [...document.querySelectorAll('#picture .chooser [aria-pressed=true]')].some(it => it.textContent === name)",
          name);
      assertEquals(3, anna.page.locator("#picture .band").count());
      anna.run("start over");
      anna.awaitThat("document.querySelectorAll('#picture .band').length === 0");
    }
  }

  @SuppressWarnings("unchecked")
  private static List<String> standings(Visitor visitor) {
    return (List<String>)
        visitor.page.evaluate(
            "[...document.querySelectorAll('#picture .cell:not(.next)')].map(c => [...c.classList].find(name => name.startsWith('is-')))");
  }
}
