package dev.carril.simulator.language;

import dev.carril.simulator.Command;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// One command's form: its verb, what follows, and what it builds.
///
/// @param options those of the parts that are options: they are asked for at each word of a line
/// @param examples lines that are right, for help
record Form(
    List<String> verb,
    List<Part> parts,
    List<Part.Option> options,
    List<String> examples,
    Function<Args, Command> build) {

  static Form of(String verb, Function<Args, Command> build, Part... parts) {
    return new Form(List.of(verb.split(" ")), List.of(parts), options(parts), List.of(), build);
  }

  private static List<Part.Option> options(Part... parts) {
    return Stream.of(parts)
        .filter(Part.Option.class::isInstance)
        .map(Part.Option.class::cast)
        .toList();
  }

  /// The same with more parts behind.
  Form and(List<Part> more) {
    Part[] all = Stream.concat(parts.stream(), more.stream()).toArray(Part[]::new);
    return new Form(verb, List.of(all), options(all), examples, build);
  }

  /// Under which the catalogue explains a part of it.
  String code(Part part) {
    boolean asInStart = name().equals("compare") && Operations.SETTINGS.contains(part);
    String of = asInStart ? "start" : code();
    return of + "." + part.name().replace(' ', '-');
  }

  Form eg(String... lines) {
    return new Form(verb, parts, options, List.of(lines), build);
  }

  String name() {
    return String.join(" ", verb);
  }

  /// Under which the catalogue explains it.
  String code() {
    return String.join("-", verb);
  }

  List<Part.Place> places() {
    return parts.stream().filter(Part.Place.class::isInstance).map(Part.Place.class::cast).toList();
  }

  Optional<Part.Rest> rest() {
    return parts.stream()
        .filter(Part.Rest.class::isInstance)
        .map(Part.Rest.class::cast)
        .findFirst();
  }

  /// The whole form as help writes it: `read TOPIC [partition N] [from N]`.
  String usage() {
    var text = new StringBuilder(name());
    for (Part part : parts) {
      if (part instanceof Part.Option option
          && (option.excludes() != null || option.needs() != null)) {
        continue; // shown inside the option that it belongs to
      }
      text.append(' ').append(bracketed(part, inner(part)));
    }
    return text.toString();
  }

  private String inner(Part part) {
    var text = new StringBuilder(part.shown());
    for (Part.Option other : options()) {
      if (part.name().equals(other.needs())) {
        text.append(" [").append(other.shown()).append(']');
      }
      if (part.name().equals(other.excludes())) {
        text.append(" | ").append(inner(other));
      }
    }
    return text.toString();
  }

  private static String bracketed(Part part, String inner) {
    boolean repeated = part instanceof Part.Option option && option.repeated();
    return (part.required() ? inner : "[" + inner + "]") + (repeated ? "…" : "");
  }
}
