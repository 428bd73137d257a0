package dev.carril.course.judge;

import dev.carril.course.goal.Sentences;
import dev.carril.course.goal.Span;
import dev.carril.simulator.words.Words;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What is missing, in words.
///
/// @param words a catalogue that has the course's sentences
public record MissingSentences(Words words) {

  public String of(Missing missing) {
    return switch (missing) {
      case Missing.Cell it -> cell(it);
      case Missing.Extra(var topic, var partition, var offset) ->
          say("extra", "topic", topic, "partition", partition, "offset", offset);
      case Missing.Position(var group, var topic, var partition, var position) ->
          position == null
              ? say("no-position", "group", group, "topic", topic, "partition", partition)
              : say(
                  "position",
                  "group",
                  group,
                  "topic",
                  topic,
                  "partition",
                  partition,
                  "position",
                  position);
      case Missing.Owner(var member, var partition, var now) ->
          say("owner", "member", member, "partition", partition, "now", now == null ? "" : now);
      case Missing.NotOwner(var member, var partition) ->
          say("not-owner", "member", member, "partition", partition);
      case Missing.Member(var member, var isThere) ->
          say("member", "member", member, "there", isThere ? "yes" : "no");
      case Missing.Unread(var group, var topic, var partition, var offset) ->
          say("unread", "group", group, "topic", topic, "partition", partition, "offset", offset);
      case Missing.Unhandled(var who, var topic, var partition, var offset) ->
          say("unhandled", "who", who, "topic", topic, "partition", partition, "offset", offset);
      case Missing.Often(var way, var who, var topic, var partition, var offset, var times) ->
          say(
              "often",
              "way",
              way.word(),
              "who",
              who,
              "topic",
              topic,
              "partition",
              partition,
              "offset",
              offset,
              "times",
              times);
      case Missing.Order(var way, var who, var values) ->
          say("order", "way", way.word(), "who", who, "values", String.join(", ", values));
      case Missing.Row(var cells) -> say("row", "cells", String.join(", ", cells));
      case Missing.ExtraRow(var cells) -> say("extra-row", "cells", String.join(", ", cells));
      case Missing.Number(var there) -> say("number", "there", there);
      case Missing.Figure it -> figure(it);
      case Missing.Forgotten(var kept) -> say("forgotten", "kept", kept);
    };
  }

  private String say(String key, Object... params) {
    return new Sentences(words).say("missing." + key, params);
  }

  private String cell(Missing.Cell it) {
    String key = it.key();
    String text = it.text();
    String field = it.field();
    return words.text(
        "missing.cell",
        Map.of(
            "topic", it.topic(),
            "partition", it.partition(),
            "offset", it.offset(),
            "key", key == null ? "" : key,
            "what", text == null ? "record" : field == null ? "value" : "field",
            "field", field == null ? "" : field,
            "text", text == null ? "" : text,
            "taken", it.taken() ? "yes" : "no"));
  }

  private String figure(Missing.Figure it) {
    return say(
        "figure",
        "of",
        it.of(),
        "title",
        title(it.kind().word()),
        "there",
        it.there() == null ? "" : inUnit(it, shown(it, it.there())),
        "wanted",
        inUnit(it, new Sentences(words).of(it.wanted())));
  }

  /// What the console puts above it, where it does.
  private String title(String figure) {
    String own = "missing.figure." + figure;
    return words.text(words.has(own) ? own : "column." + figure);
  }

  private String inUnit(Missing.Figure it, String figure) {
    return it.kind() == Missing.Figure.Kind.THROUGHPUT
        ? words.text("per-second", Map.of("count", figure))
        : figure;
  }

  /// As short as it can be without looking as if it fitted.
  private static String shown(Missing.Figure it, double there) {
    if (it.wanted() instanceof Span && there % 1000 == 0 && there > 0) {
      return digits(there / 1000, 1) + 's';
    }
    return List.of(1, 3).stream()
        .map(digits -> digits(there, digits))
        .filter(shown -> !it.wanted().fits(Double.parseDouble(shown)))
        .findFirst()
        .orElseGet(() -> String.valueOf(there))
        .concat(it.wanted() instanceof Span ? "ms" : "");
  }

  private static String digits(double number, int most) {
    return String.format(Locale.ROOT, "%." + most + "f", number).replaceAll("\\.?0+$", "");
  }
}
