package dev.carril.engine;

import java.util.concurrent.CompletionStage;

/// Where records go that are given up. It is called by one thread, and may wait in it.
///
/// Whatever it throws, an Error too, whatever its stage ends with, no stage at all, and no end
/// within [EngineBuilder#deadLetterWithin]: all of that is a letter that was not written, and it is
/// written again. Where it does not come back, its letters wait, and [State#STALLED] says so.
///
/// A record has ended only once its dead letter is safe, so the stage must not complete before.
@FunctionalInterface
public interface DeadLetters<K, V> {
  /// Keeps a dead letter. It may come twice, when nobody could tell whether it was kept.
  CompletionStage<?> write(DeadLetter<K, V> letter) throws Exception;

  /// No more will come. All that was written before is to be safe when this returns.
  default void close() throws Exception {}
}
