package dev.carril.engine.runtime;

import dev.carril.engine.check.Listener;
import dev.carril.engine.check.Session;
import dev.carril.engine.core.FailureText;
import dev.carril.engine.source.LogRecord;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a user's code answers. It may throw anything, an Error too, may answer nothing, and may
/// leave its thread interrupted. Whatever it does, the thread that called it goes on: here it is
/// decided what follows.
public final class UserCode {
  private static final Logger LOG = LoggerFactory.getLogger(UserCode.class);

  private UserCode() {}

  /// Something that a user's code does and answers nothing to.
  @FunctionalInterface
  interface Call {
    void run() throws Throwable;
  }

  /// What it threw, or null.
  static @Nullable Throwable trouble(Call call) {
    try {
      call.run();
      return null;
    } catch (Throwable wrong) {
      return printable(wrong);
    } finally {
      forgetInterruption();
    }
  }

  /// Its answer, or one that has failed.
  static CompletableFuture<?> answer(Callable<CompletionStage<?>> asked) {
    try {
      CompletionStage<?> stage = Objects.requireNonNull(asked.call(), "no answer");
      return Objects.requireNonNull(stage.toCompletableFuture(), "no answer");
    } catch (Throwable wrong) {
      return CompletableFuture.failedFuture(wrong);
    } finally {
      forgetInterruption();
    }
  }

  /// Would another attempt not mend it? A classifier that fails says nothing, and trying again does
  /// the least harm.
  static boolean isTerminal(Predicate<Throwable> asked, Throwable failure) {
    try {
      return asked.test(failure);
    } catch (Throwable wrong) {
      note(failure, wrong);
      return false;
    } finally {
      forgetInterruption();
    }
  }

  /// The key of a record's session, null if it has none, or [Nobodys] if nobody can tell.
  static @Nullable Object sessionOf(SessionOf asked, LogRecord<?, ?> logRecord) {
    try {
      Object key = asked.sessionOf(logRecord);
      return key == null ? null : Session.plain(key);
    } catch (Throwable wrong) {
      // Others have theirs.
      return new Nobodys(wrong);
    } finally {
      forgetInterruption();
    }
  }

  /// Stands for the key of a record about which the user's words about sessions failed.
  record Nobodys(Throwable why) {}

  /// The same listener, whose failures hold up nobody: they are logged, and the engine goes on.
  static Listener guarded(Listener listener, String name) {
    var failed = new AtomicLong();
    return event -> {
      try {
        listener.tell(event);
      } catch (Throwable wrong) {
        long count = failed.incrementAndGet();
        if (isRound(count)) {
          LOG.error("{}: the listener failed {} times", name, count, printable(wrong));
        }
      } finally {
        forgetInterruption();
      }
    };
  }

  // 1, 10, 100 and so on: what fails with each event is told now and then.
  private static boolean isRound(long count) {
    long rest = count;
    while (rest % 10 == 0) {
      rest /= 10;
    }
    return rest == 1;
  }

  /// The same failure, or one that stands for it if it cannot be printed: whoever logs it would
  /// fail with it.
  public static Throwable printable(Throwable failure) {
    try {
      failure.printStackTrace(new PrintWriter(Writer.nullWriter()));
      return failure;
    } catch (Throwable wrong) {
      return new IllegalStateException(FailureText.of(failure));
    }
  }

  // A failure is not suppressed by itself, and one that is thrown again and again must not grow.
  @SuppressWarnings("ReferenceEquality") // Itself, not one like it.
  private static void note(Throwable failure, Throwable wrong) {
    if (wrong != failure && failure.getSuppressed().length == 0) {
      failure.addSuppressed(wrong);
    }
  }

  /// An interruption that was meant for a user's code, or that it left behind, is not meant for the
  /// thread that called it: while it is set, that thread could not wait, and would go round and
  /// round instead.
  static void forgetInterruption() {
    Thread.interrupted();
  }
}
