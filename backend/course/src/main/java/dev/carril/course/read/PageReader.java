package dev.carril.course.read;

import dev.carril.course.Asked;
import dev.carril.course.Block;
import dev.carril.course.Bus;
import dev.carril.course.Fault.Code;
import dev.carril.course.Html;
import dev.carril.course.Page;
import dev.carril.course.Question;
import dev.carril.course.Step;
import dev.carril.course.Try;
import dev.carril.course.Watch;
import dev.carril.course.goal.Given;
import dev.carril.course.goal.Goal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.BulletList;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.jspecify.annotations.Nullable;

/// Makes a page of a Markdown file: headings name the blocks, and everything that the lesson's data
/// names must be there.
final class PageReader {
  private static final int CAPTION_MOST = 240;
  private static final Pattern HEADING =
      Pattern.compile("(\\p{L}+)(?:\\s+([^\\s:]+))?\\s*(?::\\s*(.+))?");

  private static final List<String> PARTS = List.of("Problem", "Step", "Quiz");
  private static final List<String> BLOCKS = List.of("Idea", "Watch", "Try", "Aside", "Bus");
  private static final List<String> OF_TRY = List.of("Hints", "Questions", "Mistakes", "Solution");

  private final LessonReader.Data data;
  private final Faults faults;
  private final Prose prose;

  private final List<Section> sections = new ArrayList<>();
  private final Set<String> used = new LinkedHashSet<>();
  private final List<String> skeleton = new ArrayList<>();
  private int next;

  PageReader(LessonReader.Data data, Faults faults) {
    this.data = data;
    this.faults = faults;
    this.prose = new Prose(faults);
  }

  /// What stands between one heading and the next.
  private record Section(int level, String heading, int line, List<Node> body) {}

  /// A heading's parts; a name or title that is not there is null.
  private record Head(String word, @Nullable String name, @Nullable String title, int line) {}

  /// @param skeleton its blocks and their names, the same in every language
  record Read(Page page, List<String> skeleton, List<Prose.Reference> references) {}

  Optional<Read> read(String text) {
    return faults
        .collect(() -> {
          cut(prose.parse(text));
          return page();
        })
        .map(page -> new Read(page, List.copyOf(skeleton), prose.references()));
  }

  private void cut(Node document) {
    var section = new Section(0, "", 1, new ArrayList<>());
    sections.add(section);
    for (Node node : Prose.children(document)) {
      if (node instanceof Heading heading) {
        section =
            new Section(
                heading.getLevel(), Prose.text(heading), Prose.line(heading), new ArrayList<>());
        sections.add(section);
      } else {
        section.body().add(node);
      }
    }
  }

  private @Nullable Section peek() {
    return next < sections.size() ? sections.get(next) : null;
  }

  private boolean isNext(int level) {
    Section section = peek();
    return section != null && section.level() == level;
  }

  private Page page() throws Faults.Stop {
    Section before = sections.getFirst();
    next = 1;
    Section title = peek();
    if (!before.body().isEmpty() || title == null || title.level() != 1) {
      throw faults.stop(1, Code.PROSE_NO_TITLE, Map.of());
    }
    next++;
    Html summary = Html.NONE;
    if (title.body().size() == 1 && title.body().getFirst() instanceof Paragraph paragraph) {
      summary = Prose.inline(paragraph);
    } else {
      faults.add(title.line(), Code.PROSE_SUMMARY, Map.of());
    }
    Html problem = Html.NONE;
    var steps = new ArrayList<Step>();
    Html quizText = Html.NONE;
    var quiz = new ArrayList<Asked>();
    boolean asked = false;
    for (Section section = peek(); section != null; section = peek()) {
      next++;
      Head head = section.level() == 2 ? head(section, PARTS) : null;
      if (head == null) {
        if (section.level() != 2) {
          misplaced(section, PARTS);
        }
        skipBelow(2);
        continue;
      }
      if (asked || head.word().equals("Problem") && (!steps.isEmpty() || !problem.isEmpty())) {
        faults.add(head.line(), Code.PROSE_ORDER, Map.of("heading", section.heading()));
      }
      switch (head.word()) {
        case "Problem" -> {
          skeleton.add("problem");
          problem = body(section);
        }
        case "Step" -> step(head, section).ifPresent(steps::add);
        default -> {
          asked = true;
          skeleton.add("quiz");
          quizText = Prose.html(section.body());
          questions(quiz);
        }
      }
    }
    expectAllUsed();
    return new Page(title.heading(), summary, present(problem), steps, present(quizText), quiz);
  }

