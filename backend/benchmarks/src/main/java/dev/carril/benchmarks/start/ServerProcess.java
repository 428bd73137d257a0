package dev.carril.benchmarks.start;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A server as a process of its own, from its start to its first answer and to its end.
public final class ServerProcess {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Process process;
  private final Path output;
  private final long startedNanos;
  private final int port;

  private ServerProcess(Process process, Path output, long startedNanos, int port) {
    this.process = process;
    this.output = output;
    this.startedNanos = startedNanos;
    this.port = port;
  }

  /// Starts the server as people do, on a data folder of its own.
  ///
  /// @param scratch where the data and what it says go
  public static ServerProcess start(Path scratch) throws IOException {
    Path home = Path.of(System.getProperty("carril.home", "."));
    int port = freePort();
    return start(
        List.of(
            home.resolve("carril").toAbsolutePath().toString(),
            "serve",
            "--port",
            Integer.toString(port),
            "--data",
            scratch.resolve("data").toString()),
        port,
        scratch.resolve("said.txt"));
  }

  public int port() {
    return port;
  }

  /// Starts the command, which must listen on the port and write what it says into the file.
  static ServerProcess start(List<String> command, int port, Path output) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    long now = System.nanoTime();
    return new ServerProcess(builder.start(), output, now, port);
  }

  /// A port that nobody listens on at the moment.
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /// The milliseconds from the start of the process to the first 200 of /health.
  public double millisToFirstAnswer() throws InterruptedException {
    return millisTo("/health");
  }

  /// The milliseconds from the start of the process until a first answer with 200 of this path has
  /// come whole.
  double millisTo(String path) throws InterruptedException {
    while (!answers(path)) {
      if (!process.isAlive()) {
        throw new IllegalStateException(
            "the server ended with status " + process.exitValue() + ":\n" + said());
      }
      if (System.nanoTime() - startedNanos > PATIENCE.toNanos()) {
        process.destroyForcibly();
        throw new IllegalStateException(
            "no 200 of " + path + " within " + PATIENCE.toSeconds() + " s:\n" + said());
      }
      // Often enough to see a start to the millisecond, seldom enough not to slow it.
      Thread.sleep(2);
    }
    return (System.nanoTime() - startedNanos) / 1e6;
  }

  /// The most physical memory that it ever held, in bytes.
  public long residentBytesMost() {
    return memory("VmHWM:");
  }

  private long memory(String line) {
    try (var lines = Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
      return lines
          .filter(l -> l.startsWith(line))
          .mapToLong(l -> Long.parseLong(l.replaceAll("\\D", "")) * 1_024)
          .findFirst()
          .orElse(-1);
    } catch (IOException notLinux) {
      return -1;
    }
  }

  /// Asks the process to end, as Ctrl-C or a supervisor would, and waits for it.
  public void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new IllegalStateException("the server did not end when asked to:\n" + said());
    }
  }

  private boolean answers(String path) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
      socket.setSoTimeout(10_000);
      String request =
          "GET %s HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\n\r\n"
              .formatted(path, port);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readAllBytes();
      return new String(answer, StandardCharsets.US_ASCII).startsWith("HTTP/1.1 200");
    } catch (IOException notYet) {
      // Until it listens, refusing is all that it can do; the caller's patience has an end.
      return false;
    }
  }

  private String said() {
    try {
      return Files.readString(output);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
