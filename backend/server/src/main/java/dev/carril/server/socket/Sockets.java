package dev.carril.server.socket;

import dev.carril.server.measures.Measures;
import dev.carril.server.sandboxes.Sandboxes;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
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
    // of
    // ours, which answers in words; pieces beyond a frame's limit are cut by Jetty.
    container.setIdleTimeout(Duration.ofMinutes(10));
    container.setMaxTextMessageSize(-1);
    container.setMaxFrameSize(64 * 1024);
    container.setAutoFragment(true);
    container.setInputBufferSize(8 * 1024);
  }

  private Object open(JettyServerUpgradeRequest request, JettyServerUpgradeResponse response) {
    // Compressing would cost each socket some hundred kilobytes, and frames are small.
    response.setExtensions(java.util.List.of());
    var path = ID.matcher(request.getRequestPath());
    String sandbox = path.matches() ? path.group(1) : "";
    String address = address(request.getRemoteSocketAddress());
    Client.Place place =
        new Client.Place(sandboxes, sandbox, bounds, measures, client -> left(client, address));
    if (sandbox.isEmpty()) {
      return Client.refused(place, CloseCode.NO_SANDBOX, "no such sandbox");
    }
    if (closing) {
      return Client.refused(place, CloseCode.GOING_AWAY, "the server ends");
    }
    if (!admission.enter(sandbox, address)) {
      return Client.refused(place, CloseCode.TOO_MANY, "too many sockets are open");
    }
    Client client = Client.welcome(place);
    clients.add(client);
    return client;
  }

  private void left(Client client, String address) {
    if (clients.remove(client)) {
      admission.leave(client.sandbox(), address);
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
      java.util.concurrent.locks.LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }
}
