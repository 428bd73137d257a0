package dev.carril.course.read;

import dev.carril.course.Fault.Code;
import dev.carril.course.Html;
import dev.carril.course.Names;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.SourceSpan;
import org.commonmark.node.Text;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;

/// Markdown in, [Html] out. What was HTML in the file is shown as it was typed; there are no
/// pictures; links lead to other lessons or to the web; commands are marked, and must be right.
final class Prose {
  private static final Pattern WEB = Pattern.compile("https://[^\\s\"<>]+");
  private static final Pattern LESSON = Pattern.compile("[a-z0-9-]+(#[a-z0-9-]+)?");
  private static final int BLOCKS_DEEP = 24;
  private static final int INLINES_DEEP = 24;

  /// In all tables of a file: short rows of a wide table are filled up, so a short file could have
  /// very many.
  private static final int CELLS_MOST = 10_000;

  private static final Extension TABLES = TablesExtension.builder().maxCells(CELLS_MOST).build();

  private static final Parser PARSER =
      Parser.builder()
          .extensions(List.of(TABLES))
          .includeSourceSpans(IncludeSourceSpans.BLOCKS_AND_INLINES)
          .maxOpenBlockParsers(BLOCKS_DEEP)
          .maxInlineNesting(INLINES_DEEP)
          .build();

  private static final HtmlRenderer HTML =
      HtmlRenderer.builder()
          .extensions(List.of(TABLES))
          .escapeHtml(true)
          .sanitizeUrls(true)
          .attributeProviderFactory(_ -> Prose::attributes)
          .nodeRendererFactory(CodeRenderer::new)
          .build();

  private final Faults faults;
  private final List<Reference> references = new ArrayList<>();

  /// A link to another lesson.
  record Reference(String to, int line) {}

  Prose(Faults faults) {
    this.faults = faults;
  }

  Node parse(String text) throws Faults.Stop {
    Node document;
    try {
      document = PARSER.parse(text);
    } catch (IllegalArgumentException e) {
      // The parser's own bounds, such as that on the cells of a table.
      throw faults.stop(
          0, Code.PROSE_BROKEN, Map.of("detail", Fields.cut(String.valueOf(e.getMessage()))));
    }
    document.accept(new Checker());
    return document;
  }

  /// Links to other lessons that were met.
  List<Reference> references() {
    return List.copyOf(references);
  }

  static int line(Node node) {
    List<SourceSpan> spans = node.getSourceSpans();
    if (spans.isEmpty()) {
      Node parent = node.getParent();
      return parent == null ? 1 : line(parent);
    }
    return spans.getFirst().getLineIndex() + 1;
  }

