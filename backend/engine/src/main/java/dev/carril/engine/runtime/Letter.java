package dev.carril.engine.runtime;

import org.jspecify.annotations.Nullable;

/// Something in a [Mailbox]. It is its own node of the queue, so posting makes no garbage; it can
/// be in one mailbox at a time.
abstract class Letter {
  @Nullable Letter next;
}
