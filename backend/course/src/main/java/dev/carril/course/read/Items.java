package dev.carril.course.read;

import dev.carril.course.Fault.Code;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.commonmark.node.BulletList;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/// A named list: each item begins with its name as code.
record Items(SequencedMap<String, Item> items) {

  /// @param blocks what stands in the item, without its name
  record Item(String name, int line, List<Node> blocks) {}

  static Items none() {
    return new Items(new LinkedHashMap<>());
  }

  static Items of(BulletList list, Faults faults) {
    var items = new LinkedHashMap<String, Item>();
    for (Node node : Prose.children(list)) {
      faults
          .collect(() -> item((ListItem) node, faults))
          .ifPresent(item -> {
            if (items.putIfAbsent(item.name(), item) != null) {
              faults.add(item.line(), Code.NAME_TWICE, Map.of("name", item.name()));
            }
          });
    }
    return new Items(items);
  }

  private static Item item(ListItem node, Faults faults) throws Faults.Stop {
    int line = Prose.line(node);
    if (!(node.getFirstChild() instanceof Paragraph first)
        || !(first.getFirstChild() instanceof org.commonmark.node.Code code)) {
      throw faults.stop(line, Code.PROSE_ITEM, Map.of());
    }
    String name = code.getLiteral().strip();
    Fields.checkName(name, line, faults);
    code.unlink();
    trim(first);
    if (first.getFirstChild() == null) {
      first.unlink();
    }
    if (node.getFirstChild() == null) {
      throw faults.stop(line, Code.PROSE_ITEM_EMPTY, Map.of("name", name));
    }
    return new Item(name, line, Prose.children(node));
  }

  /// Takes away the blank, or the line's end, after the name.
  private static void trim(Paragraph paragraph) {
    if (paragraph.getFirstChild() instanceof SoftLineBreak lineEnd) {
      lineEnd.unlink();
    }
    if (paragraph.getFirstChild() instanceof Text text) {
      text.setLiteral(text.getLiteral().stripLeading());
      if (text.getLiteral().isEmpty()) {
        text.unlink();
      }
    }
  }

  /// Compares the items with the names that there should be.
  ///
  /// @param line where to say that one is missing
  void expect(Set<String> names, int line, Faults faults) {
    for (String name : names) {
      if (!items.containsKey(name)) {
        faults.add(line, Code.PROSE_ITEM_MISSING, Map.of("name", name));
      }
    }
    items.forEach((name, item) -> {
      if (!names.contains(name)) {
        faults.add(
            item.line(),
            Code.PROSE_ITEM_UNKNOWN,
            Map.of("name", name, "names", List.copyOf(names)));
      }
    });
  }
}
