package dev.carril.simulator.instance;

import dev.carril.engine.check.Session;
import dev.carril.engine.core.RetrySchedule;
import dev.carril.engine.core.Send;
import dev.carril.engine.core.Sends;
import dev.carril.engine.core.SendsOut;
import dev.carril.engine.source.Header;
import java.util.List;

/// A producing program that sends several records of one session at once, without waiting for one
/// before the next, and one of which may fail at first.
///
/// In order they go through the engine's own [Sends]. Out of order each has one for itself, which
/// is what a retry around a plain client does: nothing waits for what is tried again.
final class Sending {
  private static final long MILLI = 1_000_000;

  /// From an attempt to the moment when it is known how it ended.
  private static final long ROUND_TRIP_NANOS = 10 * MILLI;

  private static final RetrySchedule RETRY =
      new RetrySchedule(3, 100 * MILLI, 10_000 * MILLI, RetrySchedule.Jitter.NONE, 0);

  private final Instances all;
  private final String topic;
  private final String key;
  private final int failing;
  private final long number;

  /// @param failing which of them fails at first, from 1, or 0
  /// @param number how many such programs there were before
  Sending(Instances all, String topic, String key, int failing, long number) {
    this.all = all;
    this.topic = topic;
    this.key = key;
    this.failing = failing;
    this.number = number;
  }

  void begin(List<String> values, boolean ordered) {
    Session session = Session.of(topic, key);
    var one = new Producer();
    for (int place = 1; place <= values.size(); place++) {
      Producer producer = ordered ? one : new Producer();
      producer.sends.take(session, new Payload(place, values.get(place - 1)));
    }
  }

  private record Payload(int place, String value) {}

  private final class Producer implements SendsOut {
    private final Sends sends = new Sends(RETRY, this);

    @Override
    public void append(Send send) {
      after(ROUND_TRIP_NANOS, () -> landed(send));
    }

    private void landed(Send send) {
      var payload = (Payload) send.payload();
      if (payload.place == failing && send.attempts() == 1) {
        sends.failed(send, new IllegalStateException("it did not arrive"), false, all.now());
        after(sends.dueNanos() - all.now(), () -> sends.tick(all.now()));
      } else if (all.append(topic, key, payload.value, id(payload.place))) {
        sends.done(send);
      } else {
        sends.failed(send, new IllegalStateException("the log is full"), true, all.now());
      }
    }

    @Override
    public void givenUp(Send send, Throwable why) {
      // There is nobody to tell: the program has ended.
    }
  }

  private List<dev.carril.simulator.log.Header> id(int place) {
    String id = Long.toHexString(Lots.of(all.seed(), number, place));
    return List.of(new dev.carril.simulator.log.Header(Header.EVENT_ID, id));
  }

  private void after(long nanos, Runnable what) {
    all.later(all.now() + nanos, what);
  }
}
