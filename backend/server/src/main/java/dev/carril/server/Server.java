package dev.carril.server;

import dev.carril.course.read.Lessons;
import dev.carril.server.lessons.Attempts;
import dev.carril.server.lessons.Learners;
import dev.carril.server.lessons.School;
import dev.carril.server.measures.Measures;
import dev.carril.server.sandboxes.Sandboxes;
import dev.carril.server.socket.Sockets;
import dev.carril.server.store.Store;
import dev.carril.server.store.UnusableStore;
import dev.carril.server.web.Settings;
import dev.carril.server.web.Web;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;

/// A server that runs: the store, the sandboxes on it, and the web in front of them.
public final class Server implements AutoCloseable {
  private final Store store;
  private final Measures measures;
  private final Sandboxes sandboxes;
  private final Sockets sockets;
  private final Web web;
  private final int port;

  private Server(Path data, Settings settings, Limits limits) throws UnusableStore {
    // Each takes a good part of the start, so they are made side by side.
    CompletableFuture<Measures> making = CompletableFuture.supplyAsync(Measures::new);
    store = Store.open(data, InstantSource.system(), count -> making.join().entriesWritten(count));
    measures = making.join();
    var attempts = new Attempts();
    sandboxes = new Sandboxes(store, limits.sandboxes(), attempts::ran);
    sockets = new Sockets(limits.sockets(), sandboxes, measures);
    measures.gauge("carril.sandboxes", "Sandboxes in memory", sandboxes::inMemory);
    var school =
        new School(Lessons.withOwn(settings.exercises()), new Learners(store), sandboxes, attempts);
    try {
      web = new Web(settings, new Web.Parts(sandboxes, school, sockets, measures, store::answers));
      port = web.start();
      school.readAhead(); // Not before somebody can be answered: it takes a core meanwhile.
    } catch (RuntimeException e) {
      sandboxes.close();
      store.close();
      measures.close();
      throw e;
    }
  }

  /// What the server's rooms are bounded by.
  public record Limits(
      dev.carril.server.sandboxes.Bounds sandboxes, dev.carril.server.socket.Bounds sockets) {

    public static Limits usual() {
      return new Limits(
          dev.carril.server.sandboxes.Bounds.usual(), dev.carril.server.socket.Bounds.usual());
    }
  }

  /// Starts a server.
  ///
  /// @param data the folder of its store
  /// @throws UnusableStore if the folder or the database in it cannot be used
  /// @throws io.javalin.util.JavalinBindException if the port is taken
  /// @throws IllegalArgumentException if one of the origins is none
  public static Server start(Path data, Settings settings, Limits limits) throws UnusableStore {
    return new Server(data, settings, limits);
  }

  /// The port that it listens on.
  public int port() {
    return port;
  }

  /// Ends it in order: clients are told, nothing new comes in, what waits is written.
  @Override
  public void close() {
    sockets.close();
    web.close();
    sandboxes.close();
    store.close();
    measures.close();
  }
}