  private static Optional<Html> present(Html html) {
    return html.isEmpty() ? Optional.empty() : Optional.of(html);
  }

  // ---- headings ----

  private @Nullable Head head(Section section, List<String> allowed) {
    Matcher heading = HEADING.matcher(section.heading());
    if (!heading.matches() || !allowed.contains(heading.group(1))) {
      misplaced(section, allowed);
      return null;
    }
    return new Head(heading.group(1), heading.group(2), heading.group(3), section.line());
  }

  private void misplaced(Section section, List<String> allowed) {
    faults.add(
        section.line(),
        Code.PROSE_HEADING,
        Map.of("heading", Fields.cut(section.heading()), "allowed", allowed));
  }

  private void skipBelow(int level) {
    for (Section section = peek(); section != null && section.level() > level; section = peek()) {
      next++;
    }
  }

  private String name(Head head) throws Faults.Stop {
    String name = head.name();
    if (name == null) {
      throw faults.stop(head.line(), Code.PROSE_NO_NAME, Map.of("word", head.word()));
    }
    Fields.checkName(name, head.line(), faults);
    return name;
  }

  private String title(Head head) throws Faults.Stop {
    String title = head.title();
    if (title == null) {
      throw faults.stop(head.line(), Code.PROSE_NO_NAME, Map.of("word", head.word() + " … :"));
    }
    return title;
  }

  private Html body(Section section) {
    if (section.body().isEmpty()) {
      faults.add(
          section.line(), Code.PROSE_EMPTY, Map.of("heading", Fields.cut(section.heading())));
    }
    return Prose.html(section.body());
  }

  // ---- steps ----

  private Optional<Step> step(Head head, Section section) {
    Optional<String> name = faults.collect(() -> name(head));
    Optional<String> title = faults.collect(() -> title(head));
    name.ifPresent(it -> {
      if (!used.add("step " + it)) {
        faults.add(head.line(), Code.PROSE_TWICE, Map.of("name", it));
      }
      skeleton.add("step " + it);
    });
    var blocks = new ArrayList<Block>();
    if (!section.body().isEmpty()) {
      skeleton.add("idea");
      blocks.add(new Block.Idea(Prose.html(section.body())));
    }
    while (isNext(3)) {
      Section below = sections.get(next++);
      Head inner = head(below, BLOCKS);
      if (inner == null) {
        skipBelow(3);
      } else {
        faults.collect(() -> block(inner, below)).ifPresent(blocks::add);
        skipBelow(3);
      }
    }
    skipStray();
    if (blocks.isEmpty()) {
      faults.add(head.line(), Code.PROSE_EMPTY, Map.of("heading", Fields.cut(section.heading())));
    }
    return name.flatMap(it -> title.map(text -> new Step(it, text, blocks)));
  }

  /// Headings that are deeper than any that may stand here.
  private void skipStray() {
    for (Section section = peek(); section != null && section.level() > 2; section = peek()) {
      misplaced(section, BLOCKS);
      next++;
    }
  }

  private Block block(Head head, Section section) throws Faults.Stop {
    if (!head.word().equals("Try") && isNext(4)) {
      misplaced(sections.get(next), BLOCKS);
    }
    return switch (head.word()) {
      case "Idea" -> {
        skeleton.add("idea");
        yield new Block.Idea(body(section));
      }
      case "Aside" -> {
        skeleton.add("aside");
        yield new Block.Aside(title(head), body(section));
      }
      case "Watch" -> watching(name(head), section);
      case "Bus" -> bussing(name(head), section);
      default -> trying(name(head), head, section);
    };
  }

  /// The data of this name, marked as used; null where it could not be read.
  private <T> @Nullable T part(String kind, String name, SequencedMap<String, T> parts, int line)
      throws Faults.Stop {
    T part = parts.get(name);
    boolean broken = data.broken().contains(kind + " " + name) || data.broken().contains("*");
    if (part == null && !broken) {
      throw faults.stop(
          line,
          Code.PROSE_NAME_UNKNOWN,
          Map.of("name", name, "kind", kind, "names", List.copyOf(parts.keySet())));
    }
    if (!used.add(kind + " " + name)) {
      faults.add(line, Code.PROSE_TWICE, Map.of("name", name));
    }
    skeleton.add(kind + " " + name);
    return part;
  }

