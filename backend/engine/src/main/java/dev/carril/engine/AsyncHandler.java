package dev.carril.engine;

import java.util.concurrent.CompletionStage;

/// A [Handler] that begins something and says later how it ended. The session's next record waits
/// until then.
///
/// A time limit cancels the stage as a future; whoever completes it should take that as the end of
/// its work, since the session goes on.
///
/// What it throws, and what its stage ends with, is a failure as a [Handler]'s is. So is no stage
/// at all: nobody could say when that has ended.
@FunctionalInterface
public interface AsyncHandler<K, V> {
  /// @return when it has ended, and how; never null
  CompletionStage<?> handle(Delivery<K, V> delivery) throws Exception;
}
