package dev.carril.engine;

import dev.carril.engine.source.Header;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/// Dead letters in a list, for tests.
final class Letters implements DeadLetters<String, String> {
  final List<DeadLetter<String, String>> all = new CopyOnWriteArrayList<>();
  volatile int failures;
  volatile boolean closed;

  @Override
  public CompletionStage<?> write(DeadLetter<String, String> letter) {
    if (failures > 0) {
      failures--;
      return CompletableFuture.failedStage(new IllegalStateException("the topic is away"));
    }
    all.add(letter);
    return CompletableFuture.completedStage(null);
  }

  @Override
  public void close() {
    closed = true;
  }

  /// Those that were written so far; they are here no more.
  List<DeadLetter<String, String>> takeAll() {
    List<DeadLetter<String, String>> taken = List.copyOf(all);
    all.clear();
    return taken;
  }

  /// What one of its headers says.
  static String header(DeadLetter<?, ?> letter, String name) {
    return letter.headers().stream()
        .filter(header -> header.name().equals(name))
        .map(Header::text)
        .findFirst()
        .orElseThrow();
  }

  List<String> values() {
    return all.stream().map(letter -> letter.logRecord().value()).toList();
  }
}
