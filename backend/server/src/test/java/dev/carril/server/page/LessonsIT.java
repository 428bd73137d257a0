package dev.carril.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.carril.course.Block;
import dev.carril.course.Course;
import dev.carril.course.Lesson;
import dev.carril.course.Question;
import dev.carril.course.Step;
import dev.carril.course.Try;
import dev.carril.course.goal.Given;
import dev.carril.course.goal.Spot;
import dev.carril.course.judge.Play;
import dev.carril.course.judge.Spots;
import dev.carril.course.read.Answers;
import dev.carril.course.read.Lessons;
import dev.carril.server.lessons.Stop;
import dev.carril.server.words.Catalogue;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A learner goes through lessons: tries, is wrong and told why, is right, answers the quiz, comes
/// back; by mouse, by keyboard, in Spanish; and an instructor with a remote.
@Timeout(240)
class LessonsIT {
  private static final Course COURSE = Lessons.withOwn(Optional.empty()).course();

  @RegisterExtension private static final House house = new House();

  private static Lesson lesson(String name) {
    return COURSE.lesson("event-streams/" + name).orElseThrow().lesson().orElseThrow();
  }

  private static Visitor at(String path) {
    return Visitor.at(house.home() + path);
  }

  private static String stepOf(Lesson lesson, String exercise) {
    Step step =
        lesson.page("en").steps().stream()
            .filter(one ->
                one.blocks().stream()
                    .anyMatch(block ->
                        block instanceof Block.Trying trying && trying.exercise().equals(exercise)))
            .findFirst()
            .orElseThrow();
    return Stop.address(lesson.id()) + "/step/" + step.name();
  }

  /// What a try's section of the page is.
  private static Locator section(Visitor anna, String exercise) {
    return anna.page.locator(".try[data-name=" + exercise + "]");
  }

  /// By the button that begins a try, or goes on with one that has begun where somebody arrived.
  private static void begin(Visitor anna, String exercise) {
    section(anna, exercise).locator("button[data-act=try]").click();
    begun(anna, exercise);
  }

  private static void begun(Visitor anna, String exercise) {
    anna.awaitThat(
        "name => document.querySelector(`.try[data-name=${name}] .judged`)"
            + " && !document.querySelector('#time').hidden"
            + " && document.querySelector('#time .num').textContent.includes(':')",
        exercise);
  }

  private static void again(Visitor anna, String exercise) {
    section(anna, exercise).getByText("Start this exercise again").click();
    anna.awaitThat(
        "name => document.querySelector(`.try[data-name=${name}] .verdict`).textContent.includes('Not solved yet')"
            + " && !document.querySelector(`.try[data-name=${name}] .mistake`)",
        exercise);
    begun(anna, exercise);
  }

  /// Types what a script says, and gives its answers by hand.
  private static void play(Visitor anna, String exercise, List<String> lines) {
    for (String line : lines) {
      if (Answers.isAnswer(line)) {
        Answers.Answer answer = Answers.read(line).orElseThrow();
        Locator form =
            section(anna, exercise).locator("form.ask[hx-post$='/" + answer.name() + "']");
        switch (answer.given()) {
          case Given.Number(var number) ->
              form.locator("[name=number]").fill(number.toPlainString());
          case Given.Choice(var choice, var _) -> form.locator("[value=" + choice + "]").check();
          case Given.Point(var spot) -> point(anna, spot);
        }
        form.getByRole(AriaRole.BUTTON).click();
      } else {
        anna.run(line.replace("\n", " "));
      }
    }
  }

  private static void awaitVerdict(Visitor anna, String exercise, String text) {
    anna.awaitThat(
        "([name, text]) => document.querySelector(`.try[data-name=${name}] .verdict`)"
            + ".textContent.replace(/\\s+/g, ' ').includes(text)",
        List.of(exercise, text));
  }

