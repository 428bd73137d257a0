package dev.carril.server.lessons;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.carril.course.progress.Progress;
import dev.carril.course.progress.ProgressFile;
import dev.carril.server.store.Store;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What each browser has done of the course. Safe for use by many threads.
public final class Learners {
  private static final Logger LOG = LoggerFactory.getLogger(Learners.class);
  private static final long KEPT_MOST = 10_000;

  private final Store store;

  /// One lock a learner, so that two of their pages do not write over each other.
  private final Cache<String, ReentrantLock> locks =
      Caffeine.newBuilder().maximumSize(KEPT_MOST).weakValues().build();

  public Learners(Store store) {
    this.store = store;
  }

  /// @param learner empty for somebody of whom nothing is kept
  public Progress progress(String learner) {
    return learner.isEmpty()
        ? Progress.NONE
        : store.progress(learner).map(Learners::read).orElse(Progress.NONE);
  }

  private static Progress read(String kept) {
    return switch (ProgressFile.read(kept)) {
      case ProgressFile.Read.Done(var progress) -> progress;
      case ProgressFile.Read.Refused(var problem) -> {
        // Written by ourselves, so this is a fault of ours; a learner who begins anew is better off
        // than one who gets no page.
        LOG.error("Progress that was kept cannot be read: {}", problem);
        yield Progress.NONE;
      }
    };
  }

  /// Does one thing more. It is on disk when this returns.
  Progress change(String learner, UnaryOperator<Progress> doing) {
    if (learner.isEmpty()) {
      return Progress.NONE;
    }
    ReentrantLock lock = locks.get(learner, _ -> new ReentrantLock());
    lock.lock();
    try {
      Progress before = progress(learner);
      Progress after = doing.apply(before);
      if (!after.equals(before)) {
        store.keepProgress(learner, ProgressFile.write(after));
      }
      return after;
    } finally {
      lock.unlock();
    }
  }

  /// The sandboxes in which a learner works, by part of the course.
  Map<String, String> tried(String learner) {
    return learner.isEmpty() ? Map.of() : store.tried(learner);
  }

  void tries(String learner, String part, String sandbox) {
    if (!learner.isEmpty()) {
      store.keepTried(learner, part, sandbox);
    }
  }
}
