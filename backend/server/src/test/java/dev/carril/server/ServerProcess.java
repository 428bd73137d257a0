package dev.carril.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The server as people start it: a process of its own.
final class ServerProcess implements AutoCloseable {
  private static final String READY = "Carril is at ";

  private final Process process;
  private final URI address;

  private ServerProcess(Process process, URI address) {
    this.process = process;
    this.address = address;
  }

  /// Starts one and waits until it answers.
  static ServerProcess start(Path data) throws IOException {
    Process process = command("serve", "--port", "0", "--data", data.toString()).start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith(READY)) {
        return new ServerProcess(process, URI.create(line.substring(READY.length())));
      }
    }
    throw new IOException("the server ended with " + process.onExit().join().exitValue());
  }

  /// A process of the command line, not started yet; what it says to stderr goes to ours.
  static ProcessBuilder command(String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+UseSerialGC");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Main.class.getName());
    command.addAll(List.of(args));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  URI address(String path) {
    return address.resolve(path);
  }

  /// Ends it as `kill -9` does.
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /// What each of its threads, virtual ones too, is doing.
  String threads() throws IOException, InterruptedException {
    Path file = Files.createTempDirectory("carril").resolve("threads");
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    new ProcessBuilder(jcmd.toString(), "" + process.pid(), "Thread.dump_to_file", file.toString())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
    return Files.readString(file);
  }

  /// Asks it to end, and gives the status that it ends with.
  int end() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      throw new AssertionError("it does not end");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