  private void expectAllUsed() {
    expectUsed("watch", data.watches());
    expectUsed("tries", data.tries());
    expectUsed("quiz", data.quiz());
    expectUsed("bus", data.buses());
  }

  private void expectUsed(String kind, SequencedMap<String, ?> parts) {
    for (String name : parts.keySet()) {
      if (!used.contains(kind + " " + name)) {
        faults.add(0, Code.PROSE_UNUSED, Map.of("name", name, "kind", kind));
      }
    }
  }

  /// The named list at the end of a section, taken out of it.
  private Items lastList(Section section) {
    if (!section.body().isEmpty() && section.body().getLast() instanceof BulletList list) {
      section.body().removeLast();
      return Items.of(list, faults);
    }
    return Items.none();
  }

  private Block watching(String name, Section section) throws Faults.Stop {
    Watch watch = part("watch", name, data.watches(), section.line());
    Items items = lastList(section);
    if (watch != null) {
      Set<String> names = new LinkedHashSet<>();
      watch.steps().forEach(step -> names.add(step.caption()));
      items.expect(names, section.line(), faults);
    }
    return new Block.Watching(name, Prose.html(section.body()), captions(items));
  }

  private SequencedMap<String, Html> captions(Items items) {
    var captions = new LinkedHashMap<String, Html>();
    items
        .items()
        .forEach((name, item) -> {
          if (item.blocks().size() == 1
              && item.blocks().getFirst() instanceof Paragraph paragraph) {
            Html caption = Prose.inline(paragraph);
            if (caption.text().length() > CAPTION_MOST) {
              faults.add(
                  item.line(), Code.PROSE_CAPTION, Map.of("name", name, "most", CAPTION_MOST));
            }
            captions.put(name, caption);
          } else {
            faults.add(item.line(), Code.PROSE_CAPTION, Map.of("name", name, "most", CAPTION_MOST));
          }
        });
    return captions;
  }

  private Block bussing(String name, Section section) throws Faults.Stop {
    Bus bus = part("bus", name, data.buses(), section.line());
    Items items = lastList(section);
    if (bus != null) {
      Set<String> names = new LinkedHashSet<>(bus.events().keySet());
      names.addAll(bus.subscribers().keySet());
      bus.steps().forEach(step -> names.add(step.caption()));
      items.expect(names, section.line(), faults);
    }
    return new Block.Bussing(name, Prose.html(section.body()), captions(items));
  }

  // ---- tries ----

  private Block trying(String name, Head head, Section section) throws Faults.Stop {
    Try exercise = part("tries", name, data.tries(), section.line());
    String title = title(head);
    Html task = body(section);
    var parts = new LinkedHashMap<String, Section>();
    while (isNext(4)) {
      Section below = sections.get(next++);
      Head inner = head(below, OF_TRY);
      if (inner == null) {
        continue;
      }
      boolean late =
          parts.keySet().stream()
              .anyMatch(word -> OF_TRY.indexOf(word) >= OF_TRY.indexOf(inner.word()));
      if (late) {
        faults.add(below.line(), Code.PROSE_ORDER, Map.of("heading", below.heading()));
      }
      skeleton.add("of try " + inner.word());
      parts.put(inner.word(), below);
    }
    Items hints = onlyList(parts.get("Hints"));
    Items questions = onlyList(parts.get("Questions"));
    Items mistakes = onlyList(parts.get("Mistakes"));
    Section solution = parts.get("Solution");
    SequencedMap<String, Block.Ask> asks = asks(questions, exercise);
    if (exercise != null) {
      hints.expect(
          new LinkedHashSet<>(exercise.hints()), line(parts.get("Hints"), section), faults);
      mistakes.expect(
          exercise.mistakes().sequencedKeySet(), line(parts.get("Mistakes"), section), faults);
      questions.expect(
          answered(exercise).sequencedKeySet(), line(parts.get("Questions"), section), faults);
      if (solution == null) {
        faults.add(section.line(), Code.PROSE_ITEM_MISSING, Map.of("name", "Solution"));
      }
    }
    return new Block.Trying(
        name,
        title,
        task,
        htmls(hints),
        asks,
        htmls(mistakes),
        solution == null ? Optional.empty() : Optional.of(body(solution)));
  }

