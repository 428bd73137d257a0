package dev.carril.engine;

import dev.carril.engine.check.Reason;
import dev.carril.engine.check.Session;
import dev.carril.engine.core.FailureText;
import dev.carril.engine.source.Header;
import dev.carril.engine.source.LogRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A record that was given up, and why.
///
/// @param attempts handler calls that it had
/// @param failure what the last of them ended with, if it had one
public record DeadLetter<K, V>(
    LogRecord<K, V> logRecord,
    Session session,
    Reason reason,
    int attempts,
    @Nullable Throwable failure) {
  private static final int FRAMES = 10;

  /// A log refuses what is too large, and a dead letter that is refused is never safe.
  private static final int LETTERS_MAX = 2_000;

  /// The record's own headers, and what is to be known about its end.
  public List<Header> headers() {
    var headers = new ArrayList<>(logRecord.headers());
    headers.add(Header.of("dead-letter-topic", logRecord.partition().topic()));
    headers.add(
        Header.of("dead-letter-partition", Integer.toString(logRecord.partition().number())));
    headers.add(Header.of("dead-letter-offset", Long.toString(logRecord.offset())));
    headers.add(Header.of("dead-letter-session", session.toString()));
    headers.add(Header.of("dead-letter-reason", reason.word()));
    headers.add(Header.of("dead-letter-attempts", Integer.toString(attempts)));
    if (failure != null) {
      headers.add(Header.of("dead-letter-failure", cut(FailureText.of(failure))));
      headers.add(Header.of("dead-letter-stack", cut(topOfStack(failure))));
    }
    return List.copyOf(headers);
  }

  private static String cut(String text) {
    return text.length() <= LETTERS_MAX
        ? text
        : text.substring(0, LETTERS_MAX) + "… (" + text.length() + " letters)";
  }

  /// Where it was, as a redriven record's header says it.
  public String place() {
    return EventIds.place(logRecord);
  }

  private static String topOfStack(Throwable failure) {
    return FailureText.frames(failure, FRAMES).stream()
        .map(StackTraceElement::toString)
        .collect(Collectors.joining("\n"));
  }
}
