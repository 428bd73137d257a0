package dev.carril.server.page;

import dev.carril.server.Server;
import dev.carril.server.web.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// The server of one class's tests, registered in a static field. It can be ended and started again
/// where it was: the same port, the same data.
final class House implements BeforeAllCallback, AfterAllCallback {
  private Path data;
  private Server server;
  private int port;

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    data = Files.createTempDirectory("carril-house");
    startAgain();
    port = server.port();
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    end();
    try (Stream<Path> left = Files.walk(data)) {
      for (Path path : left.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
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
    server =
        Server.start(
            data,
            new Settings("127.0.0.1", port, List.of(), Optional.empty()),
            Server.Limits.usual());
  }
}
