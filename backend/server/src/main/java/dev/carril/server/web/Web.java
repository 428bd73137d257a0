package dev.carril.server.web;

import dev.carril.server.lessons.School;
import dev.carril.server.measures.Measures;
import dev.carril.server.pages.Pages;
import dev.carril.server.sandboxes.Sandboxes;
import dev.carril.server.socket.Sockets;
import dev.carril.server.wire.Json;
import dev.carril.server.wire.SeenJson;
import dev.carril.simulator.instance.RingView;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.eclipse.jetty.ee10.websocket.server.config.JettyWebSocketServletContainerInitializer;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;

/// The server's HTTP side: who is let in, and what is where.
public final class Web implements AutoCloseable {
  static final String HTML = "text/html; charset=utf-8";

  /// As many workers as `start` takes.
  private static final int WORKERS_MOST = 64;

  private static final int CONNECTIONS_MAX = 4_000;
  private static final int HEADER_BYTES_MAX = 8 * 1024;
  private static final long BODY_BYTES_MAX = 64 * 1024;

  private final Settings settings;
  private final Parts parts;
  private final Supplier<Pages> pages = Lazy.of(Pages::new);
  private final StaticFiles files;
  private final Map<PageWords, byte[]> wordsOf = new ConcurrentHashMap<>();
  private final Map<Integer, String> rings = new ConcurrentHashMap<>();
  private final Javalin javalin;

  /// What the HTTP side hands requests to.
  ///
  /// @param healthy whether the store answers
  public record Parts(
      Sandboxes sandboxes,
      School school,
      Sockets sockets,
      Measures measures,
      BooleanSupplier healthy) {}

  /// @throws IllegalArgumentException if one of the origins is none
  public Web(Settings settings, Parts parts) {
    this.settings = settings;
    this.parts = parts;
    this.files = new StaticFiles(settings.frontend());
    Gate gate = new Gate(new Doors(settings.host(), settings.origins()));
    this.javalin = Javalin.create(config -> configure(config, gate));
  }

  /// Starts listening.
  ///
  /// @return the port, of use where any was asked for
  /// @throws io.javalin.util.JavalinBindException if the port is taken
  public int start() {
    return javalin.start().port();
  }

  private void configure(JavalinConfig config, Gate gate) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.concurrency.useVirtualThreads = true;
    config.http.maxRequestSize = BODY_BYTES_MAX;
    config.http.prefer405over404 = true;
    config.jetty.host = settings.host();
    config.jetty.port = settings.port();
    config.jetty.modifyHttpConfiguration(Web::limit);
    config.jetty.modifyServer(server -> {
      server.insertHandler(gate);
      server.addBean(new NetworkConnectionLimit(CONNECTIONS_MAX, server));
    });
    config.jetty.modifyServletContextHandler(context ->
        JettyWebSocketServletContainerInitializer.configure(
            context, (_, container) -> parts.sockets().mount(container)));
    RoutesConfig routes = config.routes;
    new SandboxRoutes(parts.sandboxes(), pages).mount(routes);
    new LessonRoutes(parts.school(), pages).mount(routes);
    new Errors(pages).mount(routes);
    routes.get("/frontend/<path>", context -> files.serve(context, context.pathParam("path")));
    routes.get("/words/{file}", this::words);
    routes.get("/ring/{workers}", this::ring);
    routes.get("/health", this::health);
    routes.get("/metrics", this::metrics);
  }

  private static void limit(HttpConfiguration http) {
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(HEADER_BYTES_MAX);
    // A path means one thing only: nothing encoded twice, no segments of dots.
    http.setUriCompliance(UriCompliance.DEFAULT);
  }

  private void words(Context context) {
    PageWords asked = PageWords.named(context.pathParam("file")).orElseThrow(NotFoundResponse::new);
    byte[] json =
        wordsOf.computeIfAbsent(
            asked, one -> Json.text(one.words()).getBytes(StandardCharsets.UTF_8));
    String etag = StaticFiles.etag(json);
    context.header("Cache-Control", "no-cache");
    context.header("ETag", etag);
    if (etag.equals(context.header("If-None-Match"))) {
      context.status(HttpStatus.NOT_MODIFIED);
    } else {
      context.contentType("application/json; charset=utf-8").result(json);
    }
  }

  // The same for everybody, until Carril is another one.
  private void ring(Context context) {
    String typed = context.pathParam("workers");
    int workers = typed.matches("[1-9]\\d?") ? Integer.parseInt(typed) : 0;
    if (workers < 1 || workers > WORKERS_MOST) {
      throw new NotFoundResponse();
    }
    context.header("Cache-Control", "no-cache");
    json(context, rings.computeIfAbsent(workers, many -> SeenJson.ring(RingView.of(many))));
  }

  private void health(Context context) {
    boolean healthy = parts.healthy().getAsBoolean();
    context.header("Cache-Control", "no-store");
    context.status(healthy ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE);
    json(context, Json.text(Json.object().put("store", healthy ? "answers" : "fails")));
  }

  static void json(Context context, String json) {
    context.contentType("application/json; charset=utf-8").result(json);
  }

  private void metrics(Context context) {
    context.header("Cache-Control", "no-store");
    context.contentType("text/plain; version=0.0.4; charset=utf-8");
    context.result(parts.measures().text());
  }

  @Override
  public void close() {
    javalin.stop();
  }
}
