package dev.carril.server.socket;

import dev.carril.server.measures.Measures;
import dev.carril.server.sandboxes.Busy;
import dev.carril.server.sandboxes.LiveSandbox;
import dev.carril.server.sandboxes.Loan;
import dev.carril.server.sandboxes.Outcome;
import dev.carril.server.sandboxes.Sandboxes;
import dev.carril.server.wire.AnswerFrames;
import dev.carril.server.wire.HistoryFrames;
import dev.carril.server.wire.ReplyFrame;
import dev.carril.server.wire.SeenJson;
import dev.carril.server.words.Catalogue;
import dev.carril.simulator.language.Script;
import dev.carril.simulator.sandbox.Answer;
import dev.carril.simulator.sandbox.Moment;
import dev.carril.simulator.sandbox.Sandbox;
import dev.carril.simulator.words.Words;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;

/// One browser's socket. Jetty calls it, one message after the other, and reads on only when a call
/// returns: so waiting for a turn here is all it takes to slow down who sends too fast.
///
/// Public only because Jetty must be able to call it.
public final class Client implements Session.Listener.AutoDemanding {

  /// Where a client is and what it works with.
  ///
  /// @param sandbox empty if the address names none
  /// @param address empty for this machine's own
  record Place(
      Sockets sockets,
      String sandbox,
      String address,
      Bounds bounds,
      Sandboxes sandboxes,
      Measures measures) {}

  /// So many events are given at once.
  private static final int EVENTS_MOST = 200;

  private final Place place;
  private final Outbox outbox;
  private final Assembly assembly;
  private final Pace messages;
  private final Pace commands;
  private final AtomicBoolean left = new AtomicBoolean();

  // Set while opening, before Jetty delivers any message.
  private volatile @Nullable Loan loan;
  private volatile @Nullable Thread sender;

  // Null until the client has subscribed.
  private volatile @Nullable Words words;

  Client(Place place) {
    Bounds bounds = place.bounds();
    this.place = place;
    this.outbox = new Outbox(bounds, this::askForSnapshot);
    this.assembly = new Assembly(bounds.messageUnits());
    this.messages = new Pace(bounds.messagesPerSecond(), bounds.messagesPerSecond());
    this.commands = new Pace(bounds.commandsPerSecond(), bounds.commandsPerSecond());
  }

  long pendingUnits() {
    return outbox.units();
  }

  void end(CloseCode code, String reason) {
    outbox.end(code, reason);
  }

  // ---- what Jetty calls ----

  @Override
  public void onWebSocketOpen(Session session) {
    Line line = new JettyLine(session, place.bounds().stall());
    Optional<Sockets.Refusal> refusal =
        place.sockets().enter(this, place.sandbox(), place.address());
    if (refusal.isPresent()) {
      line.close(refusal.get().code(), refusal.get().reason());
      return;
    }
    try {
      loan = place.sandboxes().lend(place.sandbox());
    } catch (Busy e) {
      line.close(CloseCode.TRY_LATER, "too many sandboxes are in use");
      return;
    }
    sender =
        Thread.ofVirtual()
            .name("client")
            .start(() -> outbox.sendAll(line, frame -> count(frame, place.measures())));
  }

  private static void count(StateLane.Frame frame, Measures measures) {
    switch (frame) {
      case StateLane.Frame.Whole _ -> measures.snapshotSent();
      case StateLane.Frame.Changes _ -> measures.changesSent();
    }
  }

  @Override
  public void onWebSocketPartialText(String payload, boolean last) {
    outbox.heard();
    if (loan != null) {
      assembly.add(payload, last).ifPresent(this::hear);
    }
  }

  @Override
  public void onWebSocketPartialBinary(ByteBuffer payload, boolean last, Callback callback) {
    outbox.heard();
    callback.succeed();
    if (last) {
      hear(new Message.Wrong("", "not-text", ""));
    }
  }

  @Override
  public void onWebSocketPong(ByteBuffer payload) {
    outbox.heard();
  }

