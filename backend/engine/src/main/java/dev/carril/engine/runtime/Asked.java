package dev.carril.engine.runtime;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/// What a user's code answers, which may also throw or answer nothing.
final class Asked {
  private Asked() {}

  /// Its answer, or one that has failed.
  static CompletionStage<?> answer(Callable<CompletionStage<?>> asked) {
    try {
      return Objects.requireNonNull(asked.call(), "no answer");
    } catch (Exception wrong) {
      return CompletableFuture.failedStage(wrong);
    }
  }

  /// Would another attempt not mend it?
  static boolean isTerminal(Predicate<Throwable> asked, Throwable failure) {
    try {
      return asked.test(failure);
    } catch (RuntimeException wrong) {
      // A classifier that fails says nothing, and trying again does the least harm.
      failure.addSuppressed(wrong);
      return false;
    }
  }
}