  private static Block.Trying words(Lesson lesson, String exercise, String language) {
    return lesson.page(language).steps().stream()
        .flatMap(step -> step.blocks().stream())
        .filter(block -> block instanceof Block.Trying trying && trying.exercise().equals(exercise))
        .map(Block.Trying.class::cast)
        .findFirst()
        .orElseThrow();
  }

  /// Makes each known mistake of an exercise, each with its own word, and then solves it.
  private static void learn(String name) {
    Lesson lesson = lesson(name);
    for (Try exercise : lesson.tries().values()) {
      try (Visitor anna = at(stepOf(lesson, exercise.name()))) {
        begin(anna, exercise.name());
        for (Try.Mistake mistake : exercise.mistakes().values()) {
          play(anna, exercise.name(), mistake.example().commands());
          String word = words(lesson, exercise.name(), "en").mistakes().get(mistake.name()).text();
          awaitVerdict(anna, exercise.name(), word);
          awaitVerdict(anna, exercise.name(), "Not solved yet.");
          again(anna, exercise.name());
        }
        play(anna, exercise.name(), exercise.solution().commands());
        awaitVerdict(anna, exercise.name(), "Solved.");
        assertEquals(0, section(anna, exercise.name()).locator(".mistake").count());
      }
    }
  }

  @Test
  void lesson_3_wrong_in_three_ways_and_then_right() {
    learn("keys");
  }

  @Test
  void lesson_4_wrong_and_right() {
    learn("groups");
  }

  @Tag("long")
  @Test
  void the_three_exercises_of_lesson_8() {
    learn("practice");
  }

  @Test
  void the_learners_own_sandbox_is_never_touched() {
    try (Visitor anna = Visitor.at(house.address())) {
      anna.run("create topic mine partitions 1");
      String own = anna.page.url();
      anna.page.navigate(house.home() + stepOf(lesson("keys"), "one-order"));
      anna.settled();
      begun(anna, "one-order");
      anna.run("produce orders key=order-61 {\"order\":61,\"event\":\"placed\"}");
      anna.page.navigate(own);
      anna.settled();
      assertTrue(anna.picture().contains("mine"));
      assertFalse(anna.picture().contains("orders"));
    }
  }

  @Test
  void a_guess_before_a_command_is_answered_by_what_happens() {
    try (Visitor anna = at(stepOf(lesson("keys"), "one-order"))) {
      begun(anna, "one-order");
      anna.page.locator("#picture .partition").nth(1).locator(".cell.next").click();
      section(anna, "one-order").getByText("Your guess: orders p1:0.").waitFor();
      anna.run("produce orders key=order-61 {\"order\":61,\"event\":\"placed\"}");
      section(anna, "one-order").getByText("You pointed at orders p1:0: right.").waitFor();
      anna.run("topics");
      anna.awaitThat("document.querySelector('.guess-said').textContent === ''");
    }
  }

  @Test
  void where_the_verdict_is_out_of_sight_the_console_tells_it() {
    try (Visitor anna =
        Visitor.at(
            house.home() + stepOf(lesson("keys"), "one-order"),
            Visitor.usual().setViewportSize(390, 844))) {
      begun(anna, "one-order");
      anna.run("produce orders x");
      anna.awaitThat(
          "document.querySelector('.console .history').textContent.includes('Not solved yet')");
    }
  }

  @Test
  void what_a_step_asks_of_the_tables_stands_before_them() {
    try (Visitor anna = at("/lesson/event-streams/state/step/running")) {
      anna.awaitThat("document.querySelectorAll('.sql-table').length === 3");
      assertEquals(
          List.of("SELECT", "shelf", "movements"),
          anna.page.evaluate(
              "[...document.querySelectorAll('.sql-table h2 b')]"
                  + ".map(name => name.textContent.split(' ')[0])"));
    }
  }

