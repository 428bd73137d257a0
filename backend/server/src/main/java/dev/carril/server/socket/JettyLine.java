package dev.carril.server.socket;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;

/// A line over one of Jetty's sockets. It waits for each frame: Jetty would queue without bound for
/// a client that does not read.
final class JettyLine implements Line {
  private static final Duration GOODBYE_MAX = Duration.ofSeconds(5);

  private final Session session;
  private final Duration stall;

  JettyLine(Session session, Duration stall) {
    this.session = session;
    this.stall = stall;
  }

  @Override
  public void send(String text) throws Broken, InterruptedException {
    await(taken -> session.sendText(text, taken));
  }

  @Override
  public void ping() throws Broken, InterruptedException {
    await(taken -> session.sendPing(ByteBuffer.allocate(0), taken));
  }

  private void await(Consumer<Callback.Completable> sending) throws Broken, InterruptedException {
    Callback.Completable taken = new Callback.Completable();
    sending.accept(taken);
    try {
      taken.get(stall.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new Broken(e);
    }
  }

  @Override
  public void close(CloseCode code, String reason) {
    session.close(code.number, reason, Callback.NOOP);
    // A client that does not read does not answer our goodbye either.
    CompletableFuture.delayedExecutor(GOODBYE_MAX.toMillis(), TimeUnit.MILLISECONDS)
        .execute(this::cut);
  }

  @Override
  public void cut() {
    session.disconnect();
  }
}
