package dev.carril.server.web;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// ES modules in few files. A page of fifty small ones would ask fifty times before it can begin,
/// in a hall where everybody's does so at once.
///
/// Each module becomes a function that is called once and gives what the module exports; what it
/// imports are constants in it. What the module at which a page begins needs is in one file,
/// `joined.js`, which does nothing but define. A module that is loaded later comes with all that
/// only it needs. Under the names of the others are stubs that hand out what is in `joined.js`, so
/// whoever asks for one of them gets the same and no second one.
///
/// Comments that have lines of their own are left out, and so is what lines are indented by: they
/// are a quarter of what is sent, and are to be read where they are written. No text may go on over
/// a line's end, since it would lose blanks.
///
/// It reads the forms of `import` and `export` that are in use here and no others, at the beginning
/// of a line. Any other form is an error that names the file, and not a page that fails in
/// somebody's browser.
final class JoinedModules {
  private static final Pattern COMMENT =
      Pattern.compile("(?m)^[ \\t]*(?://[^\\n]*|/\\*(?s:.*?)\\*/[ \\t]*)\\n");
  private static final Pattern INDENT = Pattern.compile("(?m)^[ \\t]+");
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

  /// The file that has what everybody shares.
  static final String JOINED = "joined.js";

  private final String root;
  private final UnaryOperator<String> sources;
  private final Map<String, Module> modules = new HashMap<>();

  /// A module as it is read.
  ///
  /// @param imports what it needs at once, as paths
  /// @param later what it loads when it is wanted
  /// @param exports the names that it exports
  /// @param body its text with imports and exports made plain
  private record Module(
      List<String> imports, List<String> later, List<String> exports, String body) {
    String names() {
      return String.join(", ", exports);
    }
  }

  private JoinedModules(String root, UnaryOperator<String> sources) {
    this.root = root;
    this.sources = sources;
  }

  /// Joins a module, all that it imports, and all that they load later.
  ///
  /// @param root the folder's address, such as `/frontend/`
  /// @param entry the path in it at which a page begins
  /// @param sources path → text
  /// @return path → text to serve for it
  /// @throws IllegalStateException if a module is written in a form that this cannot read, or
  ///   imports itself by a detour
  static Map<String, String> join(String root, String entry, UnaryOperator<String> sources) {
    return new JoinedModules(root, sources).files(entry);
  }

  private Map<String, String> files(String entry) {
    Map<String, String> files = new HashMap<>();
    Set<String> shared = inOrder(entry, Set.of());
    Deque<String> later = new ArrayDeque<>();
    shared.forEach(path -> later.addAll(module(path).later()));
    shared.remove(entry);
    StringBuilder joined = new StringBuilder(HEAD);
    for (String path : shared) {
      joined.append(defined(path));
      files.put(path, fromJoined() + handedOut(path));
    }
    files.put(JOINED, joined.toString());
    // A block and no function: only there may it wait for something.
    files.put(entry, fromJoined() + "{\n" + module(entry).body() + "}\n");
    while (!later.isEmpty()) {
      String path = later.pop();
      if (!files.containsKey(path)) {
        StringBuilder file = new StringBuilder(fromJoined());
        for (String own : inOrder(path, shared)) {
          file.append(defined(own));
          later.addAll(module(own).later());
        }
        files.put(path, file.append(handedOut(path)).toString());
      }
    }
    return Map.copyOf(files);
  }

  private String fromJoined() {
    return "import { joined } from '" + root + JOINED + "'\n";
  }

  /// Two that are loaded later may both need a third.
  private String defined(String path) {
    return "\n// %s\njoined['%s'] ??= (() => {\n%sreturn { %s }\n})()\n"
        .formatted(path, path, module(path).body(), module(path).names());
  }

  private String handedOut(String path) {
    return "export const { " + module(path).names() + " } = joined['" + path + "']\n";
  }

  /// A module and what it imports, each after all that it imports itself.
  private Set<String> inOrder(String path, Set<String> without) {
    Set<String> found = new LinkedHashSet<>();
    find(path, without, found, new ArrayList<>());
    return found;
  }

  private void find(String path, Set<String> without, Set<String> found, List<String> open) {
    if (found.contains(path) || without.contains(path)) {
      return;
    }
    if (open.contains(path)) {
      throw new IllegalStateException(
          "modules import each other: " + String.join(" → ", open) + " → " + path);
    }
    open.add(path);
    module(path).imports().forEach(one -> find(one, without, found, open));
    open.removeLast();
    found.add(path);
  }

  private Module module(String path) {
    Module known = modules.get(path);
    if (known == null) {
      String source = COMMENT.matcher(sources.apply(path)).replaceAll("");
      if (source
          .lines()
          .anyMatch(line -> line.chars().filter(sign -> sign == '`').count() % 2 != 0)) {
        throw new IllegalStateException(path + " has a text that goes on over a line's end");
      }
      known = read(path, INDENT.matcher(source).replaceAll(""));
      modules.put(path, known);
    }
    return known;
  }

  private Module read(String path, String source) {
    List<String> imports = new ArrayList<>();
    List<String> later = new ArrayList<>();
    List<String> exports = new ArrayList<>();
    String text =
        IMPORT
            .matcher(source)
            .replaceAll(found -> {
              imports.add(resolve(path, found.group("path")));
              return quoted(imported(imports.getLast(), found));
            });
    text =
        EXPORT
            .matcher(text)
            .replaceAll(found -> {
              exports.add(found.group("name"));
              return quoted(found.group("kind") + found.group("name"));
            });
    Matcher other = OTHER.matcher(text);
    if (other.find()) {
      throw new IllegalStateException(path + " cannot be joined: " + other.group());
    }
    text =
        LATER
            .matcher(text)
            .replaceAll(found -> {
              if (found.group("path") == null) {
                throw new IllegalStateException(
                    path + " loads a module whose name is no plain text");
              }
              later.add(resolve(path, found.group("path")));
              return quoted("import('" + root + later.getLast() + "'");
            });
    // It is somewhere else now.
    text = SELF.matcher(text).replaceAll(quoted("(location.origin + '" + root + path + "')"));
    return new Module(
        imports, later, List.copyOf(exports), text.endsWith("\n") ? text : text + "\n");
  }

  private static String imported(String from, MatchResult found) {
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

  private static String resolve(String from, String to) {
    String path = URI.create("/" + from).resolve(to).normalize().getPath().substring(1);
    if (path.startsWith("..")) {
      throw new IllegalStateException(from + " imports what is outside of the folder: " + to);
    }
    return path;
  }

  private static String quoted(String text) {
    return Matcher.quoteReplacement(text);
  }
}
