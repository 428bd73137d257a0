package dev.carril.simulator.language;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One part of a command after its verb.
sealed interface Part {
  /// Under which its value and its place are found again.
  String name();

  /// How help writes it, without brackets.
  String shown();

  boolean required();

  /// A value that has its place: first come, first served.
  record Place(String name, Kind kind, boolean required) implements Part {
    @Override
    public String shown() {
      return kind.shown();
    }
  }

  /// A keyword, perhaps with a value. Options come in any order.
  ///
  /// @param kind null for a keyword that stands alone
  /// @param joined the value follows after `=` instead of a blank
  /// @param excludes the option that may not stand beside it, or null
  /// @param needs the option without which it means nothing, or null
  record Option(
      String name,
      List<String> words,
      @Nullable Kind kind,
      boolean required,
      boolean repeated,
      boolean joined,
      @Nullable String excludes,
      @Nullable String needs)
      implements Part {

    String keyword() {
      return String.join(" ", words);
    }

    @Override
    public String shown() {
      return kind == null ? keyword() : keyword() + (joined ? "=" : " ") + kind.shown();
    }
  }

  /// Everything to the end of the line, after its keywords if it has any.
  record Rest(String name, List<String> words, Kind kind, boolean required) implements Part {
    @Override
    public String shown() {
      return words.isEmpty() ? kind.shown() : String.join(" ", words) + " " + kind.shown();
    }
  }

  static Place place(String name, Kind kind) {
    return new Place(name, kind, true);
  }

  static Option option(String keyword, Kind kind) {
    return new Option(keyword, List.of(keyword.split(" ")), kind, false, false, false, null, null);
  }

  static Option needed(String keyword, Kind kind) {
    return new Option(keyword, List.of(keyword.split(" ")), kind, true, false, false, null, null);
  }

  static Option flag(String keyword) {
    return flag(keyword, null);
  }

  static Option flag(String keyword, @Nullable String excludes) {
    return new Option(
        keyword, List.of(keyword.split(" ")), null, false, false, false, excludes, null);
  }
}
