package dev.carril.engine.core;

import dev.carril.engine.check.LaneState;
import dev.carril.engine.check.Session;
import org.jspecify.annotations.Nullable;

/// One active session: its records in order of arrival, of which one at a time is handled.
///
/// Whatever keeps its first record from running keeps all that come after it: that is the order of
/// a session. It belongs to its worker.
public final class Lane {
  final Route route;
  final int worker;
  final Run run = new Run(this);
  LaneState state = LaneState.IDLE;
  // Records that it is handed at most, by how far it got the last time.
  int runMost = Integer.MAX_VALUE;
  boolean halted;
  @Nullable Held first;
  private @Nullable Held last;
  private int queued;

  // Its place among the worker's lanes, and among its alarms, where it may have one.
  int place;
  int alarmPlace = -1;
  long dueNanos;
  @Nullable Lane readyAfter;
  boolean queuedAsReady;

  // What a driver keeps with it.
  private @Nullable Object thread;

  Lane(Route route, int worker) {
    this.route = route;
    this.worker = worker;
  }

  public Session session() {
    return route.session;
  }

  public @Nullable Object thread() {
    return thread;
  }

  public void thread(@Nullable Object thread) {
    this.thread = thread;
  }

  /// Records that are not handed out.
  int queued() {
    return queued;
  }

  boolean isEmpty() {
    return first == null && run.count == 0;
  }

  void append(Held held) {
    held.stage = held.skipped ? Held.Stage.CONDEMNED : Held.Stage.QUEUED;
    held.next = null;
    if (last == null) {
      first = held;
    } else {
      last.next = held;
    }
    last = held;
    queued++;
  }

  /// Puts back what was handed out.
  void prepend(Held held) {
    held.next = first;
    first = held;
    if (last == null) {
      last = held;
    }
    queued++;
  }

  /// Hands out the records at the front that may run, at most so many.
  void takeRun(int most) {
    Held at = first;
    while (at != null && run.count < most && at.stage == Held.Stage.QUEUED && at.reason == null) {
      Held after = at.next;
      at.next = null;
      at.stage = Held.Stage.RUNNING;
      run.add(at);
      at = after;
    }
    first = at;
    if (at == null) {
      last = null;
    }
    queued -= run.count;
  }

  /// Takes out one that is in the queue.
  void remove(Held held) {
    Held before = null;
    for (Held at = first; at != null; at = at.next) {
      if (at == held) {
        remove(before, at);
        return;
      }
      before = at;
    }
  }

  /// Takes out one whose predecessor is known.
  void remove(@Nullable Held before, Held held) {
    if (before == null) {
      first = held.next;
    } else {
      before.next = held.next;
    }
    if (last == held) {
      last = before;
    }
    held.next = null;
    held.stage = Held.Stage.OUTSIDE;
    queued--;
  }

  /// None of these waits for a release any more.
  void waitNoLonger() {
    for (Held at = first; at != null; at = at.next) {
      at.waits = false;
    }
  }

  /// The queue counted one by one, for the laws.
  int recounted() {
    int count = 0;
    for (Held at = first; at != null; at = at.next) {
      count++;
    }
    return count;
  }
}