  @Override
  public void onWebSocketClose(int statusCode, String reason, Callback callback) {
    leave();
    callback.succeed();
  }

  @Override
  public void onWebSocketError(Throwable cause) {
    leave(); // The line broke. It does so all the time, and the client comes back.
  }

  private void leave() {
    if (left.getAndSet(true)) {
      return;
    }
    Thread thread = sender;
    if (thread != null) {
      thread.interrupt();
    }
    Loan held = loan;
    if (held != null) {
      held.sandbox().unfollow(outbox);
      held.close();
    }
    place.sockets().left(this, place.sandbox(), place.address());
  }

  // ---- what the browser says ----

  private void hear(Message message) {
    Loan held = loan;
    if (held == null) {
      return; // Refused or gone meanwhile.
    }
    waitFor(messages);
    if (words == null && !(message instanceof Message.Subscribe)) {
      refuse(id(message), "not-subscribed", "");
      return;
    }
    try {
      hear(message, held.sandbox());
    } catch (Busy e) {
      refuse(id(message), "busy", "");
    }
  }

  private void hear(Message message, LiveSandbox sandbox) {
    switch (message) {
      case Message.Subscribe(var lang, var plays) -> {
        words = Catalogue.of(lang);
        outbox.mayPlay(plays);
        sandbox.follow(outbox);
      }
      case Message.Language(var lang) -> words = Catalogue.of(lang);
      case Message.Command(var id, var line) -> run(sandbox, id, line);
      case Message.Lengthen(var id, var entry, var millis) -> lengthen(sandbox, id, entry, millis);
      case Message.Split(var id, var text) ->
          outbox.reply(AnswerFrames.lines(id, Script.split(text)));
      case Message.Complete(var id, var line, var cursor) ->
          look(
              sandbox,
              id,
              state ->
                  AnswerFrames.completions(
                      id, state.complete(line, Math.min(cursor, line.length())), words()));
      case Message.Preview(var id, var line) ->
          look(sandbox, id, state -> AnswerFrames.ghosts(id, state.preview(line)));
      case Message.AskRecord(var id, var topic, var partition, var offset) ->
          look(
              sandbox,
              id,
              state -> AnswerFrames.record(id, topic, state.record(topic, partition, offset)));
      case Message.AskPastRecord(var id, var entry, var topic, var partition, var offset) ->
          look(
              sandbox,
              id,
              state ->
                  AnswerFrames.record(id, topic, state.record(entry, topic, partition, offset)));
      case Message.ViewStep(var id, var at, var since) ->
          view(sandbox, id, since, state -> state.momentAt(at));
      case Message.ViewMoment(var id, var moment, var since) ->
          view(sandbox, id, since, state -> state.momentOfLine(moment));
      case Message.ViewEntry(var id, var entry, var event, var since) ->
          view(sandbox, id, since, state -> state.momentIn(entry, event));
      case Message.AskEvents(var id, var entry, var event, var before, var session) ->
          look(
              sandbox,
              id,
              state -> {
                Moment then = entry.flatMap(of -> state.momentIn(of, event)).orElse(null);
                return SeenJson.told(
                    id,
                    entry.isPresent() && then == null
                        ? new Sandbox.Telling(0, List.of())
                        : state.told(then, before, EVENTS_MOST, session.orElse(null)));
              });
      case Message.AskMarks(var id) ->
          look(sandbox, id, state -> SeenJson.marks(id, state.marks(), state.openedMillis()));
      case Message.AskBranches(var id) ->
          look(sandbox, id, state -> HistoryFrames.branches(id, state.branches()));
      case Message.GoTo(var id, var entry, var event) -> goTo(sandbox, id, entry, event);
      case Message.AskReal(var id, var line) ->
          look(sandbox, id, state -> HistoryFrames.real(id, state.atRealCluster(line), words()));
      case Message.Wrong(var id, var code, var detail) -> refuse(id, code, detail);
    }
  }

  private void run(LiveSandbox sandbox, String id, String line) {
    long beganNanos = System.nanoTime();
    waitFor(commands);
    sandbox.run(id, line, Optional.of(outbox), outcome -> ended(outcome, id, line, beganNanos));
  }