  @Test
  void words_and_picture_before_a_hall_are_of_one_moment() {
    try (Visitor anna = at("/lesson/event-streams/keys/step/without-key")) {
      String at = "document.querySelector('#reel .num').textContent";
      anna.button("Step on").click();
      anna.button("Step on").click();
      anna.awaitThat(at + ".startsWith('1 /')");
      String says = anna.page.locator("#reel .caption").textContent();

      anna.press("p");
      anna.page.locator(".projecting p.caption").first().waitFor();
      anna.awaitThat(
          "says => document.querySelector('.projecting p.caption').textContent.includes(says)",
          says);
      anna.press("Home");
      anna.awaitThat(at + ".startsWith('0 /')");
      anna.awaitThat("document.querySelector('.track-bar .num').textContent.startsWith('1 ')");
    }
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void a_halted_session_and_its_dead_letters_are_seen_at_every_step(boolean isHall) {
    try (Visitor anna =
        Visitor.at(
            house.home() + "/lesson/order-for-every-session/dead-letters/step/policy",
            Visitor.usual().setViewportSize(1366, 768))) {
      if (isHall) {
        anna.press("p");
        anna.page.locator(".projecting p.caption").first().waitFor();
      }
      int seen = 0;
      for (int i = 0; i < 30 && !reelPlace(anna).startsWith("4 /"); i++) {
        String before = reelPlace(anna);
        if (isHall) {
          anna.press("PageDown");
        } else {
          anna.button("Step on").click();
        }
        anna.page.waitForTimeout(700);
        if ((Boolean) anna.page.evaluate(HAS_LETTERS)) {
          seen++;
          assertEquals("", anna.page.evaluate(OUT_OF_SIGHT, ".letters .letter"), before);
        }
      }
      assertTrue(seen > 0);
    }
  }

  private static final String HAS_LETTERS =
      "document.querySelectorAll('#picture .letters .letter').length > 0";
  private static final String OUT_OF_SIGHT =
      """
      what => [...document.querySelectorAll('#picture ' + what)]
        .map(it => [it.textContent, it.getBoundingClientRect(), document.querySelector('#stage').getBoundingClientRect()])
        .filter(([, box, stage]) => box.top < stage.top || box.bottom > Math.min(stage.bottom, innerHeight))
        .map(([text]) => text).join()\
      """;

  @Test
  void both_owners_of_a_message_are_seen_and_the_line_to_type_in_stays_in_place() {
    try (Visitor anna =
        Visitor.at(
            house.home() + "/lesson/order-for-every-session/handing-over/step/without",
            Visitor.usual().setViewportSize(1366, 768))) {
      anna.page.locator("#reel .keys").waitFor();
      double line = anna.page.locator("#console .prompt").boundingBox().y;
      for (int i = 0; i < 12 && !reelPlace(anna).equals("3 / 3"); i++) {
        anna.button("Step on").click();
        String place = reelPlace(anna);
        assertEquals(line, anna.page.locator("#console .prompt").boundingBox().y, place);
        assertEquals(
            true,
            anna.page.evaluate(
                "document.querySelector('#console .templates').getBoundingClientRect().bottom <= innerHeight"),
            place);
        if (place.equals("1 / 3")) {
          assertEquals(2, anna.page.locator("#picture .lane.is-working").count());
          assertEquals("", anna.page.evaluate(OUT_OF_SIGHT, ".lane.is-working"));
        }
      }
      assertEquals("3 / 3", reelPlace(anna));
    }
  }

  private static String reelPlace(Visitor visitor) {
    return visitor.page.locator("#reel .num").textContent();
  }

  @Test
  void a_remote_goes_on_after_a_live_command() {
    try (Visitor anna = at("/lesson/event-streams/keys/step/without-key")) {
      anna.press("p");
      anna.page.locator(".projecting .caption").first().waitFor();
      String at = "document.querySelector('#reel .num').textContent";
      for (int i = 0; i < 8 && !anna.page.evaluate(at).toString().startsWith("1 /"); i++) {
        String before = shown(anna);
        anna.press("PageDown");
        anna.awaitThat("before => " + SHOWN + " !== before", before);
      }
      anna.press("/");
      anna.page.keyboard().type("produce orders {\"live\":1}");
      anna.press("Enter");
      anna.awaitThat("!document.querySelector('#time').hidden");
      anna.awaitThat("document.activeElement.tagName !== 'INPUT'");
      anna.press("PageDown");
      anna.awaitThat("document.querySelector('#time').hidden && " + at + ".startsWith('2 /')");
    }
  }

  @Test
  void a_watch_asks_first_plays_goes_back_and_can_be_tried_from() {
    try (Visitor anna = at("/lesson/event-streams/keys/step/without-key")) {
      Locator caption = anna.page.locator("#reel .caption");
      Locator told = anna.page.locator(".watch .script .says").first();
      double keys = anna.page.locator("#reel .keys").boundingBox().y;
      assertFalse(told.isVisible(), "the list does not tell what is about to be asked");
      anna.button("Step on").click();
      assertTrue(caption.innerText().startsWith("Where will this record go?"), caption.innerText());
      anna.page.locator("#picture .partition").nth(1).locator(".cell.next").click();
      anna.awaitRecords(2);
      assertTrue(caption.innerText().startsWith("You pointed at orders p1:0: right."));
      assertTrue(told.isVisible());
      anna.button("Step on").click();
      anna.awaitRecords(3);
      anna.button("Step back").click();
      anna.awaitRecords(2);
      anna.page
          .locator("#reel")
          .getByLabel("Play", new Locator.GetByLabelOptions().setExact(true))
          .click();
      anna.awaitRecords(4);
      assertEquals(keys, anna.page.locator("#reel .keys").boundingBox().y, "they stay in place");

      anna.button("Try from here").click();
      anna.awaitThat("!document.querySelector('#time').hidden");
      anna.awaitRecords(4);
      anna.run("produce orders key=order-61 mine");
      anna.awaitRecords(5);
    }
  }

  @Test
  void the_browsers_own_back_leads_back_and_the_stage_goes_along() {
    try (Visitor anna = at("/lesson/event-streams/keys/step/without-key")) {
      next(anna);
      anna.page.evaluate("history.back()");
      anna.awaitThat(
          "location.pathname.endsWith('/step/without-key')"
              + " && document.querySelector('#lesson').dataset.arrived === location.pathname");
      anna.awaitRecords(1);
      anna.button("Step on").click();
      assertTrue(anna.page.locator("#reel .caption").innerText().startsWith("Where will"));
    }
  }

  // ---- the quiz

  private static void point(Visitor anna, Spot spot) {
    switch (spot) {
      case Spot.Cell(var topic, var partition, var offset) ->
          anna.page
              .locator("#picture .topic")
              .filter(new Locator.FilterOptions().setHasText(topic))
              .locator(".partition")
              .nth(partition)
              .locator(".cells > .cell")
              .filter(
                  new Locator.FilterOptions()
                      .setHasText(java.util.regex.Pattern.compile("^" + offset + "(\\n|$)")))
              .click();
      case Spot.Partition(var topic, var partition) ->
          anna.page
              .locator("#picture .topic")
              .filter(new Locator.FilterOptions().setHasText(topic))
              .locator(".partition .name")
              .nth(partition)
              .click();
      case Spot.Position _, Spot.NextRead _, Spot.NextWrite _ ->
          throw new IllegalArgumentException(spot.toString());
    }
  }

  private static void answer(Visitor anna, Question question) {
    switch (question.answer()) {
      case Question.Answer.Choices(var _, var right) ->
          anna.page.locator(".question [value=" + right + "]").check();
      case Question.Answer.Number(var right, var _) ->
          anna.page.locator(".question [name=number]").fill(right.toPlainString());
      case Question.Answer.Point(var right, var _) -> {
        try (var play = new Play(question.start())) {
          point(anna, Spots.accepted(right, play.sandbox()).iterator().next());
        }
      }
    }
    anna.page.locator(".question button.main").click();
    anna.page.locator(".answered .result").waitFor();
  }

  private static void next(Visitor anna) {
    String before = anna.page.url();
    anna.page.locator("#next").click();
    anna.awaitThat("before => location.href !== before", before);
    anna.settled();
  }

  @Test
  void the_quiz_says_why_judges_by_the_simulator_and_what_to_read_again() {
    Lesson quiz = lesson("quiz");
    List<Question> questions = List.copyOf(quiz.quiz().values());
    try (Visitor anna = at(Stop.address(quiz.id()) + "/question/" + questions.getFirst().name())) {
      for (int i = 0; i < questions.size(); i++) {
        Question question = questions.get(i);
        if (i == 0
            && question.answer() instanceof Question.Answer.Choices(var choices, var right)) {
          String wrong = choices.stream().filter(it -> !it.equals(right)).findFirst().orElseThrow();
          anna.page.locator(".question [value=" + wrong + "]").check();
          anna.page.locator(".question").getByRole(AriaRole.BUTTON).click();
          anna.page.locator(".answered").getByText("Not right.").waitFor();
          String why = quiz.page("en").quiz().getFirst().words().get(wrong).why().text();
          assertTrue(
              anna.page.locator(".answered").innerText().replaceAll("\\s+", " ").contains(why));
        } else {
          answer(anna, question);
          assertTrue(
              anna.page.locator(".answered .result").innerText().startsWith("Right."),
              question.name());
        }
        next(anna);
      }
      String score = anna.page.locator(".stop").innerText();
      assertTrue(
          score.contains((questions.size() - 1) + " of " + questions.size() + " questions"), score);
      assertTrue(anna.page.locator(".contents a").count() == 1, score);
    }
  }

  // ---- coming back

  @Test
  void progress_is_there_after_a_restart_and_can_be_taken_elsewhere() throws Exception {
    try (Visitor anna = at("/lesson/event-streams/keys/step/by-key")) {
      anna.page.navigate(house.home() + stepOf(lesson("keys"), "one-order"));
      anna.settled();
      begun(anna, "one-order");
      play(anna, "one-order", lesson("keys").tries().get("one-order").solution().commands());
      awaitVerdict(anna, "one-order", "Solved.");

      // What the page still asks would find nobody there.
      anna.page.navigate("about:blank");
      house.end();
      house.startAgain();
      anna.page.navigate(house.home());
      Locator goOn = anna.page.locator(".go .main");
      assertTrue(goOn.innerText().startsWith("Go on with"), goOn.innerText());
      goOn.click();
      anna.awaitThat("location.pathname.endsWith('/step/your-turn')");
      anna.settled();
      begun(anna, "one-order");
      awaitVerdict(anna, "one-order", "Solved.");

      Object file = anna.page.evaluate("async () => (await fetch('/progress')).text()");
      try (Visitor ben = at("/")) {
        assertTrue(ben.page.locator(".go .main").innerText().startsWith("Begin with"));
        ben.page
            .locator("#progress-file")
            .setInputFiles(
                new com.microsoft.playwright.options.FilePayload(
                    "progress.carril.json",
                    "application/json",
                    file.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        ben.awaitThat("document.querySelector('.go .main')?.textContent.startsWith('Go on with')");
        // A page that is closed while it loads again never tells that it is.
        ben.page.waitForLoadState();
      }
    }
  }

  @Test
  void by_keyboard_only() {
    try (Visitor anna = at("/")) {
      anna.tabTo(".go .main");
      anna.press("Enter");
      anna.awaitThat("document.querySelector('#lesson')?.dataset.arrived");
      anna.page.navigate(house.home() + "/lesson/event-streams/keys/step/without-key");
      anna.settled();
      anna.tabTo("#reel .key:nth-child(3)");
      anna.press("Enter");
      anna.awaitThat("document.querySelector('#reel .caption').textContent.startsWith('Where')");
      anna.press("Enter");
      anna.awaitRecords(2);
      anna.tabTo("#next");
      anna.press("Enter");
      anna.awaitThat("location.pathname.endsWith('/step/by-key')");
      anna.settled();
      assertEquals("lesson", anna.page.evaluate("document.activeElement.id"));

      anna.page.navigate(house.home() + stepOf(lesson("keys"), "one-order"));
      anna.settled();
      begun(anna, "one-order");
      anna.tabTo(".hints button");
      anna.press("Enter");
      anna.page.locator(".hints .taken li").first().waitFor();
      anna.tabTo("#console input");
      for (String line : lesson("keys").tries().get("one-order").solution().commands()) {
        anna.enter(() -> {
          anna.page.keyboard().insertText(line);
          anna.press("Enter");
        });
      }
      awaitVerdict(anna, "one-order", "Solved.");
    }
  }

  @Tag("long")
  @Test
  void in_spanish_from_end_to_end() {
    var english = Catalogue.of("en").patterns();
    var spanish = Catalogue.of("es").patterns();
    List<String> foreign =
        english.entrySet().stream()
            .filter(entry ->
                entry.getKey().startsWith("lesson.")
                    || entry.getKey().startsWith("home.")
                    || entry.getKey().startsWith("page.lesson.")
                    || entry.getKey().startsWith("verdict."))
            .filter(entry -> !entry.getValue().contains("{") && entry.getValue().length() > 6)
            .filter(
                entry -> spanish.values().stream().noneMatch(it -> it.contains(entry.getValue())))
            .map(java.util.Map.Entry::getValue)
            .toList();
    var options = Visitor.usual().setLocale("es-ES");
    try (Visitor ana = Visitor.at(house.home() + "/", options)) {
      List<String> paths =
          COURSE.tracks().stream()
              .flatMap(track -> track.lessons().stream())
              .map(listing -> listing.lesson().orElseThrow())
              .flatMap(
                  lesson -> Stop.of(lesson.page("es")).stream().map(stop -> stop.address(lesson)))
              .toList();
      check(ana, foreign, "/");
      for (String path : paths) {
        ana.page.navigate(house.home() + path);
        ana.settled();
        check(ana, foreign, path);
      }
    }
  }

  private static void check(Visitor ana, List<String> foreign, String path) {
    assertEquals("es", ana.page.locator("html").getAttribute("lang"));
    String text = ana.page.locator("body").innerText();
    for (String sentence : foreign) {
      assertFalse(text.contains(sentence), path + ": " + sentence);
    }
  }

  private static String parisFirst() {
    Lesson lesson =
        COURSE.lesson("order-for-every-session/overtaken").orElseThrow().lesson().orElseThrow();
    return lesson.page("en").steps().stream()
        .filter(one ->
            one.blocks().stream()
                .anyMatch(block ->
                    block instanceof Block.Watching it && it.watch().equals("paris-first")))
        .map(step -> Stop.address(lesson.id()) + "/step/" + step.name())
        .findFirst()
        .orElseThrow();
  }

  private static final String UNDER_WAY =
      "document.querySelector('#reel .num').textContent.includes('·')";
  private static final String BROKEN =
      "document.querySelectorAll('#picture .trouble').length === 1";

  @Test
  void what_a_step_lets_happen_is_seen_as_it_comes_and_stopped_where_order_breaks() {
    try (Visitor anna = at(parisFirst())) {
      anna.button("Step on").click();
      anna.awaitRecords(1);
      anna.button("Step on").click();
      anna.awaitRecords(2);
      anna.button("Step on").click();
      anna.awaitThat(UNDER_WAY);
      anna.awaitThat("document.querySelector('#picture .instance')");
      anna.button("Pause").click();
      for (int i = 0; i < 60 && (Boolean) anna.page.evaluate(BROKEN); i++) {
        anna.press("Alt+j");
      }
      for (int i = 0; i < 60 && !(Boolean) anna.page.evaluate(BROKEN); i++) {
        anna.press("Alt+l");
      }
      String caption = anna.page.locator("#reel .caption").innerText();
      assertTrue(caption.contains("Order violation: p0:1 of trip-7"), caption);
      anna.press("Alt+j");
      anna.awaitThat("document.querySelectorAll('#picture .trouble').length === 0");
      anna.button("An event on").click();
      anna.awaitThat(BROKEN);
      anna.button("Step on").click();
      anna.awaitThat("document.querySelector('#reel .num').textContent === '3 / 6'");
      anna.awaitThat(BROKEN);
      // Left to itself it comes to the end of the step, and no further.
      anna.button("Step on").click();
      anna.awaitThat(UNDER_WAY);
      anna.awaitThat("document.querySelector('#reel .num').textContent === '4 / 6'");
      assertEquals(List.of(), anna.barriers());
    }
  }

  @Test
  void before_a_hall_it_is_stopped_and_turned_back_at_the_moment_it_happens() {
    try (Visitor anna = at(parisFirst())) {
      anna.press("p");
      anna.page.locator(".projecting .caption").first().waitFor();
      for (int i = 0; i < 20 && !(Boolean) anna.page.evaluate(UNDER_WAY); i++) {
        String before = shown(anna);
        anna.press("PageDown");
        anna.awaitThat("before => " + SHOWN + " !== before || " + UNDER_WAY, before);
      }
      anna.awaitThat(BROKEN);
      anna.press(".");
      String place = anna.page.locator("#reel .num").textContent();
      anna.page.waitForTimeout(1500);
      assertEquals(place, anna.page.locator("#reel .num").textContent(), "it stands still");
      for (int i = 0; i < 20 && (Boolean) anna.page.evaluate(BROKEN); i++) {
        anna.press("Alt+j");
      }
      anna.press("Alt+l");
      anna.awaitThat(BROKEN);
      anna.press("PageDown");
      anna.awaitThat("document.querySelector('#reel .num').textContent === '3 / 6'");
    }
  }

  @Test
  void an_instructor_gives_lesson_3_with_next_alone_and_goes_back() {
    try (Visitor anna = at("/lesson/event-streams/keys")) {
      anna.press("p");
      anna.page.locator(".projecting .caption").first().waitFor();
      int presses = 0;
      while (!anna.page.url().contains("/groups") && presses++ < 150) {
        String before = shown(anna);
        anna.press("PageDown");
        anna.awaitThat("before => " + SHOWN + " !== before", before);
      }
      assertTrue(anna.page.url().contains("/groups"), anna.page.url() + " after " + presses);
      int back = 0;
      while (!anna.page.url().endsWith("/keys") && back++ < 150) {
        String before = shown(anna);
        anna.press("PageUp");
        anna.awaitThat("before => " + SHOWN + " !== before", before);
      }
      assertTrue(anna.page.url().endsWith("/keys"), anna.page.url());
      anna.press("Escape");
    }
  }

  @Test
  void code_and_tables_stand_for_a_hall_as_they_stand_on_the_page() {
    try (Visitor anna = at("/lesson/event-streams/problem/step/one-by-one")) {
      project(anna, "pre");
      assertTrue(
          anna.page.locator(".caption.more pre").textContent().lines().count() > 3, "in lines");
      anna.press("PageDown");
      anna.awaitThat("document.querySelector('.caption.more').hidden");
    }
    try (Visitor anna = at("/lesson/event-streams/when/step/good")) {
      project(anna, "table");
      assertTrue(anna.page.locator(".caption.more table tr").count() > 3);
      assertEquals(0, anna.sideways());
    }
  }

  @Test
  void an_empty_log_stands_beside_no_table_and_a_log_beside_every_table_that_is_made_of_it() {
    try (Visitor anna = at("/lesson/event-streams/state/step/overwritten")) {
      anna.page.locator("#database table").first().waitFor();
      assertFalse(anna.page.locator("#picture").isVisible());
      anna.page.locator("#next").click();
      anna.page.locator("#picture .cell").first().waitFor();
      assertTrue(anna.page.locator("#database table").first().isVisible());
      anna.page.locator("#back").click();
      anna.awaitThat("document.querySelector('#picture').getClientRects().length === 0");
    }
  }

  /// Steps on before the hall until something of this kind stands below the caption.
  private static void project(Visitor anna, String kind) {
    anna.press("p");
    anna.page.locator(".projecting .caption").first().waitFor();
    for (int i = 0; i < 5 && anna.page.locator(".caption.more " + kind).count() == 0; i++) {
      String before = shown(anna);
      anna.press("PageDown");
      anna.awaitThat("before => " + SHOWN + " !== before", before);
    }
    assertTrue(anna.page.locator(".caption.more " + kind).isVisible(), kind);
  }

  /// Everything that a hall sees, and which page it is of.
  private static final String SHOWN =
      "(location.pathname + document.querySelector('.caption').textContent"
          + " + document.querySelector('.caption.more').textContent"
          + " + document.querySelector('.track-bar .num').textContent"
          + " + document.querySelector('.projected-answer').textContent)";

  private static String shown(Visitor anna) {
    anna.settled();
    return anna.page.evaluate(SHOWN).toString();
  }

  @Tag("long")
  @Test
  void nothing_keeps_somebody_from_using_it() {
    for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      try (Visitor anna = Visitor.at(house.home() + "/", Visitor.usual().setColorScheme(scheme))) {
        assertEquals(List.of(), anna.barriers(), "/ " + scheme);
        assertEquals(0, anna.sideways());
        for (String path :
            List.of(
                "/lesson/event-streams/keys",
                "/lesson/event-streams/keys/step/without-key",
                "/lesson/event-streams/keys/step/your-turn",
                "/lesson/event-streams/quiz/question/"
                    + lesson("quiz").quiz().firstEntry().getKey(),
                "/lesson/event-streams/quiz/score")) {
          anna.page.navigate(house.home() + path);
          anna.settled();
          anna.page.waitForTimeout(300);
          assertEquals(List.of(), anna.barriers(), path + " " + scheme);
          assertEquals(0, anna.sideways(), path);
        }
      }
    }
  }

  /// The second track, and a clock that nobody types for.
  @Test
  void a_mistake_is_told_while_the_clock_plays() {
    Lesson overtaken =
        COURSE.lesson("order-for-every-session/overtaken").orElseThrow().lesson().orElseThrow();
    try (Visitor anna = at(stepOf(overtaken, "keep-order"))) {
      begin(anna, "keep-order");
      anna.run("start anna on messages group assistant design pool from-beginning");
      assertEquals(0, section(anna, "keep-order").locator(".mistake").count());
      anna.page.locator("#picture .clock-bar button").first().click();
      anna.awaitThat("document.querySelector('.try[data-name=keep-order] .mistake')");
    }
  }

  @Test
  void no_size_scrolls_sideways() {
    for (int[] size : new int[][] {{1920, 1080}, {1024, 768}, {390, 844}, {320, 568}}) {
      try (Visitor anna =
          Visitor.at(
              house.home() + "/lesson/event-streams/keys/step/without-key",
              Visitor.usual().setViewportSize(size[0], size[1]))) {
        assertEquals(0, anna.sideways(), size[0] + "");
        anna.page.navigate(house.home() + "/");
        assertEquals(0, anna.sideways(), "home " + size[0]);
      }
    }
  }

  @Test
  void the_first_load_is_small() {
    try (Visitor anna = at("/")) {
      List<String> asked = new java.util.ArrayList<>();
      anna.page.onRequest(request -> asked.add(request.url()));
      anna.page.navigate(house.home() + "/lesson/event-streams/keys/step/without-key");
      anna.settled();
      assertTrue(asked.size() <= 40, asked.size() + " " + asked);
    }
  }
}
