package dev.carril.engine.runtime;

import dev.carril.engine.check.Session;
import dev.carril.engine.core.RetrySchedule;
import dev.carril.engine.core.Send;
import dev.carril.engine.core.Sends;
import dev.carril.engine.core.SendsOut;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/// The owner of one [Sends]: takes what its sessions send, and what the log answers.
public final class SendLoop extends Loop implements SendsOut {
  private final Sends sends;
  private final Appender appender;

  /// How something is appended, and which failures another attempt would not mend.
  public interface Appender {
    CompletionStage<?> append(Object payload) throws Exception;

    boolean isTerminal(Throwable failure);

    /// It has come to its end.
    ///
    /// @param why null if it is safe
    void ended(Object payload, @Nullable Throwable why);
  }

  public SendLoop(
      String name, RetrySchedule schedule, Appender appender, Time time, Breakdown breakdown) {
    super(name, time, breakdown);
    this.sends = new Sends(schedule, this);
    this.appender = appender;
  }

  private static final class Wanted extends Letter {
    final Session session;
    final Object payload;

    Wanted(Session session, Object payload) {
      this.session = session;
      this.payload = payload;
    }
  }

  private static final class Answered extends Letter {
    final Send send;
    final @Nullable Throwable why;

    Answered(Send send, @Nullable Throwable why) {
      this.send = send;
      this.why = why;
    }
  }

  /// From any thread.
  public void send(Session session, Object payload) {
    mailbox.post(new Wanted(session, payload));
  }

  /// Ends it after its turn. From any thread.
  public void end() {
    stop();
  }

  @Override
  void take(Letter letter, long nowNanos) {
    switch (letter) {
      case Wanted wanted -> sends.take(wanted.session, wanted.payload);
      case Answered answered -> {
        if (answered.why == null) {
          appender.ended(answered.send.payload(), null);
          sends.done(answered.send);
        } else {
          boolean terminal = UserCode.isTerminal(appender::isTerminal, answered.why);
          sends.failed(answered.send, answered.why, terminal, nowNanos);
        }
      }
      default -> throw new IllegalStateException("nobody writes such letters");
    }
  }

  @Override
  void tick(long nowNanos) {
    sends.tick(nowNanos);
  }

  @Override
  void flush(long nowNanos) {}

  @Override
  long dueNanos() {
    return sends.dueNanos();
  }

  @Override
  void ended() {}

  @Override
  public void append(Send send) {
    var _ =
        UserCode.answer(() -> appender.append(send.payload()))
            .whenComplete((_, why) -> mailbox.post(new Answered(send, why)));
  }

  @Override
  public void givenUp(Send send, Throwable why) {
    appender.ended(send.payload(), why);
  }
}
