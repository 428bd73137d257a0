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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/// `carril serve`: the server, until it is ended.
///
/// Its options are made by hand and not by annotations: what picocli finds out by reflection takes
/// a good part of the time until the first response.
final class Serve implements Callable<Integer> {
  /// Where to leave a sign that the server answers, for the script that has started it.
  private static final String READY = "carril.ready";

  private final OptionSpec host =
      taking("--host", "NAME", String.class)
          .defaultValue("127.0.0.1")
          .description("Name or address to listen on (default ${DEFAULT-VALUE}).")
          .build();
  private final OptionSpec port =
      taking("--port", "N", int.class)
          .defaultValue("7070")
          .description("Port to listen on, 0 for any that is free (default ${DEFAULT-VALUE}).")
          .build();
  private final OptionSpec data =
      taking("--data", "DIR", Path.class)
          .description("Folder of the database (default ~/.carril).")
          .build();
  private final OptionSpec exercises =
      taking("--exercises", "DIR", Path.class)
          .description("Folder of lessons of your own, after those that come with Carril.")
          .build();
  private final OptionSpec origins =
      taking("--origin", "URL", List.class)
          .auxiliaryTypes(String.class)
          .description(
              "Address as browsers show it, where that is another than --host and --port, such as"
                  + " https://carril.example. May be given several times.")
          .build();
  private final OptionSpec frontend = taking("--frontend", "DIR", Path.class).hidden(true).build();
  private final CommandSpec spec;

  Serve() {
    spec =
        CommandSpec.wrapWithoutInspection(this)
            .name("serve")
            .addOption(host)
            .addOption(port)
            .addOption(data)
            .addOption(exercises)
            .addOption(origins)
            .addOption(frontend)
            .addOption(
                OptionSpec.builder("-h", "--help")
                    .usageHelp(true)
                    .description("Show this help message and exit.")
                    .build())
            .addOption(
                OptionSpec.builder("-V", "--version")
                    .versionHelp(true)
                    .description("Print version information and exit.")
                    .build());
    spec.usageMessage()
        .description("Starts the server, on this machine only unless told otherwise.");
  }

  private static OptionSpec.Builder taking(String name, String value, Class<?> type) {
    return OptionSpec.builder(name).paramLabel(value).type(type);
  }

  /// The command, which nobody has run so far.
  CommandLine command() {
    return new CommandLine(spec);
  }

  @Override
  public Integer call() throws Exception {
    int wanted = port.getValue();
    if (wanted < 0 || wanted > 65_535) {
      throw wrong("--port takes a number from 0 to 65535, not " + wanted);
    }
    widenScheduler();
    folder(exercises);
    folder(frontend);
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
          ? failed(
              "%s is no address of this machine. Choose another with --host.".formatted(host()))
          : failed(
              "Port %d of %s cannot be had (%s). Choose another with --port."
                  .formatted(port.<Integer>getValue(), host(), root(e).getMessage()));
    } catch (JavalinException e) {
      return failed(
          "It is not possible to listen on %s (%s). Choose another with --host."
              .formatted(host(), root(e)));
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
    Path folder = path(data).orElse(Path.of(System.getProperty("user.home"), ".carril"));
    List<String> addresses = origins.getValue();
    try {
      return Server.start(
          folder,
          new Settings(
              host(),
              port.<Integer>getValue(),
              addresses == null ? List.of() : addresses,
              path(frontend),
              path(exercises)),
          Server.Limits.usual());
    } catch (IllegalArgumentException e) {
      throw wrong(
          "--origin takes an address such as https://carril.example, not " + e.getMessage());
    }
  }

  private String host() {
    return host.getValue();
  }

  private static Optional<Path> path(OptionSpec option) {
    return Optional.ofNullable(option.<@Nullable Path>getValue());
  }

  private String address(int port) {
    String host = host();
    boolean everywhere = host.equals("0.0.0.0") || host.equals("::");
    String name = everywhere ? "127.0.0.1" : host.contains(":") ? "[" + host + "]" : host;
    return "http://" + name + ":" + port;
  }

  private void folder(OptionSpec option) {
    Optional<Path> path = path(option);
    if (path.isPresent() && !Files.isDirectory(path.get())) {
      throw wrong(option.longestName() + " takes a folder, and " + path.get() + " is none");
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
