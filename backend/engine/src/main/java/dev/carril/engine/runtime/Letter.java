package dev.carril.engine.runtime;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Something in a [Mailbox]. It is its own node of the queue, so posting makes no garbage; it can
/// be in one mailbox at a time.
abstract class Letter {
  @Nullable Letter next;

  /// Hands on letters that were taken together, one by one. Each is loose by then, since it may be
  /// posted again by what it leads to.
  static void each(@Nullable Letter oldest, Consumer<Letter> taker) {
    for (Letter letter = oldest; letter != null; ) {
      Letter following = letter.next;
      letter.next = null;
      taker.accept(letter);
      letter = following;
    }
  }
}
