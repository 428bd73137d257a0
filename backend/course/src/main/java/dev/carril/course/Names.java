package dev.carril.course;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What tracks, lessons, steps and everything in them may be called. Names become addresses and
/// parts of files, so they are plain.
public final class Names {
  public static final int LENGTH_MOST = 40;

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  private static final Pattern NUMBERED = Pattern.compile("(\\d{1,3})-(.+)");

  private Names() {}

  public static boolean isName(String text) {
    return text.length() <= LENGTH_MOST && NAME.matcher(text).matches();
  }

  /// What the folder of a track or a lesson is called: its place, and its name.
  public record Numbered(int number, String name) {}

  /// The parts of a folder's name such as `03-keys`; empty if it is not named so.
  public static Optional<Numbered> numbered(String folder) {
    Matcher parts = NUMBERED.matcher(folder);
    return parts.matches() && isName(parts.group(2))
        ? Optional.of(new Numbered(Integer.parseInt(parts.group(1)), parts.group(2)))
        : Optional.empty();
  }
}