  private static int line(@Nullable Section part, Section whole) {
    return part == null ? whole.line() : part.line();
  }

  private Items onlyList(@Nullable Section section) {
    if (section == null) {
      return Items.none();
    }
    Items items = lastList(section);
    if (!section.body().isEmpty() || items.items().isEmpty()) {
      faults.add(section.line(), Code.PROSE_ITEM, Map.of());
    }
    return items;
  }

  private static SequencedMap<String, Html> htmls(Items items) {
    var htmls = new LinkedHashMap<String, Html>();
    items.items().forEach((name, item) -> htmls.put(name, Prose.html(item.blocks())));
    return htmls;
  }

  /// The questions that an exercise asks, with the choices each has.
  private static SequencedMap<String, Set<String>> answered(Try exercise) {
    var answered = new LinkedHashMap<String, Set<String>>();
    for (Goal.Answered asked : exercise.answered()) {
      Set<String> choices = answered.computeIfAbsent(asked.name(), _ -> new LinkedHashSet<>());
      if (asked.given() instanceof Given.Choice(var _, var all)) {
        choices.addAll(all);
      }
    }
    return answered;
  }

  private SequencedMap<String, Block.Ask> asks(Items questions, @Nullable Try exercise) {
    var asks = new LinkedHashMap<String, Block.Ask>();
    Map<String, Set<String>> answered = exercise == null ? Map.of() : answered(exercise);
    questions
        .items()
        .forEach((name, item) -> {
          var blocks = new ArrayList<>(item.blocks());
          Set<String> wanted = answered.getOrDefault(name, Set.of());
          Items choices = Items.none();
          if (!wanted.isEmpty() && blocks.getLast() instanceof BulletList list) {
            blocks.removeLast();
            choices = Items.of(list, faults);
          }
          choices.expect(wanted, item.line(), faults);
          asks.put(name, new Block.Ask(Prose.html(blocks), htmls(choices)));
        });
    return asks;
  }

  // ---- quiz ----

  private void questions(List<Asked> quiz) {
    while (isNext(3)) {
      Section section = sections.get(next++);
      Head head = head(section, List.of("Question"));
      if (head != null) {
        faults.collect(() -> question(name(head), section)).ifPresent(quiz::add);
      }
    }
    skipStray();
    if (quiz.isEmpty() && data.quiz().isEmpty() && data.broken().isEmpty()) {
      faults.add(0, Code.PROSE_EMPTY, Map.of("heading", "Quiz"));
    }
  }

  private Asked question(String name, Section section) throws Faults.Stop {
    Question question = part("quiz", name, data.quiz(), section.line());
    Items items = lastList(section);
    boolean choices = question == null || question.answer() instanceof Question.Answer.Choices;
    if (question != null) {
      items.expect(names(question.answer()), section.line(), faults);
    }
    var words = new LinkedHashMap<String, Asked.Word>();
    items.items().forEach((item, it) -> words.put(item, choices ? choice(it) : word(it)));
    return new Asked(name, body(section), words);
  }

  private static Set<String> names(Question.Answer answer) {
    var names = new LinkedHashSet<String>();
    switch (answer) {
      case Question.Answer.Choices(var choices, var _) -> names.addAll(choices);
      case Question.Answer.Point(var _, var mistakes) -> names.addAll(mistakes.keySet());
      case Question.Answer.Number(var _, var mistakes) -> names.addAll(mistakes.keySet());
    }
    if (!(answer instanceof Question.Answer.Choices)) {
      names.add("right");
      names.add("wrong");
    }
    return names;
  }

  private static Asked.Word word(Items.Item item) {
    return new Asked.Word(Html.NONE, Prose.html(item.blocks()));
  }

  private Asked.Word choice(Items.Item item) {
    if (item.blocks().size() < 2 || !(item.blocks().getFirst() instanceof Paragraph first)) {
      faults.add(item.line(), Code.PROSE_CHOICE, Map.of("name", item.name()));
      return word(item);
    }
    return new Asked.Word(
        Prose.inline(first), Prose.html(item.blocks().subList(1, item.blocks().size())));
  }
}