  private void lengthen(LiveSandbox sandbox, String id, String entry, long millis) {
    long beganNanos = System.nanoTime();
    waitFor(commands);
    sandbox.lengthen(
        id, entry, millis, outcome -> ended(outcome, id, "run " + millis + "ms", beganNanos));
  }

  private void view(
      LiveSandbox sandbox,
      String id,
      Optional<String> since,
      Function<Sandbox, Optional<Moment>> which) {
    look(
        sandbox,
        id,
        state -> {
          Optional<Moment> moment = which.apply(state);
          return moment
              .flatMap(wanted -> since.flatMap(known -> state.pastSince(known, wanted)))
              .map(past -> HistoryFrames.past(id, past))
              .orElseGet(() -> HistoryFrames.past(id, moment.map(state::past)));
        });
  }

  private void goTo(LiveSandbox sandbox, String id, String entry, long event) {
    long beganNanos = System.nanoTime();
    waitFor(commands);
    sandbox.goTo(id, entry, event, outcome -> ended(outcome, id, "", beganNanos));
  }

  private void ended(Outcome outcome, String id, String line, long beganNanos) {
    Measures measures = place.measures();
    switch (outcome) {
      case Outcome.Answered(var answer, var revision, var slowed) -> {
        outbox.reply(ReplyFrame.text(id, line, answer, revision, slowed, words()));
        long nanos = System.nanoTime() - beganNanos;
        switch (answer) {
          case Answer.Done _ -> measures.commandDone(nanos);
          case Answer.Refused _ -> measures.commandRefused(nanos);
        }
      }
      case Outcome.Failed() -> {
        measures.commandFailed();
        outbox.reply(ReplyFrame.failed(id, line, "not-stored", words().text("server.not-stored")));
      }
      case Outcome.Lost(var why) -> {
        measures.commandFailed();
        outbox.lost(why);
      }
    }
  }

  private void look(LiveSandbox sandbox, String id, Function<Sandbox, String> frame) {
    sandbox.look(state -> outbox.reply(frame.apply(state)), () -> refuse(id, "unavailable", ""));
  }

  private void askForSnapshot() {
    Loan held = loan;
    if (held != null) {
      held.sandbox().show(outbox);
    }
  }

  private void refuse(String id, String code, String detail) {
    String message = words().text("server.refused." + code, Map.of("detail", detail));
    outbox.reply(AnswerFrames.refused(id, code, message));
  }

  private Words words() {
    Words chosen = words;
    return chosen == null ? Catalogue.of("") : chosen;
  }

  private static String id(Message message) {
    return switch (message) {
      case Message.Subscribe _, Message.Language _ -> "";
      case Message.Command(var id, var _) -> id;
      case Message.Lengthen(var id, var _, var _) -> id;
      case Message.Split(var id, var _) -> id;
      case Message.Complete(var id, var _, var _) -> id;
      case Message.Preview(var id, var _) -> id;
      case Message.AskRecord(var id, var _, var _, var _) -> id;
      case Message.AskPastRecord(var id, var _, var _, var _, var _) -> id;
      case Message.ViewStep(var id, var _, var _) -> id;
      case Message.ViewMoment(var id, var _, var _) -> id;
      case Message.ViewEntry(var id, var _, var _, var _) -> id;
      case Message.AskEvents(var id, var _, var _, var _, var _) -> id;
      case Message.AskMarks(var id) -> id;
      case Message.AskBranches(var id) -> id;
      case Message.GoTo(var id, var _, var _) -> id;
      case Message.AskReal(var id, var _) -> id;
      case Message.Wrong(var id, var _, var _) -> id;
    };
  }

  private static void waitFor(Pace pace) {
    long nanos = pace.turnNanos(System.nanoTime());
    if (nanos > 0) {
      try {
        Thread.sleep(Duration.ofNanos(nanos));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // The server ends; the message may go through.
      }
    }
  }
}
