package dev.carril.engine.core;

import dev.carril.engine.check.Session;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;

/// The producing side: appends what sessions send, each session's sends in the order in which they
/// came.
///
/// A session's next send goes out only when the one before it has come to its final end, retries
/// included. A client that retries by itself inside, as an idempotent producer does, keeps the
/// order of what it was given; a retry around it would not: A fails and waits, B goes, A goes
/// again.
public final class Sends {
  private final RetrySchedule schedule;
  private final SendsOut out;

  // The first and the last send of each session that has any. The first is on its way, or waits.
  private final Map<Session, Queue> queues = new LinkedHashMap<>();
  private final PriorityQueue<Send> waiting =
      new PriorityQueue<>((one, other) ->
          one.dueNanos != other.dueNanos
              ? Long.compare(one.dueNanos - other.dueNanos, 0)
              : Long.compare(one.number, other.number));
  private long numbered;
  private int held;

  private static final class Queue {
    Send first;
    Send last;

    Queue(Send only) {
      first = only;
      last = only;
    }
  }

  public Sends(RetrySchedule schedule, SendsOut out) {
    this.schedule = schedule;
    this.out = out;
  }

  /// Something is to be appended.
  public Send take(Session session, Object payload) {
    var send = new Send(session, numbered++, payload);
    held++;
    Queue queue = queues.get(session);
    if (queue == null) {
      queues.put(session, new Queue(send));
      append(send);
    } else {
      queue.last.behind = send;
      queue.last = send;
    }
    return send;
  }

  /// It is safe.
  public void done(Send send) {
    landed(send);
    next(send);
  }

  /// It is not known to be safe.
  ///
  /// @param terminal another attempt would not mend it
  public void failed(Send send, Throwable why, boolean terminal, long nowNanos) {
    landed(send);
    if (terminal || !schedule.allowsAnother(send.attempts)) {
      out.givenUp(send, why);
      next(send);
    } else {
      send.dueNanos =
          nowNanos + schedule.waitNanos(send.session.hash(), send.number, send.attempts);
      waiting.add(send);
    }
  }

  /// Appends again what has waited long enough.
  public void tick(long nowNanos) {
    for (Send first = waiting.peek();
        first != null && first.dueNanos - nowNanos <= 0;
        first = waiting.peek()) {
      append(waiting.remove());
    }
  }

  /// When there is something to do next, or Long.MAX_VALUE.
  public long dueNanos() {
    Send first = waiting.peek();
    return first == null ? Long.MAX_VALUE : first.dueNanos;
  }

  /// Sends that have not come to their end.
  public int held() {
    return held;
  }

  /// Sessions that have any.
  public int sessions() {
    return queues.size();
  }

  private void append(Send send) {
    send.attempts++;
    send.inFlight = true;
    out.append(send);
  }

  private static void landed(Send send) {
    if (!send.inFlight) {
      throw new IllegalStateException("a send of " + send.session + " came back that was not out");
    }
    send.inFlight = false;
  }

  private void next(Send send) {
    held--;
    Queue queue = queues.get(send.session);
    if (queue == null || queue.first != send) {
      throw new IllegalStateException("a send of " + send.session + " ended out of turn");
    }
    Send behind = send.behind;
    if (behind == null) {
      queues.remove(send.session);
    } else {
      queue.first = behind;
      append(behind);
    }
  }
}
