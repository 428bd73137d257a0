package dev.carril.server.web;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// ES modules in one file. A page of fifty small ones would ask fifty times before it can begin, in
/// a hall where everybody's does so at once.
///
/// Each module becomes a function that is called once and gives what the module exports; what it
/// imports are constants in it. The file goes under the name of the module that everything begins
/// at. Under the names of the others are stubs that hand out what is in there, so a module that the
/// page loads later shares them and does not load them again.
///
/// Comments that have lines of their own are left out: they are a quarter of what is sent, and are
/// to be read where they are written.
///
/// It reads the forms of `import` and `export` that are in use here and no others, at the beginning
/// of a line. Any other form is an error that names the file, and not a page that fails in
/// somebody's browser.
final class JoinedModules {
  private static final Pattern COMMENT =
      Pattern.compile("(?m)^[ \\t]*(?://[^\\n]*|/\\*(?s:.*?)\\*/[ \\t]*)\\n");
  private static final Pattern IMPORT =
      Pattern.compile(
          "(?m)^import (?:\\{(?<names>[^}]*)} from |\\* as (?<all>\\w+) from )?'(?<path>\\.[^']+)';?$");
  private static final Pattern EXPORT =
      Pattern.compile("(?m)^export (?<kind>(?:async )?function\\*? ?|const |class )(?<name>\\w+)");
  private static final Pattern OTHER = Pattern.compile("(?m)^(?:import\\b(?!\\()|export\\b).*$");
  private static final Pattern LATER = Pattern.compile("\\bimport\\((?:'(?<path>\\.[^']+)')?");
  private static final Pattern SELF = Pattern.compile("\\bimport\\.meta\\.url\\b");
  private static final String HEAD =
      """
      // The page's modules in one file. Comments are where the modules are written: in frontend/.
      export const joined = {}
      """;

  private final String root;
  private final UnaryOperator<String> sources;
  private final Map<String, String> bodies = new LinkedHashMap<>();
  private final Map<String, List<String>> exports = new HashMap<>();
  private final List<String> open = new ArrayList<>();

  private JoinedModules(String root, UnaryOperator<String> sources) {
    this.root = root;
    this.sources = sources;
  }

  /// Joins a module and all that it imports.
  ///
  /// @param root the folder's address, such as `/frontend/`
  /// @param entry the path in it at which everything begins
  /// @param sources path → text
  /// @return path → text to serve for it, of all that are joined
  /// @throws IllegalStateException if a module is written in a form that this cannot read, or
  ///   imports itself by a detour
  static Map<String, String> join(String root, String entry, UnaryOperator<String> sources) {
    var modules = new JoinedModules(root, sources);
    modules.add(entry);
    Map<String, String> files = new LinkedHashMap<>();
    for (String path : modules.bodies.keySet()) {
      files.put(path, path.equals(entry) ? modules.file(entry) : modules.stub(path, entry));
    }
    return Map.copyOf(files);
  }

  private String file(String entry) {
    StringBuilder file = new StringBuilder(HEAD);
    bodies.forEach((path, body) -> {
      file.append("\n// ").append(path).append('\n');
      if (path.equals(entry)) {
        // A block and no function: only there may it wait for something.
        file.append("{\n").append(body).append("}\n");
      } else {
        String names = String.join(", ", exports.getOrDefault(path, List.of()));
        file.append("joined['").append(path).append("'] = (() => {\n").append(body);
        file.append("return { ").append(names).append(" }\n})()\n");
      }
    });
    return file.toString();
  }

  private String stub(String path, String entry) {
    String names = String.join(", ", exports.getOrDefault(path, List.of()));
    return "import { joined } from '"
        + root
        + entry
        + "'\nexport const { "
        + names
        + " } = joined['"
        + path
        + "']\n";
  }

  /// After all that it imports, so that they are there when it is called.
  private void add(String path) {
    if (bodies.containsKey(path)) {
      return;
    }
    if (open.contains(path)) {
      throw new IllegalStateException(
          "modules import each other: " + String.join(" → ", open) + " → " + path);
    }
    open.add(path);
    String text = COMMENT.matcher(sources.apply(path)).replaceAll("");
    text = IMPORT.matcher(text).replaceAll(found -> quoted(imported(path, found)));
    List<String> names = new ArrayList<>();
    text =
        EXPORT
            .matcher(text)
            .replaceAll(found -> {
              names.add(found.group("name"));
              return quoted(found.group("kind") + found.group("name"));
            });
    Matcher other = OTHER.matcher(text);
    if (other.find()) {
      throw new IllegalStateException(path + " cannot be joined: " + other.group());
    }
    text = LATER.matcher(text).replaceAll(found -> quoted(later(path, found)));
    text = SELF.matcher(text).replaceAll(quoted("(location.origin + '" + root + path + "')"));
    exports.put(path, List.copyOf(names));
    bodies.put(path, text.endsWith("\n") ? text : text + "\n");
    open.removeLast();
  }

  private String imported(String path, java.util.regex.MatchResult found) {
    String from = resolve(path, found.group("path"));
    add(from);
    String module = "joined['" + from + "']";
    if (found.group("all") != null) {
      return "const " + found.group("all") + " = " + module;
    }
    if (found.group("names") == null) {
      return "";
    }
    String names =
        Stream.of(found.group("names").split(","))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .map(name -> name.replaceFirst("\\s+as\\s+", ": "))
            .collect(Collectors.joining(", "));
    return "const { " + names + " } = " + module;
  }

  /// The file is somewhere else than the module was, so what is loaded later gets its whole path.
  private String later(String path, java.util.regex.MatchResult found) {
    if (found.group("path") == null) {
      throw new IllegalStateException(path + " loads a module whose name is no plain text");
    }
    return "import('" + root + resolve(path, found.group("path")) + "'";
  }

  private static String resolve(String from, String to) {
    String base = from.contains("/") ? from.substring(0, from.lastIndexOf('/') + 1) : "";
    String path = java.net.URI.create("/" + base).resolve(to).normalize().getPath().substring(1);
    if (path.startsWith("..")) {
      throw new IllegalStateException(from + " imports what is outside of the folder: " + to);
    }
    return path;
  }

  private static String quoted(String text) {
    return Matcher.quoteReplacement(text);
  }
}
