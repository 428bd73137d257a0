package dev.carril.simulator.language;

import dev.carril.simulator.Command;
import dev.carril.simulator.Problem;
import dev.carril.simulator.instance.Which;
import dev.carril.simulator.log.Header;
import dev.carril.simulator.world.Nearest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Turns a line into a command, or into what is wrong with it and where.
public final class Parser {
  /// The longest line, in bytes of UTF-8.
  public static final int LINE_BYTES = 100 * 1024;

  private final Line line;
  private final Args args = new Args();
  private @Nullable Named named;

  private Parser(String text) {
    line = new Line(text);
  }

  /// Parts that mean the same and are called otherwise in some commands.
  private static final Map<String, String> OTHERWISE =
      Map.of("topic", "on", "duration", "time", "partition", "which");

  /// How reading ended.
  public sealed interface Parsed {}

  /// @param spans where each named part stood, and `verb`
  /// @param madePlain whether curly quotes or odd blanks were read as plain ones
  public record Understood(Command command, Map<String, Span> spans, boolean madePlain)
      implements Parsed {

    /// Where to point for a problem about this part; the verb if the line has no such part.
    public Span span(String about) {
      Span span = spans.getOrDefault(about, spans.get(OTHERWISE.getOrDefault(about, about)));
      return span != null ? span : spans.getOrDefault("verb", new Span(0, 0));
    }
  }

  /// @param named the instance that the line is about, where it got so far as to name one that has
  ///   to be there
  public record Wrong(Problem problem, Span span, @Nullable Named named) implements Parsed {
    Wrong(Problem problem, Span span) {
      this(problem, span, null);
    }
  }

  /// A name, and where it stands.
  public record Named(String name, Span span) {}

  /// Reads one command. Never throws, whatever the text.
  public static Parsed parse(String text) {
    String trimmed = withoutLineEnd(text);
    Wrong unfit = unfit(trimmed);
    if (unfit != null) {
      return unfit;
    }
    var parser = new Parser(trimmed);
    try {
      return parser.command();
    } catch (Stop stop) {
      Wrong wrong = stop.wrong();
      return new Wrong(wrong.problem(), wrong.span(), parser.named);
    }
  }

  private static String withoutLineEnd(String text) {
    int end = text.length();
    while (end > 0 && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
      end--;
    }
    return text.substring(0, end);
  }

