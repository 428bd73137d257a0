package dev.carril.engine.core;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a failure says of itself. It is a user's code that says it, so it may fail at that too.
public final class FailureText {
  private FailureText() {}

  public static String of(@Nullable Throwable failure) {
    try {
      // It may also answer nothing.
      return failure == null
          ? "null"
          : Objects.requireNonNullElse(failure.toString(), nameOf(failure));
    } catch (Throwable wrong) {
      return nameOf(failure) + ", which fails when it is asked what it is: " + nameOf(wrong);
    }
  }

  /// Where it was thrown, the innermost call first; nothing if it does not say.
  public static List<StackTraceElement> frames(Throwable failure, int most) {
    try {
      return Arrays.stream(failure.getStackTrace()).limit(most).toList();
    } catch (Throwable wrong) {
      return List.of();
    }
  }

  private static String nameOf(@Nullable Throwable failure) {
    return failure == null ? "nothing" : failure.getClass().getName();
  }
}
