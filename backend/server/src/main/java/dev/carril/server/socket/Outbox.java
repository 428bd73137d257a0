package dev.carril.server.socket;

import dev.carril.server.sandboxes.ClockOrder;
import dev.carril.server.sandboxes.Follower;
import dev.carril.server.sandboxes.Snapshot;
import dev.carril.server.sandboxes.Step;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// What waits for one client, in two lanes: replies, in order and all of them, and state, merged.
/// Whoever puts something in never waits. One thread of the client's own takes it out and does
/// wait, so a client that does not read holds up that thread and nothing else.
final class Outbox implements Follower {
  private final Bounds bounds;
  private final Runnable askForSnapshot;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition something = lock.newCondition();
  private final ArrayDeque<String> replies = new ArrayDeque<>();
  private long replyUnits;
  private final StateLane state;
  private @Nullable ClockOrder order;
  private volatile boolean plays;
  private @Nullable Close close;
  private long stateDueNanos = System.nanoTime();
  private long heardNanos = System.nanoTime();
  private long pingDueNanos;

  private record Close(CloseCode code, String reason) {}

  /// @param askForSnapshot called on the client's thread when only a snapshot helps
  Outbox(Bounds bounds, Runnable askForSnapshot) {
    this.bounds = bounds;
    this.askForSnapshot = askForSnapshot;
    this.state = new StateLane(bounds);
    this.pingDueNanos = heardNanos + bounds.pingEvery().toNanos();
  }

  /// Adds a reply, or ends the line when too many wait.
  void reply(String json) {
    change(() -> {
      if (close != null) {
        return;
      }
      boolean fits =
          replies.isEmpty()
              || (replies.size() < bounds.replies()
                  && replyUnits + json.length() <= bounds.replyUnits());
      if (fits) {
        replies.add(json);
        replyUnits += json.length();
      } else {
        replies.clear();
        replyUnits = 0;
        close = new Close(CloseCode.REPLIES_OVERFLOW, "more replies waited than were read");
      }
    });
  }

  @Override
  public void whole(Snapshot snapshot) {
    change(() -> state.whole(snapshot));
  }

  @Override
  public void changed(Step step) {
    change(() -> state.changed(step));
  }

  /// Whether the client plays the clock, if it is told to.
  void mayPlay(boolean may) {
    plays = may;
  }

  @Override
  public boolean plays() {
    return plays;
  }

  @Override
  public void ordered(ClockOrder last) {
    change(() -> order = last);
  }

  @Override
  public void lost(Loss why) {
    switch (why) {
      case MISSING -> end(CloseCode.NO_SANDBOX, "no such sandbox");
      case UNREADABLE -> end(CloseCode.FAILED, "the sandbox cannot be read");
    }
  }

  /// Ends the line once the replies that wait are sent.
  void end(CloseCode code, String reason) {
    change(() -> {
      if (close == null) {
        close = new Close(code, reason);
      }
    });
  }

  /// The client gave a sign of life.
  void heard() {
    lock.lock();
    try {
      heardNanos = System.nanoTime();
    } finally {
      lock.unlock();
    }
  }

  /// Roughly how much waits, in UTF-16 units.
  long units() {
    lock.lock();
    try {
      return replyUnits + state.units();
    } finally {
      lock.unlock();
    }
  }

  private void change(Runnable how) {
    lock.lock();
    try {
      how.run();
      something.signal();
    } finally {
      lock.unlock();
    }
  }

  /// Sends what comes, until the line ends. Run by the client's own thread.
  void sendAll(Line line, Sent sent) {
    try {
      while (true) {
        switch (next()) {
          case Due.Reply(var json) -> line.send(json);
          case Due.Clock(var order) -> line.send(Frames.clock(order));
          case Due.State(var frame) -> {
            line.send(Frames.state(frame));
            sent.state(frame);
          }
          case Due.AskForSnapshot() -> askForSnapshot.run();
          case Due.Ping() -> line.ping();
          case Due.End(var code, var reason) -> {
            line.close(code, reason);
            return;
          }
          case Due.GiveUp() -> {
            line.cut();
            return;
          }
        }
      }
    } catch (Line.Broken e) {
      line.cut(); // The listener hears of it and tidies up.
    } catch (InterruptedException e) {
      line.cut();
      Thread.currentThread().interrupt();
    }
  }

  /// Told of each frame of state that went out.
  interface Sent {
    void state(StateLane.Frame frame);
  }

  private sealed interface Due {
    record Reply(String json) implements Due {}

    record State(StateLane.Frame frame) implements Due {}

    record Clock(ClockOrder order) implements Due {}

    record AskForSnapshot() implements Due {}

    record Ping() implements Due {}

    record End(CloseCode code, String reason) implements Due {}

    record GiveUp() implements Due {}
  }

  /// Waits for what is to be done next.
  private Due next() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (true) {
        long nowNanos = System.nanoTime();
        Due due = due(nowNanos);
        if (due != null) {
          return due;
        }
        long untilNanos = pingDueNanos - nowNanos;
        if (state.hasSomething()) {
          untilNanos = Math.min(untilNanos, stateDueNanos - nowNanos);
        }
        something.awaitNanos(untilNanos);
      }
    } finally {
      lock.unlock();
    }
  }

  /// What is to be done at this moment, or null.
  ///
  /// State goes before replies when its time has come: it is at most so many frames a second, so it
  /// cannot starve the replies, while a flood of replies could starve it.
  private @Nullable Due due(long nowNanos) {
    if (nowNanos - heardNanos > bounds.silence().toNanos()) {
      return new Due.GiveUp();
    }
    if (nowNanos - pingDueNanos >= 0) {
      pingDueNanos = nowNanos + bounds.pingEvery().toNanos();
      return new Due.Ping();
    }
    if (close == null && state.hasSomething() && nowNanos - stateDueNanos >= 0) {
      Optional<StateLane.Frame> frame = state.take();
      if (frame.isEmpty()) {
        return new Due.AskForSnapshot();
      }
      stateDueNanos = nowNanos + TimeUnit.SECONDS.toNanos(1) / bounds.stateFramesPerSecond();
      return new Due.State(frame.get());
    }
    ClockOrder ordered = order;
    if (close == null && ordered != null) {
      order = null;
      return new Due.Clock(ordered);
    }
    String reply = replies.poll();
    if (reply != null) {
      replyUnits -= reply.length();
      return new Due.Reply(reply);
    }
    return close == null ? null : new Due.End(close.code(), close.reason());
  }
}
