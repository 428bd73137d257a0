package dev.carril.engine.runtime;

import dev.carril.engine.check.Listener;
import dev.carril.engine.core.AfterDeadLetter;
import dev.carril.engine.core.Rules;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything that can be set about an engine on real threads.
///
/// @param handlersMax handlers that run at once
/// @param heldMax records that are polled and have not ended
/// @param drain how long a partition that goes waits for what runs
/// @param commit how long a commit may take, waited for or not
/// @param deadLetter how long a dead letter may take before it is written again
/// @param stall after how long what does not move is named
public record Setup(
    String name,
    List<String> topics,
    Rules rules,
    int workers,
    int handlersMax,
    int heldMax,
    long heldBytesMax,
    Duration drain,
    Duration commit,
    Duration deadLetter,
    Duration stall,
    @Nullable Listener listener,
    Time time,
    Threads threads) {
  public Setup {
    topics = List.copyOf(topics);
  }

  boolean keepsHalts() {
    return rules.afterDeadLetter() == AfterDeadLetter.HALT_SESSION;
  }
}