  private static @Nullable Wrong unfit(String text) {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > LINE_BYTES) {
      return new Wrong(new Problem.LineTooLong(bytes, LINE_BYTES), new Span(0, 0));
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (pair) {
        i++;
      } else if (c == '\0' || Character.isSurrogate(c)) {
        String name = String.format(Locale.ROOT, "U+%04X", (int) c);
        return new Wrong(new Problem.BadCharacter(name), new Span(i, i + 1));
      }
    }
    return null;
  }

  private Parsed command() throws Stop {
    Form form = verb();
    for (Part.Place place : form.places()) {
      place(form, place);
    }
    options(form);
    Command command = form.build().apply(args);
    return new Understood(command, args.spans(), line.madePlain());
  }

  // ---- the verb ----

  private Form verb() throws Stop {
    Line.Word first = line.word();
    String word = lower(first.text());
    List<Form> begun = Grammar.begunBy(word);
    if (begun.isEmpty()) {
      throw new Stop(unknownVerb(first), first.span());
    }
    Form form = begun.size() == 1 ? begun.getFirst() : meant(begun);
    Span span = first.span();
    for (String expected : form.verb().subList(1, form.verb().size())) {
      Line.Word next = line.word();
      if (next.text().isEmpty()) {
        throw new Stop(new Problem.MissingPart(expected, form.usage()), next.span());
      }
      if (!lower(next.text()).equals(expected)) {
        // Who forgot the word gets it put in front of what stands there.
        boolean misspelt = Nearest.to(next.text(), List.of(expected)) != null;
        boolean inserted = !misspelt && isFirst(form, next);
        String right = inserted ? expected + " " + next.text() : expected;
        throw new Stop(
            new Problem.UnexpectedWord(cut(next.text()), right, List.of(expected)), next.span());
      }
      span = new Span(span.start(), next.span().end());
    }
    args.put("verb", form.name(), span);
    return form;
  }

  /// Could this word be what comes first after the verb?
  private static boolean isFirst(Form form, Line.Word word) {
    if (form.places().isEmpty()) {
      return false;
    }
    Part.Place first = form.places().getFirst();
    try {
      Values.read(first.name(), first.kind(), word);
      return true;
    } catch (Stop stop) {
      return false;
    }
  }

  /// Of several forms that begin so, the one whose other words follow. One that ends there is not
  /// meant where the line goes on as the other does: `start over on orders` starts an instance.
  private Form meant(List<Form> begun) {
    Form plain = begun.stream().filter(form -> form.verb().size() == 1).findFirst().orElse(null);
    for (Form form : begun) {
      List<String> more = form.verb().subList(1, form.verb().size());
      boolean follows = !more.isEmpty() && follows(more, null);
      if (follows && (plain == null || !form.parts().isEmpty() || !follows(more, plain))) {
        return form;
      }
    }
    return plain != null ? plain : begun.getFirst();
  }

  /// Do these words come next, and an option of that form after them?
  private boolean follows(List<String> words, @Nullable Form andThen) {
    int before = line.at();
    boolean was = line.madePlain();
    boolean follows = takes(words);
    if (follows && andThen != null) {
      String next = lower(line.peek().text());
      follows = andThen.options().stream().anyMatch(o -> o.words().getFirst().equals(next));
    }
    line.goTo(before);
    line.setMadePlain(was);
    return follows;
  }

  private static Problem unknownVerb(Line.Word first) {
    if (Grammar.CHANGING.contains(lower(first.text()))) {
      return new Problem.RecordsDoNotChange(lower(first.text()));
    }
    return new Problem.UnknownCommand(
        cut(first.text()), Nearest.to(first.text(), Grammar.firstWords()));
  }

  // ---- what has its place ----

  private void place(Form form, Part.Place place) throws Stop {
    if (line.isAtEnd()) {
      if (place.required()) {
        throw new Stop(new Problem.MissingPart(place.name(), form.usage()), end());
      }
      return;
    }
    if (place.kind() == Kind.COMMAND) {
      restOfHelp(place);
      return;
    }
    if (!place.required() && isOption(form)) {
      return;
    }
    if (place.kind() == Kind.DESIGNS) {
      designs(form, place);
      return;
    }
    if ((place.kind() == Kind.WHICH || place.kind() == Kind.PLACE_OR_KEY)
        && lower(line.peek().text()).startsWith("key=")) {
      key(place);
      return;
    }
    int before = line.at();
    Line.Word word = line.word();
    if (isKeywordOfNeeded(form, word)) {
      line.goTo(before);
      throw new Stop(new Problem.MissingPart(place.name(), form.usage()), word.span());
    }
    args.put(place.name(), Values.read(place.name(), place.kind(), word), word.span());
    if (place.kind() == Kind.INSTANCE && !form.equals(Operations.START)) {
      named = new Named(word.text(), word.span());
    }
  }

  /// Is this the keyword of an option that has to be there, and the only one of the line? Taken for
  /// a name it would leave the option out.
  private boolean isKeywordOfNeeded(Form form, Line.Word word) {
    String keyword = lower(word.text());
    if (form.options().stream().noneMatch(o -> o.required() && o.keyword().equals(keyword))) {
      return false;
    }
    int before = line.at();
    boolean was = line.madePlain();
    boolean again = false;
    while (!again && !line.isAtEnd()) {
      again = lower(line.word().text()).equals(keyword);
    }
    line.goTo(before);
    line.setMadePlain(was);
    return !again;
  }

  // At least one, up to `on`: some are called as options are.
  private void designs(Form form, Part.Place place) throws Stop {
    var designs = new LinkedHashSet<Object>();
    int start = line.peek().span().start();
    int end = start;
    while (!line.isAtEnd() && !lower(line.peek().text()).equals("on")) {
      Line.Word word = line.word();
      if (!designs.add(Values.read("design", Kind.DESIGN, word))) {
        throw new Stop(new Problem.OptionTwice(word.text()), word.span());
      }
      end = word.span().end();
    }
    if (designs.isEmpty()) {
      throw new Stop(new Problem.MissingPart(place.name(), form.usage()), new Span(start, start));
    }
    args.put(place.name(), List.copyOf(designs), new Span(start, end));
  }

  /// Does an option come next where something else may be left out? A name that equals its keyword
  /// is followed by the keyword itself.
  private boolean isOption(Form form) {
    String word = lower(line.peek().text());
    return form.options().stream().anyMatch(o -> o.keyword().equals(word))
        && !follows(List.of(word, word), null);
  }

  private void key(Part.Place place) throws Stop {
    int start = line.peek().span().start();
    line.goTo(line.text().indexOf('=', start) + 1);
    Line.Word value = value("key", "key", start);
    args.put(place.name(), new Which.OfKey(value.text()), new Span(start, value.span().end()));
  }

  /// What follows after `=`, perhaps in quotes.
  ///
  /// @param part whose value it is
  /// @param name what stands in front of `=`
  /// @param start where that begins
  private Line.Word value(String part, String name, int start) throws Stop {
    try {
      Line.Word value = line.quotable();
      if (value.span().start() == value.span().end()) {
        throw new Stop(new Problem.EmptyWord(name), new Span(start, value.span().end()));
      }
      return value;
    } catch (Line.Unclosed unclosed) {
      throw new Stop(new Problem.QuoteNotClosed(part), unclosed.span());
    } catch (Line.Trailing trailing) {
      throw new Stop(new Problem.AfterQuote(cut(trailing.word().text())), trailing.word().span());
    }
  }

  private void restOfHelp(Part.Place place) throws Stop {
    Line.Word first = line.word();
    var asked = new StringBuilder(lower(first.text()));
    int end = first.span().end();
    while (!line.isAtEnd()) {
      Line.Word next = line.word();
      asked.append(' ').append(lower(next.text()));
      end = next.span().end();
    }
    var span = new Span(first.span().start(), end);
    String verb = asked.toString();
    String whole =
        Grammar.verbs().stream()
            .filter(v -> v.equals(verb) || v.startsWith(verb + " "))
            .min(Comparator.comparingInt(String::length))
            .orElse(null);
    if (whole == null) {
      throw new Stop(
          new Problem.UnknownCommand(cut(verb), Nearest.to(verb, Grammar.verbs())), span);
    }
    args.put(place.name(), whole, span);
  }

  // ---- options, in any order, and what goes to the end of the line ----

  private void options(Form form) throws Stop {
    Part.Rest rest = form.rest().orElse(null);
    boolean valueFollows = rest != null && rest.words().isEmpty();
    while (!line.isAtEnd()) {
      if (rest != null && !valueFollows && takes(rest.words())) {
        rest(form, rest, false);
        break;
      }
      Part.Option option = option(form);
      if (option != null) {
        option(form, option);
      } else if (rest != null && rest.kind() == Kind.LETTERS && !args.has(rest.name())) {
        Line.Word word = line.word();
        args.put(rest.name(), Values.read(rest.name(), rest.kind(), word), word.span());
      } else if (rest != null && valueFollows && rest.kind() != Kind.LETTERS) {
        // In front of a statement two dashes begin a comment of SQL's.
        boolean ended = rest.kind() != Kind.STATEMENT && takes(List.of("--"));
        rest(form, rest, ended);
        break;
      } else {
        Line.Word word = line.word();
        Part half = begunBy(form, word);
        Problem problem =
            half == null
                ? unexpected(form, word)
                : new Problem.MissingPart(half.shown(), form.usage());
        throw new Stop(problem, word.span());
      }
    }
    complete(form);
  }

  /// Moves over these keywords if they come next.
  private boolean takes(List<String> keywords) {
    int before = line.at();
    boolean was = line.madePlain();
    for (String keyword : keywords) {
      if (!lower(line.word().text()).equals(keyword)) {
        line.goTo(before);
        line.setMadePlain(was);
        return false;
      }
    }
    return true;
  }

  /// The option that comes next, or null. The line stands behind its keywords then.
  private Part.@Nullable Option option(Form form) {
    line.skipBlanks();
    String next = lower(line.peek().text());
    int equals = next.indexOf('=');
    for (Part.Option option : form.options()) {
      if (option.joined()) {
        if (equals > 0 && next.substring(0, equals).equals(option.keyword())) {
          line.goTo(line.text().indexOf('=', line.at()) + 1);
          return option;
        }
      } else if (option.words().getFirst().equals(next) && takes(option.words())) {
        return option;
      }
    }
    return null;
  }

  private void option(Form form, Part.Option option) throws Stop {
    int start = keywordStart(option);
    var keyword = new Span(start, line.at());
    if (args.has(option.name()) && !option.repeated()) {
      throw new Stop(new Problem.OptionTwice(option.keyword()), keyword);
    }
    String excluded = option.excludes();
    for (Part.Option other : form.options()) {
      boolean clash = other.name().equals(excluded) || option.name().equals(other.excludes());
      if (clash && args.has(other.name())) {
        throw new Stop(new Problem.OptionsExclude(option.keyword(), other.keyword()), keyword);
      }
    }
    Kind kind = option.kind();
    if (kind == null) {
      args.put(option.name(), true, keyword);
      return;
    }
    if (kind == Kind.HEADER) {
      header(form, option);
      return;
    }
    if (kind == Kind.KEY && !option.joined()) {
      keyAfterBlank(form, option);
      return;
    }
    if (option.joined()) {
      Line.Word value = value(option.keyword(), option.keyword(), keyword.start());
      args.put(option.name(), value.text(), new Span(keyword.start(), value.span().end()));
      return;
    }
    if (line.isAtEnd()) {
      throw new Stop(new Problem.MissingPart(option.shown(), form.usage()), end());
    }
    Line.Word word = line.word();
    if (kind == Kind.RETENTION && lower(line.peek().text()).matches("records?")) {
      Line.Word unit = line.word();
      word =
          new Line.Word(word.text() + " records", new Span(word.span().start(), unit.span().end()));
    }
    args.put(option.name(), Values.read(option.name(), kind, word), word.span());
  }

  private void keyAfterBlank(Form form, Part.Option option) throws Stop {
    if (line.isAtEnd()) {
      throw new Stop(new Problem.MissingPart(option.shown(), form.usage()), end());
    }
    Line.Word word = value(option.keyword(), option.keyword(), line.at());
    args.put(option.name(), word.text(), word.span());
  }

  private int keywordStart(Part.Option option) {
    int back = option.joined() ? 1 : 0;
    int length = option.keyword().length() + back;
    return Math.max(0, line.at() - length);
  }

  private void header(Form form, Part.Option option) throws Stop {
    if (line.isAtEnd()) {
      throw new Stop(new Problem.MissingPart(option.shown(), form.usage()), end());
    }
    Line.Word word = line.peek();
    int equals = word.text().indexOf('=');
    if (equals <= 0) {
      throw new Stop(
          new Problem.WrongValue("header", "header", cut(word.text()), List.of("k=v"), null),
          word.span());
    }
    int start = word.span().start();
    line.goTo(line.text().indexOf('=', start) + 1);
    String name = Line.plain(line.text().substring(start, line.at() - 1));
    Line.Word value = value(option.keyword(), name, start);
    args.put(option.name(), new Header(name, value.text()), new Span(start, value.span().end()));
  }

  private void rest(Form form, Part.Rest rest, boolean afterDashes) throws Stop {
    line.skipBlanks();
    int from = line.at();
    String raw = line.text().substring(from);
    var span = new Span(from, line.text().length());
    if (raw.isBlank()) {
      throw new Stop(missing(rest, form), end());
    }
    if (rest.kind() == Kind.VALUES) {
      args.put(rest.name(), SeveralValues.read(line), span);
      return;
    }
    if (rest.kind() == Kind.STATEMENT) {
      args.put(rest.name(), raw, span);
      return;
    }
    if (!afterDashes && lower(raw.strip()).equals(Grammar.TOMBSTONE)) {
      args.put(rest.name(), new Grammar.Value(null), span);
      return;
    }
    Json.Text text = Json.meant(raw);
    if (text.madePlain()) {
      line.setMadePlain(true);
    }
    Json.Fault fault = Json.fault(text.text());
    if (fault != null) {
      throw new Stop(
          fault.problem(), fault.whole() ? new Span(from, from + 1) : fault.span(from, span.end()));
    }
    int newline = Json.isJson(text.text()) ? -1 : raw.indexOf('\n');
    if (newline >= 0) {
      throw new Stop(new Problem.SeveralLines(), new Span(from + newline, from + newline + 1));
    }
    args.put(rest.name(), new Grammar.Value(text.text()), span);
  }

  /// The option or rest of two words that this is the first word of, or null.
  private static @Nullable Part begunBy(Form form, Line.Word word) {
    for (Part part : form.parts()) {
      List<String> words =
          switch (part) {
            case Part.Option option -> option.words();
            case Part.Rest rest -> rest.words();
            case Part.Place _ -> List.of();
          };
      if (words.size() == 2 && words.getFirst().equals(lower(word.text()))) {
        return part;
      }
    }
    return null;
  }

  private Problem unexpected(Form form, Line.Word word) {
    var allowed = new ArrayList<String>();
    for (Part.Option option : form.options()) {
      if (!args.has(option.name()) || option.repeated()) {
        allowed.add(option.keyword());
      }
    }
    form.rest()
        .filter(rest -> !rest.words().isEmpty())
        .ifPresent(rest -> allowed.add(String.join(" ", rest.words())));
    return new Problem.UnexpectedWord(cut(word.text()), Nearest.to(word.text(), allowed), allowed);
  }

  /// What must be there and is not, and what means nothing without something else.
  private void complete(Form form) throws Stop {
    for (Part part : form.parts()) {
      if (part.required() && !args.has(part.name())) {
        Problem problem =
            part instanceof Part.Rest rest
                ? missing(rest, form)
                : new Problem.MissingPart(missing(part), form.usage());
        throw new Stop(problem, end());
      }
      if (part instanceof Part.Option option
          && option.needs() != null
          && args.has(option.name())
          && !args.has(option.needs())) {
        Span span = args.spans().getOrDefault(option.name(), end());
        throw new Stop(new Problem.OptionNeeds(option.keyword(), option.needs()), span);
      }
    }
  }

  private static Problem missing(Part.Rest rest, Form form) {
    return rest.kind() == Kind.VALUE
        ? new Problem.MissingValue(form.usage())
        : new Problem.MissingPart(rest.name(), form.usage());
  }

  /// An option as it is written: where only its value is missing, its keyword is there to be seen.
  private static String missing(Part part) {
    return part instanceof Part.Option option ? option.shown() : part.name();
  }

  private Span end() {
    int end = line.text().length();
    return new Span(end, end);
  }

  static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }

  /// A sentence has no room for a word of a thousand letters.
  static String cut(String word) {
    return word.length() <= 60 ? word : word.substring(0, word.offsetByCodePoints(0, 50)) + "…";
  }

  /// Reading stops here.
  static final class Stop extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Wrong wrong;

    Stop(Problem problem, Span span) {
      super(problem.code(), null, false, false);
      this.wrong = new Wrong(problem, span);
    }

    Wrong wrong() {
      return wrong;
    }
  }
}
