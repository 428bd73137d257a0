package dev.carril.server.page;

import dev.carril.server.Server;
import dev.carril.server.web.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A server that can be ended and started again where it was: the same port, the same data.
final class House implements AutoCloseable {
  private final Path data;
  private Server server;
  private int port;

  House(Path data) throws Exception {
    this.data = data;
    this.server = started();
    this.port = server.port();
  }

  private Server started() throws Exception {
    return Server.start(
        data, new Settings("127.0.0.1", port, List.of(), Optional.empty()), Server.Limits.usual());
  }

  /// Where somebody without a sandbox gets one.
  String address() {
    return home() + "/sandbox";
  }

  /// The home page; the address of a page begins like this, too.
  String home() {
    return "http://127.0.0.1:" + port;
  }

  void end() {
    server.close();
  }

  void startAgain() throws Exception {
    server = started();
  }

  @Override
  public void close() {
    server.close();
  }
}
