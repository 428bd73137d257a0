package dev.carril.engine;

import java.util.concurrent.CompletionStage;

/// A [Handler] that begins something and says later how it ended. The session's next record waits
/// until then.
///
/// A time limit cancels the stage as a future; whoever completes it should take that as the end of
/// its work, since the session goes on.
@FunctionalInterface
public interface AsyncHandler<K, V> {
  CompletionStage<?> handle(Delivery<K, V> delivery) throws Exception;
}
