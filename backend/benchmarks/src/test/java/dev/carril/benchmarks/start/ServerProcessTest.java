package dev.carril.benchmarks.start;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Real processes at the edge: one that answers late, one that never will.
@Timeout(60)
class ServerProcessTest {

  @TempDir private Path folder = Path.of("");

  @Test
  void the_first_200_counts_and_not_the_first_answer() throws Exception {
    ServerProcess server = start("late");
    try {
      double millis = server.millisToFirstAnswer();
      assertTrue(millis > 200, () -> "answered after " + millis + " ms");
    } finally {
      server.stop();
    }
  }

  @Test
  void a_server_that_ends_instead_is_told_with_what_it_said() throws Exception {
    ServerProcess server = start("broken");
    IllegalStateException failure =
        assertThrows(IllegalStateException.class, server::millisToFirstAnswer);
    assertTrue(failure.getMessage().contains("status 3"), failure.getMessage());
    assertTrue(failure.getMessage().contains("the port is taken"), failure.getMessage());
  }

  private ServerProcess start(String kind) throws IOException {
    int port = ServerProcess.freePort();
    return ServerProcess.start(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Fake.class.getName(),
            kind,
            Integer.toString(port)),
        port,
        folder.resolve("said.txt"));
  }

  /// Answers 503 for its first 200 ms, or says why not and ends.
  static final class Fake {

    private Fake() {}

    public static void main(String[] args) throws IOException {
      if (args[0].equals("broken")) {
        System.out.println("the port is taken");
        System.exit(3);
      }
      InetAddress here = InetAddress.getLoopbackAddress();
      HttpServer server =
          HttpServer.create(new InetSocketAddress(here, Integer.parseInt(args[1])), 0);
      long readyNanos = System.nanoTime() + 200_000_000;
      server.createContext(
          "/health",
          exchange -> {
            exchange.sendResponseHeaders(System.nanoTime() < readyNanos ? 503 : 200, -1);
            exchange.close();
          });
      server.start();
    }
  }
}
