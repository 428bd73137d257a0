package dev.carril.simulator.language;

import dev.carril.simulator.Command;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// One command's form: its verb, what follows, and what it builds.
///
/// @param places those of the parts that have their places
/// @param options those that are options: they are asked for at each word of a line
/// @param examples lines that are right, for help
record Form(
    List<String> verb,
    List<Part> parts,
    List<Part.Place> places,
    List<Part.Option> options,
    List<String> examples,
    Function<Args, Command> build) {

  static Form of(String verb, Function<Args, Command> build, Part... parts) {
    return of(List.of(verb.split(" ")), List.of(parts), List.of(), build);
  }

  private static Form of(
      List<String> verb, List<Part> parts, List<String> examples, Function<Args, Command> build) {
    return new Form(
        verb,
        parts,
        only(Part.Place.class, parts),
        only(Part.Option.class, parts),
        examples,
        build);
  }

  private static <T extends Part> List<T> only(Class<T> kind, List<Part> parts) {
    return parts.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /// The same with more parts behind.
  Form and(List<Part> more) {
    return of(verb, Stream.concat(parts.stream(), more.stream()).toList(), examples, build);
  }

  /// Under which the catalogue explains a part of it.
  String code(Part part) {
    boolean asInStart = name().equals("compare") && Operations.SETTINGS.contains(part);
    String of = asInStart ? "start" : code();
    return of + "." + part.name().replace(' ', '-');
  }

  Form eg(String... lines) {
    return of(verb, parts, List.of(lines), build);
  }

  String name() {
    return String.join(" ", verb);
  }

  /// Under which the catalogue explains it.
  String code() {
    return String.join("-", verb);
  }

  /// What goes to the end of the line stands last.
  Optional<Part.Rest> rest() {
    return !parts.isEmpty() && parts.getLast() instanceof Part.Rest rest
        ? Optional.of(rest)
        : Optional.empty();
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
