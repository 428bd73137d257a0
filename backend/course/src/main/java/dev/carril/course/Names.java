package dev.carril.course;

import java.util.regex.Pattern;

/// What tracks, lessons, steps and everything in them may be called. Names become addresses and
/// parts of files, so they are plain.
public final class Names {
  public static final int LENGTH_MOST = 40;

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

  private Names() {}

  public static boolean isName(String text) {
    return text.length() <= LENGTH_MOST && NAME.matcher(text).matches();
  }
}
