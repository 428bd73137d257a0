package dev.carril.server.lessons;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.carril.course.Script;
import dev.carril.course.judge.Attempt;
import dev.carril.course.judge.Play;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Sandbox;
import java.time.Duration;

/// What happened in the sandboxes of exercises, as long as somebody is at work in them. What is
/// forgotten here is found again in the sandbox's own log, but for what was read or refused.
public final class Attempts {
  private static final long MOST = 5_000;
  private static final Duration KEPT = Duration.ofHours(12);

  private final Cache<String, Attempt> attempts =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterAccess(KEPT).build();

  /// The attempt in this sandbox, which its start script has begun. Belongs to the sandbox's owner.
  Attempt in(String sandbox, Script start) {
    return attempts.get(sandbox, _ -> Attempt.at(start, Play.SEED));
  }

  /// Notes what came of a line, if it was run in the sandbox of an exercise.
  public void ran(String id, Sandbox sandbox, String line, Answer answer) {
    Attempt attempt = attempts.getIfPresent(id);
    if (attempt != null) {
      attempt.ran(sandbox, line, answer);
    }
  }
}
