package dev.carril.server;

import dev.carril.server.store.UnusableStore;
import dev.carril.server.web.Settings;
import io.javalin.util.JavalinBindException;
import io.javalin.util.JavalinException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `carril serve`: the server, until it is ended.
@Command(
    name = "serve",
    description = "Starts the server, on this machine only unless told otherwise.",
    mixinStandardHelpOptions = true)
final class Serve implements Callable<Integer> {
  /// Where to leave a sign that the server answers, for the script that has started it.
  private static final String READY = "carril.ready";

  @Spec private CommandSpec spec;

  @Option(
      names = "--host",
      paramLabel = "NAME",
      defaultValue = "127.0.0.1",
      description = "Name or address to listen on (default ${DEFAULT-VALUE}).")
  private String host;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "7070",
      description = "Port to listen on, 0 for any that is free (default ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder of the database (default ~/.carril).")
  private @Nullable Path data;

  @Option(
      names = "--exercises",
      paramLabel = "DIR",
      description = "Folder of lessons of your own, after those that come with Carril.")
  private @Nullable Path exercises;

  @Option(
      names = "--origin",
      paramLabel = "URL",
      description =
          "Address as browsers show it, where that is another than --host and --port, such as"
              + " https://carril.example. May be given several times.")
  private List<String> origins = new ArrayList<>();

  @Option(names = "--frontend", paramLabel = "DIR", hidden = true)
  private @Nullable Path frontend;

  Serve() {
    // Both are set by picocli before anybody reads them.
    this.spec = CommandSpec.create();
    this.host = "";
  }

  @Override
  public Integer call() throws Exception {
    if (port < 0 || port > 65_535) {
      throw wrong("--port takes a number from 0 to 65535, not " + port);
    }
    widenScheduler();
    folder("--exercises", exercises);
    folder("--frontend", frontend);
    try {
      Server server = start();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server), "end"));
      // Not println: it would end the line in the platform's way, and scripts wait for this line.
      spec.commandLine().getOut().print("Carril is at " + address(server.port()) + "\n");
      spec.commandLine().getOut().flush();
      tellReady();
    } catch (UnusableStore e) {
      return failed(String.valueOf(e.getMessage()));
    } catch (JavalinBindException e) {
      return isHost(root(e))
          ? failed("%s is no address of this machine. Choose another with --host.".formatted(host))
          : failed(
              "Port %d of %s cannot be had (%s). Choose another with --port."
                  .formatted(port, host, root(e).getMessage()));
    } catch (JavalinException e) {
      return failed(
          "It is not possible to listen on %s (%s). Choose another with --host."
              .formatted(host, root(e)));
    }
    // A signal ends the process, and the hook the server.
    new CountDownLatch(1).await();
    return 0;
  }

  /// Whoever loads a class, or waits until it is loaded, keeps its carrier meanwhile. On a small
  /// machine two of those would be all there are, and nobody else could go on.
  private static void widenScheduler() {
    String parallelism = "jdk.virtualThreadScheduler.parallelism";
    if (System.getProperty(parallelism) == null) {
      int carriers = Math.max(4, Runtime.getRuntime().availableProcessors());
      System.setProperty(parallelism, String.valueOf(carriers));
    }
  }

  private Server start() throws UnusableStore {
    Path folder = data == null ? Path.of(System.getProperty("user.home"), ".carril") : data;
    try {
      return Server.start(
          folder,
          new Settings(
              host, port, origins, Optional.ofNullable(frontend), Optional.ofNullable(exercises)),
          Server.Limits.usual());
    } catch (IllegalArgumentException e) {
      throw wrong(
          "--origin takes an address such as https://carril.example, not " + e.getMessage());
    }
  }

  private String address(int port) {
    boolean everywhere = host.equals("0.0.0.0") || host.equals("::");
    String name = everywhere ? "127.0.0.1" : host.contains(":") ? "[" + host + "]" : host;
    return "http://" + name + ":" + port;
  }

  private void folder(String option, @Nullable Path path) {
    if (path != null && !Files.isDirectory(path)) {
      throw wrong(option + " takes a folder, and " + path + " is none");
    }
  }

  private ParameterException wrong(String what) {
    return new ParameterException(spec.commandLine(), what);
  }

  private int failed(String why) {
    spec.commandLine().getErr().println("carril: " + why);
    spec.commandLine().getErr().flush();
    return 1;
  }

  /// Is it the name that cannot be listened on, and not the port? The system has one exception for
  /// a port that is taken and an address of another machine, and tells them apart in words only.
  private static boolean isHost(Throwable root) {
    return root instanceof UnresolvedAddressException
        || String.valueOf(root.getMessage()).contains("assign");
  }

  private static Throwable root(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  private void tellReady() throws IOException {
    String file = System.getProperty(READY);
    if (file != null) {
      Files.writeString(Path.of(file), "");
      PrintWriter err = spec.commandLine().getErr();
      err.println(
          "carril: first start since the build: when it ends, it takes some seconds more to write a"
              + " cache that makes later starts quick");
      err.flush();
    }
  }

  private static void end(Server server) {
    server.close();
    fallSilent();
  }

  /// Nothing of ours is said after this. The JVM writes the cache of later starts in a process of
  /// its own, which begins by listing its options on the error stream, and no option stops that.
  /// For a standard stream that is closed Java puts one that swallows everything.
  static void fallSilent() {
    if (System.getProperty(READY) != null) {
      System.err.close();
    }
  }
}
