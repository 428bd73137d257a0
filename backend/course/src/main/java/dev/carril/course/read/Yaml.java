package dev.carril.course.read;

import dev.carril.course.Fault.Code;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Reads YAML from its events, so that nothing is built that was not asked for: no anchors, no
/// aliases, no tags, one document, few levels, and each piece knows its line.
final class Yaml {
  private static final int DEPTH_MOST = 20;
  private static final int NODES_MOST = 20_000;

  private final Faults faults;
  private final Iterator<Event> events;
  private int nodes;

  private Yaml(String text, Faults faults) {
    this.faults = faults;
    LoadSettings settings =
        LoadSettings.builder()
            .setCodePointLimit(TextFile.BYTES_MOST)
            .setParseComments(false)
            .build();
    events = new Parse(settings).parseString(text).iterator();
  }

  /// The file's only document; an empty mapping where there is none.
  static Node read(String text, Faults faults) throws Faults.Stop {
    try {
      return new Yaml(text, faults).document();
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
      throw faults.stop(line, Code.YAML_BROKEN, Map.of("detail", String.valueOf(e.getProblem())));
    } catch (YamlEngineException | StackOverflowError e) {
      // The library's scanner recurses in some flows; what is so deep is refused here in any case.
      throw faults.stop(0, Code.YAML_BROKEN, Map.of("detail", String.valueOf(e.getMessage())));
    }
  }

  private Node document() throws Faults.Stop {
    Node root = null;
    while (events.hasNext()) {
      Event event = events.next();
      switch (event.getEventId()) {
        case StreamStart, StreamEnd, DocumentEnd, Comment -> {}
        case DocumentStart -> {
          if (root != null) {
            throw faults.stop(line(event), Code.YAML_SEVERAL, Map.of());
          }
        }
        case Alias, Scalar, SequenceStart, MappingStart, SequenceEnd, MappingEnd ->
            root = node(event, 0);
      }
    }
    return root == null
            || root instanceof Node.Scalar(var text, var quoted, var _, var _)
                && text.isEmpty()
                && !quoted
        ? new Node.Mapping(new LinkedHashMap<>(), 1)
        : root;
  }

  private Node node(Event event, int depth) throws Faults.Stop {
    int line = line(event);
    if (event instanceof AliasEvent
        || event instanceof NodeEvent it && it.getAnchor().isPresent()) {
      throw faults.stop(line, Code.YAML_ALIAS, Map.of());
    }
    if (depth >= DEPTH_MOST) {
      throw faults.stop(line, Code.YAML_TOO_DEEP, Map.of("most", DEPTH_MOST));
    }
    if (++nodes > NODES_MOST) {
      throw faults.stop(line, Code.YAML_TOO_LONG, Map.of("most", NODES_MOST));
    }
    return switch (event) {
      case ScalarEvent scalar -> scalar(scalar, line);
      case CollectionStartEvent start when start.getTag().isPresent() ->
          throw faults.stop(line, Code.YAML_TAG, Map.of());
      case CollectionStartEvent start when start.getEventId() == Event.ID.SequenceStart ->
          items(line, depth);
      default -> mapping(line, depth);
    };
  }

  private Node scalar(ScalarEvent scalar, int line) throws Faults.Stop {
    // A quoted text has the tag "!" only if somebody wrote it.
    if (scalar.getTag().isPresent()) {
      throw faults.stop(line, Code.YAML_TAG, Map.of());
    }
    ScalarStyle style = scalar.getScalarStyle();
    boolean block = style == ScalarStyle.LITERAL || style == ScalarStyle.FOLDED;
    return new Node.Scalar(
        scalar.getValue(), style != ScalarStyle.PLAIN, line, block ? line + 1 : line);
  }

  private Node items(int line, int depth) throws Faults.Stop {
    List<Node> items = new ArrayList<>();
    for (Event next = events.next();
        next.getEventId() != Event.ID.SequenceEnd;
        next = events.next()) {
      items.add(node(next, depth + 1));
    }
    return new Node.Items(items, line);
  }

  private Node mapping(int line, int depth) throws Faults.Stop {
    var entries = new LinkedHashMap<String, Node.Mapping.Entry>();
    for (Event next = events.next();
        next.getEventId() != Event.ID.MappingEnd;
        next = events.next()) {
      int at = line(next);
      String key = node(next, depth + 1) instanceof Node.Scalar scalar ? scalar.text() : null;
      if (key == null) {
        throw faults.stop(at, Code.YAML_KEY, Map.of());
      }
      Node value = node(events.next(), depth + 1);
      if (entries.put(key, new Node.Mapping.Entry(value, at)) != null) {
        throw faults.stop(at, Code.YAML_KEY_TWICE, Map.of("key", Fields.cut(key)));
      }
    }
    return new Node.Mapping(entries, line);
  }

  private static int line(@Nullable Event event) {
    return event == null ? 0 : event.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
  }
}
