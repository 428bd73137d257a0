package dev.carril.engine;

import java.util.List;

/// Says of a failure whether another attempt may mend it.
///
/// Where it throws, an Error or the failure itself included, it has said nothing: the record is
/// tried again, as often as the [Retry] allows. What it threw is suppressed in the failure.
@FunctionalInterface
public interface Failures {
  /// What fails the same way however often it is tried: the record itself is wrong, or the code is.
  List<Class<? extends Throwable>> TERMINAL =
      List.of(
          PoisonedRecord.class,
          ArithmeticException.class,
          ArrayStoreException.class,
          ClassCastException.class,
          IllegalArgumentException.class,
          IndexOutOfBoundsException.class,
          NullPointerException.class,
          UnsupportedOperationException.class,
          LinkageError.class);

  /// Everything may be mended but what is in [#TERMINAL].
  Failures STANDARD = failure -> TERMINAL.stream().anyMatch(kind -> kind.isInstance(failure));

  /// Everything may be mended but what a handler calls a [PoisonedRecord].
  Failures ONLY_POISON = failure -> failure instanceof PoisonedRecord;

  /// Would another attempt end the same way?
  boolean isTerminal(Throwable failure);
}
