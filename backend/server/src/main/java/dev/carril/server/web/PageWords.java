package dev.carril.server.web;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carril.server.wire.Json;
import dev.carril.server.words.Catalogue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The words of the page's scripts in a language: those of a part that is loaded when it is wanted,
/// or those of all the rest. Half of them belong to such parts, and a first visit needs none of
/// these.
///
/// @param part whose words; empty for those that every page has at once
record PageWords(String language, String part) {
  /// What the keys of a part's words begin with.
  private static final Map<String, List<String>> PARTS =
      Map.of(
          "instances", List.of("page.instances."),
          "projector", List.of("page.projector.", "page.keys."));

  private static final Pattern FILE =
      Pattern.compile("(?<language>[a-z-]+)(?:\\.(?<part>[a-z]+))?\\.json");

  /// @param file such as `en.json` or `en.instances.json`
  /// @return nothing if there are no such words
  static Optional<PageWords> named(String file) {
    Matcher matcher = FILE.matcher(file);
    if (!matcher.matches() || !Catalogue.has(matcher.group("language"))) {
      return Optional.empty();
    }
    String part = Optional.ofNullable(matcher.group("part")).orElse("");
    return part.isEmpty() || PARTS.containsKey(part)
        ? Optional.of(new PageWords(matcher.group("language"), part))
        : Optional.empty();
  }

  ObjectNode words() {
    ObjectNode words = Json.object();
    Catalogue.page(language)
        .forEach((key, pattern) -> {
          if (partOf(key).equals(part)) {
            words.put(key, pattern);
          }
        });
    return words;
  }

  private static String partOf(String key) {
    return PARTS.entrySet().stream()
        .filter(part -> part.getValue().stream().anyMatch(key::startsWith))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("");
  }
}