  static List<Node> children(Node node) {
    var children = new ArrayList<Node>();
    for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
      children.add(child);
    }
    return children;
  }

  static Html html(List<Node> nodes) {
    String html = nodes.stream().map(HTML::render).collect(Collectors.joining());
    String text = nodes.stream().map(Prose::text).collect(Collectors.joining(" "));
    return new Html(html.strip(), text.strip());
  }

  /// What stands inside a paragraph, without the paragraph.
  static Html inline(Paragraph paragraph) {
    List<Node> children = children(paragraph);
    String html = children.stream().map(HTML::render).collect(Collectors.joining());
    return new Html(html.strip(), text(paragraph));
  }

  /// What people read of it, without marks.
  static String text(Node node) {
    var text = new StringBuilder();
    addText(node, text);
    return text.toString().strip().replaceAll("\\s+", " ");
  }

  // How deep this goes the parser has bounded.
  private static void addText(Node node, StringBuilder text) {
    switch (node) {
      case Text it -> text.append(it.getLiteral());
      case org.commonmark.node.Code it -> text.append(it.getLiteral());
      case HtmlInline it -> text.append(it.getLiteral());
      case FencedCodeBlock it -> text.append(it.getLiteral()).append(' ');
      case IndentedCodeBlock it -> text.append(it.getLiteral()).append(' ');
      case HtmlBlock it -> text.append(it.getLiteral()).append(' ');
      case SoftLineBreak _, HardLineBreak _ -> text.append(' ');
      default -> {
        children(node).forEach(child -> addText(child, text));
        if (node instanceof Block) {
          text.append(' ');
        }
      }
    }
  }

  private static void attributes(Node node, String tag, Map<String, String> attributes) {
    if (node instanceof Link link && WEB.matcher(link.getDestination()).matches()) {
      attributes.put("rel", "noopener noreferrer");
      attributes.put("target", "_blank");
    }
  }

  // ---- what is allowed ----

  private final class Checker extends AbstractVisitor {
    @Override
    public void visit(org.commonmark.node.Image image) {
      faults.add(line(image), Code.PROSE_PICTURE, Map.of());
    }

    @Override
    public void visit(Link link) {
      String to = link.getDestination();
      String lesson = to.split("#", 2)[0];
      if (LESSON.matcher(to).matches() && Names.isName(lesson)) {
        references.add(new Reference(to, line(link)));
      } else if (!WEB.matcher(to).matches()) {
        faults.add(line(link), Code.PROSE_LINK, Map.of("link", Fields.cut(to)));
      }
      visitChildren(link);
    }

    @Override
    public void visit(org.commonmark.node.Code code) {
      if (Commands.isCommand(code.getLiteral())) {
        check(code.getLiteral().strip(), line(code));
      }
    }

    @Override
    public void visit(FencedCodeBlock block) {
      if (Commands.areCommands(language(block))) {
        checkAll(block.getLiteral(), line(block) + 1);
      }
    }

    @Override
    public void visit(IndentedCodeBlock block) {
      checkAll(block.getLiteral(), line(block));
    }

    private void checkAll(String block, int line) {
      if (Commands.isTooLong(block)) {
        faults.add(line, Code.TEXT_TOO_LONG, Map.of("key", "```", "most", Commands.LENGTH_MOST));
        return;
      }
      Commands.lines(block).forEach(command -> check(command.text(), line + command.number() - 1));
    }

    private void check(String command, int line) {
      Commands.problem(command)
          .ifPresent(problem ->
              faults.add(
                  line,
                  Code.PROSE_COMMAND,
                  Map.of("line", Fields.cut(command), "problem", problem)));
    }
  }

  private static String language(FencedCodeBlock block) {
    String info = block.getInfo();
    return info == null ? "" : info.strip().split("\\s", 2)[0].toLowerCase(Locale.ROOT);
  }

  // ---- code ----

  /// Commands carry themselves in an attribute, for the button that types them.
  private static final class CodeRenderer implements NodeRenderer {
    private final HtmlWriter out;

    CodeRenderer(HtmlNodeRendererContext context) {
      out = context.getWriter();
    }

    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
      return Set.of(org.commonmark.node.Code.class, FencedCodeBlock.class, IndentedCodeBlock.class);
    }

    @Override
    public void render(Node node) {
      switch (node) {
        case org.commonmark.node.Code code -> {
          String text = code.getLiteral();
          if (Commands.isCommand(text)) {
            command(text.strip());
          } else {
            out.tag("code");
            out.text(text);
            out.tag("/code");
          }
        }
        case FencedCodeBlock block -> {
          String language = language(block);
          if (Commands.areCommands(language)) {
            commands(block.getLiteral());
          } else {
            plain(block.getLiteral(), language);
          }
        }
        case IndentedCodeBlock block -> commands(block.getLiteral());
        default -> throw new IllegalStateException(node.toString());
      }
    }

    private void command(String line) {
      var attributes = new LinkedHashMap<String, String>();
      attributes.put("class", "command");
      attributes.put("data-command", line);
      out.tag("code", attributes);
      out.text(line);
      out.tag("/code");
    }

    private void commands(String block) {
      out.line();
      out.tag("pre", Map.of("class", "commands"));
      String between = "";
      for (var line : Commands.lines(block)) {
        out.text(between);
        command(line.text());
        between = "\n";
      }
      out.tag("/pre");
      out.line();
    }

    private void plain(String text, String language) {
      out.line();
      out.tag("pre");
      out.tag(
          "code",
          language.matches("[a-z0-9-]{1,20}") ? Map.of("class", "language-" + language) : Map.of());
      out.text(text);
      out.tag("/code");
      out.tag("/pre");
      out.line();
    }
  }
}
