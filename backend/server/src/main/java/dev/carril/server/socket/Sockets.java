package dev.carril.server.socket;

import dev.carril.server.measures.Measures;
import dev.carril.server.sandboxes.Sandboxes;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.eclipse.jetty.ee10.websocket.server.JettyServerUpgradeRequest;
import org.eclipse.jetty.ee10.websocket.server.JettyServerUpgradeResponse;
import org.eclipse.jetty.ee10.websocket.server.JettyWebSocketCreator;
import org.eclipse.jetty.ee10.websocket.server.JettyWebSocketServerContainer;
import org.eclipse.jetty.websocket.api.Configurable;

/// All open sockets, and how a new one comes about.
///
/// They sit on Jetty itself and not on Javalin's handlers: those hide the pieces of a long message
/// and the answers to pings, and we need both.
public final class Sockets {
  /// Where a sandbox's socket is.
  public static final String PATH = "uri-template|/sandbox/{id}/socket";

  private static final Pattern ID = Pattern.compile("/sandbox/([A-Za-z0-9_-]{22})/socket");

  private final Bounds bounds;
  private final Sandboxes sandboxes;
  private final Measures measures;
  private final Admission admission;
  private final Set<Client> clients = ConcurrentHashMap.newKeySet();
  private volatile boolean closing;

  public Sockets(Bounds bounds, Sandboxes sandboxes, Measures measures) {
    this.bounds = bounds;
    this.sandboxes = sandboxes;
    this.measures = measures;
    this.admission = new Admission(bounds);
    measures.gauge("carril.sockets", "Sockets open", admission::inAll);
    measures.gauge(
        "carril.pending.units",
        "UTF-16 units that wait for clients",
        () -> clients.stream().mapToLong(Client::pendingUnits).sum());
  }

  /// Prepares Jetty's container and puts the sockets into it.
  public void mount(JettyWebSocketServerContainer container) {
    limit(container);
    container.addMapping(PATH, (JettyWebSocketCreator) this::open);
  }

  private void limit(Configurable container) {
    // Our own pings find out who is gone. Jetty's limit on the whole message stays out of the way
    // of ours, which answers in words; pieces beyond a frame's limit are cut by Jetty.
    container.setIdleTimeout(Duration.ofMinutes(10));
    container.setMaxTextMessageSize(-1);
    container.setMaxFrameSize(64 * 1024);
    container.setAutoFragment(true);
    container.setInputBufferSize(8 * 1024);
  }

  private Object open(JettyServerUpgradeRequest request, JettyServerUpgradeResponse response) {
    // Compressing would cost each socket some hundred kilobytes, and frames are small.
    response.setExtensions(List.of());
    var path = ID.matcher(request.getRequestPath());
    String sandbox = path.matches() ? path.group(1) : "";
    String address = address(request.getRemoteSocketAddress());
    return new Client(new Client.Place(this, sandbox, address, bounds, sandboxes, measures));
  }

  /// Lets a client in whose socket has just opened, or says why not. It is refused only now because
  /// the handshake has to succeed for it to hear a code.
  Optional<Refusal> enter(Client client, String sandbox, String address) {
    if (sandbox.isEmpty()) {
      return Optional.of(new Refusal(CloseCode.NO_SANDBOX, "no such sandbox"));
    }
    if (closing) {
      return Optional.of(new Refusal(CloseCode.GOING_AWAY, "the server ends"));
    }
    if (!admission.enter(sandbox, address)) {
      return Optional.of(new Refusal(CloseCode.TOO_MANY, "too many sockets are open"));
    }
    clients.add(client);
    return Optional.empty();
  }

  /// Why a client may not come in.
  record Refusal(CloseCode code, String reason) {}

  void left(Client client, String sandbox, String address) {
    if (clients.remove(client)) {
      admission.leave(sandbox, address);
    }
  }

  private static String address(SocketAddress address) {
    if (address instanceof InetSocketAddress inet) {
      InetAddress from = inet.getAddress();
      return from == null || from.isLoopbackAddress() ? "" : from.getHostAddress();
    }
    return "";
  }

  /// Tells every client that the server ends, and waits a moment until they have heard it.
  public void close() {
    closing = true;
    clients.forEach(client -> client.end(CloseCode.GOING_AWAY, "the server ends"));
    long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
    while (!clients.isEmpty() && System.nanoTime() - untilNanos < 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }
}
